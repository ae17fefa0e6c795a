"""Notations from elsewhere: what is kept of them is a record with the cards that they lay open, and no more."""

import json
import re
from functools import lru_cache

import pytest

from app.services.play.views import view_of_recording
from app.services.refusals import NotAllowed
from app.services.replay import readings
from app.services.replay.readings import NOTATION, Reading, clean_name, read, recording_of
from app.services.replay.uploads import NotAReplay, TooLarge
from replays.notation import write_notation
from replays.recording import Recording
from replays.verify import DIVERGED, UNVERIFIED
from tests.effort import SEED, effort
from tests.records import random_match, values_of

pytestmark = pytest.mark.drill

MATCHES = range(SEED, SEED + effort(8, 100))


@lru_cache(maxsize=4)
def match(seed: int) -> list[bytes]:
    return random_match(seed).lines


def notation(lines: list[bytes], decks: bool = True, names: tuple[str | None, ...] = ()) -> str:
    return write_notation(Recording(lines), names, decks)


def kinds(lines: list[bytes]) -> list[tuple[int, str]]:
    """The request and the kind of each event."""
    return [(one["request"], one["kind"]) for one in values_of(lines)]


def kept(text: str) -> tuple[Reading, Recording]:
    """What is kept of a text, and how it is opened again."""
    reading = read(NOTATION, text.encode())
    recording = recording_of(NOTATION, reading.content())
    assert list(recording.lines) == reading.lines
    return reading, recording


@pytest.mark.parametrize("seed", MATCHES)
def test_with_its_decks_it_is_seen_as_the_record_is_by_every_seat(seed: int) -> None:
    lines = match(seed)
    reading, recording = kept(notation(lines))
    assert reading.report.verdict == UNVERIFIED
    assert kinds(list(reading.lines)) == kinds(lines)
    original, names = Recording(lines), [None] * recording.last.seats
    assert recording.opened == original.opened
    for seq in {*range(0, len(lines), 23), len(lines) - 1}:
        for eyes in (*range(recording.last.seats), "all", None):
            seen, due = (view_of_recording(one, names, seq, eyes) for one in (recording, original))
            for part in ("you", "open", "last_hand", "top", "turn", "catchable"):
                assert seen.get(part) == due.get(part), f"{part} at {seq} as {eyes}"


@pytest.mark.parametrize("seed", MATCHES)
def test_without_decks_its_hands_stay_closed(seed: int) -> None:
    lines = match(seed)
    reading, recording = kept(notation(lines, decks=False))
    assert (reading.cards, recording.opened) == ({}, frozenset())
    last, names = len(lines) - 1, [None] * recording.last.seats
    assert view_of_recording(recording, names, last, None)["top"] == Recording(lines).last.top
    if recording.last.hand:
        with pytest.raises(NotAllowed, match="seed_missing" if recording.last.over else "hand_not_over"):
            view_of_recording(recording, names, last, 0)


@pytest.mark.parametrize("seed", MATCHES)
def test_of_one_that_leaves_the_rules_whole_requests_before_are_kept(seed: int) -> None:
    lines = match(seed)
    text = notation(lines)
    plays = list(re.finditer(r"(?<=[|.] [A-J] )[rygb][0-9SRD](?=[ ,\n])", text))
    tried = 0
    for play in plays[:: max(1, len(plays) // 5)]:
        for card in ("r0", "g9"):
            reading, recording = kept(text[: play.start()] + card + text[play.end() :])
            if reading.report.verdict != DIVERGED:
                continue
            tried += 1
            count = len(reading.lines)
            assert reading.report.seq is not None
            assert count <= reading.report.seq
            assert kinds(list(reading.lines)) == kinds(lines)[:count]
            again, _ = kept(write_notation(recording))  # which leaves a request out that is cut
            assert kinds(list(again.lines)) == kinds(list(reading.lines))
            assert recording.moment(count - 1).complete
            assert reading.content().endswith(b"\n" + reading.lines[-1])  # nothing stands behind
    assert tried or not plays


def test_a_request_that_is_told_wrongly_in_the_middle_is_not_kept() -> None:
    """A dealer turns several cards before one that begins a hand: the first of them are right, but told are not all."""
    lines = match(3)
    text = notation(lines)
    start = re.search(r"start [rygb0-9 ]+", text)
    assert start is not None
    wrong = "start r1" if start[0].strip() != "start r1" else "start g1"
    reading, _ = kept(text.replace(start[0], wrong + start[0][len(start[0].rstrip()) :], 1))
    assert reading.report.verdict == DIVERGED
    assert "hand.started" not in {kind for _, kind in kinds(list(reading.lines))}


def test_names_are_kept_as_they_may_be_shown() -> None:
    lines = next(match(seed) for seed in range(40) if Recording(match(seed)).last.seats == 4)
    reading, _ = kept(notation(lines, names=("Ann", "e\u0301\u202eve", "\u200b", "B\u200bob")))
    seats = Recording(lines).players
    due = ["Ann", "\u00e9ve", None, "Bob"]
    assert [name for name, one in zip(reading.names, seats, strict=True) if one and one.player] == [
        name for name, one in zip(due, seats, strict=True) if one and one.player
    ]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Zoë", "Zoë"),
        ("a\tb\nc", "a b c"),
        ("  two  spaces ", "two spaces"),
        ("\u202eevil", "evil"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("\ud800", None),
        ("\u2066\u200b", None),
        ("", None),
        (None, None),
        ("x" * 1000, "x" * 64),
        ("<b>", "<b>"),
    ],
)
def test_a_name_loses_what_is_invisible(name: str | None, shown: str | None) -> None:
    assert clean_name(name) == shown


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "the file is empty"),
        (b"hello", "line 1, column 1"),
        (b"\xff\xfe", "not UTF-8 at byte 0"),
        (b"Kartfold notation 1\n\0", "line 2, column 1|line 1"),
        (b"{" * 100_000, "line 1, column 1"),
        (b"9" * 500_000, "line 1, column 1"),
        (b"Kartfold notation 1\n" + b"(" * 100_000, "line 2, column 1"),
        (b'Kartfold notation 1\nA: player "' + b"x" * 300_000, "line 2"),
    ],
)
def test_a_text_that_is_no_notation_is_refused_with_the_place(content: bytes, why: str) -> None:
    with pytest.raises(NotAReplay, match=why) as refusal:
        read(NOTATION, content)
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 300


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(TooLarge, match="characters"):
        read(NOTATION, b" " * (readings.LONGEST_NOTATION + 1))


def test_a_time_that_no_date_can_say_is_refused() -> None:
    text = re.sub("Date: [^\n]+", "Date: 9999-01-01T00:00:00Z", notation(match(3)))
    with pytest.raises(NotAReplay, match="year 4000"):
        read(NOTATION, text.encode())


def test_what_is_stored_holds_the_cards_of_open_hands_by_slot() -> None:
    lines = match(3)
    reading, _ = kept(notation(lines))
    cards = json.loads(reading.content().split(b"\n")[0])
    state = Recording(lines).last
    assert state.last_hand is not None
    hand = state.last_hand.hand
    assert cards[str(hand)] == list(Recording(lines).dealer.cards(hand, state.last_hand.piles))
