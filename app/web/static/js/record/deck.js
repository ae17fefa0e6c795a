// The deal: from a seed and what the players put in, the order of every pile, its salts and its root.
//
// The steps are FORMAT.md's. Seeds and entropy are 64 hex digits, as they stand in the events.

import { hex, joined, mac, macKey, u32, unhex, utf8 } from "./bytes.js";
import { canonical } from "./canonical.js";
import { leaf, root } from "./merkle.js";

const NUMBERS = [..."0112233445566778899SSRRDD"];

/** The whole deck in deck order, the order in which cards lie before a shuffle. */
export const DECK = [
  ...[..."rygb"].flatMap((color) => NUMBERS.map((number) => color + number)),
  ...Array(4).fill("W4"),
  ...Array(8).fill("WB"),
];

/** Every code once, in deck order. */
export const CODES = [...new Set(DECK)];

const RANK = new Map(CODES.map((code, rank) => [code, rank]));
const WORDS_IN_BLOCK = 16;

/** K of a hand. `entropy` is what the seats put in: [[seat, hex], …], in the order of seats. */
export async function deckKey(deal, seed, hand, entropy) {
  const text = canonical(["kartfold/deck/1", deal, hand, entropy]);
  return mac(await macKey(unhex(seed)), utf8(text));
}

/** The cards of a pile as shuffled, index 0 on top. `pile` is 0 for the deck, r for the r-th reshuffle. */
export async function order(key, pile, cards) {
  const shuffled = [...cards].sort((one, other) => RANK.get(one) - RANK.get(other));
  const words = new Words(await keyOf(key, "perm", pile));
  for (let i = shuffled.length - 1; i > 0; i -= 1) {
    const j = await words.uniform(i + 1, i);
    [shuffled[i], shuffled[j]] = [shuffled[j], shuffled[i]];
  }
  return shuffled;
}

/** The salts of `count` slots of a pile from `first` on: without its salt a leaf does not give its card away. */
export async function salts(key, pile, first, count) {
  const saltKey = await keyOf(key, "salt", pile);
  return Promise.all(Array.from({ length: count }, (_, at) => mac(saltKey, u32(first + at))));
}

/** The leaf that binds a card to its slot. `salt` is hex. */
export function cardLeaf(deal, hand, slot, card, salt) {
  return leaf(utf8(canonical(["kartfold/card/1", deal, hand, slot, card, salt])));
}

/** The leaves of a pile that lies in this order from the slot `first` on. */
export async function leaves(key, deal, hand, pile, first, ordered) {
  const salted = await salts(key, pile, first, ordered.length);
  return Promise.all(ordered.map((card, at) => cardLeaf(deal, hand, first + at, card, hex(salted[at]))));
}

/** A pile as a seed gives it: its cards in order, and the root that binds them, hex. */
export async function dealt(key, deal, hand, pile, first, cards) {
  const ordered = await order(key, pile, cards);
  return { cards: ordered, root: hex(await root(await leaves(key, deal, hand, pile, first, ordered))) };
}

async function keyOf(key, use, pile) {
  return macKey(await mac(await macKey(key), joined(utf8(use), u32(pile))));
}

/** The stream of 16-bit words of a pile; blocks are asked for as many at once as will be needed at least. */
class Words {
  constructor(key) {
    this.key = key;
    this.words = [];
    this.at = 0;
    this.blocks = 0;
  }

  /** A number below n, each as likely: words from the uneven end of their range are passed over. `more` will follow. */
  async uniform(n, more) {
    const even = 65536 - (65536 % n);
    for (;;) {
      if (this.at === this.words.length) await this.fetch(Math.ceil(more / WORDS_IN_BLOCK));
      const word = this.words[this.at];
      this.at += 1;
      if (word < even) return word % n;
    }
  }

  async fetch(count) {
    const numbers = Array.from({ length: count }, (_, at) => this.blocks + at);
    this.blocks += count;
    const blocks = await Promise.all(numbers.map((number) => mac(this.key, u32(number))));
    for (const block of blocks) for (let at = 0; at < 32; at += 2) this.words.push(block[at] * 256 + block[at + 1]);
  }
}
