"""A dealer for a hand whose seed is not published: it supposes just enough cards for one request.

What hidden cards decide is taken from the record itself: that the card played was in the hand, whether a drawn card
could be played, whether a Wild Draw Four was lawful, which colour was held most. All the rest of the request then
follows by the rules from what everybody knows, and is compared. The cards supposed for one request need not agree
with those of another: that is checked when the seed is there.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from app.rules.cards import CODES, FITTING
from app.rules.dealer import NO_HASH, Dealer, DealerByHand, Pile
from app.rules.events import (
    CardPlayed,
    CardsDrawn,
    CardTurned,
    ColorChosen,
    DrawFourChallenged,
    Event,
    HandStarted,
    PileShuffled,
    TurnPassed,
)
from app.rules.state import State

COUNTS_FOR_NOTHING = "W4"
"""In a hand it is not of the colour in force (R19), and in the draw pile nobody looks at it."""
FITS_ALWAYS = "WB"
STARTS_A_HAND = "r0"


class SupposedDealer(Dealer):
    """Cards for the request `events` made in `state`, in hand `hand`."""

    def __init__(self, state: State, hand: int, events: Sequence[Event]) -> None:
        super().__init__()
        self._known: dict[int, str] = {}
        self._roots: dict[int, str] = {}
        self._filler = COUNTS_FOR_NOTHING
        if hand == state.hand:
            self._suppose(state, events)
        else:
            events = _since(events, hand)
            self._filler = STARTS_A_HAND
        self._read(events)

    def cards(self, hand: int, piles: tuple[Pile, ...]) -> Sequence[str]:
        """As Dealer: what the record says or implies, and fillers."""
        return [self._known.get(slot, self._filler) for slot in range(sum(len(pile.cards) for pile in piles))]

    def root(self, hand: int, piles: tuple[Pile, ...]) -> str:
        """The root that the record says: without a seed nothing can be held against it."""
        return self._roots.get(len(piles) - 1, NO_HASH)

    def _read(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, CardTurned):
                self._known[event.slot] = event.card
            elif isinstance(event, HandStarted):
                self._roots[0] = event.root
            elif isinstance(event, PileShuffled):
                self._roots[event.pile] = event.root

    def _suppose(self, state: State, events: Sequence[Event]) -> None:
        for taken, played in zip(state.taken, state.played, strict=True):
            self._known.update(zip(taken, played, strict=False))
        passed = any(isinstance(event, TurnPassed) for event in events)
        for event in events:
            if isinstance(event, CardPlayed):
                self._hold(state, event.seat, event.card)
            elif isinstance(event, DrawFourChallenged) and not event.lawful:
                self._hold(state, event.against, FITS_ALWAYS)
            elif isinstance(event, ColorChosen):
                for slot in left_to(state, event.seat):
                    self._known[slot] = f"{event.color}1"
            elif isinstance(event, CardsDrawn) and event.reason == "turn":
                self._known[event.slots[0]] = not_fitting(state) if passed else FITS_ALWAYS

    def _hold(self, state: State, seat: int, card: str) -> None:
        """`seat` holds `card`: the card just drawn, if there is one, else the first that it has left."""
        left = left_to(state, seat)
        if state.drawn is not None and state.turn == seat:
            self._known[state.drawn] = card
        elif left:
            self._known[left[0]] = card


def _since(events: Sequence[Event], hand: int) -> Sequence[Event]:
    """The events of a request from the start of `hand` on."""
    starts = [at for at, event in enumerate(events) if isinstance(event, HandStarted) and event.hand == hand]
    return events[starts[0] :] if starts else ()


def left_to(state: State, seat: int) -> tuple[int, ...]:
    """The slots that `seat` has left, if what it played came from those it took first."""
    return state.taken[seat][len(state.played[seat]) :] if 0 <= seat < state.seats else ()


def not_fitting(state: State) -> str:
    """A card that cannot be played now."""
    return next(card for card in CODES if card not in FITTING[state.top or "", state.color])


def record_dealer(seeds: Mapping[int, str], revealed: Dealer, state: State, events: Sequence[Event]) -> Dealer:
    """The dealer of a record that is checked: published seeds where there are any, else suppositions for the request
    `events` made in `state`."""

    @cache
    def of(hand: int) -> Dealer:
        return revealed if hand in seeds else SupposedDealer(state, hand, events)

    return DealerByHand(of)
