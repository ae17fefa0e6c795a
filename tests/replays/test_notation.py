"""What is written as a notation is read back into the same moves: with the decks card by card, without them as well."""

import random
from collections.abc import Collection, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from app.rules.cards import DECK
from app.rules.decide import decide
from app.rules.legal import legal_moves
from app.rules.lifecycle import cancel, leave, rule_out, sit, start
from app.rules.moves import Draw, Play, Resign
from app.rules.options import Options
from replays import chain
from replays.chain import check
from replays.deal import MissingSeed, SeededDealer
from replays.files import read_file, replay_files
from replays.format import quick
from replays.notation import Reading, read_notation, write_notation
from replays.recording import Recording
from replays.verify import UNVERIFIED
from tests.effort import SEED, effort
from tests.records import CLOCKS, OPTIONS, Recorder, random_match

pytestmark = pytest.mark.drill

MATCHES = range(SEED, SEED + effort(10, 300))
GOLDEN = list(replay_files([Path(chain.__file__).parent / "golden"]))
NAMES = ("Ann", 'a "b" \\ {c} “d”\n\u202e\ud800| 1. A:', None, "e\u0301" * 300, "", "🂡")

NOT_CARRIED = {"deal", "commitment", "player", "entropy", "root", "seed"}
TIMES = {"deadline", "until"}


@lru_cache(maxsize=8)
def match(seed: int) -> tuple[bytes, ...]:
    return tuple(random_match(seed).lines)


@lru_cache(maxsize=8)
def unusual_match(seed: int) -> tuple[bytes, ...]:
    """A match in which people come and go before the start, officials remove some, and people leave when it is their
    turn, whatever they owe. Some never start."""
    chance = random.Random(seed)
    options = Options.parse({name: chance.choice(values) for name, values in OPTIONS.items()})
    recorder = Recorder(chance, options, chance.randrange(3, 11), chance.choice(CLOCKS))
    _come_and_go(recorder)
    if chance.random() < 0.1:
        recorder.put("service", cancel(recorder.state, 'no "host"', recorder.t))
        return tuple(recorder.lines)
    recorder.dealer = SeededDealer(recorder.game, recorder.last_seed, [])
    recorder.put("player:host", start(recorder.state, recorder.dealer, recorder.t))
    for _ in range(300):
        if recorder.state.over:
            break
        _go_on(recorder)
    return tuple(recorder.lines)


def _come_and_go(recorder: Recorder) -> None:
    chance, seats = recorder.chance, list(range(recorder.state.seats))
    chance.shuffle(seats)
    for number, seat in enumerate([*seats, *seats[:2]]):
        recorder.t += chance.randrange(5_000)
        if recorder.state.players[seat] is not None:
            recorder.put("player:host", leave(recorder.state, seat, recorder.t))
            if seat == seats[1] or recorder.state.seats == 3:
                recorder.put("player:x", sit(recorder.state, seat, f"x{number}", None, None, recorder.t))
        else:
            bot = chance.choice([None, None, 'ra"cer'])
            recorder.put("player:x", sit(recorder.state, seat, None if bot else f"x{number}", bot, None, recorder.t))


def _go_on(recorder: Recorder) -> None:
    chance, state = recorder.chance, recorder.state
    owes = state.phase in ("color", "target", "challenge", "drawn")
    if chance.random() < (0.15 if owes else 0.01):
        seat = state.turn if chance.random() < 0.8 else chance.choice([s for s, on in enumerate(state.active) if on])
        assert seat is not None
        if chance.random() < 0.5:
            recorder.put("staff:arbiter", rule_out(state, seat, recorder.dealer, recorder.t))
        else:
            recorder.put(f"seat:{seat}", decide(state, seat, Resign(), recorder.dealer, recorder.t))
    else:
        recorder.step(resigning=0)


def facts(lines: Sequence[bytes], without: Collection[str] = NOT_CARRIED | TIMES) -> list[tuple[str, Any]]:
    """Events by kind and data, but for what is not carried; of those who left before the start nothing but the seat."""
    found: list[tuple[str, Any]] = []
    for one in quick(lines):
        data = {name: value for name, value in one["data"].items() if name not in without}
        if one["kind"] == "seat.left":
            taken = [said for kind, said in found if kind == "seat.taken" and said["seat"] == data["seat"]]
            taken[-1].pop("bot")
        found.append((one["kind"], data))
    return found


@lru_cache(maxsize=1)
def match_of_hands() -> tuple[bytes, ...]:
    """A match of three hands or more."""
    matches = (random_match(seed) for seed in range(100))
    return tuple(next(match for match in matches if match.state.hand >= 3 and match.state.reason != "void").lines)


def read_back(text: str, decks: bool) -> Reading:
    """Reads what was written. It has to be sound in every way, and the same again when it is written again."""
    reading = read_notation(text)
    assert reading.report.verdict == UNVERIFIED, reading.report.line()
    assert reading.report.events == len(reading.recording.lines)
    check(reading.recording.lines)
    times = " +" in text
    assert write_notation(reading.recording, reading.names, decks, times) == text
    return reading


@pytest.mark.parametrize("decks", [True, False])
@pytest.mark.parametrize("seed", MATCHES)
def test_a_match_is_read_back_event_by_event(seed, decks):
    for lines in (match(seed), unusual_match(seed)):
        reading = read_back(write_notation(Recording(lines), NAMES, decks), decks)
        assert facts(reading.recording.lines) == facts(lines)


@pytest.mark.parametrize("seed", MATCHES)
def test_with_times_deadlines_and_pauses_are_the_same_too(seed):
    for lines in (match(seed), unusual_match(seed)):
        reading = read_back(write_notation(Recording(lines), NAMES, decks=seed % 2 == 0, times=True), seed % 2 == 0)
        assert facts(reading.recording.lines, NOT_CARRIED) == facts(lines, NOT_CARRIED)
        assert [one["t"] for one in quick(reading.recording.lines)] == [one["t"] for one in quick(lines)]


@pytest.mark.parametrize("file", GOLDEN[:: effort(max(1, len(GOLDEN) // 10), 1)], ids=lambda file: file.name)
def test_the_golden_records_are_read_back(file):
    lines, _ = read_file(file)
    for decks in (True, False):
        reading = read_back(write_notation(Recording(lines), (), decks), decks)
        assert facts(reading.recording.lines) == facts(lines)


@pytest.mark.parametrize("seed", MATCHES)
def test_every_first_part_of_a_match_is_written_as_far_as_it_goes(seed):
    """Up to the end of a request all of it; inside of one at least the requests before, and nothing that never was."""
    chance = random.Random(seed)
    lines = chance.choice([match, unusual_match])(seed)
    requests = [one["request"] for one in quick(lines)]
    ends = range(1, len(lines) + 1)
    for end in chance.sample(ends, min(effort(12, 60), len(ends))):
        decks = chance.random() < 0.5
        reading = read_back(write_notation(Recording(lines[:end]), NAMES, decks), decks)
        found = facts(reading.recording.lines)
        assert found == facts(lines[: len(found)])
        last = requests[end - 1]
        assert len(found) >= requests.index(last)
        if end == len(lines) or requests[end] != last:
            assert len(found) == end


def test_a_hand_that_is_still_on_never_gets_its_deck():
    lines = match_of_hands()
    ends = [at for at, one in enumerate(quick(lines)) if one["kind"] == "hand.ended"]
    for end, decks in ((ends[0], 0), (ends[0] + 1, 1), (ends[1], 1), (len(lines), len(ends))):
        assert write_notation(Recording(lines[:end]), decks=True).count("Deck:") == decks
    assert "Deck:" not in write_notation(Recording(lines), decks=False)
    assert write_notation(Recording(lines, opened=[2]), decks=True).count("Deck:") == 1


def test_the_hands_with_decks_are_open_in_what_is_read_and_no_others():
    lines = match_of_hands()
    ended = [one for one in Recording(lines).moments() if one.kind == "hand.ended"]
    text = write_notation(Recording(lines, opened=[2]))
    reading = read_notation(text)
    recording = reading.recording
    assert recording.opened == {2}
    piles = ended[1].state.last_hand.piles
    assert recording.dealer.cards(2, piles) == Recording(lines).dealer.cards(2, piles)
    with pytest.raises(MissingSeed):
        recording.dealer.cards(1, ended[0].state.last_hand.piles)
    assert {one.name: one.found for one in reading.report.checks}["cards"] == "open"
    whole = read_notation(write_notation(Recording(lines))).report
    assert {one.name: one.found for one in whole.checks} == {
        "seeds": "open",
        "roots": "open",
        "cards": "holds",
        "rules": "holds",
    }
    assert "no seeds" in whole.reasons[0]


def test_names_come_back_whatever_they_are():
    names = ("Ann", '"; A wins', "{", "\\u0041\\", "a\u0000b\u2028c“”", "Zoë")
    lines = unusual_match(2)
    seats = quick(lines[:1])[0]["data"]["seats"]
    text = write_notation(Recording(lines), names)
    taken = [seat is not None for seat in Recording(lines).last.players]
    expected = tuple(name if seated else None for name, seated in zip((*names, *[None] * seats), taken, strict=False))
    assert read_notation(text).names == expected
    assert all(char.isprintable() or char == "\n" for char in text)


def test_names_that_no_file_could_hold_are_written_all_the_same():
    lines = random_match(1).lines
    names = read_notation(write_notation(Recording(lines), ("\ud800x", "n" * 5_000))).names
    assert names[:2] == ("\ufffdx", "n" * 100)


def test_a_game_without_an_id_gets_one_from_its_text():
    text = write_notation(Recording(random_match(1).lines))
    assert read_notation(text).recording.game == random_match(1).game
    without = "".join(line for line in text.splitlines(True) if not line.startswith("Game:"))
    game = read_notation(without).recording.game
    assert game == read_notation(without).recording.game != read_notation(without + " ").recording.game
    assert read_notation(text.replace(random_match(1).game, "my-game")).recording.game not in ("my-game", game)


def test_a_pause_that_was_ended_early_is_read_back_because_times_are_written():
    recorder = Recorder(random.Random(5), Options(), 4, CLOCKS[1])
    recorder.begin()
    while not any(b"clock.resumed" in line for line in recorder.lines):
        recorder._beside()
        recorder.t += 100
    text = write_notation(Recording(recorder.lines))
    assert " +0.1s" in text
    assert facts(read_back(text, True).recording.lines) == facts(recorder.lines)


def test_a_long_hand_with_many_reshuffles_is_read_back():
    recorder = Recorder(random.Random(3), Options(), 4)
    recorder.begin()
    for _ in range(effort(900, 4_000)):
        state = recorder.state
        assert state.turn is not None
        moves = legal_moves(state, state.turn, recorder.dealer)[:-1]
        plays = [move for move in moves if isinstance(move, Play)]
        draws = [move for move in moves if isinstance(move, Draw)]
        move = recorder.chance.choice(plays if plays and state.counts[state.turn] > 3 else draws or moves)
        recorder.put(f"seat:{state.turn}", decide(state, state.turn, move, recorder.dealer, recorder.t))
    assert len(recorder.state.piles) > 4
    opened = Recording(recorder.lines, recorder.dealer, {1})
    text = write_notation(opened)
    assert text.count("Reshuffle") == len(recorder.state.piles) - 1
    assert facts(read_back(text, True).recording.lines) == facts(recorder.lines)


def test_every_hand_shown_is_112_cards():
    text = write_notation(Recording(random_match(4).lines))
    deck = text[text.index("Deck:") + 5 : text.index("\n1. ")].split("Reshuffle")[0].split()
    assert sorted(deck) == sorted(DECK)
