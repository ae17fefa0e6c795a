// Times as the reader's clock has them: in the zone that their account keeps, else in that of this browser. Without one
// the server writes them in UTC, for it does not know where the reader is.

// A language that the browser does not know has no words for months here: its dates are numbers.
const [known] = Intl.DateTimeFormat.supportedLocalesOf(document.documentElement.lang);
const language = known ?? "sv-SE"; // year, month, day, hour
const written = clock({ dateStyle: known ? "medium" : "short", timeStyle: "short" });
const full = clock({ dateStyle: known ? "full" : "short", timeStyle: "long" });

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

/** Writes times in these forms. A zone that this browser has never heard of is left to its own. */
function clock(forms) {
  const usual = { ...forms, numberingSystem: "latn" };
  try {
    return new Intl.DateTimeFormat(language, { ...usual, timeZone: document.documentElement.dataset.zone || undefined });
  } catch {
    return new Intl.DateTimeFormat(language, usual);
  }
}
