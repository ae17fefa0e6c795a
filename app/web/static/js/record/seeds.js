// The chain of seeds: each seed that was published leads back to the one before, the first to the commitment.

import { hex, sha256, utf8 } from "./bytes.js";
import { canonical } from "./canonical.js";
import { Fault } from "./faults.js";

/** S_(k-1) from S_k, both 64 hex digits. */
export async function seedBefore(deal, seed) {
  return hex(await sha256(utf8(canonical(["kartfold/seed/1", deal, seed]))));
}

/**
 * Holds the seeds in these events against one another and against the commitment. Gives the sound ones, by hand (a Map),
 * and the Fault of the first that is not, or null.
 */
export async function checkSeeds(events) {
  const created = events.find((event) => event.kind === "game.created")?.data;
  const ended = events.filter((event) => event.kind === "hand.ended");
  const seeds = new Map();
  if (!created) return { seeds, fault: null };
  const led = await Promise.all(ended.map((event) => seedBefore(created.deal, event.data.seed)));
  let before = created.commitment;
  for (const [at, { seq, data }] of ended.entries()) {
    if (data.hand !== seeds.size + 1 || led[at] !== before) {
      return { seeds, fault: new Fault(seq, "seeds", "seed", { hand: data.hand }) };
    }
    before = data.seed;
    seeds.set(data.hand, data.seed);
  }
  return { seeds, fault: null };
}
