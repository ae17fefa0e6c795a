"""Openings: what proves to a viewer that the cards they see are those that were bound before the first turn."""

from collections.abc import Iterator

from app.rules.dealer import Dealer, Pile
from app.rules.legal import hand_slots, slots_as_they_were
from app.rules.state import State
from app.services.play.dealers import RealDealer
from app.services.play.positions import Positions
from app.services.play.sight import Seen
from app.services.play.views import hands_ended
from app.store import Store
from replays.deal import Opening
from replays.recording import Recording


class Openings:
    """The openings of the cards that a caller may see."""

    def __init__(self, store: Store, positions: Positions) -> None:
        self._store = store
        self._positions = positions

    def of(self, seen: Seen, hand: int | None = None) -> Iterator[Opening]:
        """Of every hand so far, or of one: all cards of a hand that is over; of the one that is on the turned ones, the
        caller's own, and those of a hand that a challenge showed them."""
        state = seen.position.state
        if not state.hand:
            return
        dealer, over = self._positions.dealer(seen.game, state), hands_ended(state)
        if over and (hand is None or hand <= over):
            yield from self._of_ended(seen, dealer, hand)
        if state.hand > over and hand in (None, state.hand):
            for slot in slots_seen(state, dealer, seen.seat):
                yield dealer.opening(state.hand, state.piles, slot)

    def _of_ended(self, seen: Seen, dealer: RealDealer, wanted: int | None) -> Iterator[Opening]:
        for hand, piles in self._ended(seen) if wanted is None else self._ended_hand(seen, wanted):
            last = piles[-1]
            for slot in range(last.first + len(last.cards)):
                yield dealer.opening(hand, piles, slot)

    def _ended_hand(self, seen: Seen, hand: int) -> Iterator[tuple[int, tuple[Pile, ...]]]:
        """One hand that is over: its end is a position as any other, and need not be folded up to from the start."""
        ended = self._store.events_of_kind(seen.game, "hand.ended")
        if 1 <= hand <= len(ended):
            last = self._positions.at(seen.game, ended[hand - 1].seq).state.last_hand
            assert last is not None
            yield last.hand, last.piles

    def _ended(self, seen: Seen) -> Iterator[tuple[int, tuple[Pile, ...]]]:
        """The hands that are over, each with its piles: these follow from the events alone."""
        lines = self._store.event_bytes(seen.game, -1, seen.position.head.version)
        return ((hand.number, hand.piles) for hand in Recording(lines).hands if hand.over)


def slots_seen(state: State, dealer: Dealer, seat: int | None) -> list[int]:
    """The slots of the hand that is on whose cards `seat` may see; a spectator's are the turned ones."""
    slots = set(state.turned)
    if seat is not None and state.taken:
        cards = dealer.cards(state.hand, state.piles)
        slots.update(slot for slot, _ in hand_slots(state.taken[seat], state.played[seat], cards))
        for shown in state.shown:
            if shown.to == seat:
                slots.update(slot for slot, _ in slots_as_they_were(state, shown, dealer))
    return sorted(slots)
