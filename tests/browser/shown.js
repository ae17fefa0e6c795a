// What is to be seen on the table now, in the form of a view: read off the page, not asked of its script.
() => {
  const number = (text) => (text === undefined ? null : Number(text));
  const numbers = (text) => (text ? text.split(" ").map(Number) : []);
  const cardOf = (item) => item.querySelector("use").getAttribute("href").replace("#card-", "");
  const laid = (item) => ({ slot: Number(item.dataset.slot), card: item.querySelector("use") ? cardOf(item) : item.dataset.card });
  const lanes = [...document.querySelectorAll("#lanes > .lane")];
  const all = (lane, selector) => [...lane.querySelectorAll(selector)];
  const table = document.getElementById("table").dataset;
  const over = document.getElementById("last_hand");
  const challenge = numbers(table.challenge);
  return {
    complete: table.complete === "true",
    phase: table.phase,
    turn: number(lanes.find((lane) => "turn" in lane.dataset)?.dataset.seat),
    deadline: number(table.deadline),
    direction: document.getElementById("direction").textContent.includes("anti") ? -1 : 1,
    top: document.querySelector("#top use") && cardOf(document.getElementById("top")),
    color: document.querySelector("#color use")?.getAttribute("href").at(-1) ?? null,
    hand_number: number(table.handNumber),
    dealer: number(table.dealer),
    draw_count: parseInt(document.getElementById("draw_pile").textContent),
    discard_count: number(table.discardCount),
    catchable: numbers(table.catchable),
    challenge: challenge.length ? { by: challenge[0], on: challenge[1] } : null,
    reason: table.reason ?? null,
    places: table.places?.split(" ").map((place) => (place === "none" ? null : Number(place))) ?? null,
    last_hand: over.hidden ? null : {
      hand: Number(over.dataset.hand),
      winner: number(over.dataset.winner),
      points: Number(over.dataset.points),
      scores: numbers(over.dataset.scores),
      hands: lanes.map((lane) => all(over, `[data-seat="${lane.dataset.seat}"] .named`).map((card) => card.dataset.card)),
    },
    seats: lanes.map((lane) => ({
      seat: Number(lane.dataset.seat),
      player: lane.dataset.player ?? null,
      bot: lane.dataset.bot ?? null,
      cards: parseInt(lane.querySelector(".count").textContent),
      score: parseInt(lane.querySelector(".score").textContent),
      uno: lane.querySelector(".uno") !== null,
      resigned: lane.querySelector(".resigned") !== null,
    })),
    hands: lanes.map((lane) => all(lane, ".hand > li:not(.back)").map(laid)),
    backs: lanes.map((lane) => all(lane, ".hand > .back").length),
    drawn: lanes.map((lane) => all(lane, ".hand > .drawn").map(laid)[0] ?? null),
    shown: lanes.flatMap((lane) => all(lane, ".shown p").map((one) => (
      { to: Number(one.dataset.to), seat: Number(lane.dataset.seat), hand: all(one, ".named").map(laid) }))),
  };
}
