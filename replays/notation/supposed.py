"""The cards of a match played again from a notation: those that it gives, and where it gives none, suppositions.

As `replays.suppose` does for a record whose seeds are not published: what hidden cards decide is taken from the text,
request by request, and all the rest follows by the rules from what everybody knows.
"""

from collections.abc import Mapping, Sequence

from app.rules.cards import CODES, FITTING
from app.rules.dealer import NO_HASH, Dealer, Pile, WrongReshuffle
from app.rules.state import LastHand, State
from replays.deal import MissingSeed
from replays.notation.sheet import CHALLENGES, DRAWS, OPEN, PLAYS, Act, Hand

_COUNTS_FOR_NOTHING = "W4"
"""In a hand it is not of the colour in force (R19), and in the draw pile nobody looks at it."""
_FITS_ALWAYS = "WB"
_STARTS_A_HAND = "r0"
_MOST_WILDS, _MOST_SYMBOLS = 12, 24  # in a deck: what counts 50, and what counts 20 (R1, R36)


class NotedDealer(Dealer):
    """Who knows the hands whose cards a notation gives. Raises MissingSeed for others, WrongReshuffle for a reshuffle
    that is not given or has other cards than the pile."""

    def __init__(self, hands: Sequence[Hand]) -> None:
        super().__init__()
        self._decks = {hand.start.hand: hand.deck for hand in hands if hand.deck is not None}
        self._orders = {hand.start.hand: [one.cards for one in hand.reshuffles] for hand in hands}
        self._dealt: tuple[int, tuple[Pile, ...], tuple[str, ...]] = (0, (), ())

    @property
    def hands(self) -> frozenset[int]:
        """The hands whose cards are given."""
        return frozenset(self._decks)

    def cards(self, hand: int, piles: tuple[Pile, ...]) -> Sequence[str]:
        """As Dealer."""
        deck = self._decks.get(hand)
        if deck is None:
            raise MissingSeed(f"the cards of hand {hand} are not given")
        known, before, cards = self._dealt
        if known == hand and before == piles:
            return cards
        if known != hand or before != piles[:-1]:
            before, cards = piles[:1], deck
        for number in range(len(before), len(piles)):
            cards += self._order(hand, number, piles[number])
        self._dealt = (hand, piles, cards)
        return cards

    def _order(self, hand: int, number: int, pile: Pile) -> tuple[str, ...]:
        orders = self._orders[hand]
        if number > len(orders):
            raise WrongReshuffle(f"the pile is shuffled, and Reshuffle {number} is not given")
        order = orders[number - 1]
        if sorted(order) != sorted(pile.cards):
            raise WrongReshuffle(f"Reshuffle {number} is of other cards than lie in the pile")
        return order

    def root(self, hand: int, piles: tuple[Pile, ...]) -> str:
        """No root: zeros; the order of the last pile is checked all the same."""
        self.cards(hand, piles)
        return NO_HASH

    def seed(self, hand: int) -> str:
        """No seed: zeros."""
        return NO_HASH


class _Slots(Sequence[str]):
    """Cards by slot: a few that are known, the rest all alike."""

    def __init__(self, known: Mapping[int, str], filler: str, count: int) -> None:
        self._known, self._filler, self._count = known, filler, count

    def __getitem__(self, slot: int) -> str:  # type: ignore[override]
        return self._known.get(slot, self._filler)

    def __len__(self) -> int:
        return self._count


class SupposedHand(Dealer):
    """The cards of one hand for one request: those that its `known` slots need to have, and fillers.

    What a seat has played is supposed to have come from the slots that it took first.
    """

    def __init__(self, known: Mapping[int, str], filler: str = _COUNTS_FOR_NOTHING) -> None:
        super().__init__()
        self.known = dict(known)
        self._filler = filler

    def cards(self, hand: int, piles: tuple[Pile, ...]) -> Sequence[str]:
        """As Dealer."""
        return _Slots(self.known, self._filler, piles[-1].first + len(piles[-1].cards))

    def root(self, hand: int, piles: tuple[Pile, ...]) -> str:
        """No root: zeros."""
        return NO_HASH

    def seed(self, hand: int) -> str:
        """No seed: zeros."""
        return NO_HASH

    def held(
        self, hand: int, piles: tuple[Pile, ...], seat: int, taken: tuple[int, ...], played: tuple[str, ...]
    ) -> Sequence[str]:
        """As Dealer."""
        return [self.known.get(slot, self._filler) for slot in taken[len(played) :]]


def for_act(state: State, act: Act | None) -> SupposedHand:
    """Cards with which `act` can be made in `state`, if any cards can do that."""
    known: dict[int, str] = {}
    if act is None or act.seat is None or not state.taken:
        return SupposedHand(known)
    left = _left(state, act.seat)
    if act.verb == PLAYS and act.card is not None:
        drawn = state.drawn if state.turn == act.seat else None
        known.update(
            {slot: act.card for slot in left[:1] if drawn is None} | ({} if drawn is None else {drawn: act.card})
        )
        if act.turned is not None:
            known[state.next] = act.turned
    elif act.verb == DRAWS:
        known[state.next] = _FITS_ALWAYS if act.draw == OPEN else _not_fitting(state)
    elif act.verb == CHALLENGES and state.draw_four is not None:
        by = state.draw_four.by
        known.update(zip(state.taken[by], state.played[by], strict=False))
        if not act.lawful:
            known.update({slot: _FITS_ALWAYS for slot in _left(state, by)[:1]})
    elif act.color is not None:
        known.update({slot: f"{act.color}1" for slot in left})
    return SupposedHand(known)


def for_start(first: int, turned: Sequence[str]) -> SupposedHand:
    """Cards of a hand that is dealt, its starting cards from slot `first` on."""
    return SupposedHand({first + at: card for at, card in enumerate(turned)}, _STARTS_A_HAND)


def for_points(over: LastHand, points: int) -> dict[int, str] | None:
    """Cards by slot that are worth `points` together, for all hands but the winner's; None if there are none."""
    others = [seat for seat in range(len(over.taken)) if seat != over.winner]
    slots = [slot for seat in others for slot in over.taken[seat][len(over.played[seat]) :]]
    for wilds in range(min(len(slots), _MOST_WILDS, points // 50), -1, -1):
        rest = points - 50 * wilds
        for symbols in range(min(len(slots) - wilds, _MOST_SYMBOLS, rest // 20), -1, -1):
            numbers = len(slots) - wilds - symbols
            if rest - 20 * symbols <= 9 * numbers:
                return dict(zip(slots, _worth(wilds, symbols, numbers, rest - 20 * symbols), strict=True))
    return None


def _worth(wilds: int, symbols: int, numbers: int, points: int) -> list[str]:
    cards = ["W4"] * wilds + ["rS"] * symbols
    for _ in range(numbers):
        value = min(9, points)
        cards.append(f"r{value}")
        points -= value
    return cards


def _left(state: State, seat: int) -> tuple[int, ...]:
    """The slots that `seat` has left, if what it played came from those it took first."""
    return state.taken[seat][len(state.played[seat]) :]


def _not_fitting(state: State) -> str:
    return next(card for card in CODES if card not in FITTING[state.top or "", state.color])


class SheetDealer(Dealer):
    """The dealer for one request: the noted one for hands whose cards are given, suppositions for the others."""

    def __init__(self, noted: NotedDealer, supposed: Mapping[int, SupposedHand]) -> None:
        super().__init__()
        self._noted = noted
        self._supposed = supposed

    def _of(self, hand: int) -> Dealer:
        if hand in self._noted.hands:
            return self._noted
        return self._supposed.get(hand) or SupposedHand({}, _STARTS_A_HAND)

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
