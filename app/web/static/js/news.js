// Where news of a page come from: a stream of the game says when to ask for the page again; where there is none just
// now, it is asked for every now and then, and answered at once that there is nothing new, or anew. Whoever listens gets
// the page as it is now; how it came here is nobody else's business.

const FIRST_MS = 1200;
const LONGEST_MS = 8000;
const HIDDEN_MS = 20_000;
const STREAMED_MS = 60_000; // while a stream tells: it may have been silenced on its way
const SLOWER = 1.25;
const AGAIN_MS = 3000; // a stream that broke off
const REFUSED_MS = 60_000; // one that there is no place for
const DATA = "data: ";
const GAME = /^\/games\/([\da-f-]{36})$/;

/** Not all pages at the same moment. */
const about = (ms) => ms * (0.75 + Math.random() / 2);

/**
 * Calls `heard(document)` whenever the page at this address is another than before. `eager()` says whether somebody is
 * waited for. Gives a function that asks at once, and one that stops.
 */
export function follow(address, heard, eager) {
  let tag = "";
  let wait = FIRST_MS;
  let timer = 0;
  let asking = false;
  let asked = false; // once more, while the answer is on its way
  let stopped = false;
  let stream = null;
  let told = false; // the stream is open
  let broke = false; // there was one before
  let next = 0;

  async function ask() {
    clearTimeout(timer);
    asked = asking;
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
        stop();
      } else if (answer.status !== 304) {
        wait = LONGEST_MS;
      } else {
        wait = Math.min(wait * SLOWER, LONGEST_MS);
      }
    } catch {
      wait = LONGEST_MS; // no network just now
    }
    asking = false;
    if (asked) ask();
    else later();
  }

  function later() {
    clearTimeout(timer);
    if (stopped) return;
    const polled = document.hidden ? HIDDEN_MS : eager() ? wait : Math.max(wait, FIRST_MS * 3);
    timer = setTimeout(ask, about(told ? STREAMED_MS : polled));
  }

  /** Reads the stream to its end. It says what has happened, and the page when it is asked for again says it better. */
  async function listen() {
    clearTimeout(next);
    const [, game] = GAME.exec(new URL(address).pathname) ?? [];
    if (!game || stream || stopped || document.hidden) return;
    const mine = (stream = new AbortController());
    let pause = REFUSED_MS;
    try {
      const answer = await fetch(`/api/v1/games/${game}/events${query()}`, { cache: "no-store", signal: mine.signal });
      if (answer.status === 200) {
        pause = AGAIN_MS;
        told = true;
        if (broke) ask(); // events come behind the last one that is seen; what else there was meanwhile does not
        else later();
        broke = true;
        let end = ""; // a message may come in pieces
        for (const reader = answer.body.getReader(), text = new TextDecoder(); ; ) {
          const { done, value } = await reader.read();
          if (done) break;
          const said = end + text.decode(value, { stream: true });
          if (said.includes(DATA)) ask();
          end = said.slice(1 - DATA.length);
        }
      }
    } catch {
      // it broke off, or was closed
    }
    if (stream !== mine) return;
    stream = null;
    told = false;
    later();
    if (!stopped) next = setTimeout(listen, about(pause));
  }

  function query() {
    const asks = new URLSearchParams({ format: "sse" });
    const seen = document.querySelector("[data-version]")?.dataset.version;
    const invitation = new URL(address).searchParams.get("invitation");
    if (seen) asks.set("after", seen);
    if (invitation) asks.set("invitation", invitation);
    return `?${asks}`;
  }

  function leave() {
    clearTimeout(next);
    stream?.abort();
    stream = null;
    told = false;
  }

  function again() {
    wait = FIRST_MS;
    if (document.hidden) {
      leave();
      later();
    } else {
      ask();
      listen();
    }
  }

  function stop() {
    stopped = true;
    clearTimeout(timer);
    leave();
  }

  document.addEventListener("visibilitychange", again);
  addEventListener("pagehide", leave);
  later();
  listen();
  return { again, stop };
}
