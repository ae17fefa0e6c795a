// What the data of every kind of event look like. The words are those of replays/golden/shapes.json, and a test holds
// them to it: a kind that is added there, or another version of one, has to be added here.

import { isObject } from "./canonical.js";
import { CODES } from "./deck.js";
import { Wrong } from "./faults.js";

const HASH = /^[0-9a-f]{64}$/;

/** Whether this is a hash as it stands in JSON. */
export const isHash = (value) => typeof value === "string" && HASH.test(value);

const check = (words, holds, optional = false) => ({ words, holds, optional });
const whole = (low) => check(`a whole number from ${low}`, (value) => Number.isInteger(value) && value >= low);
const oneOf = (...choices) => check(`one of ${choices.join(" ")}`, (value) => choices.includes(value));
const orNull = (one) => check(`${one.words}, or null`, (value) => value === null || one.holds(value));
const orLeftOut = (one) => check(`${one.words}, or left out`, one.holds, true);
const listOf = (one) => check(`a list, each (${one.words})`, (value) => Array.isArray(value) && value.every(one.holds));

const text = check("text", (value) => typeof value === "string");
const object = check("an object", isObject);
const bool = check("true or false", (value) => typeof value === "boolean");
const hash = check("64 digits of 0123456789abcdef", isHash);
const number = whole(0);
const count = whole(1);
const seat = number;
const milliseconds = number;
const card = oneOf(...CODES);
const color = oneOf("r", "y", "g", "b");
const drawReason = oneOf(
  "turn", "draw_two", "draw_four", "challenge", "banana_peel", "green_shell", "lightning", "bob_omb", "uno",
);
const phase = oneOf("turn", "drawn", "color", "target", "challenge");

const SHAPES = new Map(
  Object.entries({
    "game.created 1": { rules: text, options: object, seats: whole(2), deal: text, commitment: hash, clock: object },
    "seat.taken 1": { seat, player: orNull(text), bot: orNull(text), entropy: orNull(hash) },
    "seat.left 1": { seat },
    "seat.taken_over 1": { seat, bot: text },
    "game.started 1": {},
    "game.cancelled 1": { reason: text },
    "hand.started 1": { hand: count, dealer: seat, cards: count, root: hash },
    "card.turned 1": { slot: number, card },
    "color.chosen 1": { seat, color },
    "target.chosen 1": { seat, target: seat },
    "card.played 1": { seat, card, uno: bool, color: orLeftOut(color) },
    "cards.drawn 1": { seat, slots: listOf(number), reason: drawReason },
    "turn.passed 1": { seat },
    "pile.shuffled 1": { pile: count, first: number, cards: count, root: hash },
    "draw_four.accepted 1": { seat },
    "draw_four.challenged 1": { seat, against: seat, lawful: bool },
    "uno.called 1": { seat },
    "uno.caught 1": { seat, by: seat },
    "decision.timed_out 1": { seat, phase, deadline: milliseconds },
    "clock.paused 1": { seat: orNull(seat), until: milliseconds, reason: text },
    "clock.resumed 1": { seat: orNull(seat) },
    "clock.changed 1": { clock: object, reason: text },
    "seat.resigned 1": { seat, reason: oneOf("resigned", "timeout", "ruling") },
    "hand.ended 1": { hand: count, winner: orNull(seat), points: number, scores: listOf(number), seed: hash },
    "match.ended 1": { places: listOf(orNull(count)), reason: oneOf("hands", "target_score", "last_player", "void") },
  }),
);

/** Whether this kind, in this version, is known here. */
export const isKnown = ({ kind, v }) => SHAPES.has(`${kind} ${v}`);

/** Throws Wrong unless the data of an event of a known kind have the fields that they must have. */
export function checkShape({ kind, v, data }) {
  const shape = SHAPES.get(`${kind} ${v}`);
  const wrong = (field) => new Wrong("shape", { kind, field: field.slice(0, 60) });
  for (const [field, value] of Object.entries(data)) {
    if (!Object.hasOwn(shape, field) || !shape[field].holds(value)) throw wrong(field);
  }
  for (const [field, { optional }] of Object.entries(shape)) {
    if (!optional && !Object.hasOwn(data, field)) throw wrong(field);
  }
}

/** Every kind with its version → its fields in words. */
export function shapesInWords() {
  const inWords = (shape) => Object.fromEntries(Object.entries(shape).map(([field, { words }]) => [field, words]));
  return Object.fromEntries([...SHAPES].map(([kind, shape]) => [kind, inWords(shape)]));
}
