// Positions of a game, put together from what changes from one to the next, and what some eyes see of them.
// It knows no rules and no words: the page that plays without a network has it inside, the service's pages load it.

/** All positions, the first one first. */
export function unfolded(changes) {
  const positions = [];
  for (const each of changes) positions.push(changed(positions.at(-1) ?? {}, each));
  return positions;
}

function changed(position, changes) {
  const now = { ...position, ...changes };
  for (const name of ["seats", "held"]) {
    if (position[name] && changes[name] && !Array.isArray(changes[name])) {
      now[name] = position[name].map((old, seat) => {
        const part = changes[name][seat];
        return part === undefined ? old : Array.isArray(part) ? part : { ...old, ...part };
      });
    }
  }
  return now;
}

/** What the eyes ("table", "all", a seat) see of the hand of `seat`: slots and cards, or null for its back. */
export function handSeen(position, hands, eyes, seat) {
  if (!position.open || (eyes !== "all" && eyes !== seat)) return null;
  return position.held[seat].map((slot) => [slot, cardIn(position, hands, slot)]);
}

/** The hands of `seat` that challenges have shown to these eyes. */
export function handsShown(position, eyes, seat) {
  return (position.shown ?? []).filter((one) => one.seat === seat && (eyes === "all" || eyes === one.to));
}

/** The card in a slot of the hand that is on; `hands` are the cards of each hand by slot. */
export function cardIn(position, hands, slot) {
  return hands[position.hand_number][slot];
}

/** Where a step goes from `seq`, by event without `stops`: forward to `last` at most, back to the beginning at least. */
export function stepped(seq, by, stops, last) {
  const wanted = stops === null ? seq + by : by > 0 ? stops.find((one) => one > seq) : stops.findLast((one) => one < seq);
  return Math.min(last, Math.max(0, wanted ?? (by > 0 ? last : 0)));
}
