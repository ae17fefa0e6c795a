// The board drawn by a script: it fills in the elements that the server has drawn, in the words that the server gave.

import { cardIn, handSeen, handsShown } from "./positions.js";

const NEAR = 10; // with so many cards, or more, a kart stands at the beginning of its road

export class Board {
  /** `game` is the document of all steps. */
  constructor(root, game) {
    this.root = root;
    this.game = game;
    this.words = game.words;
    this.card = document.getElementById("card_drawing").content.firstElementChild;
    this.sign = document.getElementById("sign_drawing").content.firstElementChild;
    this.begin();
  }

  /** Begins with what stands in the page, after it was put there anew. */
  begin() {
    this.lanes = [...this.root.querySelectorAll(".lane")].map((element, seat) => new Lane(this, element, seat));
  }

  /** Draws a position through some eyes ("table", "all", a seat); `refused` says that others were asked for. */
  show(position, seq, eyes, refused) {
    Object.assign(this.root.dataset, { seq, eyes, phase: position.phase });
    this.part("badge_text").textContent = this.words.badges[eyes];
    this.part("refused").hidden = !refused;
    this.showPiles(position);
    say(this.part("situation"), this.words.situations[this.words.situation[seq]]);
    for (const lane of this.lanes) lane.show(position, eyes);
    this.showOver(position);
  }

  showPiles({ top, color, direction, draw_count, discard_count }) {
    say(this.part("draw_pile"), this.words.draw_pile[draw_count]);
    say(this.part("discard_pile"), this.words.discard_pile[discard_count]);
    const place = this.part("top");
    if ((place.dataset.card ?? null) !== top) {
      place.replaceChildren(...(top === null ? [] : this.open(top)));
      set(place, "card", top);
    }
    const force = this.part("color");
    if ((force.dataset.color ?? null) !== color) {
      force.replaceChildren(...(color === null ? [] : [this.drawn(this.sign, `sign-${color}`), " ", made("span", {}, this.words.colors[color])]));
      set(force, "color", color);
    }
    this.part("way").dataset.way = direction;
    say(this.part("way_text"), this.words.ways[direction]);
  }

  showOver({ last_hand: last, hand_number }) {
    const box = this.part("over");
    box.hidden = last === null || last.hand !== hand_number;
    if (box.hidden || box.dataset.hand === String(last.hand)) return;
    box.dataset.hand = last.hand;
    const [said, left] = this.words.overs[last.hand];
    this.part("over_said").textContent = said;
    this.part("over_left").replaceChildren(...left.map(([name, cards]) => made("li", {}, made("bdi", {}, name), " ",
      made("ul", { class: "hand" }, ...cards.map((card) => made("li", {}, ...this.open(card)))))));
  }

  /** A card that lies open: its drawing, and its name for those who do not see it. */
  open(code) {
    return [this.drawn(this.card, `card-${code}`), made("span", { class: "unseen" }, this.words.cards[code])];
  }

  drawn(pattern, symbol) {
    const svg = pattern.cloneNode(true);
    const use = svg.firstElementChild;
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${symbol}`));
    return svg;
  }

  part(id) {
    return document.getElementById(id);
  }
}

class Lane {
  constructor(board, element, seat) {
    Object.assign(this, { board, element, seat, known: new Map() });
    for (const name of ["marks", "counted", "points", "hand", "shown"]) this[name] = element.querySelector(`.${name}`);
  }

  show(position, eyes) {
    const now = position.seats[this.seat];
    const { words } = this.board;
    this.element.dataset.cards = Math.min(NEAR, now.cards);
    this.element.toggleAttribute("data-turn", position.turn === this.seat);
    this.element.toggleAttribute("data-looking", eyes === this.seat);
    this.element.toggleAttribute("data-resigned", now.resigned);
    say(this.counted, words.counted[now.cards]);
    say(this.points, words.points[now.score]);
    this.showMarks(marksOf(position, this.seat), words.marks);
    this.showHand(position, eyes, now.cards);
    this.showShown(position, eyes);
  }

  showMarks(kinds, words) {
    const key = kinds.join(" ");
    if (this.marked === key) return;
    this.marked = key;
    this.marks.replaceChildren(...kinds.flatMap((kind) => [made("span", { class: `mark ${kind.replace(/\d+$/, "")}` }, words[kind]), " "]));
  }

  /** Cards that stay in a hand stay the same elements, so that a step draws only what is new. */
  showHand(position, eyes, count) {
    const { board, known } = this;
    const seen = handSeen(position, board.game.hands, eyes, this.seat);
    this.known = new Map();
    const cards = seen
      ? seen.map(([slot, card]) => this.keep(known, `${position.hand_number}.${slot}`, () => this.item(card, slot)))
      : Array.from({ length: count }, (_, place) => this.keep(known, `back ${place}`, () => made("li", { class: "back" }, board.drawn(board.card, "card-back"))));
    const drawn = position.turn === this.seat && eyes === this.seat ? String(position.drawn) : "";
    for (const card of cards) {
      if (seen !== null && card.dataset.slot === drawn) card.className = "drawn";
      else if (card.className === "drawn") card.removeAttribute("class"); // as the server draws it: with no empty one
    }
    if (cards.length !== this.hand.children.length || cards.some((card, place) => card !== this.hand.children[place])) {
      this.hand.replaceChildren(...cards);
    }
    if (seen === null) this.hand.setAttribute("aria-hidden", "true");
    else this.hand.removeAttribute("aria-hidden");
  }

  showShown(position, eyes) {
    const hands = typeof eyes === "number" ? handsShown(position, eyes, this.seat) : [];
    if (hands.length === 0 && this.shown.childElementCount === 0) return;
    const { board } = this;
    this.shown.replaceChildren(...hands.flatMap((one) => [
      made("p", {}, board.words.shown[this.seat]),
      made("ul", { class: "hand" }, ...one.slots.map((slot) => this.item(cardIn(position, board.game.hands, slot), slot)))]));
  }

  item(card, slot) {
    return made("li", { "data-slot": slot, "data-card": card }, ...this.board.open(card));
  }

  keep(known, key, make) {
    const element = known.get(key) ?? make();
    this.known.set(key, element);
    return element;
  }
}

function marksOf(position, seat) {
  const now = position.seats[seat];
  const place = position.places?.[seat];
  const holds = {
    turn: position.turn === seat,
    dealer: position.dealer === seat,
    uno: now.uno,
    uno_missing: position.catchable.includes(seat),
    bot: now.bot !== null,
    resigned: now.resigned,
    [`place${place}`]: Boolean(place),
  };
  return Object.keys(holds).filter((kind) => holds[kind]);
}

/** An element with attributes and what is inside. */
export function made(name, attributes, ...inside) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...inside);
  return element;
}

/** Writes a text if it is another: what is said again is announced again. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function set(element, name, value) {
  if (value === null) delete element.dataset[name];
  else element.dataset[name] = value;
}
