"""The moves of a text are played by the rules: what they lead to, and where and why they stop being possible."""

import re
from typing import Any

import pytest

from app.rules.cards import DECK
from app.rules.clock import Clock
from app.rules.legal import hand
from replays.chain import check
from replays.format import quick
from replays.notation import Reading, read_notation, write_notation
from replays.recording import Recording
from replays.verify import DIVERGED, UNVERIFIED
from tests.records import random_match

SEATS = "Kartfold notation 1\nA: player\nB: player\nC: player\n"
DEAL = SEATS + "Hand 1: dealer C, start r5\n"


def read(text: str) -> Reading:
    """Reads a text; whatever was found, its record is a sound chain that can be written and read again."""
    reading = read_notation(text)
    check(reading.recording.lines)
    assert read_notation(write_notation(reading.recording, reading.names)).report.verdict == UNVERIFIED
    return reading


def said(reading: Reading) -> list[tuple[str, dict[str, Any]]]:
    """What happened behind the start of the first hand."""
    events = [(one["kind"], one["data"]) for one in quick(reading.recording.lines)]
    start = next(at for at, (kind, _) in enumerate(events) if kind == "hand.started")
    return events[start:]


def of_kind(reading: Reading, kind: str) -> list[dict[str, Any]]:
    return [data for found, data in said(reading) if found == kind]


def diverged(text: str, rule: str | None, line: int, column: int, kept: str) -> None:
    """Reading stops there, by this rule; the last event that is kept is of the kind `kept`."""
    reading = read(text)
    report = reading.report
    assert (report.verdict, report.rule) == (DIVERGED, rule), report.line()
    assert report.reasons[0].startswith(f"line {line}, column {column}: "), report.line()
    assert report.check == "rules"
    assert report.seq == report.events == len(reading.recording.lines)
    assert quick(reading.recording.lines[-1:])[0]["kind"] == kept


@pytest.mark.rule("R11")
def test_a_draw_says_what_became_of_the_card():
    turns = "1. A draws | B draws, passes | C draws, r6\n2. A draws playable\n*"
    reading = read(DEAL + turns)
    assert [data["seat"] for data in of_kind(reading, "turn.passed")] == [0, 1]
    assert [data["slots"] for data in of_kind(reading, "cards.drawn")] == [[22], [23], [24], [25]]
    assert reading.recording.last.phase == "drawn"
    assert turns.removesuffix("\n*") in write_notation(reading.recording)


def test_others_may_speak_between_a_draw_and_what_follows():
    reading = read(DEAL + '1. A draws, table pauses 9s "tea", B is taken over by "racer", r7\n*')
    assert [kind for kind, _ in said(reading)][-4:] == [
        "cards.drawn", "clock.paused", "seat.taken_over", "card.played"
    ]  # fmt: skip


@pytest.mark.rule("R39")
@pytest.mark.parametrize(
    "clock", ["none", "decision 2d", "bank 1d12h, increment 30m, max 3d"], ids=["none", "decision", "bank"]
)
def test_a_table_changes_its_clock(clock):
    change = f'1. A draws, table changes to {clock} "agreed", passes\n*'
    reading = read(DEAL.replace("Hand 1", "Clock: decision 1d\nHand 1") + change)
    (data,) = of_kind(reading, "clock.changed")
    assert data["reason"] == "agreed"
    assert data["clock"]["kind"] == clock.split()[0]
    assert reading.recording.last.clock == Clock.parse(data["clock"])
    assert f'table changes to {clock} "agreed"' in write_notation(reading.recording)


@pytest.mark.rule("R39", "R38")
def test_colours_that_were_named_for_a_seat_are_in_the_text():
    clock = SEATS + "Options: missed_decisions 2\nClock: decision 1d\nHand 1: dealer C, start WB\n"
    turns = "1. A times out →y | A times out and leaves, C resigns\n"
    end = "Hand 1 over: nobody wins; A 0, B 0, C 0\nMatch over: last_player; A 2, B 1, C 2\n"
    reading = read(clock + turns + end)
    assert of_kind(reading, "color.chosen") == [{"seat": 0, "color": "y"}]
    assert [data["reason"] for data in of_kind(reading, "seat.resigned")] == ["timeout", "resigned"]
    days = [data["deadline"] for data in of_kind(reading, "decision.timed_out")]
    assert days[1] - days[0] == 24 * 60 * 60 * 1000
    reading = read(DEAL.replace("r5", "WB") + "1. A is removed →g | B g1\n*")
    assert of_kind(reading, "seat.resigned") == [{"seat": 0, "reason": "ruling"}]
    assert of_kind(reading, "color.chosen") == [{"seat": 0, "color": "g"}]


def test_uno_is_said_with_the_play_after_it_or_caught():
    """Seven cards are played down to one by laps in which nobody else can play."""
    down = "\n".join(
        f"{lap}. A {card} | B draws | C draws" for lap, card in enumerate(("r6", "r7", "r8", "r9", "r1"), 1)
    )
    for last, kind in (
        ("A r2 UNO", "card.played"),
        ("A r2, A calls UNO", "uno.called"),
        ("A r2, C catches A", "cards.drawn"),
    ):
        reading = read(f"{DEAL}{down}\n6. {last}\n*")
        assert reading.report.verdict == UNVERIFIED, reading.report.line()
        assert said(reading)[-1][0] == kind
    diverged(f"{DEAL}{down}\n6. A r2 UNO, C catches A\n*", "R32", 11, 14, "card.played")
    diverged(f"{DEAL}1. A r2 UNO\n*", "R30", 6, 4, "card.turned")


@pytest.mark.rule("R36")
def test_points_of_hidden_cards_are_those_of_the_text_if_they_can_be():
    down = "\n".join(
        f"{lap}. A {card} | B draws | C draws" for lap, card in enumerate(("r6", "r7", "r8", "r9", "r1", "r2 UNO"), 1)
    )
    end = "{down}\n7. A r3\nHand 1 over: A wins {points}; A {points}, B 0, C 0\nMatch over: hands; A 1, B 2, C 2\n"
    for points in (1, 9, 77, 350, 600 + 14 * 20):
        reading = read(DEAL + end.format(down=down, points=points))
        assert reading.report.verdict == UNVERIFIED, reading.report.line()
        assert of_kind(reading, "hand.ended")[0]["points"] == points
    impossible = DEAL + end.format(down=down, points=1_081)
    diverged(impossible, "R36", 13, 14, "card.played")
    assert "cannot be worth 1081" in read(impossible).report.reasons[0]
    goes_on = DEAL.replace("Hand 1", "Options: target_score 100\nHand 1") + end.format(down=down, points=99)
    goes_on = goes_on.replace("Match over: hands; A 1, B 2, C 2\n", "Hand 2: dealer A, start g4\n1. B g5\n*")
    assert said(read(goes_on))[-1] == ("card.played", {"seat": 1, "card": "g5", "uno": False})
    wrong = end.format(down=down, points=50).replace("A 50", "A 51")
    diverged(DEAL + wrong, "R36", 13, 14, "card.played")


@pytest.mark.parametrize(
    ("turns", "rule", "line", "column", "kept"),
    [
        ("1. B r6", "R8", 6, 4, "card.turned"),
        ("1. A g6", "R9", 6, 4, "card.turned"),
        ("1. A W4", "R18", 6, 4, "card.turned"),
        ("1. A r6→b", "R18", 6, 4, "card.turned"),
        ("1. A passes", "R11", 6, 4, "card.turned"),
        ("1. A accepts", "R20", 6, 4, "card.turned"),
        ("1. A →g", "R28", 6, 4, "card.turned"),
        ("1. A hits B", "R26", 6, 4, "card.turned"),
        ("1. A calls UNO", "R32", 6, 4, "card.turned"),
        ("1. A catches A", "R31", 6, 4, "card.turned"),
        ("1. A resumes", None, 6, 4, "card.turned"),
        ('1. A pauses 15d "ill"', None, 6, 4, "card.turned"),
        ('1. table changes to none "agreed"', None, 6, 4, "card.turned"),
        ("1. A times out", "R39", 6, 4, "card.turned"),
        ("1. A draws nothing", "R11", 6, 4, "card.turned"),
        ("1. A draws, W4→r, B challenges: lawful, C resigns, C resigns", "R38", 6, 52, "seat.resigned"),
        ("1. A r6 | B WB", "R23", 6, 11, "card.played"),
        ("1. A r6: g4", "R23", 6, 4, "card.played"),
        ("1. A WB: g4, hits A", "R26", 6, 14, "card.turned"),
        ("1. A WB: g4, hits B | B g0 | C g0", "R1", 6, 30, "card.played"),
        ("1. A WB: r0 | A r0", "R1", 6, 15, "card.turned"),
        ("1. A r0 | B r0: g4", "R1", 6, 11, "card.played"),
        ("1. A r0 | B WB: r0", "R1", 6, 11, "card.played"),
        ("1. A resigns →r", "R39", 6, 4, "seat.resigned"),
        ("1. A resigns | B resigns | C g5", "R33", 6, 28, "seat.resigned"),
        ("1. A r6\nHand 1 over: nobody wins; A 0, B 0, C 0", "R33", 7, 14, "card.played"),
    ],
)
def test_the_first_move_that_is_not_possible_ends_the_reading(turns, rule, line, column, kept):
    diverged(f"{DEAL}{turns}\n*", rule, line, column, kept)


def test_no_text_reaches_beyond_what_a_record_can_hold():
    turn = 'table pauses 1s "nap" +36500d'
    diverged(DEAL + "1. " + " | ".join([turn] * 1_500) + "\n*", None, 6, 4 + 1427 * (len(turn) + 3), "clock.paused")


COMING_BACK = SEATS.replace("C: player", "C: player\nSeated: A, A, B, C")
HANDS = SEATS.replace("C: player\n", "Options: hands 2\n") + "Hand 1: dealer B, start r5\n1. A resigns\n"


@pytest.mark.parametrize(
    ("text", "rule", "line", "column", "kept"),
    [
        (DEAL.replace("dealer C", "dealer A"), "R8", 5, 1, "game.started"),
        (DEAL.replace("start r5", "start rS"), "R6", 5, 1, "card.turned"),
        (DEAL.replace("start r5", "start r5 r6"), "R6", 5, 1, "card.turned"),
        (DEAL.replace("start r5", "start W4 W4 W4 W4 W4 r5"), "R1", 5, 1, "game.started"),
        (SEATS.replace("B: player\nC: player", "B: empty") + "Hand 1: dealer A, start r5\n", "R4", 4, 1, "seat.taken"),
        (COMING_BACK + "Hand 1: dealer C, start r5\n", "R4", 5, 12, "seat.taken"),
        (HANDS + "Hand 1 over: B wins 7; A 0, B 7\nMatch over: last_player; A 2, B 1\n", "R33", 7, 14, "seat.resigned"),
        (HANDS + "Hand 1 over: nobody wins; A 0, B 0\nMatch over: hands; A 2, B 1\n", "R37", 8, 1, "hand.ended"),
        (HANDS + "Hand 1 over: nobody wins; A 0, B 0\nHand 2: dealer B, start r5\n", "R35", 8, 1, "hand.ended"),
        (HANDS + "Hand 1 over: nobody wins; A 0, B 0\nMatch over: void\n", "R37", 8, 1, "hand.ended"),
    ],
)  # fmt: skip
def test_so_does_a_beginning_or_an_end_that_is_not(text, rule, line, column, kept):
    diverged(text + ("" if "Match" in text else "*"), rule, line, column, kept)


def test_a_text_may_stop_between_two_hands_or_behind_the_last_card():
    reading = read(HANDS + "Hand 1 over: nobody wins; A 0, B 0\n*")
    assert said(reading)[-1][0] == "hand.ended"
    reading = read(HANDS + "*")
    assert said(reading)[-1][0] == "seat.resigned"
    assert "the game is open" in reading.report.reasons


def _deck(*cards: str) -> tuple[str, ...]:
    """A deck with these cards on top."""
    rest = list(DECK)
    for card in cards:
        rest.remove(card)
    return (*cards, *rest)


def _with_deck(cards: tuple[str, ...], turns: str) -> str:
    two = SEATS.replace("C: player\n", "")
    return f"{two}Hand 1: dealer B, start {cards[14]}\nDeck: {' '.join(cards)}\n{turns}\n*"


DEALT = _deck(
    "r1", "b1", "r2", "b2", "W4", "b3", "r3", "g4", "WB", "g5", "r6", "g6", "r7", "g7", "r5", "g8", "y9", "bS"
)


@pytest.mark.parametrize(
    ("turns", "rule", "column", "kept"),
    [
        ("1. A r9", "R9", 4, "card.turned"),
        ("1. A draws playable", "R11", 4, "cards.drawn"),
        ("1. A r1 | B draws, passes", "R11", 11, "cards.drawn"),
        ("1. A r1 | B b1 | A r2", "R9", 18, "card.played"),
        ("1. A WB: g7", "R23", 4, "card.played"),
        ("1. A W4→b, B challenges: lawful", "R19", 12, "card.played"),
        ("1. A WB: g8 | B g7 UNO", "R30", 15, "cards.drawn"),
    ],
)
def test_with_a_deck_the_text_is_held_against_the_cards(turns, rule, column, kept):
    diverged(_with_deck(DEALT, turns), rule, 6, column, kept)


def test_a_reshuffle_has_the_cards_of_the_pile_or_is_not_given():
    """A match in which the pile is shuffled, with its orders mixed up, left out, and one too many."""
    text = next(
        text
        for text in (write_notation(Recording(random_match(seed).lines)) for seed in range(100))
        if text.count("Reshuffle") == 1 and text.count("Deck:") == 1
    )
    head, order, rest = re.split(r"(Reshuffle 1: [^.]*?\n)(?=1\. )", text)
    other = re.sub(r"(?<=: )\S+", lambda first: "W4" if first[0] != "W4" else "r0", order)
    for changed, words in (
        (head + other + rest, "Reshuffle 1 is of other cards"),
        (head + rest, "Reshuffle 1 is not given"),
        (head + order + order.replace("1:", "2:") + rest, "there is no reshuffle 2"),
    ):
        report = read(changed).report
        assert (report.verdict, report.rule) == (DIVERGED, "R12")
        assert words in report.reasons[0]


def test_of_what_diverged_the_cards_that_were_played_stay_open():
    reading = read(_with_deck(DEALT, "1. A r1 | B b1 | A y9"))
    assert reading.recording.opened == {1}
    assert hand(reading.recording.last, 1, reading.recording.dealer) == ["b2", "b3", "g4", "g5", "g6", "g7"]


@pytest.mark.parametrize(
    "turns", ["A is removed →g | B g1", "A times out →y | A WB: b7 | A draws | B draws", "A →r, B resigns"]
)
def test_a_request_that_was_cut_is_left_out_if_what_is_missing_cannot_be_told(turns):
    header = SEATS + "Clock: decision 1d\nOptions: missed_decisions 2\nHand 1: dealer C, start yS WB\n"
    whole = read(header + f"1. {turns}\n*").recording.lines
    for end in range(1, len(whole) + 1):
        found = read(write_notation(Recording(whole[:end]))).recording.lines
        assert [one["kind"] for one in quick(found)] == [one["kind"] for one in quick(whole[: len(found)])]
        begun = quick(whole[:end])[-1]["request"]
        assert len(found) >= sum(one["request"] < begun for one in quick(whole))
