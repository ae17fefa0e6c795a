"""The dealer: the one object that knows the order of the cards.

The rules ask it for the cards by slot, for the root that binds a pile, and for the seed that opens a hand when it
is over. The dealer of real games, whose cards follow from a seed, is `replays.deal.SeededDealer`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from app.rules.cards import DECK

T = TypeVar("T")

NO_HASH = "0" * 64


class Pile(NamedTuple):
    """A draw pile as everybody knows it: its first slot, and which cards are in it, in deck order."""

    first: int
    cards: tuple[str, ...]


FULL_DECK = Pile(0, DECK)


class _Held(NamedTuple):
    hand: int
    piles: tuple[Pile, ...]
    taken: tuple[int, ...]
    played: tuple[str, ...]
    cards: list[str]


class Dealer(ABC):
    """Who knows the cards of a hand. `piles` are all draw piles of the hand so far: the deck, then each reshuffle."""

    def __init__(self) -> None:
        self._held: dict[int, _Held] = {}

    @abstractmethod
    def cards(self, hand: int, piles: tuple[Pile, ...]) -> Sequence[str]:
        """Every card of the hand's piles by slot, slot 0 first."""

    def root(self, hand: int, piles: tuple[Pile, ...]) -> str:
        """The root that binds the order of the last of `piles`, 64 hex digits: zeros if nothing does."""
        return NO_HASH

    def seed(self, hand: int) -> str:
        """The seed that opens the hand, 64 hex digits, published when the hand is over: zeros if its cards follow from
        none."""
        return NO_HASH

    def held(
        self, hand: int, piles: tuple[Pile, ...], seat: int, taken: tuple[int, ...], played: tuple[str, ...]
    ) -> Sequence[str]:
        """What `seat` holds after taking the slots `taken` and playing the cards `played`, in the order taken.

        Of equal cards the one taken first was played first. The last answer for each seat is kept and gone on from:
        in a long hand taking it all up anew for every question is what would cost most. Not to be written to.
        """
        known = self._held.get(seat)
        # A request that was decided but not stored can have drawn from another reshuffle: then nothing is gone on from.
        if known is not None and (known.hand != hand or not _goes_on(known.piles, piles)):
            known = None
        if known is not None and known.taken is taken and known.played is played:
            return known.cards
        cards = self.cards(hand, piles)
        if known is not None and _goes_on(known.taken, taken) and _goes_on(known.played, played):
            held = known.cards + [cards[slot] for slot in taken[len(known.taken) :]]
            gone = played[len(known.played) :]
        else:
            held, gone = [cards[slot] for slot in taken], played
        for card in gone:
            held.remove(card)
        self._held[seat] = _Held(hand, piles, taken, played, held)
        return held


def _goes_on(known: tuple[T, ...], longer: tuple[T, ...]) -> bool:
    return known is longer or longer[: len(known)] == known


class PlainDealer(Dealer):
    """A dealer for simulation: `shuffle` reorders a list in place (`random.Random(7).shuffle`); it binds nothing."""

    def __init__(self, shuffle: Callable[[list[str]], object]) -> None:
        super().__init__()
        self._shuffle = shuffle
        self._dealt: dict[int, tuple[int, list[str]]] = {}

    def cards(self, hand: int, piles: tuple[Pile, ...]) -> Sequence[str]:
        """As Dealer; a pile is shuffled when it is first asked for."""
        count, cards = self._dealt.get(hand, (0, []))
        if count < len(piles):
            for pile in piles[count:]:
                order = list(pile.cards)
                self._shuffle(order)
                cards = cards + order
            self._dealt[hand] = (len(piles), cards)
        return cards


class DealerByHand(Dealer):
    """A dealer that leaves each hand to the one who knows it: `of` a hand is who that is."""

    def __init__(self, of: Callable[[int], Dealer]) -> None:
        super().__init__()
        self._of = of

    def cards(self, hand: int, piles: tuple[Pile, ...]) -> Sequence[str]:
        """As Dealer."""
        return self._of(hand).cards(hand, piles)

    def root(self, hand: int, piles: tuple[Pile, ...]) -> str:
        """As Dealer."""
        return self._of(hand).root(hand, piles)

    def seed(self, hand: int) -> str:
        """As Dealer."""
        return self._of(hand).seed(hand)

    def held(
        self, hand: int, piles: tuple[Pile, ...], seat: int, taken: tuple[int, ...], played: tuple[str, ...]
    ) -> Sequence[str]:
        """As Dealer; what is remembered of a hand stays with the dealer that knows it."""
        return self._of(hand).held(hand, piles, seat, taken, played)


class WrongReshuffle(ValueError):
    """The reshuffle `number` of a hand, from 1: it is not `given`, or has other cards than lie in the pile."""

    def __init__(self, number: int, pile: Pile, order: Sequence[str] | None) -> None:
        wrong = "not given" if order is None else f"of {' '.join(pile.cards)}, not of {' '.join(order)}"
        super().__init__(f"reshuffle {number} is {wrong}")
        self.number = number
        self.given = order is not None


class GivenDealer(Dealer):
    """A dealer with given orders, for scenarios: `deck` by slot, and the order of each reshuffle, top first.

    `decks` gives later hands their decks; without one a hand lies in deck order. Raises WrongReshuffle for a
    reshuffle that is not given or has other cards.
    """

    def __init__(
        self,
        deck: Sequence[str],
        reshuffles: Sequence[Sequence[str]] = (),
        decks: Mapping[int, Sequence[str]] | None = None,
    ) -> None:
        super().__init__()
        self._decks = {1: tuple(deck), **{hand: tuple(cards) for hand, cards in (decks or {}).items()}}
        self._reshuffles = [tuple(cards) for cards in reshuffles]
        self._dealt: tuple[int, tuple[Pile, ...], tuple[str, ...]] = (0, (), ())

    def deck(self, hand: int) -> tuple[str, ...]:
        """The deck of a hand."""
        return self._decks.get(hand, DECK)

    def reshuffles(self, hand: int) -> Sequence[tuple[str, ...]]:
        """The orders of a hand's reshuffles: here the same for each."""
        return self._reshuffles

    def cards(self, hand: int, piles: tuple[Pile, ...]) -> Sequence[str]:
        """As Dealer."""
        known, before, cards = self._dealt
        if known != hand or before != piles[: len(before)]:
            before, cards = piles[:1], self.deck(hand)
        for number in range(len(before), len(piles)):
            cards += self._order(hand, number, piles[number])
        self._dealt = (hand, piles, cards)
        return cards

    def _order(self, hand: int, number: int, pile: Pile) -> tuple[str, ...]:
        orders = self.reshuffles(hand)
        order = orders[number - 1] if number <= len(orders) else None
        if order is None or sorted(order) != sorted(pile.cards):
            raise WrongReshuffle(number, pile, order)
        return order

    def root(self, hand: int, piles: tuple[Pile, ...]) -> str:
        """No root: zeros; the order of the last pile is checked all the same."""
        self.cards(hand, piles)
        return NO_HASH
