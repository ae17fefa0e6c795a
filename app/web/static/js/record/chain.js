// The chain: each event carries the hash of the one before, so that nothing changes, goes or moves unseen.
//
// Hashes are made of the bytes as they came. Nothing is read and written again for them.

import { hex, sha256 } from "./bytes.js";
import { isObject, parse } from "./canonical.js";
import { Fault, Wrong } from "./faults.js";

const ZEROS = "0".repeat(64);
const NEWLINE = 10;
const AT_ONCE = 256; // lines hashed before the next are looked at

const HASH = /^[0-9a-f]{64}$/;
const SHAPES = {
  actor: /^(?:service|seat:[0-9]|(?:player|staff):[A-Za-z0-9][A-Za-z0-9._-]{0,63})$/,
  game: /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  kind: /^[a-z][a-z0-9_]{0,63}\.[a-z][a-z0-9_]{0,63}$/,
  prev: HASH,
};
const LEAST = { request: 0, seq: 0, t: 0, v: 1 };
const FIELDS = "actor data game kind prev request seq t v";

/** The lines of a record, without their newlines; `cut` says that the end of the last one is missing. */
export function split(bytes) {
  const lines = [];
  let from = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
    lines.push(bytes.subarray(from, at));
    from = at + 1;
  }
  const cut = from < bytes.length;
  return { lines, cut };
}

/**
 * Checks bytes and chain line by line, as far as they are sound. Gives the events (parsed lines), the hash of each, and
 * the Fault that stopped it, or null. `onProgress` is told how many lines are done.
 */
export async function readChain(lines, onProgress = () => {}) {
  const read = { events: [], hashes: [], fault: null };
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const some = lines.slice(from, from + AT_ONCE);
    const hashes = (await Promise.all(some.map(sha256))).map(hex);
    for (const [at, line] of some.entries()) {
      read.fault = add(read, line, hashes[at]);
      if (read.fault) return read;
    }
    onProgress(read.events.length);
  }
  return read;
}

function add(read, line, hash) {
  const seq = read.events.length;
  try {
    const event = envelope(line);
    const [code, found] = follows(event, seq, read.events.at(-1), read.hashes.at(-1)) ?? [];
    if (code) return new Fault(seq, "chain", code, { found });
    read.events.push(event);
    read.hashes.push(hash);
    return null;
  } catch (error) {
    if (error instanceof Wrong) return new Fault(seq, "bytes", error.code, error.values);
    throw error;
  }
}

/** The event in a line: canonical bytes, nine fields, each of its shape. Throws Wrong. */
function envelope(line) {
  const event = parse(line);
  const sound =
    Object.keys(event).sort().join(" ") === FIELDS &&
    Object.entries(SHAPES).every(([name, shape]) => typeof event[name] === "string" && shape.test(event[name])) &&
    Object.entries(LEAST).every(([name, least]) => Number.isInteger(event[name]) && event[name] >= least) &&
    isObject(event.data);
  if (!sound) throw new Wrong("envelope");
  return event;
}

/** What keeps an event from following the one before, with what was found instead; undefined if it follows. */
function follows(event, seq, before, hash) {
  if (event.seq !== seq) return ["number", event.seq];
  if (event.prev !== (hash ?? ZEROS)) return [before ? "prev" : "first"];
  if (before && event.game !== before.game) return ["game"];
  if (before && event.t < before.t) return ["time"];
  if (before && event.request === before.request) {
    return event.t !== before.t || event.actor !== before.actor ? ["request", event.request] : undefined;
  }
  return event.request !== (before ? before.request + 1 : 0) ? ["request", event.request] : undefined;
}
