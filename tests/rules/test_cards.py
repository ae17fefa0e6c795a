"""The cards: the deck, its codes, the items they show, what they are worth."""

from collections import Counter

import pytest

from app.rules import cards
from app.rules.cards import DECK, POINTS


@pytest.mark.rule("R1")
def test_the_deck_has_112_cards():
    count = Counter(DECK)
    assert sum(count.values()) == 112
    for color in "rygb":
        assert count[f"{color}0"] == 1
        assert all(count[f"{color}{number}"] == 2 for number in range(1, 10))
        assert all(count[f"{color}{symbol}"] == 2 for symbol in "SRD")
    assert (count["W4"], count["WB"]) == (4, 8)
    assert len(count) == 54


@pytest.mark.rule("R1", "R2")
def test_deck_order_is_that_of_the_record():
    one_color = "0112233445566778899SSRRDD"
    in_order = [color + symbol for color in "rygb" for symbol in one_color] + ["W4"] * 4 + ["WB"] * 8
    assert list(DECK) == in_order
    assert cards.sort_cards(reversed(in_order)) == tuple(in_order)


@pytest.mark.rule("R2")
@pytest.mark.parametrize("code", ["r5", "yS", "gR", "bD", "b0", "W4", "WB"])
def test_codes_of_cards(code):
    assert cards.is_card(code)


@pytest.mark.rule("R2")
@pytest.mark.parametrize(
    "code", ["r10", "R5", "r", "", "5r", "rW", "x1", "W", "W5", "wb", "r5 ", " r5", 5, None, ["r5"]]
)
def test_what_is_no_code_of_a_card(code):
    assert not cards.is_card(code)


@pytest.mark.rule("R3")
def test_every_card_shows_an_item():
    item_of = {"r": "mushroom", "y": "banana_peel", "g": "green_shell", "b": "lightning", "W": "bob_omb"}
    assert {code: cards.item(code) for code in DECK} == {code: item_of[code[0]] for code in DECK}


@pytest.mark.rule("R36")
def test_points_of_every_card():
    for color in "rygb":
        assert [POINTS[f"{color}{number}"] for number in range(10)] == list(range(10))
        assert [POINTS[color + symbol] for symbol in "SRD"] == [20, 20, 20]
    assert (POINTS["W4"], POINTS["WB"]) == (50, 50)
