"""A request being decided: it emits events, folds each at once, and takes cards from the dealer."""

from collections.abc import Sequence
from typing import NamedTuple

from app.rules.cards import DECK, sort_cards
from app.rules.deadlines import due_in, settle
from app.rules.dealer import FULL_DECK, Dealer, Pile
from app.rules.events import CardsDrawn, CardTurned, Event, HandEnded, HandStarted, MatchEnded, PileShuffled
from app.rules.evolve import apply, clockwise
from app.rules.scoring import hand_points, match_end, places
from app.rules.state import State


class Decision(NamedTuple):
    """What a request does: its events, and the state that they lead to (the fold of exactly these events)."""

    events: tuple[Event, ...]
    state: State


class Request:
    """The events of one request so far, and the working copy onto which each was folded as it was emitted."""

    __slots__ = ("dealer", "draft", "due", "events")

    def __init__(self, state: State, dealer: Dealer) -> None:
        self.draft = state.thaw()
        self.due = due_in(state)
        self.dealer = dealer
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Adds an event and folds it."""
        self.events.append(event)
        apply(self.draft, event)

    def done(self, seat: int | None, t: int) -> Decision:
        """The decision; `seat` is who made the request, if a seat did, `t` its time in UTC ms."""
        settle(self.draft, self.due, seat, t)
        return Decision(tuple(self.events), self.draft.freeze())

    def cards(self) -> Sequence[str]:
        """Every card of this hand by slot."""
        return self.dealer.cards(self.draft.hand, self.draft.piles)

    def draw(self, seat: int, count: int, reason: str) -> None:
        """`seat` takes `count` cards, or what there is (R13): one event, none if nothing is taken."""
        draft = self.draft
        if draft.end - draft.next < count:
            self._reshuffle()
        count = min(count, draft.end - draft.next)
        if count:
            self.emit(CardsDrawn(seat, tuple(range(draft.next, draft.next + count)), reason))

    def turn_up(self) -> str:
        """Turns the top card of the draw pile onto the discard pile, and says which it is (R23, R29)."""
        draft = self.draft
        if draft.next == draft.end:
            self._reshuffle()
        card = self.cards()[draft.next]
        self.emit(CardTurned(draft.next, card))
        return card

    def _reshuffle(self) -> None:
        """The discard pile but its top card goes under what is left of the draw pile (R12)."""
        draft = self.draft
        under = draft.discard[:-1]
        if under:
            piles = (*draft.piles, Pile(draft.end, sort_cards(under)))
            self.emit(PileShuffled(len(piles) - 1, draft.end, len(under), self.dealer.root(draft.hand, piles)))

    def deal(self) -> None:
        """The next hand is dealt and its starting card turned up (R5 to R8)."""
        draft = self.draft
        last_seat = draft.seats - 1
        dealer = clockwise(draft, draft.dealer) if draft.dealer is not None else _last_active(draft.active, last_seat)
        hand = draft.hand + 1
        self.emit(HandStarted(hand, dealer, len(DECK), self.dealer.root(hand, (FULL_DECK,))))
        while draft.turn is None:
            self.turn_up()

    def end_hand(self, winner: int | None) -> None:
        """The hand is over: won by `winner`, or by nobody and then not scored."""
        draft = self.draft
        scores, points = draft.scores, 0
        if winner is not None:
            points = hand_points(draft, winner, self.dealer)
            scores = tuple(score + points * (seat == winner) for seat, score in enumerate(scores))
        self.emit(HandEnded(draft.hand, winner, points, scores, self.dealer.seed(draft.hand)))

    def go_on(self) -> None:
        """After a hand: the match ends, or the next hand is dealt at once (R35)."""
        reason = match_end(self.draft)
        if reason is None:
            self.deal()
        else:
            self.emit(MatchEnded(places(self.draft), reason))


def _last_active(active: tuple[bool, ...], last_seat: int) -> int:
    """The first hand's dealer is the last seat of the players in (R8)."""
    return next(seat for seat in range(last_seat, -1, -1) if active[seat])
