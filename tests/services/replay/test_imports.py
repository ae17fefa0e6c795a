"""What is kept of a file: whole requests that hold, and nothing at or behind what is wrong."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from app.services.replay.imports import SHELF
from app.services.replay.readings import RECORD, read
from app.services.replay.uploads import LONGEST_UNPACKED, NotAReplay
from replays.recording import Recording
from replays.verify import DIVERGED, EXACT, UNVERIFIED, Report, verify_lines
from tests.effort import SEED, effort
from tests.records import random_match, rechained, values_of

pytestmark = pytest.mark.drill

MATCHES = range(SEED, SEED + effort(12, 200))


def file(lines: list[bytes]) -> bytes:
    """The replay file of these lines."""
    return b"".join(line + b"\n" for line in lines)


def read_record(content: bytes) -> tuple[Sequence[bytes], Report]:
    """What is kept of a record, and the report on it."""
    reading = read(RECORD, content)
    return reading.lines, reading.report


def whole_requests(values: list[dict[str, Any]], before: int) -> int:
    """How many events the requests have that end before the event `before`."""
    ends = [
        at + 1
        for at, value in enumerate(values)
        if at + 1 == len(values) or values[at + 1]["request"] != value["request"]
    ]
    return max((end for end in ends if end <= before), default=0)


@pytest.mark.parametrize("seed", MATCHES)
def test_a_whole_record_is_kept_whole(seed: int) -> None:
    lines = random_match(seed).lines
    kept, report = read_record(file(lines))
    assert (kept, report.verdict) == (lines, EXACT)


@pytest.mark.parametrize("seed", MATCHES)
def test_of_a_record_that_is_cut_whole_requests_are_kept(seed: int) -> None:
    lines = random_match(seed).lines
    values = values_of(lines)
    for end in random.Random(seed).sample(range(1, len(lines)), 3):
        kept, report = read_record(file(lines[:end]))
        assert report.verdict == UNVERIFIED
        # While nobody knows the card that was drawn, a draw may be whole without the pass that followed it.
        assert kept in (lines[: whole_requests(values, end)], lines[:end])


@pytest.mark.parametrize("seed", MATCHES)
def test_of_a_record_with_a_broken_line_what_stands_before_is_kept(seed: int) -> None:
    lines, chance = random_match(seed).lines, random.Random(seed)
    values = values_of(lines)
    at = chance.randrange(1, len(lines))
    for bad in (b"", b"{}", lines[at] + b" ", lines[at][:-1], lines[at - 1], b"\xff" * 9, lines[at] + b"\r"):
        kept, report = read_record(file([*lines[:at], bad, *lines[at + 1 :]]))
        assert (report.verdict, report.seq) == (DIVERGED, at)
        # So it may be before a broken line, of which nobody can tell the request.
        assert kept in (lines[: whole_requests(values, at)], lines[:at])
        assert verify_lines(kept).verdict == UNVERIFIED


FORGERIES = {
    "another card": ("card.played", "card", "WB"),
    "another seat": ("turn.passed", "seat", 9),
    "more points": ("hand.ended", "points", 7),
    "another seed": ("hand.ended", "seed", "1" * 64),
    "another deck": ("hand.started", "root", "0" * 64),
    "another card is turned": ("card.turned", "card", "W4"),
    "a field too many": ("cards.drawn", "hidden", 1),
    "another winner": ("match.ended", "places", [1, 1]),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_of_a_forged_record_whose_chain_was_mended_nothing_at_or_behind_the_forgery_is_kept(forgery: str) -> None:
    kind, field, value = FORGERIES[forgery]
    tried = 0
    for seed in MATCHES:
        lines = random_match(seed).lines
        values = values_of(lines)
        places = [at for at, one in enumerate(values) if one["kind"] == kind]
        if not places:
            continue
        at = random.Random(seed).choice(places)
        values[at]["data"][field] = value
        forged = rechained(values)
        kept, report = read_record(file(forged))
        if report.verdict == EXACT or forged == lines:
            continue  # the card was the same, or as good
        tried += 1
        assert report.verdict == DIVERGED
        assert report.seq is not None
        assert len(kept) <= whole_requests(values, min(at, report.seq))
        assert kept == forged[: len(kept)] == lines[: len(kept)]
        assert verify_lines(kept).verdict == UNVERIFIED
        begun = sum(one["kind"] == "hand.started" for one in values_of(kept))
        assert Recording(kept).last.hand == begun  # it can be folded
    assert tried >= 3


def test_a_hand_with_a_forged_seed_stays_closed() -> None:
    matches = (values_of(random_match(seed).lines) for seed in range(50))
    values = next(values for values in matches if values[0]["data"]["options"]["hands"] > 1 and len(values) > 500)
    ended = [at for at, one in enumerate(values) if one["kind"] == "hand.ended"]
    values[ended[1]]["data"]["seed"] = values[ended[0]]["data"]["seed"]
    kept, report = read_record(file(rechained(values)))

    assert (report.verdict, report.seq, report.check) == (DIVERGED, ended[1], "seeds")
    assert Recording(kept).opened == {1}


@pytest.mark.parametrize("at", ["in a request", "as one"])
def test_an_event_of_a_kind_that_is_not_known_ends_what_is_kept(at: str) -> None:
    lines = random_match(3).lines
    values = values_of(lines)
    place = next(seq for seq, one in enumerate(values) if one["kind"] == "turn.passed" and seq > 20)
    if at == "as one":
        place = whole_requests(values, place)
    extra = values[place] | {"kind": "dice.thrown"} | ({"request": values[place]["request"]} if at else {})
    kept, report = read_record(file(rechained([*values[:place], extra])))

    assert report.verdict == UNVERIFIED
    assert "no kind 'dice.thrown'" in "".join(report.reasons)
    assert kept == lines[: whole_requests(values, place)]


def test_a_request_that_could_be_whole_but_goes_on_with_an_unknown_event_is_not_kept() -> None:
    lines = random_match(3).lines
    values = values_of(lines)
    end = next(seq for seq in range(60, len(values)) if values[seq]["request"] != values[seq - 1]["request"])
    more = values[end - 1] | {"kind": "dice.thrown", "data": {}}
    kept, report = read_record(file(rechained([*values[:end], more])))

    assert report.verdict == UNVERIFIED
    assert kept == lines[: whole_requests(values, end - 1)]


def test_rules_that_are_not_known_leave_nothing_to_keep() -> None:
    values = values_of(random_match(3).lines)
    values[0]["data"]["rules"] = "umk/9"
    with pytest.raises(NotAReplay, match=r"umk/9.* not known"):
        read_record(file(rechained(values)))


TEXTS = {
    "an endless player": ("seat.taken", "player", "x" * 65),
    "a player who turns the line": ("seat.taken", "player", "Ann\u202eBen"),
    "a player of several lines": ("seat.taken", "player", "Ann\nBen"),
    "an endless deal": ("game.created", "deal", "d" * 65),
}


@pytest.mark.parametrize("what", TEXTS)
def test_texts_that_nobody_should_be_shown_are_not_kept(what: str) -> None:
    kind, field, text = TEXTS[what]
    values = values_of(random_match(3).lines)
    at = next(seq for seq, one in enumerate(values) if one["kind"] == kind and one["data"][field] is not None)
    values[at]["data"][field] = text
    start = next(seq for seq, one in enumerate(values) if one["kind"] == "game.started")
    with pytest.raises(NotAReplay, match=f"seq {at}: {field} is too long, or has invisible characters"):
        read_record(file(rechained(values[:start])))


def test_times_that_no_date_can_say_are_not_kept() -> None:
    lines = random_match(3).lines
    values = values_of(lines)[:1]
    values[0]["t"] = 2**53 - 1
    with pytest.raises(NotAReplay, match="beyond the year 4000"):
        read_record(file(rechained(values)))


def test_the_longest_import_that_there_can_be_is_kept_open() -> None:
    assert SHELF >= 2 * LONGEST_UNPACKED
