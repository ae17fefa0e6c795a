"""The cards in the reader's hand: in which order, which of them can be played, and what the others lack."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import Response, request

from app.rules.cards import RANK, WILD_DRAW_FOUR
from app.web.language import _
from app.web.safety import keep_long

COOKIE = "kartfold_order"
ORDERS = ("color", "dealt")
"""The orders that a hand can be looked at in, the usual one first."""


class Held(NamedTuple):
    """A card of the hand; `playable` now, `drawn` in this turn, `place` in the hand from 1 on."""

    slot: int
    code: str
    place: int
    playable: bool
    drawn: bool


def held(view: Mapping[str, Any], order: str) -> list[Held]:
    """The hand of who looks at this view. Equal cards are all playable, but after drawing only the one drawn is."""
    you = view.get("you")
    if you is None:
        return []
    plays = {move["card"] for move in you["moves"] if move["type"] == "play"}
    drawn = you["drawn"] and you["drawn"]["slot"]
    hand = sorted(you["hand"], key=lambda card: (RANK[card["card"]], card["slot"])) if order == "color" else you["hand"]
    return [
        Held(
            card["slot"],
            card["card"],
            place,
            card["card"] in plays and drawn in (None, card["slot"]),
            drawn == card["slot"],
        )
        for place, card in enumerate(hand, 1)
    ]


def says_uno(view: Mapping[str, Any]) -> bool:
    """Whether UNO can be said with a card that is played now: it would leave one."""
    return any(move.get("uno") for move in view["you"]["moves"])


def wanting(view: Mapping[str, Any], hand: Sequence[Held]) -> str | None:
    """Why the cards that cannot be played cannot; None where all can, or there are none."""
    if view["phase"] not in _WHY or all(card.playable for card in hand):
        return None
    if view["turn"] != view["you"]["seat"]:
        return _("You play a card when it is your turn.")
    if view["phase"] == "turn" and any(card.code == WILD_DRAW_FOUR and not card.playable for card in hand):
        return _("You hold a card of the colour in force, so the Wild Draw Four may not be played here.")
    return _WHY[view["phase"]]()


_WHY = {
    "turn": lambda: _("The other cards have neither the colour in force nor the number or symbol on top."),
    "drawn": lambda: _("After drawing, only the card that you drew may be played."),
    "color": lambda: _("First choose the colour."),
    "target": lambda: _("First aim the Green Shell."),
    "challenge": lambda: _("First accept the Wild Draw Four, or challenge it."),
}


def order() -> str:
    """The order of this request: what its address asks for, else what this browser liked last."""
    given = request.args.get("order") or request.cookies.get(COOKIE)
    return given if given in ORDERS else ORDERS[0]


def keep_order(response: Response) -> None:
    """Lets this browser keep the order that the address asks for."""
    if request.args.get("order") in ORDERS and request.cookies.get(COOKIE) != order():
        keep_long(response, COOKIE, order())
