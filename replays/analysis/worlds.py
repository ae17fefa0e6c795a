"""Worlds: deals of the cards that a seat does not know, drawn evenly from all that agree with what it has seen.

Which deals agree is hard to count and easy to check. So many deals are put together side by side, step by step: each
card that another seat has played is laid into one of the slots that it held then, each slot of which something is known
gets a card that agrees with that, the rest is shuffled. Some come up more often in this way than they should; the
probability of every choice is known, though, and its inverse says how much a deal counts. Those that count for little,
or can go on no more, make room for copies of those that count for much (a particle filter), and so even long hands have
deals that agree with all of it.
"""

from collections.abc import Callable, Iterator, Sequence
from math import exp
from operator import methodcaller
from typing import NamedTuple

from app.rules.state import State
from replays.analysis.counted import Counted
from replays.analysis.dealing import CARDS, COUNTS, EVERYTHING, Chance, Deal, Frame, Impossible
from replays.analysis.history import Bound, Played, Took
from replays.analysis.knowledge import Knowledge, Showed

SPARE, MORE = 2, 6
"""So many deals are put together for each that is wanted; and if too little has come of them."""
LITTLE = 0.25
"""Of the worlds wanted, a part that is too little to be told by."""
ENDINGS = 8
"""How often, at most, what is left is dealt anew to each of them, until enough agree."""
HALF = 0.5
"""When deals tell no more than this part of them would, they are drawn anew."""


class Worlds(NamedTuple):
    """Worlds, each every card by slot, those of the draw pile included; one may be there more than once.

    `state` is the position to play them out from, `effective` says how many that were drawn evenly would tell as much,
    `agree` with what they agree.
    """

    state: State
    cards: Sequence[Sequence[str]]
    effective: float
    agree: int


def draw_worlds(knowledge: Knowledge, count: int, chance: Chance) -> Worlds:
    """`count` worlds. Where none is found that agrees with everything, it is tried with more deals, then with less.

    Raises ValueError for cards that cannot lie as they were seen.
    """
    for agree in (EVERYTHING, CARDS):
        frame = Frame(knowledge, agree)
        for spare in (SPARE, MORE):
            deals = _laid([Deal(frame, chance) for _ in range(spare * count)], frame, chance)
            worlds, weights = _finished(deals, count)
            effective = min(count, _effective(weights))
            if worlds and (spare == MORE or effective >= LITTLE * count):
                drawn = [worlds[place] for place in _places(weights, count, chance)]
                return Worlds(knowledge.state, drawn, effective, agree)
    bare = Counted(knowledge)
    return Worlds(bare.state, [bare.deal(chance) for _ in range(count)], count, COUNTS)


def _laid(deals: list[Deal], frame: Frame, chance: Chance) -> list[Deal]:
    """The deals with all that was played."""
    size = len(deals)
    for act, weighs in _acts(frame):
        deals = [deal for deal in deals if _done(act, deal)]
        if weighs:
            deals = _renewed(deals, size, chance)
    return deals


def _acts(frame: Frame) -> Iterator[tuple[Callable[[Deal], None], bool]]:
    """What the steps of the others do to a deal, and whether it may count more or less then. They go by time, all seats
    together: what was played before a reshuffle can only have come from the pile before it."""
    hands = {seat: _Hand(frame, seat) for seat in frame.seats}
    for seat, step in frame.steps:
        hand = hands[seat]
        if isinstance(step, Took):
            yield methodcaller("take", seat, step.slots), False
        elif isinstance(step, Played) and step.drawn is not None and step.drawn not in hand.locked:
            yield methodcaller("drop", seat, step.drawn), False
        elif isinstance(step, Played):
            yield (
                methodcaller("lay", seat, step.card, frame.odds(hand.bound), hand.locked, step.card in hand.seen),
                True,
            )
        elif isinstance(step, Showed):
            hand.shown.pop(0)
        elif isinstance(step, Bound) and step.lawful and hand.bound:
            yield methodcaller("bind", seat, hand.bound.pop(0)), True
    yield methodcaller("mend"), True


class _Hand:
    """What is known of a hand beforehand: the slots of each time that it will be `shown`, the cards `seen` there, and
    the colours of which it will have nothing."""

    def __init__(self, frame: Frame, seat: int) -> None:
        self.shown = [step.slots for step in frame.of(seat) if isinstance(step, Showed)]
        self.seen = {frame.known[slot] for slots in self.shown for slot in slots}
        self.bound = frame.bound(seat)

    @property
    def locked(self) -> frozenset[int]:
        """The slots that are still held when it is shown next."""
        return self.shown[0] if self.shown else frozenset()


def _done(act: Callable[[Deal], None], deal: Deal) -> bool:
    """Whether it could be done."""
    try:
        act(deal)
    except Impossible:
        return False
    return True


def _renewed(deals: list[Deal], size: int, chance: Chance) -> list[Deal]:
    """`size` deals drawn from these by how much they count, if they tell too little as they are; then all count
    alike."""
    weights = _weights(deals)
    if not deals or _effective(weights) >= HALF * size:
        return deals
    drawn: list[Deal] = []
    for place in _places(weights, size, chance):
        drawn.append(deals[place].copy())
        drawn[-1].weight = 0.0
    return drawn


def _finished(deals: Sequence[Deal], count: int) -> tuple[list[list[str]], list[float]]:
    """Whole worlds, and how much each counts: so many that they tell as much as `count`, if enough come of it."""
    worlds: list[list[str]] = []
    ended: list[Deal] = []
    for _ in range(ENDINGS):
        for deal in map(Deal.copy, deals):
            try:
                worlds.append(deal.finish())
            except Impossible:
                continue
            ended.append(deal)
        if ended and _effective(_weights(ended)) >= count:
            break
    return worlds, _weights(ended)


def _weights(deals: Sequence[Deal]) -> list[float]:
    """How much each counts; what all have in common does not matter."""
    most = max([deal.weight for deal in deals], default=0.0)
    return [exp(deal.weight - most) for deal in deals]


def _effective(weights: Sequence[float]) -> float:
    """How many of equal weight would tell as much."""
    return sum(weights) ** 2 / sum([weight * weight for weight in weights]) if weights else 0.0


def _places(weights: Sequence[float], count: int, chance: Chance) -> Iterator[int]:
    """`count` places among these by their weights, at even distances from a chance beginning."""
    pace = sum(weights) / count
    passed, aim, place = 0.0, chance() * pace, -1
    for _ in range(count):
        while passed <= aim and place < len(weights) - 1:
            place += 1
            passed += weights[place]
        yield place
        aim += pace
