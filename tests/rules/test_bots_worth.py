"""What a position is worth to the racer: more is better where a player would say so."""

from collections.abc import Sequence

import pytest

from app.rules.bots.worth import Held, chance_to_win

FEW, SOME, MANY = "r1 b2", "r1 b2 g3 y4", "r1 b2 g3 y4 y5 g6 b7"


def chance(hand: str, rivals: Sequence[int], turn: bool = False) -> float:
    """The chance with `hand` on a red five."""
    return chance_to_win(Held(hand.split()), "r5", "r", rivals, turn)


@pytest.mark.parametrize("rivals", [[5], [5, 5, 5], [5] * 9])
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (FEW, SOME),
        (SOME, MANY),
        ("r1", "b1"),
        ("W4", "b1"),
        ("WB", "b1"),
        ("r1 b2", "g1 b2"),
        ("W4 b2", "b1 b2"),
        ("rS b2 g3", "r1 b2 g3"),
        ("rD b2 g3", "r1 b2 g3"),
        ("W4 b2 g3 g4", "b1 b2 g3 g4"),
    ],
)
def test_fewer_and_better_cards_are_worth_more(better, worse, rivals):
    assert chance(better, rivals) > chance(worse, rivals)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ([2], [1]),
        ([3], [2]),
        ([4], [3]),
        ([7], [4]),
        ([5, 2, 5], [5, 1, 5]),
        ([5, 4, 5], [5, 2, 5]),
        ([5, 3, 4], [5, 2, 5]),
        ([5, 1, 5], [1, 5, 5]),
        ([6, 6, 6], [4, 6, 6]),
    ],
)
def test_rivals_with_more_cards_are_less_of_a_danger(better, worse):
    for hand in FEW, SOME, MANY:
        assert chance(hand, better) > chance(hand, worse)


@pytest.mark.parametrize("rivals", [[5], [5, 5, 5]])
@pytest.mark.parametrize("hand", ["r1", "W4", "r1 b2", "r1 b2 g3"])
def test_another_turn_is_worth_something_with_a_card_to_play(hand, rivals):
    assert chance(hand, rivals, turn=True) > chance(hand, rivals)


@pytest.mark.parametrize("hand", [FEW, SOME, MANY])
def test_it_is_a_chance(hand):
    for rivals in [1], [112], [1] * 9, [112] * 9:
        assert 0 < chance(hand, rivals) < 1
    unknown = chance_to_win(Held(hand.split(), 1), "r5", "r", [5])
    assert unknown < chance(hand, [5])
