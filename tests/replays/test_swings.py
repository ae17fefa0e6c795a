"""Swings: changes of the winner's chance that are large, and surely no chance of the playouts."""

from typing import Any

from replays.analysis.swings import LARGE, MOST, swings


def decision(seq: int, chance: float, error: float = 0.01, seat: int = 0) -> dict[str, Any]:
    """As much of a decision as swings look at."""
    return {"seq": seq, "until": seq + 1, "seat": seat, "winner": {"chance": chance, "error": error}}


def test_a_swing_lies_between_the_decision_that_made_it_and_the_next():
    found = swings([decision(10, 0.3), decision(12, 0.32), decision(14, 0.7, seat=2), decision(20, 0.72)])
    assert [(one["seq"], one["at"], one["to"], one["change"]) for one in found] == [
        (12, 11, 13, 0.38),
        (20, 19, 21, 0.28),
    ]
    assert found[0]["error"] == 0.0141
    assert (found[1]["before"], found[1]["after"]) == (0.72, 1.0)


def test_a_change_within_the_error_is_none_however_large_and_a_small_one_neither_however_sure():
    noisy = [decision(10, 0.3, 0.1), decision(12, 0.6, 0.1), decision(14, 0.95, 0.001)]
    assert [one["seq"] for one in swings(noisy)] == [12]
    sure = [decision(10, 0.9, 0.0001), decision(12, 0.9 + LARGE - 0.01, 0.0001)]
    assert swings(sure) == []


def test_the_largest_few_are_marked_in_order():
    steep = [decision(10 * n, 0.1 if n % 2 else 0.5 + n / 100) for n in range(1, 20)]
    found = swings(steep)
    assert len(found) == MOST
    assert [one["seq"] for one in found] == sorted(one["seq"] for one in found)
    assert min(abs(one["change"]) for one in found) > 0.5


def test_a_hand_that_nobody_won_or_that_was_not_played_has_none():
    assert swings([]) == []
    assert swings([decision(1, 0.1) | {"winner": None}, decision(3, 0.9) | {"winner": None}]) == []
