"""What is no notation is refused with line, column, and what was expected there, however hostile it is."""

import time

import pytest

from app.rules.cards import DECK
from replays.notation import MAX_TEXT, BadNotation, read_notation

HEADER = 'Kartfold notation 1\nA: player "Ann"\nB: bot "racer"\nC: empty\n'
DEAL = HEADER + "Hand 1: dealer B, start r5\n"
DECK_LINE = "Deck: " + " ".join(DECK)


def refused(text: str) -> BadNotation:
    with pytest.raises(BadNotation) as caught:
        read_notation(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "expected 'Kartfold', the text ends"),
        ('{"actor":"player:0"}', 1, 21, "expected 'Kartfold', the text ends"),
        ("Kartfold notation 2", 1, 19, "expected '1', found '2'"),
        ("Kartfold notation 1\n*", 2, 1, "expected a line for each seat, two or more, as A: player, found '*'"),
        ("Kartfold notation 1\nA: player\n*", 3, 1, "expected a line for each seat"),
        ("Kartfold notation 1\nA: player\nC: player", 3, 1, "expected the seats in order, B next, found 'C'"),
        ("Kartfold notation 1\nSeated: A", 2, 9, "expected the lines of the seats before anything that names one"),
        (HEADER.replace("empty", "nobody"), 4, 4, "expected player, bot or empty, found 'nobody'"),
        (HEADER.replace('bot "racer"', "bot racer"), 3, 8, "expected the name of the bot in quotation marks"),
        (HEADER.replace('"Ann"', '"Ann'), 2, 11, 'expected another " in this line'),
        (HEADER.replace("Ann", "\\x"), 2, 11, "expected a name of 100 characters at most, with no escapes but"),
        (HEADER.replace("Ann", "\\ud800"), 2, 11, "expected a name of 100 characters"),
        (HEADER.replace("Ann", "\\U00110000"), 2, 11, "expected a name of 100 characters"),
        (HEADER.replace("Ann", "a" * 101), 2, 11, "expected a name of 100 characters"),
        (HEADER + "Game: a\nGame: b\n*", 6, 1, "Game is given twice"),
        (HEADER + "Rules: umk/9\n*", 5, 8, "expected known rules (umk/1), found 'umk/9'"),
        (HEADER + "Date: 2026-13-01T00:00:00Z\n*", 5, 7, "expected a date as 2026-01-31T20:15:00Z"),
        (HEADER + "Date: 1969-12-31T23:59:59Z\n*", 5, 7, "expected a date"),
        (HEADER + "Seated: A, C\n*", 5, 9, "those who sit in the end are not those of the lines of the seats"),
        (HEADER + "Seated: A, D\n*", 5, 12, "expected a seat (A to C), found 'D'"),
        (HEADER + "Options: speed 3\n*", 5, 10, "speed: there is no such option"),
        (HEADER + "Options: hands 0\n*", 5, 10, "hands: a whole number from 1 to 255 is needed"),
        (HEADER + "Options: hands 1, hands 2\n*", 5, 19, "hands is given twice"),
        (HEADER + "Options: last_card_effects 1\n*", 5, 10, "last_card_effects: one of True, False is needed"),
        (HEADER + "Clock: sand 3s\n*", 5, 8, "expected decision or bank, found 'sand'"),
        (HEADER + "Clock: decision 99999d\n*", 5, 17, "expected a time as 1d12h, 5m or 2.5s, found '99999d'"),
        (HEADER + "Clock: decision 15d\n*", 5, 8, "clock.ms: a whole number from 1 to 1,209,600,000 is needed"),
        (HEADER + "Clock: bank 3s\n*", 6, 1, "expected ',', found '*'"),
        (HEADER + "Result: maybe\n*", 5, 9, "expected *, cancelled, void or the seats that came first (A to C)"),
        (HEADER + "Result: A\n*", 5, 9, "the match ends otherwise: *"),
        (HEADER + "Colour: red\n*", 5, 1, "expected a hand, Cancelled or *, found 'Colour'"),
        (HEADER, 5, 1, "expected a hand, Cancelled or *, the text ends"),
        (HEADER + "Cancelled: why", 5, 12, "expected a reason in quotation marks, found 'why'"),
        (HEADER + "* *", 5, 3, "expected the end of the text, found '*'"),
        (HEADER + "Hand 2: dealer B, start r5", 5, 6, "expected '1', found '2'"),
        (HEADER + "Hand 1: dealer D, start r5", 5, 16, "expected a seat (A to C), found 'D'"),
        (HEADER + "Hand 1: dealer B, start r55", 5, 25, "expected a card, found 'r55'"),
        (DEAL + "Deck: r5 r6\n*", 6, 1, "a deck has 112 cards, these are 2"),
        (DEAL + DECK_LINE.replace("r0", "r1") + "\n*", 6, 1, "a deck has 1 cards r0, here are 0"),
        (DEAL + DECK_LINE + " r0\n*", 6, 6 + len(DECK_LINE) - 4, "expected 112 cards at most, found 'r0'"),
        (DEAL + DECK_LINE + "\nReshuffle 2: r0\n*", 7, 11, "expected '1', found '2'"),
        (DEAL + "2. A r6\n*", 6, 1, "expected 1., found '2.'"),
        (DEAL + "1. A r6\n1. B r7\n*", 7, 1, "expected 2., found '1.'"),
        (DEAL + "1. r6\n*", 6, 4, "expected a seat (A to C), found 'r6'"),
        (DEAL + "1. A r6 | b6\n*", 6, 11, "expected a seat (A to C), found 'b6'"),
        (DEAL + "1. A sings\n*", 6, 6, "expected a card or what else a seat does, found 'sings'"),
        (DEAL + "1. A W4→x\n*", 6, 9, "expected a colour (r, y, g or b), found 'x'"),
        (DEAL + "1. A WB: x\n*", 6, 10, "expected the card turned up, found 'x'"),
        (DEAL + "1. A challenges: maybe\n*", 6, 18, "expected lawful or unlawful, found 'maybe'"),
        (DEAL + "1. A is tired\n*", 6, 9, "expected removed, or taken over by a bot, found 'tired'"),
        (DEAL + "1. table draws\n*", 6, 10, "expected pauses or resumes, found 'draws'"),
        (DEAL + "1. A r6 +soon\n*", 6, 10, "expected a time as 1d12h, 5m or 2.5s, found 'soon'"),
        (
            DEAL + "1. A r6 B r7\n*",
            6,
            9,
            "expected another move behind , or |, a lap by its number, the end of the hand",
        ),
        (DEAL + "1. A r6 | B r7", 6, 15, "expected another move behind , or |, a lap by its number"),
        (DEAL + "1. A r6 ä", 6, 9, "no place for '\\xe4' here"),
        (DEAL + "1. A r6 {B r7", 6, 9, "this comment does not end: expected } behind it"),
        (DEAL + "1. A r6\nHand 1 over: A loses", 7, 16, "expected 'wins', found 'loses'"),
        (DEAL + "1. A r6\nHand 1 over: A wins 07; A 7, B 0", 7, 21, "expected its points, found '07'"),
        (DEAL + "1. A r6\nHand 1 over: A wins 7; A 7", 7, 27, "expected ',', the text ends"),
        (DEAL + "Hand 1 over: nobody wins; A 0, B 0\n", 7, 1, "expected the next hand, the end of the match, or *"),
        (DEAL + "Hand 1 over: nobody wins; A 0, B 0\nMatch over: luck", 7, 13, "expected one of hands, target_score"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text, line, column, message):
    error = refused(text)
    assert (error.line, error.column) == (line, column), error
    assert error.message.startswith(message), error
    assert str(error) == f"line {line}, column {column}: {error.message}"


def _laps(count: int, turn: str) -> str:
    return "\n".join(f"{number}. {turn}" for number in range(1, count + 1))


MANY, OVER = _laps(4_600, "A draws"), "Hand {} over: nobody wins; A 0, B 0\n"


@pytest.mark.parametrize(
    "text",
    [
        HEADER + "*" + " " * MAX_TEXT,
        DEAL + _laps(5_001, 'table pauses 9s "x"') + "*",
        DEAL + "1. " + ", ".join(["A draws"] * 6_000) + "*",
        HEADER
        + "".join(f"Hand {hand}: dealer B, start r5\n{MANY}\n{OVER.format(hand)}" for hand in range(1, 12))
        + "*",
        HEADER + "Seated: " + "A, A left, " * 6_000 + "A, B *",
        DEAL + DECK_LINE + "".join(f" Reshuffle {number}: r5" for number in range(1, 7_000)) + "*",
        "{" * 1_000_000,
        HEADER + "{}" * 900_000,
        '"' * 1_000_000,
        f'Kartfold notation 1 A: player "{"a" * 1_900_000}',
        f'Kartfold notation 1 A: player "{chr(92) * 1_900_000}',
        f'Kartfold notation 1 A: player "{chr(92)}u0000{"a" * 1_900_000}"',
        HEADER + f"Options: hands {'9' * 1_900_000}",
        HEADER + f"Clock: decision {'9' * 1_900_000}s",
        "K" * 1_900_000,
        "1" + ":1" * 900_000,
        "-" * 1_900_000,
        "\n" * 1_900_000 + "x",
        "\0" * 1_900_000,
        "\ud800" * 1_900_000,
    ],
    ids=range(20),
)
def test_hostile_texts_get_a_short_refusal_soon(text):
    began = time.perf_counter()
    error = refused(text)
    assert any(word in error.message for word in ("too", "expect", "a whole number", "no place", "without")), error
    assert len(str(error)) < 300
    assert str(error).isascii()
    assert time.perf_counter() - began < 10  # each takes well under a second; what is quadratic would take hours


def test_what_forums_do_to_a_text_is_no_harm() -> None:
    header = HEADER + "Game: 7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37\nHand 1: dealer B, start r5\n"
    text = header + "1. A W4→b, B accepts | A b7\n*"
    lines = read_notation(text).recording.lines
    for changed in (
        text.replace("→", "->"),
        text.replace("→b, B", " -> b ,\nB"),
        text.replace(" ", "\u00a0").replace("\n", "\r\n\r\n"),
        "\ufeff{first}" + text.replace(", B", "{!} {a {nice move, 1. 2. “}, B").replace("*", "* {the end}"),
    ):
        assert read_notation(changed).recording.lines == lines
    assert read_notation(text.replace('"Ann"', "“Ann”")).names == ("Ann", None, None)
    refused(text.replace("→", "="))
