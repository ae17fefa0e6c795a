// The list of moves: the events of the hand that is looked at, those of one seat if one is chosen.

import { made } from "./viewer-board.js";

const MARGIN = 48; // pixels that stay visible before and behind the event in the list

export class Moves {
  /** `address` gives the address of an event. */
  constructor(game, address) {
    Object.assign(this, { game, address, hand: null, current: null });
    this.list = document.getElementById("moves");
    this.choice = document.getElementById("of");
    this.hands = [...document.querySelectorAll("#hands a")];
  }

  /** Marks an event, in the list of its hand. */
  mark(seq) {
    const hand = this.game.in_hand[seq];
    if (hand !== this.hand) this.write(hand);
    this.current?.removeAttribute("aria-current");
    this.current = this.links.get(seq) ?? null;
    if (this.current === null) return;
    this.current.setAttribute("aria-current", "step");
    const place = this.current.offsetTop; // in the list, which is its offset parent
    if (place < this.list.scrollTop + MARGIN || place > this.list.scrollTop + this.list.clientHeight - MARGIN) {
      this.list.scrollTop = place - this.list.clientHeight / 2;
    }
  }

  /** Writes the list anew: what is said beside events has changed. */
  refresh(seq) {
    this.hand = null;
    this.mark(seq);
  }

  write(hand) {
    const { game } = this;
    const seat = this.choice.value === "" ? null : Number(this.choice.value);
    const first = game.in_hand.indexOf(hand);
    const talked = told("talked", "places");
    const losses = told("analysed", "losses");
    this.hand = hand;
    this.links = new Map();
    const items = [];
    for (let seq = first; game.in_hand[seq] === hand; seq += 1) {
      if (seat !== null && game.seats[seq] !== seat) continue;
      items.push(this.item(seq, seq > first && game.requests[seq] === game.requests[seq - 1], talked[seq], losses[seq]));
    }
    this.list.replaceChildren(...items);
    for (const link of this.hands) {
      if (Number(link.dataset.hand) === hand) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  item(seq, follows, talked, loss) {
    const link = made("a", { href: this.address(seq) }, this.game.sentences[seq]);
    this.links.set(seq, link);
    const item = made("li", { "data-seq": seq, class: follows ? "follows" : "" }, link);
    if (talked) item.append(" ", made("span", { class: "talked" }, String(talked)));
    if (loss) item.append(" ", made("span", { class: "loss number" }, `−${loss}`));
    return item;
  }
}

function told(id, name) {
  return JSON.parse(document.getElementById(id)?.dataset[name] ?? "{}");
}
