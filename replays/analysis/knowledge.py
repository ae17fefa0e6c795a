"""What one seat knows of the cards of a hand: those that it has seen, and what it has seen others do.

The dealer is asked for the cards that the seat has seen, and for no other.
"""

from collections.abc import Mapping
from typing import NamedTuple

from app.rules.dealer import Dealer
from app.rules.legal import slots_as_they_were
from app.rules.state import State
from replays.analysis.history import Bound, History, Played
from replays.analysis.history import Step as SeenByAll


class Showed(NamedTuple):
    """The hand was shown to the seat whose knowledge this is: it was these slots, and no other."""

    slots: frozenset[int]


Step = SeenByAll | Showed


class Knowledge(NamedTuple):
    """What `seat` knows at `state`: `cards` by slot, and what it has seen the other seats do, step by step."""

    seat: int
    state: State
    cards: Mapping[int, str]
    steps: tuple[tuple[int, Step], ...]


def knowledge_of(history: History, state: State, seat: int, dealer: Dealer) -> Knowledge:
    """What `seat` knows at `state`, up to which `history` goes."""
    every = dealer.cards(state.hand, state.piles)
    cards = history.turned | {slot: every[slot] for slot in state.taken[seat]}
    for shown in state.shown:
        if shown.to == seat:
            cards |= slots_as_they_were(state, shown, dealer)
    steps = [(other, _seen_by(seat, step, state, dealer)) for other, step in history.steps if other != seat]
    cards |= {step.drawn: step.card for _, step in steps if isinstance(step, Played) and step.drawn is not None}
    return Knowledge(seat, state, dict(sorted(cards.items())), tuple(steps))


def _seen_by(seat: int, step: SeenByAll, state: State, dealer: Dealer) -> Step:
    """A challenge tells everybody how it went out; its challenger has seen the hand itself."""
    if isinstance(step, Bound) and step.shown is not None and step.shown.to == seat:
        return Showed(frozenset(slot for slot, _ in slots_as_they_were(state, step.shown, dealer)))
    return step
