// Every card of a record: which slot it had to come from, and whether the deck that the seed gives has it there.
//
// This follows the cards, and only them: who holds how many, from which slots, and what lies on the pile. Whether a move
// was allowed is a matter of the rules, which are not played again here. Of a hand whose seed is not published only the
// slots are followed, and its cards are counted as waiting.

import { DECK, dealt, deckKey } from "./deck.js";
import { Fault, Wrong } from "./faults.js";

const HAND_SIZE = 7;
const isWild = (card) => card[0] === "W";

/** The cards of a record, event by event. `seeds` are the published ones, by hand (a Map). */
export class Cards {
  constructor(seeds) {
    this.seeds = seeds;
    this.seq = -1;
    this.started = false;
    this.over = false;
    this.players = [];
    this.hand = null; // the one that is on
    this.hands = 0;
    this.piles = []; // every pile that was bound: {seq, hand, pile, first, cards, root}
    this.turned = []; // every card that was turned up: {hand, slot, card}
    this.checked = { piles: 0, played: 0, turned: 0, drawn: 0, shown: 0 };
    this.waiting = { piles: 0, played: 0, turned: 0, drawn: 0, shown: 0 };
  }

  /** Takes the next event. Throws Fault. */
  async add({ seq, kind, data }) {
    this.seq = seq;
    try {
      await APPLY[kind]?.(this, data);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      throw new Fault(seq, CHECK_OF[error.code] ?? "cards", error.code, { kind, ...error.values });
    }
  }

  /** How many seats were taken at the start (or are now), and how many of them put entropy in. */
  get seats() {
    const there = this.players.filter(Boolean);
    return { taken: there.length, entropy: there.filter((player) => player.entropy).length };
  }

  count(what, number = 1) {
    (this.hand.key ? this.checked : this.waiting)[what] += number;
  }

  player(seat) {
    return this.players[seat] ?? misplaced();
  }

  /** The hand that is on, and in it what `seat` has. */
  held(seat) {
    return (this.hand ?? misplaced()).held[seat] ?? misplaced();
  }
}

const CHECK_OF = { misplaced: "order", deck: "roots", pile: "roots" };

/** An event cannot stand here, whatever its cards are. */
function misplaced() {
  throw new Wrong("misplaced");
}

const expect = (holds) => holds || misplaced();

// Before the deal

function created(table, data) {
  expect(table.players.length === 0 && data.seats <= 10);
  table.deal = data.deal;
  table.players = Array(data.seats).fill(null);
}

function taken(table, { seat, entropy }) {
  expect(!table.started && table.players[seat] === null);
  table.players[seat] = { entropy, active: true };
}

function left(table, { seat }) {
  expect(!table.started && table.player(seat));
  table.players[seat] = null;
}

function started(table) {
  expect(!table.started && table.seats.taken >= 2);
  table.started = true;
  // What is put in is settled here, before the first card: a bot that takes a seat over changes nothing.
  table.entropy = [...table.players.entries()].filter(([, one]) => one?.entropy).map(([seat, one]) => [seat, one.entropy]);
}

function resigned(table, { seat }) {
  expect(table.started && table.player(seat).active);
  table.players[seat].active = false;
}

// The deal

async function handStarted(table, { hand, dealer, cards, root }) {
  expect(table.started && !table.over && !table.hand && hand === table.hands + 1 && cards === DECK.length);
  expect(table.player(dealer).active);
  const seed = table.seeds.get(hand);
  table.hands = hand;
  table.hand = {
    number: hand,
    key: seed ? await deckKey(table.deal, seed, hand, table.entropy) : null,
    cards: [], // by slot, as far as they are known
    next: 0, // the slot on top of the draw pile
    end: 0, // the slot behind its last
    pile: 0, // the number of the last pile
    held: table.players.map(() => ({ count: 0, cards: new Map() })),
    discard: [],
    color: null,
    drawFour: null,
  };
  await bind(table, DECK, root, "deck");
  deal(table, dealer);
}

/** Seven cards each from the top, one at a time clockwise, the dealer last. */
function deal(table, dealer) {
  const seats = [...table.players.keys()].filter((seat) => table.players[seat]?.active);
  const clockwise = [...seats.filter((seat) => seat > dealer), ...seats.filter((seat) => seat <= dealer)];
  for (let round = 0; round < HAND_SIZE; round += 1) for (const seat of clockwise) take(table, seat, table.hand.next);
}

/** A pile of these cards goes under what is left: where its seed is known, its root has to be this one. */
async function bind(table, cards, root, code) {
  const { hand, deal } = table;
  const [pile, first] = [hand.pile, hand.end];
  table.piles.push({ seq: table.seq, hand: hand.number, pile, first, cards: cards.length, root });
  if (hand.key) {
    const due = await dealt(hand.key, deal, hand.number, pile, first, cards);
    if (due.root !== root) throw new Wrong(code, { hand: hand.number, pile, found: root, due: due.root });
    hand.cards.push(...due.cards);
  }
  hand.end += cards.length;
  table.count("piles");
}

async function shuffled(table, { pile, first, cards, root }) {
  const { hand } = table;
  expect(hand && pile === hand.pile + 1 && first === hand.end && cards === hand.discard.length - 1);
  hand.pile = pile;
  const under = hand.discard.splice(0, cards);
  await bind(table, under, root, "pile");
}

/** `seat` takes the card in `slot`, which has to be the next. */
function take(table, seat, slot) {
  const { hand } = table;
  const held = table.held(seat);
  if (slot !== hand.next || slot >= hand.end) throw new Wrong("slots", { seat, found: slot, due: hand.next });
  hand.next += 1;
  held.count += 1;
  const card = hand.cards[slot];
  if (card) held.cards.set(card, (held.cards.get(card) ?? 0) + 1);
  table.count("drawn");
}

function turned(table, { slot, card }) {
  const { hand } = table;
  expect(hand);
  if (slot !== hand.next || slot >= hand.end) throw new Wrong("slots", { found: slot, due: hand.next });
  const due = hand.cards[slot];
  if (hand.key && card !== due) throw new Wrong("turned", { slot, found: card, due });
  hand.next += 1;
  hand.discard.push(card);
  hand.color = isWild(card) ? null : card[0];
  table.turned.push({ hand: hand.number, slot, card });
  table.count("turned");
}

// Play

function drawn(table, { seat, slots }) {
  expect(slots.length > 0);
  for (const slot of slots) take(table, seat, slot);
}

function played(table, { seat, card, color = null }) {
  const { hand } = table;
  const held = table.held(seat);
  const copies = held.cards.get(card) ?? 0;
  if (held.count === 0 || (hand.key && copies === 0)) throw new Wrong("played", { seat, card });
  held.count -= 1;
  if (hand.key) held.cards.set(card, copies - 1);
  if (card === "W4") hand.drawFour = { by: seat, lawful: hand.key ? lawful(held.cards, hand.color) : null };
  hand.discard.push(card);
  hand.color = isWild(card) ? color : card[0];
  table.count("played");
}

/** Whether a Wild Draw Four may be played from a hand with these cards left. */
function lawful(cards, color) {
  return ![...cards].some(([card, copies]) => copies > 0 && (card[0] === color || card === "WB"));
}

function colorChosen(table, { color }) {
  expect(table.hand);
  table.hand.color = color;
}

function challenged(table, { against, lawful }) {
  const drawFour = table.hand?.drawFour ?? misplaced();
  expect(drawFour.by === against);
  if (drawFour.lawful !== null && drawFour.lawful !== lawful) throw new Wrong("lawful", { seat: against });
  table.count("shown");
}

// The end

function handEnded(table, { hand }) {
  expect(table.hand?.number === hand);
  table.hand = null;
}

function matchEnded(table) {
  // A hand that is never closed would hide its cards for ever.
  expect(table.started && !table.hand && !table.over);
  table.over = true;
}

function cancelled(table) {
  expect(table.players.length > 0 && !table.started && !table.over);
  table.over = true;
}

const APPLY = {
  "game.created": created,
  "seat.taken": taken,
  "seat.left": left,
  "game.started": started,
  "game.cancelled": cancelled,
  "seat.resigned": resigned,
  "hand.started": handStarted,
  "card.turned": turned,
  "pile.shuffled": shuffled,
  "cards.drawn": drawn,
  "card.played": played,
  "color.chosen": colorChosen,
  "draw_four.challenged": challenged,
  "hand.ended": handEnded,
  "match.ended": matchEnded,
};
