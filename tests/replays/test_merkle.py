"""The Merkle tree against a second implementation, written from the definitions of RFC 6962."""

from collections.abc import Iterator
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays import merkle
from replays.merkle import Tree, includes

LEAVES = [merkle.leaf(bytes([number])) for number in range(202)]


def naive_root(entries: list[bytes]) -> bytes:
    """MTH of RFC 6962, 2.1, from entries."""
    if not entries:
        return sha256(b"").digest()
    if len(entries) == 1:
        return sha256(b"\x00" + entries[0]).digest()
    k = split(len(entries))
    return sha256(b"\x01" + naive_root(entries[:k]) + naive_root(entries[k:])).digest()


def naive_path(m: int, entries: list[bytes]) -> list[bytes]:
    """PATH of RFC 6962, 2.1.1."""
    if len(entries) == 1:
        return []
    k = split(len(entries))
    if m < k:
        return [*naive_path(m, entries[:k]), naive_root(entries[k:])]
    return [*naive_path(m - k, entries[k:]), naive_root(entries[:k])]


def split(n: int) -> int:
    """The largest power of two below n."""
    k = 1
    while k * 2 < n:
        k *= 2
    return k


def test_roots_of_certificate_transparency() -> None:
    """The vectors that implementations of RFC 6962 share."""
    entries = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
    leaves = [merkle.leaf(bytes.fromhex(entry)) for entry in entries]
    roots = {
        0: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        7: "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    }
    assert {size: merkle.root(leaves[:size]).hex() for size in roots} == roots


@pytest.mark.parametrize("size", [*range(1, 36), 63, 64, 65, 111, 112, 113, 127, 128, 129, 200])
def test_root_and_paths_are_those_of_the_definition(size: int) -> None:
    entries = [bytes([number]) for number in range(size)]
    tree = Tree(LEAVES[:size])
    assert tree.root == naive_root(entries)
    assert [tree.path(index) for index in range(size)] == [naive_path(index, entries) for index in range(size)]


def test_every_path_shows_its_leaf() -> None:
    for size in range(1, 201):
        tree = Tree(LEAVES[:size])
        assert all(includes(tree.root, size, index, LEAVES[index], tree.path(index)) for index in range(size)), size


def test_a_path_shows_nothing_but_its_leaf() -> None:
    for size in range(1, 201):
        index = size * 7 // 11
        assert [wrong for wrong in wrong_claims(size, index) if includes(*wrong)] == [], size


def wrong_claims(size: int, index: int) -> Iterator[tuple[bytes, int, int, bytes, list[bytes]]]:
    """Arguments of `includes` that are right but for one of them."""
    tree = Tree(LEAVES[:size])
    root, path, leaf = tree.root, tree.path(index), LEAVES[index]
    for other in range(-1, size + 2):
        if other != index:
            yield root, size, other, leaf, path
            yield root, size, index, LEAVES[other], path
        if 0 <= other < size and other != index:
            yield root, size, index, leaf, tree.path(other)
    for wrong in ([*path, leaf], path[:-1], [leaf, *path], path[::-1]):
        if wrong != path:
            yield root, size, index, leaf, wrong
    for step in range(len(path)):
        yield root, size, index, leaf, [*path[:step], LEAVES[-1], *path[step + 1 :]]
    yield merkle.root(LEAVES[: size + 1]), size, index, leaf, path


@given(st.integers(1, 200), st.data())
def test_no_path_of_a_tree_holds_for_one_of_another_shape(size: int, data: st.DataObject) -> None:
    other = data.draw(st.integers(1, 200).filter(lambda number: number != size))
    index = data.draw(st.integers(0, size - 1))
    tree = Tree(LEAVES[:size])
    shown = includes(tree.root, other, index, LEAVES[index], tree.path(index))
    # A path says a size only by its turns: where two sizes turn alike at this index, it holds for both.
    assert not shown or turns(index, other) == turns(index, size)


def turns(index: int, size: int) -> list[bool]:
    """From the leaf up: whether the next node of the path is hashed from the left."""
    if size == 1:
        return []
    k = split(size)
    return [*turns(index, k), False] if index < k else [*turns(index - k, size - k), True]


def test_no_node_passes_for_an_entry() -> None:
    left, right = LEAVES[:2]
    assert merkle.leaf(left + right) != merkle.root([left, right])


def test_outside_the_tree_there_is_no_path() -> None:
    for size, index in ((0, 0), (1, 1), (5, 5), (5, -1)):
        with pytest.raises(IndexError, match="no leaf"):
            merkle.path(LEAVES[:size], index)
