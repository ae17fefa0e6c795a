// The viewer stepped without loading: all positions from one document. Without this script every way here is a link.

import { bindKeys } from "./keys.js";
import { stepped, unfolded } from "./positions.js";
import { localTimes } from "./times.js";
import { Beside, fetched } from "./viewer-beside.js";
import { Board, say } from "./viewer-board.js";
import { Moves } from "./viewer-moves.js";
import { Player } from "./viewer-player.js";
import { Race } from "./viewer-race.js";

const REMEMBERED = 200; // milliseconds at one position before the address says it: browsers count changes of it

class Viewer {
  constructor(root, game) {
    this.root = root;
    this.game = game;
    this.positions = unfolded(game.changes);
    this.last = this.positions.length - 1;
    this.seq = Math.min(this.last, Number(root.dataset.seq));
    this.own = root.dataset.own === "" ? null : Number(root.dataset.own);
    this.chosen = eyesOf(root.dataset.chosen);
    this.board = new Board(at("board"), game);
    this.moves = at("moves") && new Moves(game, (seq) => this.address(seq));
    this.beside = new Beside(() => this.address(), () => this.newBeside());
    this.race = at("race") && new Race(at("race"), game.race, (seq) => this.go(seq));
    this.player = this.makePlayer();
    this.listen();
    at("slider").disabled = at("play").disabled = false;
    for (const element of document.querySelectorAll("[data-plain]")) element.hidden = true;
    document.body.classList.add("live");
    this.show();
  }

  makePlayer() {
    return new Player({
      button: at("play"),
      speed: at("speed"),
      pace: at("pace"),
      words: at("page_words").dataset,
      gap: () => (this.game.times[this.seq + 1] ?? 0) - this.game.times[this.seq],
      step: () => {
        this.go(this.seq === this.last ? 0 : this.seq + 1);
        return this.seq < this.last;
      },
    });
  }

  // ---------------------------------------------------------------- whose eyes

  /** Whether others' eyes can be had at a position. */
  lent(position) {
    return position.open || position.hand_number === 0;
  }

  /** The eyes that see a position, and whether they are not those that were asked for. */
  eyesAt(position) {
    const usual = this.own ?? "table";
    const lent = this.lent(position);
    if (this.chosen === null) return [this.own ?? (lent ? "all" : "table"), false];
    if (lent || this.chosen === "table" || this.chosen === this.own) return [this.chosen, false];
    return [usual, true];
  }

  look(eyes) {
    this.chosen = eyes;
    this.show();
    this.remember();
  }

  nextEyes() {
    const position = this.positions[this.seq];
    const can = [...document.querySelectorAll("#eyes [data-eyes]")].map((link) => eyesOf(link.dataset.eyes))
      .filter((eyes) => this.lent(position) || eyes === "table" || eyes === this.own);
    this.look(can[(can.indexOf(this.eyesAt(position)[0]) + 1) % can.length]);
  }

  // ---------------------------------------------------------------- where

  go(to) {
    this.seq = Math.min(this.last, Math.max(0, to));
    this.show();
    this.remember();
  }

  /** Where a way leads from here; null if it leads nowhere. */
  way(name) {
    const [direction, unit] = name.split("_");
    const on = direction === "next" || direction === "last";
    if (this.seq === (on ? this.last : 0)) return null;
    if (name === "first" || name === "last") return on ? this.last : 0;
    return stepped(this.seq, on ? 1 : -1, unit ? this.game[`${unit}_starts`] : null, this.last);
  }

  take(name) {
    const to = this.way(name);
    if (to !== null) this.go(to);
  }

  address(seq = this.seq, eyes = this.chosen) {
    const url = new URL(location.href);
    url.hash = "";
    url.searchParams.delete("said");
    url.searchParams.set("at", seq);
    if (eyes !== null) url.searchParams.set("as", eyes);
    return url.href;
  }

  remember() {
    clearTimeout(this.remembering);
    this.remembering = setTimeout(() => history.replaceState(null, "", this.address()), REMEMBERED);
    if (this.player.playing) this.beside.wait();
    else this.beside.soon();
  }

  // ---------------------------------------------------------------- what is shown

  show() {
    const position = this.positions[this.seq];
    const [eyes, refused] = this.eyesAt(position);
    if (eyes === this.own && !this.lent(position)) this.showOwn();
    else this.board.show(position, this.seq, eyes, refused);
    this.showPlace();
    this.showWays(position, eyes);
    this.moves?.mark(this.seq);
    this.race?.mark(this.seq, this.game.sentences[this.seq]);
  }

  /** The reader's own cards of a hand that is on are in no document: the server draws them. */
  async showOwn() {
    const { seq } = this;
    this.asking?.abort();
    this.asking = new AbortController();
    const page = await fetched(this.address(), this.asking.signal);
    if (page === null || seq !== this.seq) return;
    const drawn = page.getElementById("board");
    at("board").replaceChildren(...drawn.childNodes);
    Object.assign(at("board").dataset, drawn.dataset);
    this.board.begin();
  }

  showPlace() {
    say(at("said"), this.game.sentences[this.seq]);
    at("slider").value = this.seq;
    at("slider").setAttribute("aria-valuetext", `${this.seq} / ${this.last}`);
    say(at("place"), String(this.seq));
    const time = new Date(this.game.times[this.seq]);
    if (!Number.isNaN(time.getTime())) at("time").dateTime = time.toISOString();
    localTimes(at("time").parentElement);
    for (const field of document.querySelectorAll("[data-seq-field]")) field.value = this.seq;
    this.showShare();
  }

  showWays(position, eyes) {
    for (const link of document.querySelectorAll("[data-step]")) {
      const to = this.way(link.dataset.step);
      point(link, to === null ? null : this.address(to));
    }
    for (const link of document.querySelectorAll("a[data-eyes]")) {
      const through = eyesOf(link.dataset.eyes);
      link.href = this.address(this.seq, through);
      if (through === eyes) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
      link.classList.toggle("not-lent", !(this.lent(position) || through === "table" || through === this.own));
    }
  }

  /** Links to send are whole only here: the server does not know by which name it is reached. */
  showShare() {
    const [eyes] = this.eyesAt(this.positions[this.seq]);
    const link = at("share_link");
    if (link !== null) link.value = this.address(this.seq, eyes);
    const code = at("embed_code");
    if (code === null) return;
    const url = new URL(code.dataset.embed, location.href);
    url.searchParams.set("at", this.seq);
    url.searchParams.set("as", eyes);
    code.value = code.value.replace(/src="[^"]*"/, `src="${url.href}"`);
  }

  newBeside() {
    this.moves?.refresh(this.seq);
    this.showShare();
  }

  // ---------------------------------------------------------------- what is done

  listen() {
    document.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("paused", () => this.beside.soon());
    at("slider").addEventListener("input", () => this.go(Number(at("slider").value)));
    at("of_form")?.addEventListener("change", () => this.moves.refresh(this.seq));
    addEventListener("pagehide", () => history.replaceState(null, "", this.address()));
    const onTheWay = (name) => (event) => (event.target.closest(".deck, .chart") ? this.take(name) : false);
    bindKeys({
      ArrowLeft: () => this.take("previous"),
      ArrowRight: () => this.take("next"),
      Home: () => this.take("first"),
      End: () => this.take("last"),
      "[": () => this.take("previous_lap"),
      "]": () => this.take("next_lap"),
      "{": () => this.take("previous_hand"),
      "}": () => this.take("next_hand"),
      PageUp: onTheWay("previous_hand"),
      PageDown: onTheWay("next_hand"),
      v: () => this.nextEyes(),
      " ": (event) => (event.target.closest("a, button, summary, [role=button]") ? false : this.player.toggle()),
    });
  }

  clicked(event) {
    if (event.defaultPrevented || event.button > 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest?.("a[data-step], a[data-eyes], a[data-at], #moves a");
    if (!link) return;
    event.preventDefault();
    if (link.dataset.step) this.take(link.dataset.step);
    else if (link.dataset.eyes) this.look(eyesOf(link.dataset.eyes));
    else this.go(Number(link.dataset.at ?? link.closest("li").dataset.seq));
  }
}

function at(id) {
  return document.getElementById(id);
}

/** Eyes as an address has them: a seat is a number, nothing is none chosen. */
function eyesOf(text) {
  if (text === "") return null;
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** A link, or where there would be one. */
function point(link, href) {
  if (href === null) {
    link.removeAttribute("href");
    link.setAttribute("role", "link");
    link.setAttribute("aria-disabled", "true");
  } else {
    link.href = href;
    link.removeAttribute("role");
    link.removeAttribute("aria-disabled");
  }
}

async function begin() {
  const root = at("viewer");
  if (root.dataset.steps === "") return;
  const answer = await fetch(root.dataset.steps);
  if (answer.ok) new Viewer(root, await answer.json());
}

begin();
