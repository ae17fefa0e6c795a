"""A record opened for whoever looks at it: any position, its requests and hands, and the cards that it has laid open.

The lines are ours, or were verified: nothing is checked here.
"""

import threading
from bisect import bisect
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from app.rules.dealer import Dealer, Pile
from app.rules.events import Event, GameCreated, HandEnded, HandStarted, kind_of
from app.rules.rulebook import rulebook
from app.rules.state import START, Player, State
from replays.deal import RevealedDealer, entropy_of
from replays.fold import SEAT_OF, event_of, fold, rules_of, seeds_of
from replays.fold import requests as requests_of
from replays.format import quick

KEPT_EVERY, KEPT_AT_MOST = 256, 64
"""A recording keeps the state after so many events, once it has been there, and so many states."""


class Moment(NamedTuple):
    """A game right after one of its events; `complete` if that is the last of its request."""

    seq: int
    request: int
    actor: str
    t: int
    kind: str
    event: Event
    state: State
    complete: bool


class Request(NamedTuple):
    """A request of a record: its number, the seq of its first event, its events, and the states around them. Of the
    last one there may be only a part."""

    number: int
    first: int
    actor: str
    t: int
    events: Sequence[Event]
    before: State
    after: State

    def moments(self) -> Iterator[Moment]:
        """Its positions, event by event."""
        book, seat = rulebook(self.after.rules), SEAT_OF.get(self.actor)
        for at, event in enumerate(self.events):
            complete = at == len(self.events) - 1
            # Anew from the state before the request: what its end settles is settled once, on what has happened.
            state = self.after if complete else book.evolve(self.before, self.events[: at + 1], seat, self.t)
            yield Moment(self.first + at, self.number, self.actor, self.t, kind_of(event), event, state, complete)


class Hand(NamedTuple):
    """A hand of a record, from the event `first` to the event `last`: its end, or as far as the record goes.

    `winner`, `points` and `scores` (after it, by seat) are None while it is on; `winner` also if it ended without one.
    `piles` are all draw piles so far, and `open` says whether anybody may see its cards.
    """

    number: int
    first: int
    last: int
    dealer: int
    over: bool
    winner: int | None
    points: int | None
    scores: tuple[int, ...] | None
    piles: tuple[Pile, ...]
    open: bool


class Recording:
    """A record from its lines, all of them or the first so many; several threads may look at it.

    `dealer` knows the cards, and `opened` are the hands whose cards may be shown; without them the seeds that the
    record publishes open the hands that are over.
    """

    def __init__(
        self, lines: Sequence[bytes], dealer: Dealer | None = None, opened: Collection[int] | None = None
    ) -> None:
        self.lines = lines
        self._given = dealer
        self._opened = opened
        self._kept: list[tuple[int, State]] = [(0, START)]  # how many events, and the state after them; only ever grows
        self._keeping = threading.Lock()

    @cached_property
    def last(self) -> State:
        """Where it ends."""
        return self._after(len(self.lines))

    @cached_property
    def game(self) -> str:
        """The id of the game."""
        return str(quick(self.lines[:1])[0]["game"])

    @property
    def players(self) -> tuple[Player | None, ...]:
        """Who sat at each seat at the end."""
        return self.last.players

    @cached_property
    def created(self) -> GameCreated:
        """What the first event says."""
        first = self.moment(0).event
        assert isinstance(first, GameCreated)
        return first

    @cached_property
    def seeds(self) -> dict[int, str]:
        """The seeds that it publishes, by hand."""
        return seeds_of([line for line in self.lines if b'"kind":"hand.ended"' in line])

    @cached_property
    def opened(self) -> frozenset[int]:
        """The hands that are over, whose cards anybody may see."""
        return frozenset(self.seeds if self._opened is None else self._opened)

    @cached_property
    def dealer(self) -> Dealer:
        """Who knows the cards of the hands that are open; of others it raises MissingSeed."""
        return self._given or RevealedDealer(self.last.deal, self.seeds, entropy_of(self.last))

    @cached_property
    def hands(self) -> tuple[Hand, ...]:
        """The hands that were dealt, in order."""
        hands: list[Hand] = []
        state, upto = START, 0
        for said in quick([line for line in self.lines if b'"kind":"hand.' in line]):
            seq, event = said["seq"], event_of(said)
            if isinstance(event, HandStarted):
                hands.append(self._dealt(event, seq))
            elif isinstance(event, HandEnded):
                upto, state = (edge := self._edge(seq + 1)), fold(state, self.lines[upto:edge])
                hands[-1] = _ended(hands[-1], event, seq, state)
        if hands and not hands[-1].over:
            hands[-1] = hands[-1]._replace(piles=self.last.piles)
        return tuple(hands)

    def requests(self) -> Iterator[Request]:
        """Its requests, in order."""
        yield from requests_behind(START, self.lines)

    def moments(self) -> Iterator[Moment]:
        """Every position of it, event by event."""
        for request in self.requests():
            yield from request.moments()

    def moment(self, seq: int) -> Moment:
        """The position right after the event `seq`. Raises IndexError."""
        if not 0 <= seq < len(self.lines):
            raise IndexError(f"there is no event {seq}")
        one, *after = quick(self.lines[seq : seq + 2])
        complete = not after or after[0]["request"] != one["request"]
        state, event = self._after(seq + 1), event_of(one)
        return Moment(seq, one["request"], one["actor"], one["t"], one["kind"], event, state, complete)

    def _dealt(self, event: HandStarted, seq: int) -> Hand:
        opened = event.hand in self.opened
        return Hand(event.hand, seq, len(self.lines) - 1, event.dealer, False, None, None, None, (), opened)

    def _after(self, count: int) -> State:
        """The state after so many events: from the nearest one before it that is kept, and some are kept on the way."""
        upto, state = self._kept[bisect(self._kept, count, key=lambda kept: kept[0]) - 1]
        stride = max(KEPT_EVERY, -(-len(self.lines) // KEPT_AT_MOST))
        while (edge := self._edge(upto + stride)) <= count:
            upto, state = edge, fold(state, self.lines[upto:edge])
            self._keep(upto, state)
        return fold(state, self.lines[upto:count])

    def _keep(self, upto: int, state: State) -> None:
        with self._keeping:
            if upto > self._kept[-1][0]:  # else another thread was here before
                self._kept.append((upto, state))

    def _edge(self, at: int) -> int:
        """Where the first request ends that has its end at `at` or behind: nothing is folded on from inside of one."""
        while 0 < at < len(self.lines):
            one, other = quick(self.lines[at - 1 : at + 1])
            if one["request"] != other["request"]:
                break
            at += 1
        return at


def requests_behind(state: State, lines: Sequence[bytes]) -> Iterator[Request]:
    """The requests of the events behind a state, which is one right after a request."""
    said, at = quick(lines), 0
    book = rules_of(state, said[0]) if said else None
    for events, seat, t in requests_of(said):
        assert book is not None
        one, after = said[at], book.evolve(state, events, seat, t)
        yield Request(one["request"], one["seq"], one["actor"], t, events, state, after)
        state, at = after, at + len(events)


def _ended(hand: Hand, event: HandEnded, seq: int, after: State) -> Hand:
    assert after.last_hand is not None
    return hand._replace(
        last=seq,
        over=True,
        winner=event.winner,
        points=event.points,
        scores=event.scores,
        piles=after.last_hand.piles,
    )
