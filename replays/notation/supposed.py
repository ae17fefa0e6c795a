"""The cards of a match played again from a notation: those that it gives, and where it gives none, suppositions.

As `replays.suppose` does for a record whose seeds are not published: what hidden cards decide is taken from the text,
request by request, and all the rest follows by the rules from what everybody knows.
"""

from collections.abc import Mapping, Sequence

from app.rules.dealer import Dealer, GivenDealer, Pile
from app.rules.state import LastHand, State
from replays.deal import MissingSeed
from replays.notation.sheet import CHALLENGES, DRAWS, OPEN, PLAYS, Act, Hand
from replays.suppose import COUNTS_FOR_NOTHING, FITS_ALWAYS, STARTS_A_HAND, left_to, not_fitting

_MOST_WILDS, _MOST_SYMBOLS = 12, 24  # in a deck: what counts 50, and what counts 20 (R1, R36)


class NotedDealer(GivenDealer):
    """Who knows the hands whose cards a notation gives. Raises MissingSeed for others."""

    def __init__(self, hands: Sequence[Hand]) -> None:
        super().__init__(())
        self._given = {hand.start.hand: hand.deck for hand in hands if hand.deck is not None}
        self._orders = {hand.start.hand: [one.cards for one in hand.reshuffles] for hand in hands}

    @property
    def hands(self) -> frozenset[int]:
        """The hands whose cards are given."""
        return frozenset(self._given)

    def deck(self, hand: int) -> tuple[str, ...]:
        """As GivenDealer."""
        if hand not in self._given:
            raise MissingSeed(f"the cards of hand {hand} are not given")
        return self._given[hand]

    def reshuffles(self, hand: int) -> Sequence[tuple[str, ...]]:
        """As GivenDealer."""
        return self._orders[hand]


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

    def __init__(self, known: Mapping[int, str], filler: str = COUNTS_FOR_NOTHING) -> None:
        super().__init__()
        self.known = dict(known)
        self._filler = filler

    def cards(self, hand: int, piles: tuple[Pile, ...]) -> Sequence[str]:
        """As Dealer."""
        return _Slots(self.known, self._filler, piles[-1].first + len(piles[-1].cards))

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
    left = left_to(state, act.seat)
    if act.verb == PLAYS and act.card is not None:
        drawn = state.drawn if state.turn == act.seat else None
        known.update(
            {slot: act.card for slot in left[:1] if drawn is None} | ({} if drawn is None else {drawn: act.card})
        )
        if act.turned is not None:
            known[state.next] = act.turned
    elif act.verb == DRAWS:
        known[state.next] = FITS_ALWAYS if act.draw == OPEN else not_fitting(state)
    elif act.verb == CHALLENGES and state.draw_four is not None:
        by = state.draw_four.by
        known.update(zip(state.taken[by], state.played[by], strict=False))
        if not act.lawful:
            known.update({slot: FITS_ALWAYS for slot in left_to(state, by)[:1]})
    elif act.color is not None:
        known.update({slot: f"{act.color}1" for slot in left})
    return SupposedHand(known)


def for_start(first: int, turned: Sequence[str]) -> SupposedHand:
    """Cards of a hand that is dealt, its starting cards from slot `first` on."""
    return SupposedHand({first + at: card for at, card in enumerate(turned)}, STARTS_A_HAND)


def for_nothing_said() -> SupposedHand:
    """Cards of a hand of which the text says nothing."""
    return SupposedHand({}, STARTS_A_HAND)


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
