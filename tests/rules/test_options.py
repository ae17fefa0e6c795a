"""Options: stored complete, checked, and refused with the name of what is wrong."""

import dataclasses

import pytest

from app.rules.lifecycle import create
from app.rules.options import InvalidOption, Options
from app.rules.state import NO_CLOCK

DEFAULTS = {
    "hands": 1,
    "target_score": None,
    "ties": "share",
    "two_player_reverse": "skip",
    "illegal_wild_draw_four": "challenge",
    "last_card_effects": True,
    "missed_decisions": 3,
}


@pytest.mark.rule("R16", "R19", "R33", "R35", "R37", "R39")
def test_options_are_stored_complete_with_their_defaults():
    assert Options.parse({}).data() == DEFAULTS
    assert create(Options(), 2, "deal", "0" * 64, NO_CLOCK, 0).events[0].options == DEFAULTS


@pytest.mark.rule("R16", "R19", "R33", "R35", "R37", "R39")
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("hands", [1, 2, 255]),
        ("target_score", [None, 1, 100_000]),
        ("ties", ["share", "play_on"]),
        ("two_player_reverse", ["skip", "turn"]),
        ("illegal_wild_draw_four", ["challenge", "reject"]),
        ("last_card_effects", [True, False]),
        ("missed_decisions", [1, 100]),
    ],
)
def test_values_that_an_option_takes(name, values):
    for value in values:
        assert Options.parse({name: value}).data() == {**DEFAULTS, name: value}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("hands", 0),
        ("hands", 256),
        ("hands", "1"),
        ("hands", 1.0),
        ("hands", True),
        ("hands", None),
        ("target_score", 0),
        ("target_score", 100_001),
        ("target_score", False),
        ("target_score", "500"),
        ("ties", "split"),
        ("ties", None),
        ("ties", ["share"]),
        ("two_player_reverse", "both"),
        ("illegal_wild_draw_four", True),
        ("last_card_effects", 1),
        ("last_card_effects", 0),
        ("last_card_effects", "true"),
        ("missed_decisions", 0),
        ("missed_decisions", 101),
        ("stacking", True),
        ("Hands", 1),
        ("", 1),
    ],
)
def test_an_unknown_option_or_value_is_refused_with_its_name(name, value):
    with pytest.raises(InvalidOption) as refused:
        Options.parse({"hands": 2, name: value})
    assert refused.value.option == name
    assert str(refused.value) == f"{name}: {refused.value.message}"


def test_options_do_not_change():
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(Options(), "hands", 2)  # noqa: B010
