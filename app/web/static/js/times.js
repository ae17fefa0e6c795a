// Times as the reader's clock has them. The server writes them in UTC, for it does not know where the reader is.

const page = document.documentElement.lang;
const [language] = Intl.DateTimeFormat.supportedLocalesOf(page).length ? [page] : ["sv-SE"]; // year, month, day, hour
const written = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", numberingSystem: "latn" });
const full = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "long", numberingSystem: "latn" });

/**
 * Writes every `<time data-local>` below `root` in the reader's zone. There and where the page says how far off a moment
 * is (`data-away`), the whole of it is in the title.
 */
export function localTimes(root) {
  for (const element of root.querySelectorAll("time[data-local], time[data-away]")) {
    const moment = new Date(element.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    if ("local" in element.dataset) element.textContent = written.format(moment);
    element.title = full.format(moment);
  }
}
