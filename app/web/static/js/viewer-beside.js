// What stands beside the position (comments, analysis, branches, links) comes from the server, once one stays at it.

import { copyButtons } from "./copy.js";
import { localTimes } from "./times.js";

const REST = 500; // milliseconds that one stays at a position before its page is asked for
const AGAIN = 2000; // between two looks at how far an analysis has come

export class Beside {
  /** `address` is that of the position that is shown; `changed` is called when something new stands here. */
  constructor(address, changed) {
    Object.assign(this, { address, changed, timer: null, asking: null });
    this.there = document.querySelector("[data-settled]") !== null;
    this.watch();
  }

  /** The position has changed: what stands here is asked for when it stays. */
  soon(ms = REST) {
    clearTimeout(this.timer);
    this.asking?.abort();
    if (this.there) this.timer = setTimeout(() => this.ask(), ms);
  }

  /** Nothing is asked for: the game plays by itself. */
  wait() {
    clearTimeout(this.timer);
  }

  async ask() {
    this.asking = new AbortController();
    const page = await fetched(this.address(), this.asking.signal);
    if (page === null) return;
    for (const old of document.querySelectorAll("[data-settled]")) {
      const now = page.getElementById(old.id);
      if (now !== null && !inUse(old)) put(old, now);
    }
    this.changed();
    this.watch();
  }

  /** While an analysis is being made, it is looked at again. */
  watch() {
    if (["queued", "running"].includes(document.getElementById("analysed")?.dataset.status)) this.soon(AGAIN);
  }
}

/** The page at an address, parsed; null if it does not come. */
export async function fetched(address, signal) {
  try {
    const answer = await fetch(address, { signal });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null;
  }
}

function put(old, now) {
  old.replaceChildren(...now.childNodes);
  localTimes(old);
  copyButtons(old);
}

/** Whether somebody is at it, or has written something there that is not sent yet. */
function inUse(region) {
  const written = [...region.querySelectorAll("textarea:not([readonly])")].some((each) => each.value !== each.defaultValue);
  return written || (region.contains(document.activeElement) && document.activeElement !== region);
}
