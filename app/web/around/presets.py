"""Ways to play that many tables choose: each fills in the form of a new table, and everything stays open to change."""

from collections.abc import Mapping
from typing import NamedTuple

from app.web.language import _, later


class Preset(NamedTuple):
    """A way to play: what it is called, what is said of it, and what it fills in."""

    name: str
    said: str
    filled: Mapping[str, str]


HURRIED = {"quiet_hours": "", "vacations": "", "pauses": ""}
"""In an evening nobody stops the clock."""

PRESETS: dict[str, Preset] = {
    "quick": Preset(
        later("Quick"),
        later("One hand against whoever comes. Ten minutes if everybody is there."),
        {"seats": "3", "clock": "decision", "decision": "120000", **HURRIED},
    ),
    "classic": Preset(
        later("Classic"),
        later("Hand after hand until somebody has 500 points. A day for each decision."),
        {"seats": "4", "length": "points", "points": "500", "clock": "decision", "decision": "86400000"},
    ),
    "family": Preset(
        later("Family"),
        later("Gentle: no bluffing with Wild Draw Four, the last card has no effect, and nobody is hurried."),
        {
            "seats": "4",
            "hands": "3",
            "illegal_wild_draw_four": "reject",
            "last_card_effects": "off",
            "missed_decisions": "10",
            "clock": "none",
            "listed": "link",
            "spectators": "link",
        },
    ),
    "race": Preset(
        later("Race night"),
        later("Five hands in one evening for a full table, with a bank of time that everybody spends as they like."),
        {
            "seats": "6",
            "hands": "5",
            "ties": "play_on",
            "clock": "bank",
            "bank": "300000",
            "more": "15000",
            "most": "600000",
            **HURRIED,
            "pauses": "1",
            "takeover": "racer",
        },
    ),
}
"""The ways to play, in the order in which they are shown."""


def filled(name: str | None) -> Mapping[str, str]:
    """What a way to play fills in; nothing for one that does not exist."""
    return PRESETS[name].filled if name in PRESETS else {}


def told() -> list[tuple[str, str, str]]:
    """The ways to play for readers: each with its word in addresses, its name, and what is said of it."""
    return [(word, _(preset.name), _(preset.said)) for word, preset in PRESETS.items()]
