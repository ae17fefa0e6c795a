"""Dealers for drills: moves that are only tried must not change what is dealt."""

import random
from collections.abc import Collection, Sequence

from app.rules.dealer import NO_HASH, Dealer, Pile
from replays.deal import LAST, SeededDealer

DEAL = "00000000-0000-4000-8000-00000000d511"


class SteadyDealer(Dealer):
    """A dealer whose order of a pile follows from a seed and the pile alone: whatever else was asked before."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._seed = seed
        self._last: tuple[int, tuple[Pile, ...], list[str]] = (0, (), [])

    def cards(self, hand: int, piles: tuple[Pile, ...]) -> Sequence[str]:
        known, known_piles, cards = self._last
        if (known, known_piles) != (hand, piles):
            cards = [card for number, pile in enumerate(piles) for card in self._order(hand, number, pile)]
            self._last = (hand, piles, cards)
        return cards

    def _order(self, hand: int, number: int, pile: Pile) -> list[str]:
        cards = list(pile.cards)
        random.Random(f"{self._seed} {hand} {number} {pile.first}").shuffle(cards)
        return cards

    def root(self, hand: int, piles: tuple[Pile, ...]) -> str:
        return NO_HASH

    def seed(self, hand: int) -> str:
        return NO_HASH


class MaskedDealer(SteadyDealer):
    """A dealer that knows no card of the hand that is on but those in `open_slots`: the others are no cards at all."""

    def __init__(self, dealer: Dealer, hand: int, open_slots: Collection[int]) -> None:
        super().__init__(0)
        self._dealer, self._hand, self._open = dealer, hand, open_slots

    def cards(self, hand: int, piles: tuple[Pile, ...]) -> Sequence[str]:
        cards = self._dealer.cards(hand, piles)
        if hand != self._hand:
            return cards
        return [card if slot in self._open else "??" for slot, card in enumerate(cards)]


def dealer_for(seed: int) -> Dealer:
    """Mostly a steady dealer; for every twelfth match that of real games."""
    if seed % 12:
        return SteadyDealer(seed)
    return SeededDealer(DEAL, seed.to_bytes(32, "big"), [(0, f"{seed:064x}")], LAST)
