"""NOTATION.md itself: its example holds, its table is understood, its limits and its words are those of the program."""

import re
from pathlib import Path

import pytest

from app.rules.cards import is_card
from replays import notation
from replays.notation import MAX_TEXT, read_notation, write_notation
from replays.notation.parse import parse
from replays.notation.reader import MAX_MOVES, MAX_MOVES_A_HAND
from replays.notation.sheet import LONGEST_TEXT
from replays.recording import Recording
from tests.records import random_match

PAGE = (Path(notation.__file__).parents[1] / "NOTATION.md").read_text()
EXAMPLE = re.findall(r"```notation\n(.*?)```", PAGE, re.DOTALL)[0]
GRAMMAR = re.findall(r"```ebnf\n(.*?)```", PAGE, re.DOTALL)[0]
SAID = [said for row in re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE) for said in re.findall(r"`(.*?)`", row)]


def test_the_example_holds_by_the_rules_with_every_card() -> None:
    reading = read_notation(EXAMPLE)
    found = {check.name: check.found for check in reading.report.checks}
    assert (found["cards"], found["rules"]) == ("holds", "holds")
    assert reading.names == ("Ann", "Ben", None)
    assert write_notation(reading.recording, reading.names) == EXAMPLE.replace(" {six cards for C}", "")


@pytest.mark.parametrize("said", SAID)
def test_everything_in_the_table_can_be_read(said: str) -> None:
    table = "Kartfold notation 1 A: player B: player C: player D: player"
    (hand,) = parse(f"{table} Hand 1: dealer D, start r5 1. {said} *").hands
    assert len(hand.acts) == said.count(",") + 1


def test_everything_that_the_writer_says_is_a_word_of_the_grammar() -> None:
    words = set(re.findall(r'"([A-Za-z_]+)"', GRAMMAR))
    options = {"hands", "target_score", "ties", "two_player_reverse", "illegal_wild_draw_four", "last_card_effects"}
    values = {"missed_decisions", "play_on", "turn", "reject"}
    for seed in range(12):
        text = re.sub(
            r'"[^"]*"|Game: \S+|Rules: \S+|Date: \S+', "", write_notation(Recording(random_match(seed).lines))
        )
        said = {word for word in re.findall(r"[A-Za-z_]{2,}", text) if not is_card(word)}
        assert said - {"Game", "Rules", "Date"} <= words | options | values


def test_the_limits_are_those_of_the_program() -> None:
    for limit in (MAX_TEXT, MAX_MOVES, MAX_MOVES_A_HAND, LONGEST_TEXT):
        assert f" {limit:,} " in PAGE.replace("\n", " ")
