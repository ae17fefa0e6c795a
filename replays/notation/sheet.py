"""What a notation says, between text and record: the header, the hands, and in each hand the requests one by one.

Everything that carries `at` knows its place in the text it was read from (in characters, from 0). Places are no part
of what is said: two sheets are equal if they say the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from app.rules.clock import Clock
from app.rules.lifecycle import SEATS

LETTERS = "ABCDEFGHIJ"
"""The seats by their letters, seat 0 first."""
assert len(LETTERS) == SEATS[-1]

VERSION = 1
"""The version of the notation, named in its first line."""

BEGINNING = 946_684_800_000
"""When a match begins that does not say when, UTC ms: the year 2000."""

TICK_MS = 1_000
"""What a request takes that does not say how long it took."""

LONGEST_TEXT = 100
"""Characters of a name or a reason; what is longer is cut in writing and refused in reading."""

KEPT, OPEN, NOTHING = "kept", "playable", "nothing"
"""A draw: the card could not be played and the turn ended; it can be played; there was nothing to draw (R11, R13)."""


def _place() -> int:
    return field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a seat when the match starts: a bot, or a player; a name for people, if there is one."""

    bot: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """Somebody sits down, or gets up again before the start; `after` is how many ms after the request before."""

    seat: int
    left: bool = False
    after: int | None = field(default=None, compare=False)
    at: int = _place()


@dataclass(frozen=True, slots=True)
class Header:
    """The match before its first card. `seats` has None for an empty seat; `options` are those that differ from their
    defaults; `result` is what the header says about the end, as `Sheet.result` gives it."""

    game: str | None
    rules: str
    began: int | None
    seats: tuple[Seat | None, ...]
    sittings: tuple[Sitting, ...]
    options: Mapping[str, Any]
    clock: Clock
    result: str | None
    at: int = _place()
    result_at: int = _place()


@dataclass(frozen=True, slots=True)
class Act:
    """One request of a match that is on: who, what, and whatever else the rules alone do not give.

    `verb` is one of `VERBS`; `seat` is None for the table. `turned` is the card that a Wild Item Box turned up, `color`
    one that was named with the act, `draw` one of KEPT, OPEN and NOTHING, `leaves` whether a seat that ran out of time
    is out of the match, `bot` who takes over, `ms` and `reason` are those of a pause,
    `clock` and `reason` those of another clock.
    """

    verb: str
    seat: int | None
    card: str | None = None
    color: str | None = None
    uno: bool = False
    turned: str | None = None
    draw: str | None = None
    target: int | None = None
    lawful: bool | None = None
    leaves: bool = False
    bot: str | None = None
    ms: int = 0
    reason: str | None = None
    clock: Clock | None = None
    begins: bool = field(default=False, compare=False)  # a turn of its own
    after: int | None = field(default=None, compare=False)  # ms after the request before
    at: int = _place()


PLAYS, DRAWS, PASSES, NAMES, HITS, ACCEPTS, CHALLENGES, CALLS, CATCHES = (
    "plays", "draws", "passes", "names", "hits", "accepts", "challenges", "calls", "catches"
)  # fmt: skip
RESIGNS, REMOVED, TIMES_OUT, TAKEN_OVER, PAUSES, RESUMES, CHANGES = (
    "resigns", "removed", "times out", "taken over", "pauses", "resumes", "changes"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class HandOver:
    """The end of a hand: its winner or None, the points, and the scores by seat."""

    winner: int | None
    points: int
    scores: tuple[int, ...]
    at: int = _place()


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The end of a match: its places by seat, and the reason."""

    reason: str
    places: tuple[int | None, ...]
    after: int | None = field(default=None, compare=False)
    at: int = _place()


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A match that never started."""

    reason: str
    after: int | None = field(default=None, compare=False)
    at: int = _place()


@dataclass(frozen=True, slots=True)
class Start:
    """The beginning of a hand: its number, who deals, and the cards turned up until one starts it."""

    hand: int
    dealer: int
    turned: tuple[str, ...]
    after: int | None = field(default=None, compare=False)
    at: int = _place()


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The order of a reshuffle, top first."""

    cards: tuple[str, ...]
    at: int = _place()


@dataclass(slots=True)
class Hand:
    """A hand; `deck` and `reshuffles` only if its cards are given, `over` None while it is on."""

    start: Start
    deck: tuple[str, ...] | None = None
    reshuffles: list[Reshuffle] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    over: HandOver | None = None


@dataclass(slots=True)
class Sheet:
    """A whole notation; `end` is None if the match is still on, and the text ends at `at`."""

    header: Header
    hands: list[Hand]
    end: MatchOver | Cancelled | None
    at: int = _place()


RUNNING, CANCELLED, VOID = "*", "cancelled", "void"


def result_of(end: MatchOver | Cancelled | None) -> str:
    """The end of a match in a word, for the header: `*`, `cancelled`, `void`, or the letters of who came first."""
    if end is None:
        return RUNNING
    if isinstance(end, Cancelled):
        return CANCELLED
    return ", ".join(LETTERS[seat] for seat, place in enumerate(end.places) if place == 1) or VOID


def usual_sittings(seats: Sequence[Seat | None]) -> tuple[Sitting, ...]:
    """Who sits down in a match of which nothing is said about it: everybody once, in the order of the seats."""
    return tuple(Sitting(seat) for seat, one in enumerate(seats) if one is not None)


def draws_that_go_on(turn: Sequence[Act]) -> set[int]:
    """The places in a turn of the draws behind which their seat plays or passes: so it could play the card that it
    drew, and nobody need be told."""
    found, going_on = set(), set()
    for place in range(len(turn) - 1, -1, -1):
        act = turn[place]
        if act.verb in (PLAYS, PASSES):
            going_on.add(act.seat)
        elif act.verb == DRAWS and act.seat in going_on:
            found.add(place)
    return found
