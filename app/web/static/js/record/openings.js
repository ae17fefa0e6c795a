// Openings: the cards that you may see while a hand is on, each with the path that shows it under the root that was
// published before the first turn.

import { unhex } from "./bytes.js";
import { CODES, cardLeaf } from "./deck.js";
import { includes } from "./merkle.js";
import { isHash } from "./shapes.js";

const FIELDS = "card hand path pile salt slot";

/**
 * Holds openings, from whomever, against the piles that a record binds and the cards that it turned up. Gives how many
 * hold, and the first that does not, or null.
 */
export async function checkOpenings(openings, { deal, piles, turned }) {
  const upturned = new Map(turned.map(({ hand, slot, card }) => [`${hand} ${slot}`, card]));
  const holds = await Promise.all(openings.map((opening) => shows(opening, deal, piles, upturned)));
  const wrong = holds.indexOf(false);
  return { checked: holds.filter(Boolean).length, wrong: wrong < 0 ? null : openings[wrong] };
}

async function shows(opening, deal, piles, upturned) {
  if (Object.keys(opening).sort().join(" ") !== FIELDS) return false;
  const { hand, slot, card, salt, path } = opening;
  const bound = piles.find((one) => one.hand === hand && one.pile === opening.pile);
  if (!bound || !CODES.includes(card) || !Array.isArray(path) || ![salt, ...path].every(isHash)) return false;
  if (!Number.isInteger(slot) || (upturned.get(`${hand} ${slot}`) ?? card) !== card) return false;
  const leaf = await cardLeaf(deal, hand, slot, card, salt);
  return includes(unhex(bound.root), bound.cards, slot - bound.first, leaf, path.map(unhex));
}
