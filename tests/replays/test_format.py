"""Canonical bytes: one form for each value, and no other bytes read as one."""

import json
import random
import unicodedata
from collections import OrderedDict
from enum import IntEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays import format as form
from replays.format import (
    MAX_DEPTH,
    MAX_INT,
    MAX_LINE,
    NotAnEvent,
    NotCanonical,
    canonical,
    envelope,
    parse,
    quick,
)

GAME = "7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37"
SAMPLE = (
    b'{"actor":"player:0","data":{},"game":"7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37","kind":"game.started",'
    b'"prev":"0000000000000000000000000000000000000000000000000000000000000000",'
    b'"request":0,"seq":0,"t":1767225600000,"v":1}'
)

texts = st.text(max_size=12).map(lambda text: unicodedata.normalize("NFC", text))
scalars = st.none() | st.booleans() | st.integers(-MAX_INT, MAX_INT) | texts
keys = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=20,
)
objects = st.dictionaries(keys, values, max_size=6)


def test_the_sample_event_has_the_hash_of_the_format() -> None:
    assert form.sha256_hex(SAMPLE) == "44720999a83bb0293b9fa06cf8d421455236359f11edec4a05c94507e771e776"
    assert canonical(parse(SAMPLE)) == SAMPLE


def test_a_tagged_hash_is_the_hash_of_the_array() -> None:
    assert form.T("tag", "a", 1, None) == form.sha256_hex(b'["tag","a",1,null]')


@given(objects)
def test_what_is_written_reads_back_and_writes_the_same(value: dict[str, Any]) -> None:
    written = canonical(value)
    assert parse(written) == value
    assert canonical(parse(written)) == written


@given(values)
def test_canonical_is_what_the_json_library_writes_with_sorted_keys(value: Any) -> None:
    plain = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    assert canonical(value) == plain.encode()


@given(objects, st.randoms(use_true_random=False))
def test_bytes_changed_anywhere_are_refused_or_say_something_else(value: dict[str, Any], rng: random.Random) -> None:
    written = canonical(value)
    changed = mutate(written, rng)
    try:
        read = parse(changed)
    except NotCanonical:
        return
    assert canonical(read) == changed
    assert (read == value) == (changed == written) or numbers_alike(read, value)


def mutate(line: bytes, rng: random.Random) -> bytes:
    """A byte put in, taken out or replaced."""
    at = rng.randrange(len(line))
    piece = rng.choice([b" ", b"\n", b"0", b"1", b'"', b",", b"\\", b"\xc3", b"-", bytes([rng.randrange(256)])])
    return rng.choice([line[:at] + piece + line[at:], line[:at] + line[at + 1 :], line[:at] + piece + line[at + 1 :]])


def numbers_alike(one: object, other: object) -> bool:
    """Python holds true and 1 for equal; the record does not."""
    return one == other and repr(one) != repr(other)


@given(st.dictionaries(keys, values, min_size=2, max_size=6), st.randoms(use_true_random=False))
def test_the_same_value_in_any_other_form_is_refused(value: dict[str, Any], rng: random.Random) -> None:
    written = canonical(value)
    names = list(value)
    rng.shuffle(names)
    shuffled = {name: value[name] for name in names}
    others = [
        json.dumps(value, sort_keys=True, ensure_ascii=False).encode(),
        json.dumps(shuffled, ensure_ascii=False, separators=(",", ":")).encode(),
        json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":")).encode(),
        b" " + written,
        written + b"\n",
        b"\xef\xbb\xbf" + written,
        written.decode().encode("utf-16"),
    ]
    for other in others:
        if other != written:
            with pytest.raises(NotCanonical):
                parse(other)


@given(st.binary(max_size=60))
def test_any_bytes_are_refused_or_canonical(line: bytes) -> None:
    try:
        value = parse(line)
    except NotCanonical:
        return
    assert canonical(value) == line


HOSTILE = {
    "nothing": (b"", "not JSON"),
    "no object": (b"[1]", "not an object"),
    "a number": (b"1", "not an object"),
    "cut": (SAMPLE[:-1], "not JSON"),
    "trailing space": (SAMPLE + b" ", f"not canonical at byte {len(SAMPLE)}: b' ' where nothing belongs"),
    "leading space": (b" " + SAMPLE, "not canonical at byte 0"),
    "newline": (SAMPLE + b"\n", "not canonical"),
    "carriage return": (SAMPLE + b"\r", "not canonical"),
    "two values": (SAMPLE + SAMPLE, "not JSON"),
    "byte order mark": (b"\xef\xbb\xbf" + SAMPLE, "byte order mark"),
    "utf-16": ('{"a":1}'.encode("utf-16"), "not UTF-8 at byte 0"),
    "zero bytes": (b"\0" * 10, "not JSON"),
    "invalid utf-8": (b'{"a":"\xff"}', "not UTF-8 at byte 6"),
    "overlong utf-8": (b'{"a":"\xc0\xaf"}', "not UTF-8"),
    "surrogate in utf-8": (b'{"a":"\xed\xa0\x80"}', "not UTF-8"),
    "surrogate in an escape": (b'{"a":"\\ud800"}', "lone surrogate"),
    "surrogates swapped": (b'{"a":"\\udc00\\ud800"}', "lone surrogate"),
    "surrogate in a key": (b'{"\\ud800":1}', "key does not match"),
    "pair in escapes": (b'{"a":"\\ud83c\\udccf"}', "not canonical at byte 6"),
    "not NFC": ('{"a":"e\u0301"}'.encode(), "not NFC"),
    "escaped without need": (b'{"a":"\\u0061"}', "not canonical at byte 6"),
    "escaped solidus": (b'{"a":"\\/"}', "not canonical"),
    "upper-case escape": (b'{"a":"\\u001F"}', "not canonical"),
    "long escape": (b'{"a":"\\u000a"}', "not canonical"),
    "raw control": (b'{"a":"\n"}', "not JSON"),
    "twice": (b'{"a":1,"a":1}', "key given twice: 'a'"),
    "twice and different": (b'{"a":1,"a":2}', "key given twice"),
    "twice deep down": (b'{"a":{"b":1,"b":2}}', "key given twice: 'b'"),
    "unsorted": (b'{"b":1,"a":1}', "not canonical at byte 2"),
    "float": (b'{"a":1.0}', "only integers"),
    "exponent": (b'{"a":1e2}', "only integers"),
    "huge exponent": (b'{"a":1e999999999}', "only integers"),
    "NaN": (b'{"a":NaN}', "only integers"),
    "Infinity": (b'{"a":-Infinity}', "only integers"),
    "minus zero": (b'{"a":-0}', "not canonical at byte 5"),
    "leading zero": (b'{"a":01}', "not JSON"),
    "plus": (b'{"a":+1}', "not JSON"),
    "big": (b'{"a":9007199254740992}', "2^53 - 1"),
    "small": (b'{"a":-9007199254740992}', "2^53 - 1"),
    "huge": (b'{"a":' + b"9" * 5000 + b"}", "2^53 - 1"),
    "huge beyond the digits that Python converts": (b'{"a":' + b"9" * 900_000 + b"}", "2^53 - 1"),
    "other digits": ('{"a":\u0661}'.encode(), "not JSON"),
    "empty key": (b'{"":1}', "key does not match"),
    "upper-case key": (b'{"A":1}', "key does not match"),
    "dashed key": (b'{"a-b":1}', "key does not match"),
    "key with a newline": (b'{"a\\n":1}', "key does not match"),
    "key with a foreign letter": ('{"\u00e4":1}'.encode(), "key does not match"),
    "long key": (b'{"' + b"A" * 1000 + b'":1}', "key does not match"),
    "comment": (b'{"a":1/**/}', "not JSON"),
    "trailing comma": (b'{"a":1,}', "not JSON"),
    "python": (b"{'a':1}", "not JSON"),
    "deep arrays": (b'{"a":' + b"[" * 500_000 + b"]" * 500_000 + b"}", "deep"),
    "deep objects": (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "deep"),
    "deep and never closed": (b'{"a":' + b"[" * 1_000_000, "deep"),
    "a little too deep": (b'{"a":' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b"}", "deep"),
    "marks whose sorting would take forever": (b'{"a":"e' + b"\xcc\x81\xcc\xa3" * 250_000 + b'"}', "not NFC"),
    "keys without end": (
        b"{" + b",".join(b'"k%x":1' % n for n in range(80_000, 0, -1)) + b"}",
        "not canonical",
    ),
    "long": (b'{"a":"' + b"x" * MAX_LINE + b'"}', "longer than"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_bytes_get_a_clear_answer(name: str) -> None:
    line, reason = HOSTILE[name]
    with pytest.raises(NotCanonical) as refused:
        parse(line)
    message = str(refused.value)
    assert reason in message
    assert message.isascii()
    assert "\n" not in message
    assert len(message) < 300


def test_limits_themselves_are_within() -> None:
    deepest = b'{"a":' + b"[" * (MAX_DEPTH - 1) + b"]" * (MAX_DEPTH - 1) + b"}"
    longest = b'{"a":"' + b"x" * (MAX_LINE - 8) + b'"}'
    for line in (
        deepest,
        longest,
        b'{"a":9007199254740991,"b":-9007199254740991}',
        '{"a":"\u00e9\U0001f0cf"}'.encode(),
    ):
        assert canonical(parse(line)) == line


def test_controls_are_escaped_as_rfc_8785_says() -> None:
    text = "".join(map(chr, range(0x20))) + '"\\/\x7f\u2028'
    escaped = (
        r"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f\u0010\u0011\u0012\u0013\u0014"
        r"\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f\"\\/" + "\x7f\u2028"
    )
    assert canonical(text) == f'"{escaped}"'.encode()


def test_an_escape_before_a_combining_mark_is_still_nfc() -> None:
    # The escape of a newline ends in "n", which must not be taken together with the tilde behind it.
    assert parse(canonical({"a": "\n\u0303"})) == {"a": "\n\u0303"}


class Suit(IntEnum):
    RED = 1


UNWRITABLE: dict[str, object] = {
    "float": 1.0,
    "nan": float("nan"),
    "big": MAX_INT + 1,
    "small": -MAX_INT - 1,
    "huge": 10**5000,
    "surrogate": "\ud800",
    "not NFC": "e\u0301",
    "bytes": b"x",
    "set": {10**5000},
    "enum": Suit.RED,
    "object": object(),
    "dict's cousin": OrderedDict(a=1),
    "range": range(3),
    "integer key": {1: 1},
    "huge key": {10**5000: 1},
    "upper-case key": {"A": 1},
    "null key": {None: 1},
    "boolean key": {True: 1},
    "mixed keys": {"a": 1, 2: 2},
}


@pytest.mark.parametrize("name", UNWRITABLE)
def test_what_has_no_canonical_form_is_not_written(name: str) -> None:
    value = UNWRITABLE[name]
    for outer in (value, [value], {"a": value}):
        with pytest.raises(NotCanonical):
            canonical(outer)


def test_a_value_that_holds_itself_is_not_written() -> None:
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(NotCanonical, match="deep"):
        canonical(endless)


def test_tuples_are_arrays() -> None:
    assert canonical({"a": (1, (2,))}) == b'{"a":[1,[2]]}'


@given(st.lists(st.dictionaries(keys, scalars, max_size=4), max_size=5))
def test_quick_reads_own_lines(many: list[dict[str, Any]]) -> None:
    assert quick([canonical(value) for value in many]) == many


def test_quick_counts() -> None:
    with pytest.raises(ValueError, match="1 lines hold 2 values"):
        quick([b'{"a":1},{"a":2}'])


def test_an_envelope_names_the_nine_fields() -> None:
    event = envelope(SAMPLE)
    assert tuple(event) == ("player:0", {}, GAME, "game.started", "0" * 64, 0, 0, 1767225600000, 1)
    assert canonical(event._asdict()) == SAMPLE


WRONG: dict[str, tuple[object, ...]] = {
    "actor": (
        "seat:10",
        "seat:-1",
        "seat:",
        "seat",
        "player:",
        "player:a b",
        "nobody",
        "service:1",
        "seat:1\n",
        "",
        1,
    ),
    "game": (GAME.upper(), GAME[:-1], GAME + "0", GAME.replace("-", ""), GAME.replace("-4", "-1"), "", None),
    "kind": ("started", "game.", ".started", "Game.started", "game.started.twice", "game started", 3),
    "prev": ("0" * 63, "0" * 65, "A" * 64, "", None, 0),
    "request": (-1, True, None, "1", []),
    "seq": (-1, False, None, "1", {}),
    "t": (-1, True, None, "1"),
    "v": (0, -1, True, None, "1"),
    "data": ([], None, "", 0, True),
}


@pytest.mark.parametrize("field", WRONG)
def test_a_field_of_another_shape_is_no_event(field: str) -> None:
    for wrong in WRONG[field]:
        with pytest.raises(NotAnEvent, match=field):
            envelope(canonical(parse(SAMPLE) | {field: wrong}))


def test_a_field_too_few_or_too_many_is_no_event() -> None:
    value = parse(SAMPLE)
    for name in value:
        with pytest.raises(NotAnEvent, match=rf"missing: .*{name}"):
            envelope(canonical({key: item for key, item in value.items() if key != name}))
    with pytest.raises(NotAnEvent, match=r"unknown: .*note"):
        envelope(canonical(value | {"note": 1}))


@pytest.mark.parametrize("actor", ["service", "seat:0", "seat:9", f"player:{GAME}", "staff:anna.b"])
def test_everybody_who_may_act_is_an_actor(actor: str) -> None:
    assert envelope(canonical(parse(SAMPLE) | {"actor": actor})).actor == actor
