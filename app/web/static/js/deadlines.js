// How long is left: every `<time data-deadline>` counts down by the reader's own clock.

const SOON_MS = 60_000;
const DAY_MS = 86_400_000;
const [language] = Intl.RelativeTimeFormat.supportedLocalesOf(document.documentElement.lang);
// In a language that this browser does not know the words of the server stay, which say it in days as well.
const days = language && new Intl.RelativeTimeFormat(language, { numeric: "always", numberingSystem: "latn" });

/** Counts down, second by second, whatever deadlines the page has. */
export function countDown() {
  tellLeft(document);
  setInterval(tellLeft, 1000, document);
}

/** Writes how long is left at each deadline below `root`. */
export function tellLeft(root) {
  for (const time of root.querySelectorAll("time[data-deadline]")) {
    const left = Math.max(0, new Date(time.dateTime) - Date.now());
    if (left < 2 * DAY_MS) time.textContent = clock(left);
    else if (days) time.textContent = days.format(Math.round(left / DAY_MS), "day");
    time.parentElement.classList.toggle("soon", left < SOON_MS);
  }
}

function clock(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3600 ? rest : `${Math.floor(seconds / 3600)}:${rest}`;
}
