"""The deal: from a seed and what the players put in, the order of every pile, and proofs of single cards.

Seeds, keys and roots are 32 bytes; those that meet JSON are lower-case hex. The steps are FORMAT.md's.
"""

import re
import struct
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from hmac import digest as hmac
from itertools import count
from typing import NamedTuple, TypedDict

from app.rules.cards import is_card, sort_cards
from app.rules.dealer import Dealer, Pile
from app.rules.state import Draft
from replays import merkle
from replays.format import T, canonical, canonical_text

LAST = 255
"""The number of the last seed, and so of the last hand that a deal can have."""

SEED_BYTES = 32

Entropy = Iterable[tuple[int, str]]
"""What players put in: (seat, 64 hex digits), seats that put in nothing left out."""

_HEX = re.compile(r"[0-9a-f]{64}")
_MEMORY = 4  # hands that a dealer keeps; the one that is on and the one before are asked for


class MissingSeed(LookupError):
    """The seed of this hand is not known."""


class BadOpening(ValueError):
    """An opening does not show the card that was bound; the message says what is wrong."""


class Opening(TypedDict):
    """One card shown: its place, its salt, and the path from its leaf up to the root of its pile."""

    hand: int
    pile: int
    slot: int
    card: str
    salt: str
    path: list[str]


class Bound(NamedTuple):
    """A pile as `hand.started` (pile 0, from slot 0) or `pile.shuffled` binds it; `cards` says how many."""

    hand: int
    pile: int
    first: int
    cards: int
    root: str


def seed(deal: str, last_seed: bytes, hand: int, last: int = LAST) -> str:
    """S_hand, walked back from the last seed; S_0 is the commitment. Raises MissingSeed outside 0 to `last`."""
    if not 0 <= hand <= last:
        raise MissingSeed(f"no seed {hand} in a deal of {last} hands")
    return _seeds(deal, last_seed, last)[hand * SEED_BYTES : (hand + 1) * SEED_BYTES].hex()


def commitment(deal: str, last_seed: bytes) -> str:
    """S_0, which `game.created` publishes."""
    return seed(deal, last_seed, 0)


def seed_before(deal: str, seed: str) -> str:
    """S_(k-1) from S_k: what a seed that was published must lead back to."""
    return T("kartfold/seed/1", deal, seed)


def deck_key(deal: str, seed: str, hand: int, entropy: Entropy) -> bytes:
    """K of a hand, from its seed and what the seats put in."""
    seats = [[seat, put_in] for seat, put_in in sorted(entropy)]
    return hmac(bytes.fromhex(seed), canonical(["kartfold/deck/1", deal, hand, seats]), "sha256")


def order(key: bytes, pile: int, cards: Iterable[str]) -> list[str]:
    """The cards of a pile as shuffled, index 0 on top. `pile` is 0 for the deck, r for the r-th reshuffle."""
    shuffled = list(sort_cards(cards))
    words = _words(hmac(key, b"perm" + _u32(pile), "sha256"))
    for i in range(len(shuffled) - 1, 0, -1):
        j = _uniform(words, i + 1)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return shuffled


def salts(key: bytes, pile: int, slots: Iterable[int]) -> list[bytes]:
    """The salts of slots of a pile: without its salt a leaf does not give its card away."""
    salt_key = hmac(key, b"salt" + _u32(pile), "sha256")
    return [hmac(salt_key, _u32(slot), "sha256") for slot in slots]


def entropy_of(state: Draft) -> list[tuple[int, str]]:
    """What the players have put into the deal: seat and 64 hex digits, in the order of seats."""
    return [(seat, one.entropy) for seat, one in enumerate(state.players) if one is not None and one.entropy]


def leaf(deal: str, hand: int, slot: int, card: str, salt: str) -> bytes:
    """The leaf that binds a card to its slot."""
    return merkle.leaf(canonical(["kartfold/card/1", deal, hand, slot, card, salt]))


def check_opening(deal: str, bound: Bound, opening: Mapping[str, object]) -> None:
    """Raises BadOpening unless this opening, from whomever, shows the card that the root binds to its slot."""
    if opening.keys() != Opening.__annotations__.keys():
        raise BadOpening("an opening has hand, pile, slot, card, salt and path")
    slot, card, salt, path = (opening[name] for name in ("slot", "card", "salt", "path"))
    for name, value, due in (("hand", opening["hand"], bound.hand), ("pile", opening["pile"], bound.pile)):
        if type(value) is not int or value != due:
            raise BadOpening(f"{name} is not {due}")
    if type(slot) is not int or not 0 <= slot - bound.first < bound.cards:
        raise BadOpening(f"slot is not in pile {bound.pile}")
    if not isinstance(card, str) or not is_card(card):
        raise BadOpening("card is none")
    if not isinstance(path, list) or not all(map(_is_hash, [salt, *path])):
        raise BadOpening("salt and path are not hashes")
    entry = leaf(deal, bound.hand, slot, card, str(salt))
    steps = [bytes.fromhex(step) for step in path]
    if not merkle.includes(bytes.fromhex(bound.root), bound.cards, slot - bound.first, entry, steps):
        raise BadOpening(f"the path does not lead from {card} in slot {slot} to the root")


class _Hand:
    """One hand's piles: orders at once, trees and salts only when they are asked for."""

    def __init__(self, deal: str, hand: int, key: bytes) -> None:
        self._deal, self._hand, self._key = deal, hand, key
        self._orders: dict[int, tuple[Pile, list[str]]] = {}
        self._trees: dict[int, tuple[Pile, merkle.Tree]] = {}
        self._dealt: tuple[tuple[Pile, ...], tuple[str, ...]] = ((), ())

    def cards(self, piles: tuple[Pile, ...]) -> tuple[str, ...]:
        known, dealt = self._dealt
        if known is not piles:
            # Dealt anew at each reshuffle, a hand of many would take the square of the time.
            goes_on = piles[: len(known)] == known
            dealt = self._dealt_on(piles, len(known), dealt) if goes_on else self._dealt_on(piles, 0, ())
            self._dealt = (piles, dealt)
        return dealt

    def _dealt_on(self, piles: tuple[Pile, ...], count: int, dealt: tuple[str, ...]) -> tuple[str, ...]:
        """The cards of all piles, of which `dealt` are those of the first `count`."""
        cards = list(dealt)
        for number, pile in enumerate(piles[count:], count):
            if pile.first != len(cards):
                raise ValueError(f"pile {number} starts at slot {pile.first}, not at {len(cards)}")
            cards += self._order(number, pile)
        return tuple(cards)

    def _order(self, number: int, pile: Pile) -> list[str]:
        known = self._orders.get(number)
        if known is None or known[0] != pile:
            known = self._orders[number] = (pile, order(self._key, number, pile.cards))
        return known[1]

    def tree(self, number: int, pile: Pile) -> merkle.Tree:
        known = self._trees.get(number)
        if known is None or known[0] != pile:
            known = self._trees[number] = (pile, merkle.Tree(self._leaves(number, pile)))
        return known[1]

    def _leaves(self, number: int, pile: Pile) -> list[bytes]:
        slots = range(pile.first, pile.first + len(pile.cards))
        start = f'["kartfold/card/1",{canonical_text(self._deal)},{self._hand},'
        # The canonical array of `leaf`, written out: card codes and hex need no escape.
        return [
            merkle.leaf(f'{start}{slot},"{card}","{salt.hex()}"]'.encode())
            for slot, card, salt in zip(slots, self._order(number, pile), salts(self._key, number, slots), strict=True)
        ]

    def opening(self, piles: tuple[Pile, ...], slot: int) -> Opening:
        card = self.cards(piles)[slot]
        number = max(at for at, pile in enumerate(piles) if pile.first <= slot)
        path = self.tree(number, piles[number]).path(slot - piles[number].first)
        return {
            "hand": self._hand,
            "pile": number,
            "slot": slot,
            "card": card,
            "salt": salts(self._key, number, [slot])[0].hex(),
            "path": [step.hex() for step in path],
        }


class _SeedDealer(Dealer):
    """A Dealer whose cards follow from seeds; where a seed is from is all that its children differ in."""

    def __init__(self, deal: str, entropy: Entropy) -> None:
        super().__init__()
        self._deal = deal
        self._entropy = tuple(entropy)
        seats = [seat for seat, _ in self._entropy]
        if len(set(seats)) < len(seats) or not all(_is_hash(put_in) for _, put_in in self._entropy):
            raise ValueError("entropy is 64 hex digits, once a seat")
        self._hands: dict[int, _Hand] = {}

    @abstractmethod
    def seed(self, hand: int) -> str:
        """S_hand, 64 hex digits. Raises MissingSeed."""

    def cards(self, hand: int, piles: tuple[Pile, ...]) -> Sequence[str]:
        """Every card of the hand's piles by slot, slot 0 first. Raises MissingSeed, ValueError for gaps."""
        return self._of(hand).cards(piles)

    def root(self, hand: int, piles: tuple[Pile, ...]) -> str:
        """The root that binds the order of the last of the piles, 64 hex digits. Raises MissingSeed."""
        return self._of(hand).tree(len(piles) - 1, piles[-1]).root.hex()

    def opening(self, hand: int, piles: tuple[Pile, ...], slot: int) -> Opening:
        """The opening of a slot. Whether somebody may see it is for the caller to know. Raises IndexError."""
        if slot < 0:
            raise IndexError(f"no slot {slot}")
        return self._of(hand).opening(piles, slot)

    def _of(self, hand: int) -> _Hand:
        known = self._hands.get(hand)
        if known is None:
            known = _Hand(self._deal, hand, deck_key(self._deal, self.seed(hand), hand, self._entropy))
            while len(self._hands) >= _MEMORY:
                self._hands.pop(next(iter(self._hands)), None)  # another thread may have dropped it
            self._hands[hand] = known
        return known


class SeededDealer(_SeedDealer):
    """The dealer of a game in play: it has the last seed (32 bytes), and so every card of every hand."""

    def __init__(self, deal: str, last_seed: bytes, entropy: Entropy, last: int = LAST) -> None:
        super().__init__(deal, entropy)
        self._last_seed, self._last = last_seed, last

    def seed(self, hand: int) -> str:
        """S_hand, 64 hex digits. Raises MissingSeed outside 0 to the last."""
        return seed(self._deal, self._last_seed, hand, self._last)


class RevealedDealer(_SeedDealer):
    """A dealer from published seeds, hand by hand: for whoever checks a record."""

    def __init__(self, deal: str, seeds: Mapping[int, str], entropy: Entropy) -> None:
        super().__init__(deal, entropy)
        self._seeds = dict(seeds)
        if not all(map(_is_hash, self._seeds.values())):
            raise ValueError("a seed is 64 hex digits")

    def seed(self, hand: int) -> str:
        """S_hand, 64 hex digits. Raises MissingSeed for a hand that was not published."""
        try:
            return self._seeds[hand]
        except KeyError:
            raise MissingSeed(f"the seed of hand {hand} is not published") from None


@lru_cache(maxsize=256)
def _seeds(deal: str, last_seed: bytes, last: int) -> bytes:
    """S_0 to S_last in one string of bytes: small enough to keep for many games."""
    if len(last_seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    start = f'["kartfold/seed/1",{canonical_text(deal)},"'
    seeds = [last_seed]
    for _ in range(last):
        # T("kartfold/seed/1", deal, seed), written out.
        seeds.append(sha256(f'{start}{seeds[-1].hex()}"]'.encode()).digest())
    return b"".join(reversed(seeds))


def _words(key: bytes) -> Iterator[int]:
    for number in count():
        yield from struct.unpack(">16H", hmac(key, _u32(number), "sha256"))


def _uniform(words: Iterator[int], n: int) -> int:
    """A number below n, each as likely: words from the uneven end of their range are passed over."""
    even = 65536 - 65536 % n
    for word in words:
        if word < even:
            return word % n
    raise AssertionError("words do not end")


def _u32(number: int) -> bytes:
    return struct.pack(">I", number)


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None
