"""Playouts: a hand that is played on to its end in one world, by quick players, straight on the rules."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from app.rules.dealer import Dealer, Pile
from app.rules.moves import Move
from app.rules.rulebook import rulebook
from app.rules.state import NO_CLOCK, State
from replays.analysis.policy import choose

MOST_MOVES = 500
"""A hand that has gone on for so many moves is not played on."""


class WorldDealer(Dealer):
    """The dealer of a world: `cards` by slot as far as they have been dealt; later reshuffles follow from `seed`."""

    def __init__(self, cards: Sequence[str], seed: str) -> None:
        super().__init__()
        self._cards = cards
        self._seed = seed
        self._piles: tuple[Pile, ...] = ()
        self._dealt = cards
        self._hands: dict[int, tuple[int, int, list[str]]] = {}

    def cards(self, hand: int, piles: tuple[Pile, ...]) -> Sequence[str]:
        """As Dealer; of the hand that is played out."""
        if piles is not self._piles:
            self._piles, self._dealt = piles, self._with_reshuffles(piles)
        return self._dealt

    def _with_reshuffles(self, piles: tuple[Pile, ...]) -> Sequence[str]:
        last = piles[-1]
        if last.first + len(last.cards) <= len(self._cards):
            return self._cards
        cards = list(self._cards)
        for pile in piles:
            if pile.first >= len(self._cards):
                chance = Random(f"{self._seed} {pile.first}").random
                cards += sorted(pile.cards, key=lambda card: chance())
        return cards

    def held(
        self, hand: int, piles: tuple[Pile, ...], seat: int, taken: tuple[int, ...], played: tuple[str, ...]
    ) -> Sequence[str]:
        """As Dealer, for somebody who never asks for what was before: a playout goes one way."""
        took, laid, held = self._hands.get(seat, (0, 0, []))
        if took < len(taken) or laid < len(played):
            cards = self.cards(hand, piles)
            held += [cards[slot] for slot in taken[took:]]
            for card in played[laid:]:
                held.remove(card)
            self._hands[seat] = (len(taken), len(played), held)
        return held


def alone(state: State) -> State:
    """The same position in a match that ends with this hand and has no clock: what a playout begins with."""
    options = replace(state.options, hands=1, target_score=None, ties="share")
    return state.replace(options=options, clock=NO_CLOCK, deadline=None)


def shares(state: State, dealer: Dealer, seat: int | None = None, move: Move | None = None) -> tuple[float, ...]:
    """Who wins the hand, played on from `state` (`alone`) after `move` by `seat` if there is one: 1 for the winner, 0
    for the others. Of one that goes on for too long each seat has a share, the larger the fewer cards it holds."""
    decide = rulebook(state.rules).decide
    if seat is not None and move is not None:
        state = decide(state, seat, move, dealer).state
    for _ in range(MOST_MOVES):
        if state.turn is None:
            return _won(state)
        state = decide(state, *choose(state, dealer), dealer).state
    return _won(state) if state.turn is None else _by_cards(state)


def _won(state: State) -> tuple[float, ...]:
    ended = state.last_hand
    assert ended is not None
    return tuple([1.0 if seat == ended.winner else 0.0 for seat in range(state.seats)])


def _by_cards(state: State) -> tuple[float, ...]:
    worth = [1 / max(1, count) if state.active[seat] else 0.0 for seat, count in enumerate(state.counts)]
    total = sum(worth)
    return tuple([one / total for one in worth])
