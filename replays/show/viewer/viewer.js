"use strict";
// The viewer of a game: it puts the positions together from their changes, and shows one of them through some eyes.
// It knows no rules: what happened, and where every card lay, was worked out when the page was made.

const game = JSON.parse(document.getElementById("game").textContent);
const plurals = new Intl.PluralRules(document.documentElement.lang);
const PACE = 1400; // milliseconds from one event to the next, at normal speed
const ROAD = 10; // with so many cards a kart stands at the beginning of its lane

// ------------------------------------------------------------------ positions

// positions.js stands here

const positions = unfolded(game.changes);
const LAST = positions.length - 1;

// ------------------------------------------------------------------ words

/** What the page's language says under a key; {name} is filled from `given.name`, and `given.count` chooses the plural. */
function told(key, given = {}) {
  const template = game.said[key];
  const text = typeof template === "string" ? template : template[plurals.select(given.count)] ?? template.other;
  return text.replace(/\{([a-z]+)(?:_digits)?\}/g, (_, field) => given[field]);
}

const cardName = (card) => game.cards[card];
const counted = (key, count) => told(key, { count });

function phaseSaid({ phase, turn, challenge }) {
  const name = game.names[turn];
  switch (phase) {
    case "waiting": return told("viewer.waiting");
    case "turn": return name;
    case "challenge": return told("viewer.challenge", { name, other: game.names[challenge.by] });
    case "hand_over":
    case "match_over": return told("viewer.over");
    default: return told(`viewer.${phase}`, { name });
  }
}

function timeSaid(ms) {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? told("end_of_time") : `${time.toISOString().replace("T", " ").slice(0, 19)} UTC`;
}

function eyesSaid() {
  return eyes === "table" || eyes === "all" ? told(`viewer.eyes.${eyes}`) : told("viewer.eyes.seat", { name: game.names[eyes] });
}

// ------------------------------------------------------------------ drawing

const at = (id) => document.getElementById(id);

function el(name, attributes = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

/** Writes values where styles and others find them: data-top="g7"; null takes the attribute away. */
function mark(element, values) {
  for (const [name, value] of Object.entries(values)) {
    if (value === null) delete element.dataset[name];
    else element.dataset[name] = value;
  }
}

function drawing(symbol, viewBox, className) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${symbol}`);
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

const cardDrawn = (card) => drawing(`card-${card}`, "0 0 60 90", "card");

function cardItem(card, slot) {
  return el("li", { "data-card": card, "data-slot": slot }, cardDrawn(card), el("span", { class: "unseen" }, cardName(card)));
}

/** A lane of the race: one seat, with its parts to be filled in. */
function makeLane(seat) {
  const part = (name, className) => el(name, { class: className });
  const lane = { seat, known: new Map() };
  lane.name = part("button", "name");
  lane.name.type = "button";
  lane.name.title = told("viewer.look");
  lane.name.disabled = game.empty.includes(seat);
  lane.name.append(game.empty.includes(seat) ? told("viewer.empty", { seat }) : game.names[seat]);
  lane.name.addEventListener("click", () => look(seat));
  lane.notes = part("span", "notes");
  lane.count = part("span", "count");
  lane.score = part("span", "score");
  lane.kart = el("span", { class: "kart" }, drawing("kart", "0 0 46 24", ""), el("b", {}, String(seat)));
  lane.hand = part("ul", "hand");
  lane.shown = part("div", "shown");
  lane.element = el("li", { class: "lane" },
    el("div", { class: "driver" }, lane.name, lane.notes),
    el("div", { class: "road", "aria-hidden": "true" }, lane.kart),
    el("div", { class: "tally" }, lane.count, " ", lane.score), lane.hand, lane.shown);
  return lane;
}

const lanes = game.names.map((_, seat) => makeLane(seat));

function showLane(lane, position) {
  const { seat } = lane;
  const now = position.seats[seat];
  mark(lane.element, { ...now, turn: position.turn === seat ? "" : null, empty: game.empty.includes(seat) ? "" : null });
  lane.name.setAttribute("aria-pressed", eyes === seat);
  lane.notes.replaceChildren(...notes(position, seat).map(([kind, text]) => el("span", { class: `note ${kind}` }, text)));
  lane.count.textContent = counted("cards", now.cards);
  lane.score.textContent = counted("points", now.score);
  lane.kart.style.setProperty("--way", String(Math.max(0, 1 - now.cards / ROAD)));
  showHand(lane, position, now.cards);
  lane.shown.replaceChildren(...handsShown(position, eyes, seat).map((one) => el("p", { "data-to": one.to },
    `${told("viewer.shown", { name: game.names[one.to] })} `,
    el("span", {}, ...one.slots.map((slot) => el("span", { "data-slot": slot, "data-card": cardIn(position, game.hands, slot), class: "named" },
      cardName(cardIn(position, game.hands, slot))))))));
}

function notes(position, seat) {
  const now = position.seats[seat];
  const place = position.places?.[seat];
  const said = [];
  if (position.turn === seat) said.push("turn");
  if (position.dealer === seat) said.push("dealer");
  if (now.uno) said.push("uno");
  if (position.catchable.includes(seat)) said.push("catchable");
  if (now.bot) said.push("bot");
  if (now.resigned) said.push("resigned");
  if (place) said.push("place");
  return said.map((kind) => [kind, told(`viewer.note.${kind}`, { place })]);
}

/** Cards that stay in a hand stay the same elements, so that a step draws only what is new. */
function showHand(lane, position, count) {
  const seen = handSeen(position, game.hands, eyes, lane.seat);
  const known = lane.known;
  lane.known = new Map();
  const cards = seen
    ? seen.map(([slot, card]) => keep(known, lane.known, `${position.hand_number}.${slot}`, () => cardItem(card, slot)))
    : Array.from({ length: count }, (_, place) => keep(known, lane.known, `back ${place}`, () => el("li", { class: "back" }, cardDrawn("back"))));
  const drawn = position.turn === lane.seat ? String(position.drawn) : "";
  for (const card of cards) card.classList.toggle("drawn", seen !== null && card.dataset.slot === drawn);
  if (cards.length !== lane.hand.children.length || cards.some((card, place) => card !== lane.hand.children[place])) {
    lane.hand.replaceChildren(...cards);
  }
  if (seen === null) lane.hand.setAttribute("aria-hidden", "true");
  else lane.hand.removeAttribute("aria-hidden");
}

function keep(known, kept, key, make) {
  const element = known.get(key) ?? make();
  kept.set(key, element);
  return element;
}

function showMiddle(position) {
  const { top, color, direction, challenge, last_hand: over } = position;
  mark(at("table"), {
    seq, eyes, complete: position.complete, open: position.open, phase: position.phase, turn: position.turn, deadline: position.deadline,
    direction, top, color, handNumber: position.hand_number, dealer: position.dealer, drawCount: position.draw_count,
    discardCount: position.discard_count, catchable: position.catchable.join(" "),
    challenge: challenge && `${challenge.by} ${challenge.on}`, reason: position.reason,
    places: position.places && position.places.map((place) => place ?? "none").join(" "),
  });
  at("badge").textContent = eyesSaid();
  at("draw_pile").textContent = told("viewer.to_draw", { cards: counted("cards", position.draw_count) });
  at("discard_pile").textContent = top === null ? told("viewer.nothing")
    : told("viewer.top", { card: cardName(top), cards: counted("cards", position.discard_count) });
  if (at("top").dataset.card !== (top ?? "")) {
    at("top").replaceChildren(top === null ? "" : cardDrawn(top));
    at("top").dataset.card = top ?? "";
  }
  at("color").replaceChildren(color === null ? told("viewer.no_color") : drawing(`sign-${color}`, "0 0 24 24", "sign"), color === null ? "" : game.colors[color]);
  at("direction").replaceChildren(el("span", { class: "arrow", "aria-hidden": "true" }, direction === 1 ? "↓" : "↑"),
    game.directions[direction]);
  at("phase").textContent = phaseSaid(position);
  at("time").textContent = timeSaid(game.times[seq]);
  showLastHand(over);
}

function showLastHand(over) {
  const box = at("last_hand");
  box.hidden = over === null;
  if (over === null || box.dataset.hand === String(over.hand)) return;
  mark(box, { hand: over.hand, winner: over.winner, points: over.points, scores: over.scores.join(" ") });
  const { hand, winner } = over;
  box.replaceChildren(el("p", {}, winner === null ? told("viewer.void", { hand })
    : told("viewer.won", { hand, name: game.names[winner], points: counted("points", over.points) })));
  if (over.hands === null) return;
  box.append(el("ul", {}, ...over.hands.flatMap((cards, seat) => game.empty.includes(seat) ? [] : [
    el("li", { "data-seat": seat }, `${game.names[seat]}: `,
      ...(cards.length ? cards.map((card) => el("span", { class: "named", "data-card": card }, cardName(card))) : [told("viewer.no_cards")]))])));
}

// ------------------------------------------------------------------ moving about

const links = [...document.querySelectorAll("#list a")];
const sentences = links.map((link) => link.textContent);
const EYES = ["table", ...[...game.names.keys()].filter((seat) => !game.empty.includes(seat)), "all"];
let seq = 0;
let eyes = Object.values(game.hands).some((cards) => cards !== null) ? "all" : "table";
let playing = null;

function show() {
  const position = positions[seq];
  showMiddle(position);
  for (const lane of lanes) showLane(lane, position);
  at("said").textContent = sentences[seq];
  at("slider").value = seq;
  at("slider").setAttribute("aria-valuetext", told("viewer.event", { seq, last: LAST }));
  at("place").textContent = `${seq} / ${LAST}`;
  at("eyes").value = eyes;
  for (const id of ["first", "previous", "previous_hand"]) at(id).setAttribute("aria-disabled", seq === 0);
  for (const id of ["next", "last", "next_hand"]) at(id).setAttribute("aria-disabled", seq === LAST);
}

function markMove(before) {
  links[before].removeAttribute("aria-current");
  links[before].tabIndex = -1;
  const link = links[seq];
  link.setAttribute("aria-current", "step");
  link.tabIndex = 0;
  const list = at("list");
  const place = link.offsetTop - list.offsetTop;
  if (place < list.scrollTop + 40 || place > list.scrollTop + list.clientHeight - 80) list.scrollTop = place - list.clientHeight / 2;
}

function go(to) {
  const before = seq;
  seq = Math.min(LAST, Math.max(0, to));
  show();
  markMove(before);
  remember();
}

function look(through) {
  eyes = through;
  show();
  remember();
}

/** The address says which event and whose eyes: #57.2 */
function remember() {
  history.replaceState(null, "", `#${seq}.${eyes}`);
}

function recall() {
  const found = /^#(\d{1,9})(?:\.(table|all|\d{1,2}))?$/.exec(location.hash);
  if (!found) return false;
  const through = EYES.find((one) => String(one) === found[2]);
  if (through !== undefined) eyes = through;
  go(Number(found[1]));
  return true;
}

function stops(unit) {
  return unit === "turn" ? game.turn_starts : unit === "hand" ? game.hand_starts : null;
}

function forward(unit) {
  go(stepped(seq, 1, stops(unit), LAST));
}

function back(unit) {
  go(stepped(seq, -1, stops(unit), LAST));
}

function play(on) {
  clearTimeout(playing);
  playing = null;
  if (on && seq === LAST) go(0);
  at("play").setAttribute("aria-label", told(on ? "viewer.pause" : "viewer.play"));
  document.body.classList.toggle("playing", on);
  if (on) playing = setTimeout(tick, PACE / Number(at("speed").value));
}

function tick() {
  forward(at("unit").value);
  play(seq < LAST);
}

const unit = () => at("unit").value;
const KEYS = {
  ArrowLeft: () => back(unit()),
  ArrowRight: () => forward(unit()),
  Home: () => go(0),
  End: () => go(LAST),
  " ": () => play(playing === null),
  "[": () => back("hand"),
  "]": () => forward("hand"),
  v: () => look(EYES[(EYES.indexOf(eyes) + 1) % EYES.length]),
  "?": () => at("help").showModal(),
};

function pressed(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || at("help").open || event.target.closest("select")) return;
  if (event.key === " " && event.target.closest("button, a")) return;
  const act = KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

const BUTTONS = {
  first: () => go(0),
  previous_hand: () => back("hand"),
  previous: () => back(unit()),
  play: () => play(playing === null),
  next: () => forward(unit()),
  next_hand: () => forward("hand"),
  last: () => go(LAST),
  help_button: () => at("help").showModal(),
  help_close: () => at("help").close(),
};

function begin() {
  at("lanes").append(...lanes.map((lane) => lane.element));
  at("eyes").append(...EYES.map((one) => el("option", { value: one },
    typeof one === "string" ? told(`viewer.option.${one}`) : game.names[one])));
  at("slider").max = LAST;
  for (const [id, act] of Object.entries(BUTTONS)) at(id).addEventListener("click", act);
  at("slider").addEventListener("input", () => go(Number(at("slider").value)));
  at("eyes").addEventListener("change", () => look(EYES.find((one) => String(one) === at("eyes").value)));
  at("list").addEventListener("click", (event) => {
    const place = links.indexOf(event.target.closest("a"));
    if (place < 0) return;
    event.preventDefault();
    go(place);
  });
  document.addEventListener("keydown", pressed);
  addEventListener("hashchange", recall);
  at("table").hidden = at("controls").hidden = false;
  document.body.classList.add("live");
  if (!recall()) go(game.hand_starts[0] ?? 0);
}

begin();
