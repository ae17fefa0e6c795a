"""Hands that are played at random from a given deck, with all that was asked for written down: so that any other deck
can be asked whether the same would have happened with it, and the same been seen."""

import random
from collections.abc import Sequence
from typing import Any

from app.rules.cards import DECK
from app.rules.clock import Clock
from app.rules.decide import decide, time_out
from app.rules.events import Event
from app.rules.legal import hand_slots, legal_moves, slots_as_they_were
from app.rules.lifecycle import RULES, create, sit, start
from app.rules.moves import CallUno, CatchUno, Challenge, Move, Play, Resign
from app.rules.options import Options
from app.rules.refusals import Refused
from app.rules.state import START, State
from replays.analysis.history import History
from replays.analysis.knowledge import Knowledge, knowledge_of
from replays.analysis.playouts import WorldDealer
from replays.position import placed

Asked = tuple[int, Move | None]
"""A seat and its move; None for a time that ran out."""


class Hand:
    """A hand in play. `deck` holds every card by slot; reshuffles follow from `seed`."""

    def __init__(self, state: State, deck: Sequence[str], seed: str, history: History) -> None:
        self.first = self.state = state
        self.dealer = WorldDealer(deck, seed)
        self.history = history
        self.log: list[tuple[Asked, tuple[Event, ...]]] = []

    @property
    def cards(self) -> Sequence[str]:
        """Every card by slot, as it really is."""
        return self.dealer.cards(self.state.hand, self.state.piles)

    def ask(self, asked: Asked) -> None:
        """One more request."""
        decision = _decided(self.state, asked, self.dealer)
        self.history.tell(self.state, decision.events, decision.state)
        self.log.append((asked, decision.events))
        self.state = decision.state

    def play(self, chance: random.Random, requests: int) -> "Hand":
        """So many more requests by chance, or fewer: it stops before one that would end the hand."""
        for _ in range(requests):
            asked = self._any(chance)
            ahead = _decided(self.state, asked, _fresh(self.cards))
            if ahead.state.phase in ("hand_over", "match_over") or ahead.state.hand != self.state.hand:
                break
            self.ask(asked)
        return self

    def knowledge(self, seat: int) -> Knowledge:
        """What a seat knows now."""
        return knowledge_of(self.history, self.state, seat, self.dealer)

    def same_with(self, cards: Sequence[str], seat: int) -> bool:
        """Whether with these cards the same requests would have led to the same events, and `seat` seen the same."""
        dealer, state = _fresh(cards), self.first
        for asked, events in self.log:
            try:
                decision = _decided(state, asked, dealer)
            except Refused:
                return False
            if decision.events != events:
                return False
            state = decision.state
        return seen(state, seat, cards) == seen(self.state, seat, self.cards)

    def _any(self, chance: random.Random) -> Asked:
        state, turn = self.state, self.state.turn
        assert turn is not None
        if state.clock.kind != "none" and chance.random() < 0.1:
            return turn, None
        if chance.random() < 0.1:
            other = chance.randrange(state.seats)
            beside = [m for m in legal_moves(state, other, self.dealer) if isinstance(m, CallUno | CatchUno)]
            if beside:
                return other, chance.choice(beside)
        moves = [m for m in legal_moves(state, turn, self.dealer) if not isinstance(m, CallUno | CatchUno | Resign)]
        wild = [m for m in moves if isinstance(m, Challenge) or (isinstance(m, Play) and m.card[0] == "W")]
        plays = [m for m in moves if isinstance(m, Play)]
        if wild and chance.random() < 0.4:
            return turn, chance.choice(wild)
        return turn, chance.choice(plays if plays and chance.random() < 0.5 else moves)


def _decided(state: State, asked: Asked, dealer: WorldDealer) -> Any:
    seat, move = asked
    if move is None:
        assert state.deadline is not None
        return time_out(state, seat, dealer, state.deadline)
    return decide(state, seat, move, dealer, 0)


def _fresh(cards: Sequence[str]) -> WorldDealer:
    return WorldDealer(cards, "beyond")


def seen(state: State, seat: int, cards: Sequence[str]) -> object:
    """The cards that a seat has seen, each with its slot."""
    dealer = _fresh(cards)
    own = hand_slots(state.taken[seat], state.played[seat], cards)
    shown = [slots_as_they_were(state, one, dealer) for one in state.shown if one.to == seat]
    return [(slot, cards[slot]) for slot in state.taken[seat]], own, shown


def small(position: dict[str, Any], seed: str = "small", **options: Any) -> Hand:
    """A hand from a position as scenarios have it."""
    _, state = placed(position, Options.parse({"missed_decisions": 100} | options))
    state = state.replace(rules=RULES)
    deck = [card for held in position["hands"] for card in held] + position.get("draw", [])
    history = History()
    history.deal(state)
    return Hand(state, deck, seed, history)


def dealt(chance: random.Random, seats: int, timed: bool = False, **options: Any) -> Hand:
    """A hand of a whole deck, just dealt."""
    clock = Clock("decision", 1000) if timed else Clock()
    state = create(Options.parse({"missed_decisions": 100} | options), seats, "", "0" * 64, clock, 0).state
    for seat in range(seats):
        state = sit(state, seat, str(seat), None, None, 0).state
    deck = chance.sample(DECK, len(DECK))
    begun = start(state, WorldDealer(deck, "first"), 0)
    history = History()
    history.tell(START, begun.events, begun.state)
    return Hand(begun.state, deck, "first", history)
