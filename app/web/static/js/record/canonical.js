// The canonical bytes of the record: RFC 8785 within the limits of FORMAT.md. JSON.parse takes much that is no record
// (spaces, a key twice, 1.0, other escapes): so what was read is written again and held against the bytes that came.

import { same, utf8 } from "./bytes.js";
import { Wrong } from "./faults.js";

const MAX_DEPTH = 64;
const MAX_LINE = 1 << 20;
const KEY = /^[a-z][a-z0-9_]*$/;

// A byte order mark is three bytes like any others here, and wrong; the decoder would swallow it.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The canonical text of objects, arrays, text, whole numbers, booleans and null. Throws Wrong for anything else. */
export function canonical(value) {
  return write(value, MAX_DEPTH);
}

/** The object that a line of bytes says. Throws Wrong unless the line is exactly its canonical form. */
export function parse(line) {
  if (line.length > MAX_LINE) throw new Wrong("bytes");
  const value = read(line);
  if (!isObject(value) || !same(utf8(canonical(value)), line)) throw new Wrong("bytes");
  return value;
}

/** Whether this is what JSON calls an object. */
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function read(line) {
  try {
    return JSON.parse(decoder.decode(line));
  } catch {
    throw new Wrong("bytes");
  }
}

function write(value, depth) {
  if (typeof value === "string") return string(value);
  if (typeof value === "number") return integer(value);
  if (value === null || typeof value === "boolean") return String(value);
  if (depth === 0 || typeof value !== "object") throw new Wrong("bytes");
  if (Array.isArray(value)) return `[${value.map((item) => write(item, depth - 1)).join(",")}]`;
  return object(value, depth - 1);
}

function object(value, depth) {
  const fields = Object.keys(value).sort();
  return `{${fields.map((key) => `${name(key)}:${write(value[key], depth)}`).join(",")}}`;
}

function name(key) {
  if (!KEY.test(key)) throw new Wrong("bytes");
  return `"${key}"`;
}

function string(text) {
  // JSON.stringify writes a lone surrogate as an escape: it would pass for text that it is not.
  if (/\p{Surrogate}/u.test(text) || text.normalize("NFC") !== text) throw new Wrong("bytes");
  return JSON.stringify(text);
}

function integer(number) {
  if (!Number.isSafeInteger(number)) throw new Wrong("bytes");
  return String(number);
}
