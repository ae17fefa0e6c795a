"""What is true at a table, worked out from its stored lines and its seed alone: who holds what, and who may know it.

It shares no line with the service's own fold and views, so that one of both can be wrong without the other.
"""

import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from app.rules.cards import DECK, sort_cards
from app.rules.dealer import FULL_DECK, Pile
from replays.deal import LAST, SeededDealer, deck_key, salts, seed
from replays.format import quick

Card = tuple[int, str]
"""A slot and the code of the card there."""

HEX = re.compile(rb"[0-9a-f]{64}")


class Shown(NamedTuple):
    """A hand that a challenge showed, and to whom."""

    to: int
    seat: int
    hand: tuple[Card, ...]


@dataclass(frozen=True)
class Moment:
    """How things stand right after an event."""

    hand: int = 0
    ended: int = 0
    """How many hands are over, and so open."""
    top: str | None = None
    held: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    """By seat, in the order taken."""
    seen: dict[int, frozenset[int]] = field(default_factory=dict)
    """By seat, the slots of this hand that it ever took."""
    turned: frozenset[int] = frozenset()
    shown: tuple[Shown, ...] = ()
    last_hands: tuple[tuple[str, ...], ...] = ()
    """What was left in each hand when the last one ended."""
    pile: range = range(0)
    """The slots of the draw pile, the top first."""
    under: tuple[str, ...] = ()
    """What lies under the top card, from the top down."""

    def open_to(self, seat: int | None) -> set[int]:
        """The slots of the hand that is on whose cards `seat` may prove: its own, turned ones, those it was shown."""
        slots = set(self.turned)
        if seat is not None:
            slots |= {slot for slot, _ in self.held.get(seat, ())}
            slots |= {slot for shown in self.shown if shown.to == seat for slot, _ in shown.hand}
        return slots

    def known_to(self, seat: int | None) -> set[int]:
        """As `open_to`, with the cards that the seat has had and played."""
        return self.open_to(seat) | (self.seen.get(seat, frozenset()) if seat is not None else frozenset())


class Truth:
    """A game's truth, fed with its lines as they are stored. `last_seed` is its secret."""

    def __init__(self, game: str, last_seed: bytes) -> None:
        self.game, self._last_seed = game, last_seed
        self.lines: list[bytes] = []
        self.moments: list[Moment] = []
        self.over = False
        self._now = Moment()
        self._seats: dict[int, str | None] = {}
        self._active: list[int] = []
        self._piles: tuple[Pile, ...] = ()
        self._discard: list[str] = []
        self._challenged: tuple[Card, ...] = ()
        self.ended_piles: dict[int, tuple[Pile, ...]] = {}
        self._hashes: dict[int | None, frozenset[bytes]] = {}

    @property
    def version(self) -> int:
        """The seq of the last event."""
        return len(self.lines) - 1

    @property
    def now(self) -> Moment:
        """The newest moment."""
        return self._now

    @property
    def entropy(self) -> list[tuple[int, str]]:
        """What the seats put in."""
        return [(seat, put_in) for seat, put_in in sorted(self._seats.items()) if put_in]

    @cached_property
    def dealer(self) -> SeededDealer:
        """Who knows every card; asked for after the start only."""
        return SeededDealer(self.game, self._last_seed, self.entropy)

    def cards(self) -> Sequence[str]:
        """Every card of the hand that is on, by slot."""
        return self.dealer.cards(self._now.hand, self._piles)

    def piles_of(self, hand: int) -> tuple[Pile, ...]:
        """The piles of a hand, so far."""
        return self.ended_piles.get(hand, self._piles)

    def feed(self, lines: Iterable[bytes]) -> None:
        """Goes on with these lines."""
        self._hashes.clear()
        for line in lines:
            (said,) = quick([line])
            self._tell(said["kind"], said["data"])
            self.lines.append(line)
            self.moments.append(self._now)

    # ------------------------------------------------------------ what happens

    def _tell(self, kind: str, data: dict[str, Any]) -> None:
        tell = getattr(self, "_" + kind.replace(".", "_"), None)
        if tell is not None:
            tell(data)

    def _seat_taken(self, data: dict[str, Any]) -> None:
        self._seats[data["seat"]] = data["entropy"]

    def _seat_left(self, data: dict[str, Any]) -> None:
        del self._seats[data["seat"]]

    def _game_started(self, data: dict[str, Any]) -> None:
        self._active = sorted(self._seats)

    def _seat_resigned(self, data: dict[str, Any]) -> None:
        self._active.remove(data["seat"])

    def _hand_started(self, data: dict[str, Any]) -> None:
        self._piles, self._discard = (FULL_DECK,), []
        pile = range(len(DECK))
        self._now = Moment(data["hand"], self._now.ended, last_hands=self._now.last_hands, pile=pile)
        turns = sorted(self._active, key=lambda seat: (seat <= data["dealer"], seat))  # the dealer is the last
        for place, seat in enumerate(turns):
            self._take(seat, range(place, 7 * len(turns), len(turns)))

    def _card_turned(self, data: dict[str, Any]) -> None:
        self._lay(data["card"])
        self._now = replace(self._now, turned=self._now.turned | {data["slot"]}, pile=self._now.pile[1:])

    def _card_played(self, data: dict[str, Any]) -> None:
        seat, held = data["seat"], list(self._now.held[data["seat"]])
        held.remove(next(card for card in held if card[1] == data["card"]))
        self._now = replace(self._now, held={**self._now.held, seat: tuple(held)})
        self._lay(data["card"])
        if data["card"] == "W4":
            self._challenged = tuple(held)

    def _cards_drawn(self, data: dict[str, Any]) -> None:
        self._take(data["seat"], data["slots"])

    def _pile_shuffled(self, data: dict[str, Any]) -> None:
        under, self._discard = self._discard[:-1], self._discard[-1:]
        self._piles += (Pile(data["first"], tuple(sort_cards(under))),)
        self._now = replace(self._now, pile=range(self._now.pile.start, data["first"] + data["cards"]), under=())

    def _draw_four_challenged(self, data: dict[str, Any]) -> None:
        shown = Shown(data["seat"], data["against"], self._challenged)
        self._now = replace(self._now, shown=(*self._now.shown, shown))

    def _hand_ended(self, data: dict[str, Any]) -> None:
        self.ended_piles[data["hand"]] = self._piles
        left = tuple(tuple(card for _, card in self._now.held.get(seat, ())) for seat in range(len(data["scores"])))
        self._now = replace(self._now, ended=data["hand"], last_hands=left)

    def _match_ended(self, data: dict[str, Any]) -> None:
        self.over = True

    def _game_cancelled(self, data: dict[str, Any]) -> None:
        self.over = True

    def _take(self, seat: int, slots: Iterable[int]) -> None:
        cards = self.cards()
        taken = [(slot, cards[slot]) for slot in slots]
        held = {**self._now.held, seat: (*self._now.held.get(seat, ()), *taken)}
        seen = {**self._now.seen, seat: self._now.seen.get(seat, frozenset()) | {slot for slot, _ in taken}}
        pile = self._now.pile[len(taken) :]
        self._now = replace(self._now, held=held, seen=seen, pile=pile)

    def _lay(self, card: str) -> None:
        under = tuple(reversed(self._discard))
        self._discard.append(card)
        self._now = replace(self._now, top=card, under=under)

    # ------------------------------------------------------------ what nobody may see

    def tells_a_secret(self, said: bytes, seat: int | None) -> bool:
        """Whether these bytes hold what must not be told to `seat` (None: to nobody in particular): a seed or key of
        a hand that is not over, or the salt of a card that it may not know; in hex, raw, or in base64."""
        if not self._secret_hashes(seat).isdisjoint(HEX.findall(said.lower())):
            return True
        return any(form in said for form in self._raw_secrets())

    def _secret_hashes(self, seat: int | None) -> frozenset[bytes]:
        known = self._hashes.get(seat)
        if known is None:
            hidden = {hashes for hand in range(self._now.ended + 1, LAST + 1) for hashes in self._of_hand(hand)}
            known = frozenset(one.hex().encode() for one in (*hidden, *self._hidden_salts(seat)))
            self._hashes[seat] = known
        return known

    def _of_hand(self, hand: int) -> tuple[bytes, bytes]:
        of = seed(self.game, self._last_seed, hand)
        return bytes.fromhex(of), deck_key(self.game, of, hand, self.entropy)

    def _raw_secrets(self) -> list[bytes]:
        """The last seed, from which all else follows, and the seed of the hand that is on, in other forms than hex."""
        hidden = [self._last_seed]
        if self._now.hand > self._now.ended:
            hidden += self._of_hand(self._now.hand)
        return [form for one in hidden for form in (one, b64encode(one)[:42], urlsafe_b64encode(one)[:42])]

    def _hidden_salts(self, seat: int | None) -> list[bytes]:
        if self._now.hand == self._now.ended:
            return []
        key, known = self._of_hand(self._now.hand)[1], self._now.known_to(seat)
        hidden: list[bytes] = []
        for number, pile in enumerate(self._piles):
            slots = [slot for slot in range(pile.first, pile.first + len(pile.cards)) if slot not in known]
            hidden += salts(key, number, slots)
        return hidden

    def hidden_runs(self, length: int) -> set[tuple[str, ...]]:
        """Every row of `length` cards as they lie in the hidden part of the deck, or in a hand that is on, in either
        direction or sorted: what a line or a table that gives cards away would hold."""
        if self._now.hand == self._now.ended:
            return set()
        cards = list(self.cards())
        rows = [cards, *([card for _, card in held] for held in self._now.held.values())]
        rows += [list(sort_cards(row)) for row in rows[1:]]
        runs = {tuple(row[at : at + length]) for row in rows for at in range(len(row) - length + 1)}
        in_deck_order = {DECK[at : at + length] for at in range(len(DECK) - length + 1)}
        return runs - in_deck_order
