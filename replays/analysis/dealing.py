"""One deal that is put together step by step, with the probability of every choice kept: see `worlds`.

Laying a card that was played is the hard part. Between equal cards the one taken first was played first; so a deal
comes about in one way only, or it is known in how many."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import log

from app.rules.cards import CODES, COLORS, DECK, FITTING, WILD_DRAW_FOUR, WILD_ITEM_BOX
from app.rules.legal import favourite, lawful
from replays.analysis.history import Bound, Drew, Favoured, Played, Took
from replays.analysis.knowledge import Knowledge, Showed, Step

Chance = Callable[[], float]
"""Where chance comes from: evenly from 0 up to 1 (`random.Random(7).random`)."""

EVERYTHING, CARDS, COUNTS = range(3)
"""What deals agree with: all that was seen; all but what is known of whole hands (how a challenge went out, a colour
held most); what can be counted alone."""

_ALL = frozenset(CODES)
_NONE: frozenset[str] = frozenset()
_LAWFUL = {color: frozenset(card for card in CODES if card[0] != color and card != WILD_ITEM_BOX) for color in COLORS}
_LEAST = 0.05  # nothing is taken for less likely than this before it is known to be impossible
_LOG_FACTORIAL = [0.0]
for _number in range(1, len(DECK) + 1):
    _LOG_FACTORIAL.append(_LOG_FACTORIAL[-1] + log(_number))


class Impossible(Exception):
    """The choices made so far leave no way to go on."""


class Frame:
    """What all deals that agree with a seat's knowledge have in common.

    `known` are the cards by slot, None where the seat does not know; `left` counts the cards of each pile of which
    nobody knows the slots; `allowed` are the cards that a slot may hold, where something is known of it."""

    def __init__(self, knowledge: Knowledge, agree: int) -> None:
        state = knowledge.state
        self.agree = agree
        self.reject = state.options.illegal_wild_draw_four == "reject"
        self.steps = knowledge.steps
        self.seats = sorted({seat for seat, _ in self.steps})
        self.checked = [steps for steps in map(self.of, self.seats) if any(_of_a_hand(step, self) for step in steps)]
        self.pile_of = [number for number, pile in enumerate(state.piles) for _ in pile.cards]
        self.known: list[str | None] = [knowledge.cards.get(slot) for slot in range(len(self.pile_of))]
        self.left = _left_of([pile.cards for pile in state.piles], self.pile_of, knowledge.cards)
        self.allowed = self._restricted()
        self._odds = self._of_a_card()
        self._before: dict[str, Sequence[float]] = {}

    def of(self, seat: int) -> list[Step]:
        """What was seen of one seat."""
        return [step for other, step in self.steps if other == seat]

    def bound(self, seat: int) -> list[str]:
        """The colours of which a hand was seen to have nothing, one after the other."""
        if self.agree != EVERYTHING:
            return []
        return [step.color for step in self.of(seat) if isinstance(step, Bound) and step.lawful]

    def odds(self, bound: Sequence[str]) -> Sequence[float]:
        """How likely a certain card is to be in each slot of a hand. In one that will be seen to have nothing of a
        colour, what may have that colour is likelier to be the card that goes."""
        if not bound:
            return self._odds
        if bound[0] not in self._before:
            cards = _LAWFUL[bound[0]]
            self._before[bound[0]] = [odds and odds / self._stays(slot, cards) for slot, odds in enumerate(self._odds)]
        return self._before[bound[0]]

    def _restricted(self) -> dict[int, frozenset[str]]:
        """What is known of single cards: that they could be played when they were drawn, or could not."""
        allowed = {}
        for _, step in self.steps:
            if isinstance(step, Drew) and self.known[step.slot] is None:
                fitting = FITTING[step.top, step.color]
                misses = _ALL - fitting
                if self.reject:  # there it may have been the rest of the hand that kept it back
                    misses |= {WILD_DRAW_FOUR}
                allowed[step.slot] = fitting if step.fits else misses
        return allowed

    def _of_a_card(self) -> list[float]:
        sizes = [sum(of_pile.values()) for of_pile in self.left]
        odds = [0.0 if card else 1 / sizes[pile] for card, pile in zip(self.known, self.pile_of, strict=True)]
        for slot, allowed in self.allowed.items():
            odds[slot] = 1 / max(1, self._open(slot, allowed))
        return odds

    def _stays(self, slot: int, cards: frozenset[str]) -> float:
        """How likely the card in a slot is one of these."""
        allowed = self.allowed.get(slot, _ALL)
        return max(_LEAST, self._open(slot, allowed & cards) / max(1, self._open(slot, allowed)))

    def _open(self, slot: int, allowed: frozenset[str]) -> int:
        """How many cards there are for a slot."""
        return sum([count for card, count in self.left[self.pile_of[slot]].items() if card in allowed])


class Deal:
    """A deal in the making. `cards` are the cards laid so far, `weight` is the logarithm of how much it counts."""

    def __init__(self, frame: Frame, chance: Chance) -> None:
        self.frame = frame
        self.chance = chance
        self.cards = frame.known.copy()
        self.weight = 0.0
        self._left = [of_pile.copy() for of_pile in frame.left]
        self._allowed = frame.allowed.copy()
        self._bans: dict[int, frozenset[str]] = {}  # cards that would have been played, had they been in that slot
        self._held: dict[int, list[int]] = {seat: [] for seat in frame.seats}
        self._laid: dict[tuple[int, str], tuple[tuple[int, int], ...]] = {}

    def copy(self) -> "Deal":
        """Another that goes on from here by itself."""
        other = object.__new__(Deal)
        other.__dict__.update(self.__dict__)
        other.cards = self.cards.copy()
        other._left = [of_pile.copy() for of_pile in self._left]
        other._allowed = self._allowed.copy()
        other._bans = self._bans.copy()
        other._held = {seat: held.copy() for seat, held in self._held.items()}
        other._laid = self._laid.copy()
        return other

    # ------------------------------------------------------------ what was seen of the others

    def take(self, seat: int, slots: Sequence[int]) -> None:
        """A seat took the cards in these slots."""
        self._held[seat] += slots

    def drop(self, seat: int, slot: int) -> None:
        """A seat played the card in this slot."""
        self._held[seat].remove(slot)

    def lay(self, seat: int, card: str, odds: Sequence[float], locked: frozenset[int], in_order: bool) -> None:
        """Lays a card that a seat played into one of the slots that it holds, each by how likely it is to be there.

        Slots that are `locked` are still held later. Of equal cards the one taken first was played: either that is kept
        to here, `in_order`, or mended in the end. Raises Impossible.
        """
        held = self._held[seat]
        places, likely, total = self._places(held, card, odds, locked)
        if not places:
            raise Impossible
        chosen = places[self._pick(likely, total)]
        self.weight += log(total)
        newest, slot = held[-1], held[chosen]
        if in_order:
            for place in places[: places.index(chosen)]:
                self._ban(held[place], card)
        else:
            self._laid[seat, card] = (*self._laid.get((seat, card), ()), (newest, slot))
        del held[chosen]
        if self.cards[slot] is None:
            self.weight -= log(odds[slot])
            self._put(slot, card)

    def bind(self, seat: int, color: str) -> None:
        """A hand has nothing that keeps a Wild Draw Four from being lawful on this colour. Raises Impossible."""
        cards = _LAWFUL[color]
        for slot in self._held[seat]:
            known = self.cards[slot]
            if known is None:
                self._allowed[slot] = self._allowed.get(slot, _ALL) & cards
            elif known not in cards:
                raise Impossible

    def mend(self) -> None:
        """All that was played is laid. Where equal cards were laid without regard to their order, as many ways led to
        the same deal; and none like them is still held that was taken before one of them."""
        for (seat, card), plays in self._laid.items():
            last = max(slot for _, slot in plays)
            for slot in self._held[seat]:
                if slot < last:
                    self._ban(slot, card)
            for place, (newest, _) in enumerate(plays[:-1]):
                self.weight -= log(sum(slot <= newest for _, slot in plays[place:]))

    def _places(
        self, held: Sequence[int], card: str, odds: Sequence[float], locked: frozenset[int]
    ) -> tuple[list[int], list[float], float]:
        """Where in a hand a card may be, how likely each place is, and the sum of that."""
        cards, allowed, bans, left, pile_of = self.cards, self._allowed, self._bans, self._left, self.frame.pile_of
        places: list[int] = []
        likely: list[float] = []
        total = 0.0
        for place, slot in enumerate(held):
            known = cards[slot]
            if known is not None:
                if known == card and slot not in locked:
                    return [*places, place], [*likely, 1.0], total + 1.0
                continue
            if (slot in bans and card in bans[slot]) or (slot in allowed and card not in allowed[slot]):
                continue
            here = left[pile_of[slot]].get(card, 0) * odds[slot]
            if here:
                places.append(place)
                likely.append(here)
                total += here
        return places, likely, total

    # ------------------------------------------------------------ what is left

    def finish(self) -> list[str]:
        """Deals what is left to the slots that are left, and gives every card by slot. Raises Impossible."""
        cards, allowed, bans, pile_of = self.cards, self._allowed, self._bans, self.frame.pile_of
        pools = [[card for card, count in of_pile.items() for _ in range(count)] for of_pile in self._left]
        open_slots = [slot for held in self._held.values() for slot in held if cards[slot] is None]
        narrow = [slot for slot in open_slots if slot in allowed]
        for slot in sorted(narrow, key=lambda slot: (len(allowed[slot]), slot)):
            self._fill(slot, pools[pile_of[slot]], allowed[slot], bans.get(slot, _NONE))
        for slot in open_slots:
            if slot in bans and slot not in allowed:
                self._fill(slot, pools[pile_of[slot]], _ALL, bans[slot])
        for pool in pools:
            self.weight += _LOG_FACTORIAL[len(pool)]
            pool.sort(key=lambda card: self.chance())
        dealt = [pools[pile].pop() if card is None else card for card, pile in zip(cards, pile_of, strict=True)]
        for steps in self.frame.checked:
            _check(steps, dealt, self.frame)
        return dealt

    def _fill(self, slot: int, pool: list[str], allowed: frozenset[str], banned: frozenset[str]) -> None:
        """Deals one of the cards of a pool that a slot may hold, each as likely as any other."""
        left = self._left[self.frame.pile_of[slot]]
        if allowed is _ALL:
            total = len(pool) - sum([left.get(card, 0) for card in banned])
        else:
            total = sum([left.get(card, 0) for card in allowed if card not in banned])
        if not total:
            raise Impossible
        self.weight += log(total)
        while True:
            place = int(self.chance() * len(pool))
            card = pool[place]
            if card in allowed and card not in banned:
                break
        pool[place] = pool[-1]
        pool.pop()
        self._put(slot, card)

    def _put(self, slot: int, card: str) -> None:
        self.cards[slot] = card
        self._left[self.frame.pile_of[slot]][card] -= 1

    def _ban(self, slot: int, card: str) -> None:
        self._bans[slot] = self._bans.get(slot, _NONE) | {card}

    def _pick(self, odds: Sequence[float], total: float) -> int:
        """A place among these, by its odds."""
        aim = self.chance() * total
        for place, likely in enumerate(odds):
            aim -= likely
            if aim < 0:
                return place
        return len(odds) - 1


def _check(steps: Sequence[Step], cards: Sequence[str], frame: Frame) -> None:
    """Goes through what a seat did as the rules would have it, for what only a whole hand can be held against. Raises
    Impossible where something cannot have been seen."""
    held: list[tuple[int, str]] = []
    for step in steps:
        if isinstance(step, Took):
            held += [(slot, cards[slot]) for slot in step.slots]
        elif isinstance(step, Played):
            del held[[card for _, card in held].index(step.card)]
        elif isinstance(step, Showed):
            if {slot for slot, _ in held} != step.slots:
                raise Impossible
        elif _of_a_hand(step, frame) and not _agrees(step, [card for _, card in held], cards):
            raise Impossible


def _of_a_hand(step: Step, frame: Frame) -> bool:
    """Whether a step says something of a hand that nothing has been done about so far."""
    if isinstance(step, Showed):
        return True
    if frame.agree != EVERYTHING:
        return False
    return isinstance(step, Bound | Favoured) or (isinstance(step, Drew) and frame.reject)


def _agrees(step: Step, codes: Sequence[str], cards: Sequence[str]) -> bool:
    """Whether a hand agrees with what is known of it as a whole."""
    if isinstance(step, Bound):
        return lawful(codes, step.color) == step.lawful
    if isinstance(step, Favoured):
        return favourite(codes) == step.color
    if isinstance(step, Drew) and cards[step.slot] == WILD_DRAW_FOUR:
        return lawful(codes, step.color) == step.fits
    return True


def _left_of(piles: Sequence[Sequence[str]], pile_of: Sequence[int], known: Mapping[int, str]) -> list[dict[str, int]]:
    """The cards of each pile of which nobody knows the slots. Raises ValueError for known cards that are not in it."""
    left = [Counter(pile) for pile in piles]
    for slot, card in known.items():
        left[pile_of[slot]][card] -= 1
    if any(count < 0 for of_pile in left for count in of_pile.values()):
        raise ValueError("cards are known that are not in the pile")
    return [{card: count for card, count in of_pile.items() if count} for of_pile in left]
