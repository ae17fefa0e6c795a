// Verify in this browser: a record is fetched as bytes and checked here, without trusting whoever keeps it.
//
// Bytes, chain, shapes, seeds, roots and every card are checked. The rules are not: whether each move was allowed is what
// `python -m replays verify` says, which plays the game again.

import { canHash } from "./bytes.js";
import { Cards } from "./cards.js";
import { readChain, split } from "./chain.js";
import { Fault, Wrong } from "./faults.js";
import { checkOpenings } from "./openings.js";
import { checkSeeds } from "./seeds.js";
import { checkShape, isKnown } from "./shapes.js";

const RULES = "umk/1";
const GZIP = [0x1f, 0x8b];
const OFTEN = 64; // events between two words of progress

const decoder = new TextDecoder();

/** What keeps a record from being checked at all: `code` is "unreachable" or "insecure". */
export class Unreadable extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/**
 * Fetches a record and checks it. `onProgress` is told {step, done, total} on the way: `fetch`, `chain`, `cards`.
 * `openings` is where the cards are that the reader may see of a hand that is on, if that is to be checked too.
 *
 * Gives what `verifyBytes` gives. Throws Unreadable.
 */
export async function verifyRecord(url, onProgress = () => {}, { openings = null } = {}) {
  if (!canHash()) throw new Unreadable("insecure");
  onProgress({ step: "fetch", done: 0, total: 1 });
  // The cards first: the record that is fetched behind them has all that binds them.
  const shown = openings ? JSON.parse(decoder.decode(await fetched(openings, "application/json"))).openings : [];
  return verifyBytes(await fetched(url, "application/jsonl"), onProgress, shown);
}

/**
 * Checks the bytes of a record. Gives
 * - `verdict`: `holds`, `open` (holds as far as it goes; `reasons` say what is not there yet) or `diverged` (`fault`);
 * - `checks`: for each {name, checked, waiting, found}, found being `holds`, `open` or `fails`;
 * - `fault`: the first, {seq, check, code, values}, or null; `reasons`: [{code, values}];
 * - `game`, `events`, `head` ({seq, hash}), `hashes` (of every event), `hands`, `commitment`, `seats` ({taken, entropy}).
 */
export async function verifyBytes(bytes, onProgress = () => {}, openings = []) {
  const { lines, cut } = split(bytes);
  const chain = await readChain(lines, (done) => onProgress({ step: "chain", done, total: lines.length }));
  const { events, reasons, fault } = readEvents(chain.events);
  const seeds = await checkSeeds(events);
  const cards = new Cards(seeds.seeds);
  const follows = await followCards(cards, events, reasons, onProgress);
  const faults = [chain.fault, fault, seeds.fault, follows].filter(Boolean);
  const shown = await checkShown(openings, cards, faults);
  if (cut) reasons.push({ code: "cut", values: {} });
  return report({ chain, events, seeds, cards, shown, reasons, faults });
}

/** The events up to the first that is of an unknown kind, or of a wrong shape. */
function readEvents(all) {
  const events = [];
  const unknown = (code, values) => ({ events, reasons: [{ code, values }], fault: null });
  for (const event of all) {
    const { seq, kind, v } = event;
    if (!isKnown(event)) return unknown("kind", { seq, kind, v });
    try {
      checkShape(event);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      return { events, reasons: [], fault: new Fault(seq, "shape", error.code, error.values) };
    }
    events.push(event);
  }
  return { events, reasons: [], fault: null };
}

/** Follows the cards; gives the Fault that stopped it, or null. */
async function followCards(cards, events, reasons, onProgress) {
  if (events.length === 0) return null;
  const { kind, data } = events[0];
  if (kind !== "game.created") return new Fault(0, "order", "misplaced", { kind });
  if (data.rules !== RULES) {
    reasons.push({ code: "rules", values: { rules: data.rules } });
    return null;
  }
  try {
    for (const [at, event] of events.entries()) {
      await cards.add(event);
      if (at % OFTEN === 0) onProgress({ step: "cards", done: at, total: events.length });
    }
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  onProgress({ step: "cards", done: events.length, total: events.length });
  return null;
}

/** Openings are of a hand that is on: where the record itself is at fault already they say nothing more. */
async function checkShown(openings, cards, faults) {
  if (openings.length === 0 || faults.length) return { checked: 0 };
  const { checked, wrong } = await checkOpenings(openings, cards);
  if (wrong) {
    const { hand, slot, card } = wrong;
    const bound = cards.piles.findLast((one) => one.hand === hand && one.first <= slot);
    faults.push(new Fault(bound ? bound.seq : 0, "openings", "opening", { hand, slot, card }));
  }
  return { checked };
}

function report({ chain, events, seeds, cards, shown, reasons, faults }) {
  const fault = faults.reduce((first, one) => (first === null || one.seq < first.seq ? one : first), null);
  const waiting = cards.hands - seeds.seeds.size;
  if (waiting > 0) reasons.push({ code: "hands", values: { count: waiting } });
  if (!cards.over && reasons.length === 0) reasons.push({ code: events.length ? "running" : "empty", values: {} });
  const last = chain.hashes.length - 1;
  return {
    verdict: fault ? "diverged" : reasons.length ? "open" : "holds",
    fault: fault && { seq: fault.seq, check: fault.check, code: fault.code, values: fault.values },
    reasons,
    checks: checks({ chain, events, seeds, cards, shown, waiting, faults }),
    game: chain.events[0]?.game ?? null,
    events: chain.events.length,
    head: last < 0 ? null : { seq: last, hash: chain.hashes[last] },
    hashes: chain.hashes,
    hands: cards.hands,
    commitment: events[0]?.data.commitment ?? null,
    seats: cards.seats,
  };
}

function checks({ chain, events, seeds, cards, shown, waiting, faults }) {
  const { checked, waiting: closed } = cards;
  const failed = new Set(faults.map((one) => one.check));
  return [
    ["bytes", chain.events.length, 0],
    ["chain", chain.events.length, 0],
    ["shape", events.length, 0],
    ["order", events.length, 0],
    ["seeds", seeds.seeds.size, waiting],
    ["roots", checked.piles, closed.piles],
    ["cards", checked.played + checked.turned, closed.played + closed.turned],
    ["slots", checked.drawn, closed.drawn],
    ["shown", checked.shown, closed.shown],
    ["openings", shown.checked, 0],
  ].map(([name, done, open]) => ({
    name,
    checked: done,
    waiting: open,
    found: failed.has(name) ? "fails" : open > 0 ? "open" : "holds",
  }));
}

/** The bytes at an address: they are never made text and written again. Throws Unreadable. */
async function fetched(url, type) {
  try {
    const response = await fetch(url, { headers: { Accept: type }, credentials: "same-origin" });
    if (response.ok) return await unpacked(await response.arrayBuffer());
  } catch {
    // What went wrong on the way is not for us to tell apart.
  }
  throw new Unreadable("unreachable");
}

/** The bytes themselves: a record may have come as a compressed file. */
async function unpacked(buffer) {
  const bytes = new Uint8Array(buffer);
  if (bytes[0] !== GZIP[0] || bytes[1] !== GZIP[1]) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
