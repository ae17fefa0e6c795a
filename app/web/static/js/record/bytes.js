// Bytes, and what WebCrypto makes of them. Everything that is hashed in a record goes through here.
//
// WebCrypto answers with promises: whoever has many things to hash asks for all of them and waits once (Promise.all).

const encoder = new TextEncoder();
const SHA256 = "SHA-256";

/** Whether this page may hash at all: browsers offer WebCrypto over https and on localhost only. */
export const canHash = () => globalThis.crypto?.subtle !== undefined;

export const utf8 = (text) => encoder.encode(text);

/** Lower-case hex, as bytes stand in JSON. */
export function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += (byte < 16 ? "0" : "") + byte.toString(16);
  return text;
}

/** The bytes that an even number of hex digits says. */
export function unhex(text) {
  const bytes = new Uint8Array(text.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(text.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

/** Parts put together, one behind the other. */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number as four bytes, the highest first. */
export function u32(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

export function same(one, other) {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest(SHA256, bytes));
}

/** A key that `mac` takes, from its bytes. */
export function macKey(bytes) {
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: SHA256 }, false, ["sign"]);
}

/** HMAC-SHA256. */
export async function mac(key, bytes) {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
}
