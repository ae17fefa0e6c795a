"""A text with something changed is refused with its place, or stops where it leaves the rules, or is another match that
could have been: whatever it is, what was read of it is by the rules, and can be written and read again."""

import random
import re
from collections import Counter

import pytest

from app.rules.cards import CODES
from app.rules.events import CardPlayed, HandEnded
from app.rules.legal import hand
from app.rules.state import START
from replays.chain import check
from replays.notation import BadNotation, Reading, read_notation, write_notation
from replays.recording import Recording
from replays.rerun import Entry, Rerun
from replays.verify import DIVERGED, UNVERIFIED
from tests.effort import SEED, effort
from tests.records import random_match

pytestmark = pytest.mark.drill

KINDS = (
    (re.compile(r"(?<=\s)(?:[rygb][0-9SRD]|W4|WB)(?=[\s,→:])"), CODES),
    (re.compile(r"(?<=\s)[A-J](?=[\s,:])"), "ABCDEFGHIJ"),
    (re.compile(r"(?<=→)[rygb]"), "rygb"),
    (re.compile(r"(?<=[\s+])[0-9]+"), ("0", "1", "2", "7", "45", "100", "4711", "99999999999999999999")),
    (re.compile(r"(?<=\s)[a-z]{4,}(?=[\s,:])"), ("draws", "passes", "accepts", "calls UNO", "resigns", "times out",
     "draws playable", "draws nothing", "lawful", "unlawful", "nobody", "is removed", "empty", "player", "void")),
    (re.compile(r"[|,.:;*→+]"), ("|", ",", ":", ";", "*", "→", "+", "", " | ", '"', "{", "}", "\0", "\ud800", "\n")),
    (re.compile(r"\S+"), ("", "{", "}", '"', "UNO", "Hand", "*", "1.", "->", "A", "\\")),
)  # fmt: skip
"""What a text is made of, and what to put in its place."""


def mutated(text: str, chance: random.Random) -> str:
    """The text with a token, a line or its end changed."""
    way = chance.random()
    lines = text.splitlines(keepends=True)
    if way < 0.08:
        return text[: chance.randrange(len(text))]
    if way < 0.25:
        at = chance.randrange(len(lines))
        moved = lines[at : at + 1] * chance.choice([0, 2])
        return "".join([*lines[:at], *moved, *lines[at + 1 :]])
    kind, others = chance.choice(KINDS)
    found = list(kind.finditer(text, text.find("Hand 1") if chance.random() < 0.8 else 0))
    if not found:
        return text
    piece = chance.choice(found)
    return text[: piece.start()] + chance.choice(others) + text[piece.end() :]


def read_or_refusal(text: str) -> Reading | BadNotation:
    try:
        return read_notation(text)
    except BadNotation as refusal:
        return refusal


def check_reading(reading: Reading, decks: bool) -> None:
    """What was read is by the rules: its chain, each request of its first hand, every card that is open; and it can be
    written and read again."""
    recording, report = reading.recording, reading.report
    check(recording.lines)
    if report.verdict == DIVERGED:
        assert report.seq == len(recording.lines)
        assert re.match(r"line \d+, column \d+: ", report.reasons[0])
    _play_first_hand_again(recording)
    before = START
    for moment in recording.moments():
        if isinstance(moment.event, CardPlayed) and moment.state.hand in recording.opened:
            assert moment.event.card in hand(before, moment.event.seat, recording.dealer)
        before = moment.state
    again = write_notation(recording, reading.names, decks)
    back = read_notation(again)
    assert back.report.verdict == UNVERIFIED, back.report.line()
    assert write_notation(back.recording, back.names, decks) == again


def _play_first_hand_again(recording: Recording) -> None:
    """The verifier's own way, with its own suppositions; the points of a hand it could not know."""
    rerun = Rerun({})
    request: list[Entry] = []
    for moment in recording.moments():
        request.append(Entry(moment.seq, moment.request, moment.actor, moment.t, moment.event))
        if moment.complete:
            if any(isinstance(entry.event, HandEnded) for entry in request):
                return
            rerun.request(request, cut=moment.seq == len(recording.lines) - 1)
            request = []


@pytest.mark.parametrize("seed", range(SEED, SEED + effort(8, 120)))
def test_a_changed_text_is_refused_or_stops_or_is_another_match_that_could_have_been(seed: int) -> None:
    chance = random.Random(seed)
    lines = random_match(chance.randrange(10_000)).lines
    for _ in range(effort(20, 50)):
        decks = chance.random() < 0.5
        text = write_notation(Recording(lines), ("Ann",), decks, times=chance.random() < 0.3)
        answer = read_or_refusal(mutated(text, chance))
        if isinstance(answer, BadNotation):
            assert (answer.line, answer.column) >= (1, 1)
        else:
            check_reading(answer, decks)


def test_the_changes_meet_every_kind_of_answer() -> None:
    """If nearly all of them were refused at once, the test above would say little."""
    answers: Counter[str] = Counter()
    for seed in range(12):
        chance = random.Random(seed)
        text = write_notation(Recording(random_match(seed).lines), decks=seed % 2 == 0)
        for _ in range(12):
            answer = read_or_refusal(mutated(text, chance))
            answers["refused" if isinstance(answer, BadNotation) else answer.report.verdict] += 1
    assert min(answers[answer] for answer in ("refused", DIVERGED, UNVERIFIED)) > 5, answers
