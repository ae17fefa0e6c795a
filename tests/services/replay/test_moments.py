"""Which event a moment is right after: the same in a game of the store and in a record, whatever the form."""

import json
from itertools import pairwise

import pytest

from app.services.refusals import Malformed, NotFound
from app.services.replay.moments import At
from app.store import StreamHead
from replays.recording import Recording
from tests.records import BEGINNING, Recorder, random_match
from tests.services.house import House

MATCHES = [3, 8]


@pytest.mark.parametrize(
    ("text", "what", "number"),
    [
        ("0", "seq", 0),
        ("57", "seq", 57),
        ("9" * 16, "seq", 10**16 - 1),
        ("request:12", "request", 12),
        ("hand:2", "hand", 2),
        ("2026-01-01T00:00:00Z", "time", 1_767_225_600_000),
        ("2026-01-01t01:30:00.0019z", "time", 1_767_231_000_001),
        ("2026-01-01T01:30:00+01:30", "time", 1_767_225_600_000),
        ("2025-12-31T23:59:59.999-00:00", "time", 1_767_225_599_999),
        ("1969-12-31T23:59:59.9999Z", "time", -1),
        ("0001-01-01T00:00:00+23:59", "time", -62_135_683_140_000),
    ],
)
def test_a_moment_is_named_in_four_ways(text: str, what: str, number: int) -> None:
    assert At.parse(text) == (what, number)


@pytest.mark.parametrize(
    "text",
    [
        *("", " 57", "57 ", "57\n", "-1", "+1", "1.0", "0x9", "007", "٣", "9" * 17, "last"),
        *("request:", "request:-1", "request:01", "Request:1", "request: 1", "request:1:2", "hand:two", "seq:5"),
        *("2026-01-01", "2026-01-01T00:00Z", "2026-01-01T00:00:00", "2026-01-01 00:00:00Z", "20260101T000000Z"),
        *("2026-02-30T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z"),
        *("2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00 01:00", "2026-01-01T00:00:00,5Z", "0000-01-01T00:00:00Z"),
        *("2026-01-01T00:00:00.0000000001Z", "2026-01-01T00:00:00.Z", "٢٠٢٦-01-01T00:00:00Z"),
    ],
)
def test_anything_else_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(Malformed, match="request:12") as refusal:
        At.parse(text)
    assert refusal.value.field == "at"


def moments_of(match: Recorder) -> dict[str, int]:
    """What there is to ask for in a match, and which event it has to be, found by looking at every event."""
    said = [json.loads(line) for line in match.lines]
    found = {str(event["seq"]): event["seq"] for event in said}
    found |= {f"request:{event['request']}": event["seq"] for event in said}
    found |= {rfc3339(event["t"]): event["seq"] for event in said}
    found |= {rfc3339(after["t"] - 1): before["seq"] for before, after in pairwise(said) if before["t"] < after["t"]}
    found[rfc3339(said[-1]["t"] + 1)] = found["9999-12-31T23:59:59Z"] = said[-1]["seq"]
    dealt: dict[int, int] = {}
    for moment in Recording(match.lines).moments():
        if moment.state.hand and moment.state.turn is not None:
            dealt.setdefault(moment.state.hand, moment.seq)
    return found | {f"hand:{hand}": seq for hand, seq in dealt.items()}


def nowhere(match: Recorder) -> list[str]:
    """What is well said and not there."""
    last = json.loads(match.lines[-1])
    before = rfc3339(BEGINNING - 1)
    return [str(len(match.lines)), "9" * 16, f"request:{last['request'] + 1}", "hand:0", "hand:300", before]


def rfc3339(t: int) -> str:
    """A time as people write it, milliseconds in a place of their own."""
    seconds, ms = divmod(t - BEGINNING, 1000)
    day, seconds = divmod(seconds, 86400)
    if day < 0:
        return f"2025-12-31T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{ms:03}Z"
    return f"2026-01-{1 + day:02}T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{ms:03}Z"


@pytest.mark.parametrize("seed", MATCHES)
def test_a_record_knows_its_moments(seed: int) -> None:
    match = random_match(seed)
    recording = Recording(match.lines)
    for text, seq in moments_of(match).items():
        assert At.parse(text).in_recording(recording) == seq, text
    for text in nowhere(match):
        with pytest.raises(NotFound):
            At.parse(text).in_recording(recording)


@pytest.mark.parametrize("seed", MATCHES)
def test_a_game_knows_its_moments_up_to_the_version_that_is_looked_at(house: House, seed: int) -> None:
    match = random_match(seed)
    first, *others = match.written
    house.store.create(StreamHead(match.game, 0, first.hash, 0, BEGINNING, None, None, False), [first], match.last_seed)
    house.store.append(StreamHead(match.game, *match.head, None, None, True), 0, others)
    version = len(match.lines) - 1
    asked = moments_of(match)
    for number, (text, seq) in enumerate(asked.items()):
        if number % 17 == 0 or text.startswith("hand"):
            assert At.parse(text).in_game(house.store, match.game, version) == seq, text
            assert At.parse(text).in_game(house.store, match.game, seq) == seq, text
    for text in nowhere(match):
        with pytest.raises(NotFound):
            At.parse(text).in_game(house.store, match.game, version)
    assert At.parse("9999-12-31T23:59:59Z").in_game(house.store, match.game, 7) == 7
    with pytest.raises(NotFound):
        At.parse(f"hand:{match.state.hand}").in_game(house.store, match.game, 3)


def test_a_starting_card_that_was_passed_over_is_not_the_last(house: House) -> None:
    passed = next(match for match in map(random_match, range(40)) if turned_twice(match))
    assert At.parse("hand:1").in_recording(Recording(passed.lines)) == moments_of(passed)["hand:1"]


def turned_twice(match: Recorder) -> bool:
    """Whether the first hand was dealt with more than one starting card."""
    kinds = [line.kind for line in match.written]
    at = kinds.index("hand.started")
    return kinds[at + 1 : at + 3] == ["card.turned"] * 2
