"""What a position is worth: the racer's chance to win the hand, guessed from the little that it can see.

The guess is a sum of weighted signs put through a logistic curve. The weights were fitted to the outcomes of some
hundred thousand positions from hands that racers played against each other and against the simpler bots, and then
played with, and fitted again.
"""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from app.rules.cards import CODES, DRAW_TWO, FITTING, REVERSE, SKIP, WILD_DRAW_FOUR, WILD_ITEM_BOX, WILDS


class Weights(NamedTuple):
    """What each sign adds to the chance, on the logistic scale."""

    start: float
    card: float  # for each card in the hand
    one: float  # the hand is one card
    two: float  # … two cards
    three: float
    skip: float  # for each Skip and Reverse
    draw_two: float
    draw_four: float  # a Wild Draw Four is kept
    item_box: float  # a Wild Item Box is kept
    colors: float  # for each colour held
    one_fits: float  # the last card fits what lies there now
    one_wild: float  # the last card is wild
    two_fit: float  # one of the last two fits
    two_wild: float
    turn: float  # the turn is the racer's again
    turn_fits: float  # … and a card fits
    turn_one_fits: float  # … which is the last one
    turn_one_wild: float
    next: float  # for each card of the next rival
    next_one: float  # the next rival has one card
    next_two: float
    next_three: float
    near_one: float  # some rival has one card
    near_two: float
    rivals: float  # for each card that a rival has on average


DUEL = Weights(
    start=0.17,
    card=-0.12,
    one=0.16,
    two=-0.01,
    three=0.1,
    skip=0.16,
    draw_two=0.36,
    draw_four=0.69,
    item_box=0.29,
    colors=-0.15,
    one_fits=0.79,
    one_wild=1.33,
    two_fit=0.37,
    two_wild=0.57,
    turn=-0.02,
    turn_fits=0.25,
    turn_one_fits=2.24,
    turn_one_wild=1.42,
    next=0.08,
    next_one=-0.68,
    next_two=-0.23,
    next_three=-0.1,
    near_one=0.0,
    near_two=0.0,
    rivals=0.0,
)
"""Two players."""
CROWD = Weights(
    start=-1.08,
    card=-0.24,
    one=0.47,
    two=0.17,
    three=0.16,
    skip=0.05,
    draw_two=0.19,
    draw_four=0.6,
    item_box=0.45,
    colors=0.02,
    one_fits=0.52,
    one_wild=1.04,
    two_fit=0.27,
    two_wild=0.56,
    turn=-0.07,
    turn_fits=0.36,
    turn_one_fits=2.83,
    turn_one_wild=1.83,
    next=-0.02,
    next_one=-0.19,
    next_two=-0.12,
    next_three=-0.09,
    near_one=-0.5,
    near_two=-0.17,
    rivals=0.15,
)
"""Three players or more."""

_MANY = 15
"""More cards of a rival are not worth more."""


class Held:
    """A hand, some cards of it perhaps unknown as yet, with all that can be said without looking at the table."""

    __slots__ = ("cards", "colored", "colors", "count", "wild")

    def __init__(self, cards: Sequence[str], unknown: int = 0) -> None:
        self.cards = cards
        self.count = len(cards) + unknown
        self.colored = [card for card in cards if card not in WILDS]
        self.colors = len({card[0] for card in self.colored})
        self.wild = len(self.colored) < len(cards)

    def worth(self, weights: Weights) -> float:
        """The signs of the hand alone."""
        w, cards = weights, self.cards
        worth = w.start + w.card * self.count + w.colors * self.colors + sum(map(_EXTRA[w].__getitem__, self.colored))
        if self.wild:
            worth += w.draw_four * (WILD_DRAW_FOUR in cards) + w.item_box * (WILD_ITEM_BOX in cards)
        if self.count == 1:
            worth += w.one + w.one_wild * self.wild
        elif self.count == 2:
            worth += w.two + w.two_wild * self.wild
        elif self.count == 3:
            worth += w.three
        return worth

    def fit(self, weights: Weights, top: str, color: str | None, turn: bool) -> float:
        """The signs of the hand beside the top card and the colour in force, `turn` if the next turn is its own."""
        w, worth = weights, 0.0
        fits = not FITTING[top, color].isdisjoint(self.colored)
        if self.count == 1:
            worth = w.one_fits * fits
        elif self.count == 2:
            worth = w.two_fit * fits
        if turn:
            worth += w.turn + w.turn_fits * fits
            if self.count == 1:
                worth += w.turn_one_fits * fits + w.turn_one_wild * self.wild
        return worth


def danger(weights: Weights, rivals: Sequence[int]) -> float:
    """The signs of the rivals, by how many cards each has, in turn order."""
    w, following = weights, min(rivals[0], _MANY)
    worth = w.next * following
    if following <= 3:
        worth += (w.next_one, w.next_one, w.next_two, w.next_three)[following]
    if len(rivals) > 1:
        nearest = min(rivals)
        if nearest <= 2:
            worth += w.near_two if nearest == 2 else w.near_one
        worth += w.rivals * min(sum(rivals) / len(rivals), _MANY)
    return worth


def chance_to_win(held: Held, top: str, color: str | None, rivals: Sequence[int], turn: bool = False) -> float:
    """The chance, 0 to 1, to win the hand with `held`, while the rivals, from the next on, have so many cards each.

    `top` and `color` are what has to be matched; `turn` says that the turn is the racer's own, not the next rival's.
    """
    w = DUEL if len(rivals) == 1 else CROWD
    return 1 / (1 + exp(-held.worth(w) - held.fit(w, top, color, turn) - danger(w, rivals)))


def _extra(weights: Weights) -> dict[str, float]:
    by_symbol = {SKIP: weights.skip, REVERSE: weights.skip, DRAW_TWO: weights.draw_two}
    return {card: by_symbol.get(card[1], 0.0) for card in CODES}


_EXTRA = {weights: _extra(weights) for weights in (DUEL, CROWD)}
