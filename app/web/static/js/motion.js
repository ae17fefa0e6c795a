// What happened, as motion: one step after the other on the table as it was, before it is brought up to date.
// A click or Escape skips what is left. Where people want no motion there is none.

import { sound } from "./sound.js";

const FLIGHT_MS = 420;
const PAUSE_MS = 260;
const REVEAL_MS = 1700;
const MOST_STEPS = 10;
const SVG = "http://www.w3.org/2000/svg";

/** Whether motion is wanted now. */
export function wantsMotion(table) {
  return table.dataset.calm !== "1" && !matchMedia("(prefers-reduced-motion: reduce)").matches && !document.hidden;
}

/** Plays events, each the `<li>` that tells it; is done when they are, or when somebody skips them. */
export async function play(told, table) {
  const skipped = new AbortController();
  const skip = (event) => {
    if (event.type === "keydown" && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    skipped.abort();
  };
  const button = document.getElementById("skip");
  button.hidden = told.length < 3;
  addEventListener("click", skip, { capture: true });
  addEventListener("keydown", skip, { capture: true });
  try {
    for (const one of told.slice(-MOST_STEPS)) {
      if (skipped.signal.aborted) break;
      tell(one, table);
      await (STEPS[one.dataset.kind] ?? rest)(one, table, skipped.signal);
    }
  } finally {
    removeEventListener("click", skip, { capture: true });
    removeEventListener("keydown", skip, { capture: true });
    button.hidden = true;
  }
}

const STEPS = {
  "card.played": async (one, table, signal) => {
    const { card, seat, left } = one.dataset;
    const own = seat === table.dataset.you && table.querySelector(`.held.playable[data-card="${card}"] .face, .held[data-card="${card}"] .face`);
    if (own) own.closest(".held").hidden = true;
    count(table, seat, left);
    sound("play");
    await fly(table, card, own || boardOf(table, seat), topOf(table), signal);
    lay(table, card);
    if (one.dataset.color) force(table, one.dataset.color);
    await pause(PAUSE_MS, signal);
  },
  "card.turned": async (one, table, signal) => {
    await fly(table, one.dataset.card, pileOf(table), topOf(table), signal);
    lay(table, one.dataset.card);
    if (one.dataset.item) await reveal(one, table, signal);
  },
  "cards.drawn": async (one, table, signal) => {
    const many = Math.min(Number(one.dataset.count), 6);
    const to = boardOf(table, one.dataset.seat);
    sound("draw");
    await Promise.all(Array.from({ length: many }, (_, at) => fly(table, "back", pileOf(table), to, signal, at * 110)));
    const shown = to?.querySelector("[data-count]");
    if (shown) count(table, one.dataset.seat, Number(shown.textContent) + Number(one.dataset.count));
    await pause(PAUSE_MS, signal);
  },
  "color.chosen": async (one, table, signal) => {
    force(table, one.dataset.color);
    await pause(PAUSE_MS * 2, signal);
  },
  "uno.called": (one, table, signal) => shout(one, table, signal),
  "uno.caught": (one, table, signal) => shout(one, table, signal),
  "game.started": async () => {},
};

async function rest(one, table, signal) {
  await pause(PAUSE_MS * 2, signal);
}

/** The sentence, at the end of what is told. */
function tell(one, table) {
  table.querySelector(".news")?.append(document.importNode(one, true));
}

async function shout(one, table, signal) {
  sound("uno");
  bump(boardOf(table, one.dataset.seat));
  await pause(PAUSE_MS * 2.5, signal);
}

/** The item that a Wild Item Box turned up, large, with its words. */
async function reveal(one, table, signal) {
  const shown = Object.assign(document.createElement("div"), { className: "reveal" });
  shown.setAttribute("aria-hidden", "true"); // the sentence is read already
  const name = Object.assign(document.createElement("b"), { textContent: one.dataset.name });
  const said = Object.assign(document.createElement("p"), { textContent: one.textContent });
  shown.append(picture(table, one.dataset.card), name, said);
  document.body.append(shown);
  sound("item");
  shown.firstChild.animate([{ transform: "rotateY(180deg) scale(.3)" }, { transform: "none" }], { duration: 500, easing: "ease-out" });
  await pause(REVEAL_MS, signal);
  shown.remove();
}

/** A card on its way from one place to another. */
async function fly(table, code, from, to, signal, delay = 0) {
  if (!from || !to || signal.aborted) return;
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const wide = topOf(table)?.getBoundingClientRect().width ?? 60;
  const card = Object.assign(document.createElement("div"), { className: "flying" });
  card.style.inlineSize = `${wide}px`;
  card.append(picture(table, code));
  document.body.append(card);
  const at = (box, turn) => {
    const scale = Math.min(1, Math.max(0.4, Math.min(box.width, box.height / 1.5) / wide));
    const [x, y] = [box.x + box.width / 2 - wide / 2, box.y + box.height / 2 - wide * 0.75];
    return { transform: `translate(${x}px, ${y}px) scale(${scale}) rotate(${turn}deg)` };
  };
  const flight = card.animate([at(start, -12), at(end, 0)], { duration: FLIGHT_MS, delay, easing: "cubic-bezier(.3, .7, .3, 1)", fill: "both" });
  const stop = () => flight.finish();
  signal.addEventListener("abort", stop);
  await flight.finished.catch(() => {});
  signal.removeEventListener("abort", stop);
  card.remove();
}

function picture(table, code) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 60 90");
  svg.setAttribute("class", "card");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", table.dataset.cards + code);
  svg.append(use);
  return svg;
}

function boardOf(table, seat) {
  return table.querySelector(`.seat[data-seat="${seat}"]`);
}

function topOf(table) {
  return table.querySelector("#top");
}

function pileOf(table) {
  return table.querySelector(".draw-pile .face");
}

function lay(table, code) {
  topOf(table)?.querySelector("use").setAttribute("href", table.dataset.cards + code);
  bump(topOf(table));
}

function force(table, color) {
  const sign = table.querySelector(".in-force");
  if (!sign) return;
  sign.className = `in-force ${color}`;
  sign.querySelector("use")?.setAttribute("href", table.dataset.signs + color);
  bump(sign.querySelector(".sign"));
}

function count(table, seat, cards) {
  const board = boardOf(table, seat);
  const shown = board?.querySelector("[data-count]");
  if (!shown || cards === undefined) return;
  shown.textContent = cards;
  bump(shown);
}

function bump(element) {
  element?.animate?.([{ scale: 1 }, { scale: 1.18 }, { scale: 1 }], { duration: 320 });
}

function pause(ms, signal) {
  return new Promise((done) => {
    if (signal.aborted) return done();
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => { clearTimeout(timer); done(); }, { once: true });
  });
}
