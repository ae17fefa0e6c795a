"""A second opinion on where every card is, kept from the events alone and by other means than the state's."""

from app.rules.cards import DECK, POINTS
from app.rules.dealer import Dealer
from app.rules.events import (
    CardPlayed,
    CardsDrawn,
    CardTurned,
    Event,
    HandEnded,
    HandStarted,
    PileShuffled,
)
from app.rules.legal import hand
from app.rules.state import State


class Ledger:
    """Where each slot of the hand is: in the draw pile, in a hand, in the discard pile, or retired by a reshuffle."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.known: list[str] = []
        self.pile: list[int] = []
        self.hands: dict[int, list[int]] = {}
        self.discard: list[int] = []
        self.retired: set[int] = set()

    def record(self, event: Event, after: State) -> None:
        """Moves cards as `event` says; `after` is the state behind it."""
        match event:
            case HandStarted(_, dealer, count, _):
                self._deal(after, dealer, count)
            case CardTurned(slot, card):
                assert self.pile.pop(0) == slot
                assert self.known[slot] == card
                self.discard.append(slot)
            case CardPlayed(seat, card):
                slot = next(slot for slot in self.hands[seat] if self.known[slot] == card)
                self.hands[seat].remove(slot)
                self.discard.append(slot)
            case CardsDrawn(seat, slots):
                assert tuple(self.pile[: len(slots)]) == slots
                assert len(slots) > 0
                del self.pile[: len(slots)]
                self.hands[seat].extend(slots)
            case PileShuffled():
                self._shuffle(event, after)
            case HandEnded(_, winner, points):
                assert points == self._points(winner)

    def _deal(self, after: State, dealer: int, count: int) -> None:
        assert count == len(DECK) == 112
        self.known = list(self.dealer.cards(after.hand, after.piles))
        self.pile = list(range(count))
        self.discard, self.retired = [], set()
        players = [seat for seat in range(after.seats) if after.active[seat]]
        self.hands = {seat: [] for seat in range(after.seats)}
        left_of_dealer = [seat for seat in players if seat > dealer] + [seat for seat in players if seat <= dealer]
        for _ in range(7):
            for seat in left_of_dealer:
                self.hands[seat].append(self.pile.pop(0))

    def _shuffle(self, event: PileShuffled, after: State) -> None:
        under, self.discard = self.discard[:-1], self.discard[-1:]
        fresh = list(range(event.first, event.first + event.cards))
        assert event.first == len(self.known)
        assert event.pile == len(after.piles) - 1
        self.known = list(self.dealer.cards(after.hand, after.piles))
        assert sorted(self.known[slot] for slot in under) == sorted(self.known[slot] for slot in fresh)
        self.retired.update(under)
        self.pile.extend(fresh)

    def _points(self, winner: int | None) -> int:
        if winner is None:
            return 0
        assert self.hands[winner] == []
        return sum(POINTS[self.known[slot]] for held in self.hands.values() for slot in held)

    def check(self, state: State) -> None:
        """112 cards, each live slot in one place and retired ones in none, and the state says the same."""
        places = [*self.pile, *self.discard, *(slot for held in self.hands.values() for slot in held)]
        assert len(places) == len(set(places)) == 112
        assert set(places).isdisjoint(self.retired)
        assert len(places) + len(self.retired) == len(self.known) == state.end
        assert sorted(self.known[slot] for slot in places) == sorted(DECK)
        assert self.pile == list(range(state.next, state.end))
        assert tuple(self.known[slot] for slot in self.discard) == state.discard
        assert state.top == state.discard[-1]
        for seat, held in self.hands.items():
            assert len(held) == state.counts[seat]
            codes = sorted(self.known[slot] for slot in held)
            assert codes == sorted(hand(state, seat, self.dealer))
