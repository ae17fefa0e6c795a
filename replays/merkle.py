"""The Merkle tree of RFC 6962 with SHA-256: a root that binds a list, and paths that show one entry of it.

Leaves, nodes and roots are 32 bytes. An entry is hashed with a zero byte before it, two nodes with a one, so that
no node can pass for an entry. Where a level has an odd node, it goes up as it is.
"""

from collections.abc import Sequence
from hashlib import sha256


def leaf(entry: bytes) -> bytes:
    """The leaf of an entry: SHA-256(0x00 || entry)."""
    return sha256(b"\0" + entry).digest()


def node(left: bytes, right: bytes) -> bytes:
    """The node over two nodes: SHA-256(0x01 || left || right)."""
    return sha256(b"\1" + left + right).digest()


class Tree:
    """The tree over leaves, with every level kept, so that a root and many paths cost one pass."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        levels = [list(leaves)]
        while len(levels[-1]) > 1:
            levels.append(_above(levels[-1]))
        self._levels = levels

    @property
    def root(self) -> bytes:
        """The tree hash; of no leaves the SHA-256 of nothing."""
        top = self._levels[-1]
        return top[0] if top else sha256().digest()

    def path(self, index: int) -> list[bytes]:
        """The inclusion path of the leaf at an index, from the leaf up. Raises IndexError for no leaf."""
        if not 0 <= index < len(self._levels[0]):
            raise IndexError(f"no leaf {index} among {len(self._levels[0])}")
        path = []
        for level in self._levels[:-1]:
            beside = index ^ 1
            if beside < len(level):
                path.append(level[beside])
            index >>= 1
        return path


def root(leaves: Sequence[bytes]) -> bytes:
    """The tree hash of leaves."""
    return Tree(leaves).root


def path(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The inclusion path of one leaf, from the leaf up."""
    return Tree(leaves).path(index)


def includes(root: bytes, size: int, index: int, leaf: bytes, path: Sequence[bytes]) -> bool:
    """Whether the path shows this leaf at this index of the tree of this size and root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    at, last, found = index, size - 1, leaf
    for beside in path:
        if last == 0:
            return False
        if at & 1 or at == last:
            found = node(beside, found)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found = node(found, beside)
        at, last = at >> 1, last >> 1
    return last == 0 and found == root


def _above(level: list[bytes]) -> list[bytes]:
    paired = [node(left, right) for left, right in zip(level[::2], level[1::2], strict=False)]
    return paired + level[len(paired) * 2 :]
