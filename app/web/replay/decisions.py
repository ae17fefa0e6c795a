"""What an analysis found, for readers: the decision at a position with its ways, and what each decision gave away."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from babel import numbers

from app.web.language import _, current, locale
from replays.show.languages import card_name, color_name
from replays.show.words import isolated

Data = Mapping[str, Any]

SURE = 2
"""A loss is told from chance when it is so many times its error."""


class Way(NamedTuple):
    """A way to decide: its words, the chance to win the hand with it and how far that may be off, what it was."""

    said: str
    chance: str
    error: str
    share: float
    chosen: bool
    best: bool


class Decision(NamedTuple):
    """A decision: the event that it made, whose it was, its ways with the best one first, what it gave away if that is
    more than chance."""

    seq: int
    name: str
    ways: Sequence[Way]
    loss: str | None
    missed: bool


def decision_at(decisions: Sequence[Data], seq: int, names: Sequence[str]) -> Decision | None:
    """The decision whose events the event `seq` is one of."""
    found = next((one for one in decisions if one["seq"] <= seq <= one["until"]), None)
    if found is None:
        return None
    ways = [_way(found, place, way, names) for place, way in enumerate(found["alternatives"])]
    best_first = sorted(ways, key=lambda way: (not way.best, -way.share))
    return Decision(found["seq"], names[found["seat"]], best_first, _loss(found), found["missed"])


def losses(decisions: Sequence[Data]) -> dict[int, str]:
    """What decisions gave away, by their event: those of which that is more than chance."""
    told = ((one["seq"], _loss(one)) for one in decisions)
    return {seq: loss for seq, loss in told if loss is not None}


def percent(share: float) -> str:
    """A share as this language writes it."""
    return str(numbers.format_percent(share, locale=locale()))


def deed(move: Data, names: Sequence[str]) -> str:
    """A move in a few words."""
    kind = move["type"]
    if kind == "play":
        card = card_name(move["card"], current())
        color = move.get("color")
        return card if color is None else _("%(card)s, %(color)s", card=card, color=color_name(color, current()))
    if kind == "choose_color":
        return color_name(move["color"], current())
    if kind == "choose_target":
        return _("aim at %(name)s", name=isolated(names[move["target"]]))
    plain = {
        "draw": _("draw a card"),
        "pass": _("keep the drawn card"),
        "accept": _("accept"),
        "challenge": _("challenge"),
    }
    return plain.get(kind, str(kind))


def _way(decision: Data, place: int, way: Data, names: Sequence[str]) -> Way:
    return Way(
        deed(way["move"], names),
        percent(way["chance"]),
        percent(way["error"]),
        way["chance"],
        place == decision["chosen"],
        place == decision["best"],
    )


def _loss(decision: Data) -> str | None:
    return percent(decision["loss"]) if decision["loss"] > SURE * decision["loss_error"] else None
