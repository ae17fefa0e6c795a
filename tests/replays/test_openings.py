"""Openings: each shows its card, and nothing else does."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.deal import BadOpening, SeededDealer, check_opening
from tests.replays.vectors import BOUND, DEAL, ENTROPY, LAST_SEED, PATH_0, PATH_100, ROOT, ROOT_HAND_2, SALT_0, WHOLE


@pytest.fixture
def dealer() -> SeededDealer:
    return SeededDealer(DEAL, LAST_SEED, ENTROPY, last=3)


CHANGES: dict[str, tuple[Any, ...]] = {
    "hand": (2, 0, None, True, "1", 1.0),
    "pile": (1, -1, None, False, "0"),
    "slot": (1, 111, 112, -1, None, "0", False, 2**70),
    "card": ("y7", "Y6", "", None, 6, ["y6"], "y6 ", "\ud800", "e\u0301"),
    "salt": (SALT_0.upper(), "0" * 64, SALT_0[:-1], SALT_0 + "0", "", None, "\u0661" * 64, "\ud800" * 64),
    "path": (
        [],
        PATH_0[:-1],
        PATH_0[::-1],
        [*PATH_0, ROOT],
        PATH_100,
        [PATH_0[0].upper(), *PATH_0[1:]],
        [None, *PATH_0[1:]],
        [PATH_0[0] + "0", *PATH_0[1:]],
        tuple(PATH_0),
        None,
        "".join(PATH_0),
        {},
        ["0" * 64] * 10_000,
    ),
}


@pytest.mark.parametrize("field", CHANGES)
def test_an_opening_changed_anywhere_shows_nothing(dealer: SeededDealer, field: str) -> None:
    opening: dict[str, Any] = {**dealer.opening(1, WHOLE, 0)}
    check_opening(DEAL, BOUND, opening)
    for wrong in CHANGES[field]:
        with pytest.raises(BadOpening):
            check_opening(DEAL, BOUND, opening | {field: wrong})
    with pytest.raises(BadOpening, match="has hand"):
        check_opening(DEAL, BOUND, {name: value for name, value in opening.items() if name != field})


@given(slot=st.integers(0, 111), data=st.data())
def test_any_digit_of_an_opening_counts(slot: int, data: st.DataObject) -> None:
    opening: dict[str, Any] = {**SeededDealer(DEAL, LAST_SEED, ENTROPY, last=3).opening(1, WHOLE, slot)}
    check_opening(DEAL, BOUND, opening)
    changed = copy.deepcopy(opening)
    step = data.draw(st.integers(-1, len(opening["path"]) - 1))
    at = data.draw(st.integers(0, 63))
    text = opening["salt"] if step < 0 else opening["path"][step]
    digit = data.draw(st.sampled_from([d for d in "0123456789abcdef" if d != text[at]]))
    text = text[:at] + digit + text[at + 1 :]
    if step < 0:
        changed["salt"] = text
    else:
        changed["path"][step] = text
    with pytest.raises(BadOpening):
        check_opening(DEAL, BOUND, changed)


def test_an_opening_shows_nothing_of_another_deal_or_pile(dealer: SeededDealer) -> None:
    opening: dict[str, Any] = {**dealer.opening(1, WHOLE, 5)}
    with pytest.raises(BadOpening):
        check_opening(DEAL.replace("7", "8"), BOUND, opening)
    for other in (
        BOUND._replace(hand=2),
        BOUND._replace(pile=1),
        BOUND._replace(first=1),
        BOUND._replace(cards=3),
        BOUND._replace(root=ROOT_HAND_2),
    ):
        with pytest.raises(BadOpening):
            check_opening(DEAL, other, opening)
    with pytest.raises(BadOpening, match="has hand"):
        check_opening(DEAL, BOUND, opening | {"note": 1})
