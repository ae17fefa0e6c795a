"""A record opened for whoever looks at it: any position of it, and the cards that it has laid open.

The lines are ours, or were verified: nothing is checked here.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from app.rules.dealer import Dealer
from app.rules.events import Event, GameCreated
from app.rules.state import START, Player, State
from replays.deal import RevealedDealer, entropy_of
from replays.fold import SEAT_OF, event_of, fold, rules_of, seeds_of
from replays.format import quick


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


class Recording:
    """A record from its lines, all of them or the first so many.

    `dealer` knows the cards, and `opened` are the hands whose cards may be shown; without them the seeds that the
    record publishes open the hands that are over.
    """

    def __init__(
        self, lines: Sequence[bytes], dealer: Dealer | None = None, opened: Collection[int] | None = None
    ) -> None:
        self.lines = lines
        self._given = dealer
        self._opened = opened

    @cached_property
    def last(self) -> State:
        """Where it ends."""
        return fold(START, self.lines)

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

    def moments(self) -> Iterator[Moment]:
        """Every position of it, event by event."""
        before, said = START, quick(self.lines)
        book = rules_of(START, said[0])
        for _, group in groupby(said, key=lambda one: one["request"]):
            request = list(group)
            events = list(map(event_of, request))
            state = before
            for count, one in enumerate(request, 1):
                # Anew from the state before the request: what its end settles is settled once, on what has happened.
                state = book.evolve(before, events[:count], SEAT_OF.get(one["actor"]), one["t"])
                yield Moment(
                    one["seq"],
                    one["request"],
                    one["actor"],
                    one["t"],
                    one["kind"],
                    events[count - 1],
                    state,
                    count == len(request),
                )
            before = state

    def moment(self, seq: int) -> Moment:
        """The position right after the event `seq`. Raises IndexError."""
        if not 0 <= seq < len(self.lines):
            raise IndexError(f"there is no event {seq}")
        one, *after = quick(self.lines[seq : seq + 2])
        state = fold(START, self.lines[: seq + 1])
        complete = not after or after[0]["request"] != one["request"]
        event = event_of(one)
        return Moment(seq, one["request"], one["actor"], one["t"], one["kind"], event, state, complete)
