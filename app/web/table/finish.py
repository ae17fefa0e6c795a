"""How a hand or a match ended: who came in where, and what was left in each hand."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from app.rules.cards import POINTS, sort_cards


class Left(NamedTuple):
    """What a seat had left when a hand ended: its cards, each with what it is worth to the winner (None: nobody won,
    nothing is scored), their sum, and the score after the hand."""

    seat: int
    cards: list[tuple[str, int | None]]
    points: int | None
    score: int
    won: bool


def last_hand(view: Mapping[str, Any]) -> list[Left]:
    """What was left in each hand of the last one that ended, the winner's first; nothing before the first end."""
    last = view["last_hand"]
    if last is None or last["hands"] is None:
        return []
    seats = [one["seat"] for one in view["seats"] if one["player"] is not None or one["bot"] is not None]
    return sorted((_left(last, seat) for seat in seats), key=lambda left: (not left.won, left.seat))


def _left(last: Mapping[str, Any], seat: int) -> Left:
    counts = last["winner"] is not None
    cards = [(card, POINTS[card] if counts else None) for card in sort_cards(last["hands"][seat])]
    points = sum(worth or 0 for _, worth in cards) if counts else None
    return Left(seat, cards, points, last["scores"][seat], seat == last["winner"])


def podium(view: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Place and seat of everybody who has one, the best first; nothing before the end, or if there are no places."""
    places = enumerate(view["places"] or ())
    return sorted((place, seat) for seat, place in places if place is not None)
