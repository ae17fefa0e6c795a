// The Merkle tree of RFC 6962 with SHA-256: a root that binds a list, and paths that show one entry of it.
//
// Leaves, nodes and roots are 32 bytes. An entry is hashed with a zero byte before it, two nodes with a one, so that no
// node can pass for an entry. Where a level has an odd node, it goes up as it is.

import { joined, same, sha256 } from "./bytes.js";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The leaf of an entry. */
export const leaf = (entry) => sha256(joined(LEAF, entry));

const node = (left, right) => sha256(joined(NODE, left, right));

/** The levels of the tree over leaves, the leaves first and the root last. */
export async function levels(leaves) {
  const all = [leaves];
  while (all.at(-1).length > 1) all.push(await above(all.at(-1)));
  return all;
}

/** The tree hash of leaves; of none it is the hash of nothing. */
export async function root(leaves) {
  const top = (await levels(leaves)).at(-1);
  return top.length ? top[0] : sha256(new Uint8Array());
}

/** The path of the leaf at an index, from the leaf up, given `levels`. */
export function path(all, index) {
  const steps = [];
  for (const level of all.slice(0, -1)) {
    const beside = index ^ 1;
    if (beside < level.length) steps.push(level[beside]);
    index >>= 1;
  }
  return steps;
}

/** Whether the path shows this leaf at this index of the tree of this size and root (RFC 9162, 2.1.3.2). */
export async function includes(root, size, index, leaf, path) {
  if (!(index >= 0 && index < size)) return false;
  let [at, last, found] = [index, size - 1, leaf];
  for (const beside of path) {
    if (last === 0) return false;
    if (at & 1 || at === last) {
      found = await node(beside, found);
      while (!(at & 1) && at) [at, last] = [at >> 1, last >> 1];
    } else {
      found = await node(found, beside);
    }
    [at, last] = [at >> 1, last >> 1];
  }
  return last === 0 && same(found, root);
}

async function above(level) {
  const paired = [];
  for (let at = 0; at + 1 < level.length; at += 2) paired.push(node(level[at], level[at + 1]));
  const nodes = await Promise.all(paired);
  return level.length % 2 ? [...nodes, level.at(-1)] : nodes;
}
