"""What cards and people are called: a name that a person chose cannot turn, break or fill what stands around it."""

import pytest

from app.rules.cards import CODES
from app.rules.state import Player
from replays.show.languages import card_name, item_name, listing, number_word, seat_names, when
from replays.show.words import LONGEST_NAME, bot_name, tidy

PERSON = Player("p", None, None)


def test_cards() -> None:
    said = {"g7": "green 7", "rS": "red Skip", "yR": "yellow Reverse", "bD": "blue Draw Two", "g0": "green 0"}
    assert {card: card_name(card) for card in said} == said
    assert (card_name("W4"), card_name("WB")) == ("Wild Draw Four", "Wild Item Box")
    assert len({card_name(card) for card in CODES}) == len(CODES)
    items = [item_name(card) for card in ("r1", "yS", "g2", "b3", "WB")]
    assert items == ["Mushroom", "Banana Peel", "Green Shell", "Lightning", "Bob-omb"]


def test_lists_and_numbers() -> None:
    assert [listing("ABC"[:count]) for count in (1, 2, 3)] == ["A", "A and B", "A, B and C"]
    assert [number_word(number) for number in (0, 1, 10, 11, 1234)] == ["no", "one", "ten", "11", "1,234"]
    assert (when(0, "%Y-%m-%d"), when(2**53 - 1, "%Y-%m-%d")) == ("1970-01-01", "the end of time")


def test_who_sits_where() -> None:
    racer = Player(None, "racer", None)
    assert seat_names([PERSON, racer, None, PERSON], ["Anna", None, "Nobody", None]) == (
        "Anna",
        "Racer",
        "Seat 2",
        "Seat 3",
    )
    assert seat_names([racer, PERSON, racer], [None, "Racer", None]) == (
        "Racer (seat 0)",
        "Racer (seat 1)",
        "Racer (seat 2)",
    )


def test_a_bot_goes_by_its_kind() -> None:
    assert [bot_name(kind) for kind in ("racer", "\u202efirst", "x" * 500)] == ["Racer", "First", "X" + "x" * 63]


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("\u202eAnna\u2066", "Anna"),
        ("An\x00na\n\u2028B", "An na B"),
        ("  Anna  ", "Anna"),
        ("\u200f\u061c", ""),
        ("\ud800Anna", "Anna"),
        ("فاطمة", "فاطمة"),
        (None, ""),
        ("x" * 500, "x" * LONGEST_NAME),
    ],
)
def test_names_are_tidied(given: str | None, shown: str) -> None:
    assert tidy(given) == shown
