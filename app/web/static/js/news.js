// Where news of a page come from: it is asked for again, and answered at once that there is nothing new, or anew.
// Whoever listens gets the page as it is now; how it came here is nobody else's business.

const FIRST_MS = 1200;
const LONGEST_MS = 8000;
const HIDDEN_MS = 20_000;
const SLOWER = 1.25;

/**
 * Calls `heard(document)` whenever the page at this address is another than before. `eager()` says whether somebody is
 * waited for. Gives a function that asks at once, and one that stops.
 */
export function follow(address, heard, eager) {
  let tag = "";
  let wait = FIRST_MS;
  let timer = 0;
  let asking = false;
  let stopped = false;

  async function ask() {
    clearTimeout(timer);
    if (asking || stopped) return;
    asking = true;
    try {
      const headers = { ...(tag && { "If-None-Match": tag }), ...(document.hidden && { "X-Hidden": "1" }) };
      const answer = await fetch(address, { cache: "no-store", headers });
      if (answer.ok) {
        tag = answer.headers.get("ETag") ?? "";
        wait = FIRST_MS;
        heard(new DOMParser().parseFromString(await answer.text(), "text/html"));
      } else if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) {
        stopped = true;
      } else if (answer.status !== 304) {
        wait = LONGEST_MS;
      } else {
        wait = Math.min(wait * SLOWER, LONGEST_MS);
      }
    } catch {
      wait = LONGEST_MS; // no network just now
    }
    asking = false;
    later();
  }

  function later() {
    if (stopped) return;
    timer = setTimeout(ask, document.hidden ? HIDDEN_MS : eager() ? wait : Math.max(wait, FIRST_MS * 3));
  }

  function again() {
    wait = FIRST_MS;
    if (!document.hidden) ask();
  }

  document.addEventListener("visibilitychange", again);
  later();
  return { again, stop: () => { stopped = true; clearTimeout(timer); } };
}
