"""The chain: lines made for a request, and every way to break them found."""

import hashlib
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.chain import START, ZEROS, BrokenChain, Chain, Head, check, lines
from replays.format import NotAnEvent, NotCanonical, canonical, parse

GAME = "7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37"
OTHER = "0b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37"
REQUESTS: list[tuple[str, int, list[tuple[str, dict[str, Any]]]]] = [
    ("player:x", 1000, [("game.created", {"seats": 2}), ("seat.taken", {"seat": 0})]),
    ("player:y", 1000, [("seat.taken", {"seat": 1})]),
    ("player:x", 2000, [("game.started", {}), ("hand.started", {"hand": 1}), ("card.turned", {"slot": 14})]),
    ("seat:0", 3000, [("cards.drawn", {"seat": 0, "slots": [15]}), ("turn.passed", {"seat": 0})]),
    ("seat:1", 3000, [("card.played", {"seat": 1, "card": "g7", "uno": False})]),
]


def record() -> list[bytes]:
    head, made = START, []
    for actor, t, events in REQUESTS:
        new, head = lines(head, GAME, actor, t, events)
        made += [line.bytes for line in new]
    return made


def with_field(at: int, **fields: object) -> list[bytes]:
    """The record with one event changed, and all behind it hashed anew: only its own place can be wrong."""
    made, prev = [], ZEROS
    for index, line in enumerate(record()):
        value = parse(line) | {"prev": prev} | (fields if index == at else {})
        made.append(canonical(value))
        prev = hashlib.sha256(made[-1]).hexdigest()
    return made


def test_a_request_becomes_lines_with_bytes_and_hash() -> None:
    made, head = lines(START, GAME, "player:0", 1767225600000, [("game.started", {})])
    assert [line[:2] for line in made] == [(0, "game.started")]
    assert made[0].hash == "44720999a83bb0293b9fa06cf8d421455236359f11edec4a05c94507e771e776"
    assert head == Head(0, made[0].hash, 0, 1767225600000)


def test_a_record_of_requests_checks_to_its_head() -> None:
    made = record()
    assert check(made) == Head(8, hashlib.sha256(made[-1]).hexdigest(), 4, 3000)
    assert [parse(line)["request"] for line in made] == [0, 0, 1, 2, 2, 2, 3, 3, 4]


def test_a_clock_that_goes_back_stands_still() -> None:
    head = Head(0, "a" * 64, 0, 5000)
    made, after = lines(head, GAME, "seat:0", 4000, [("turn.passed", {"seat": 0})])
    assert after.t == 5000
    assert parse(made[0].bytes)["t"] == 5000


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["card.played", "cards.drawn"]),
            st.dictionaries(
                st.sampled_from(["seat", "card", "slots"]), st.integers(0, 9) | st.text("äx\n", max_size=3)
            ),
        ),
        min_size=1,
        max_size=5,
    ),
    st.integers(0, 2**53 - 1),
)
def test_lines_are_the_canonical_bytes_of_their_events(events: list[tuple[str, dict[str, Any]]], t: int) -> None:
    made, head = lines(START, GAME, "seat:3", t, events)
    prev = ZEROS
    for seq, ((kind, data), line) in enumerate(zip(events, made, strict=True)):
        whole = {
            "actor": "seat:3",
            "data": data,
            "game": GAME,
            "kind": kind,
            "prev": prev,
            "request": 0,
            "seq": seq,
        }
        assert line.bytes == canonical(whole | {"t": t, "v": 1})
        prev = line.hash
    assert check(line.bytes for line in made) == head


@pytest.mark.parametrize(
    ("actor", "game", "t", "events"),
    [
        ('x","seq":0', GAME, 0, [("game.started", {})]),
        ("seat:1", "game", 0, [("game.started", {})]),
        ("seat:1", GAME, 0, [('a.b"', {})]),
        ("seat:1", GAME, 0, [("game.started", {"a": 1.5})]),
        ("seat:1", GAME, 2**53, [("game.started", {})]),
        ("seat:1", GAME, 1.5, [("game.started", {})]),
        ("seat:1", GAME, 0, []),
    ],
)
def test_what_could_not_be_read_is_not_written(actor: str, game: str, t: int, events: list[tuple[str, Any]]) -> None:
    with pytest.raises(ValueError, match=r"."):
        lines(START, game, actor, t, events)


@pytest.mark.parametrize("at", range(9))
def test_any_byte_changed_is_found_at_once_or_at_the_next_event(at: int) -> None:
    made = record()
    for place in range(len(made[at])):
        for byte in (made[at][place] ^ 1, 0x39, 0x20):
            broken = made[at][:place] + bytes([byte]) + made[at][place + 1 :]
            if broken == made[at]:
                continue
            chain = Chain()
            try:
                for line in [*made[:at], broken, *made[at + 1 :]]:
                    chain.add(line)
            except ValueError:
                assert chain.head.version in (at - 1, at)
            else:
                # Nothing stands behind the last event; the head that somebody kept tells them apart.
                assert at == len(made) - 1
                assert chain.head != check(made)


@pytest.mark.parametrize("at", range(8))
def test_an_event_lost_doubled_or_swapped_breaks_the_chain(at: int) -> None:
    made = record()
    for broken in (
        made[:at] + made[at + 1 :],
        made[: at + 1] + made[at:],
        [*made[:at], made[at + 1], made[at], *made[at + 2 :]],
    ):
        with pytest.raises(BrokenChain) as refused:
            check(broken)
        assert refused.value.seq in (at, at + 1)


@pytest.mark.parametrize(
    ("at", "fields", "reason"),
    [
        (0, {"prev": "1" * 64}, "first event is not zeros"),
        (0, {"seq": 1}, "seq is 1, not 0"),
        (0, {"request": 1}, "request is 1, not 0"),
        (4, {"prev": "1" * 64}, "prev is not the hash"),
        (4, {"seq": 5}, "seq is 5, not 4"),
        (4, {"t": 2001}, "t differs within request 2"),
        (4, {"t": 1999}, "t goes back"),
        (4, {"actor": "service"}, "actor differs within request 2"),
        (4, {"game": OTHER}, "game is another"),
        (6, {"request": 4}, "request is 4, not 3"),
        (6, {"request": 1}, "request is 1, not 3"),
        (6, {"t": 1999}, "t goes back from 2000 to 1999"),
        (3, {"request": 1}, "t differs within request 1"),
    ],
)
def test_a_whole_record_hashed_anew_still_has_to_be_in_order(at: int, fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(BrokenChain, match=reason) as refused:
        check(with_field(at, **fields))
    assert refused.value.seq == at


def test_a_line_that_is_refused_leaves_the_chain_as_it_was() -> None:
    made = record()
    chain = Chain()
    chain.add(made[0])
    before = chain.head, chain.last
    for wrong in (b"{}", b"x", made[0], made[2]):
        with pytest.raises((NotAnEvent, NotCanonical, BrokenChain)):
            chain.add(wrong)
        assert (chain.head, chain.last) == before
    assert chain.add(made[1]).kind == "seat.taken"


def test_one_sha256_a_line_checks_a_record_by_hand() -> None:
    made = record()
    for before, line in pairwise(made):
        assert hashlib.sha256(before).hexdigest().encode() in line
