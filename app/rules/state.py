"""The state of a match: the fold of its events and of nothing else.

It holds no hidden card. A hand is what a seat has taken, slot by slot, and what it has played, card by card; only
with a dealer does that become cards (`legal.hand`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple, TypeVar, cast

from app.rules.clock import Clock
from app.rules.dealer import Pile
from app.rules.options import Options

T = TypeVar("T")

NOT_DUE, DUE, LATE, SAID, CAUGHT = range(5)
"""UNO of a seat: not one card; due, can be caught; due, but too late to catch; said; caught (R30 to R32)."""

DEFAULT_OPTIONS, NO_CLOCK = Options(), Clock()

ACTING_PHASES = ("turn", "drawn", "color", "target", "challenge")
"""The phases in which somebody has to act, and time can run out; the others are waiting, hand_over and match_over."""


class Player(NamedTuple):
    """Who sits at a seat: a player's id in this game, or a bot; with the entropy put into the deal."""

    player: str | None
    bot: str | None
    entropy: str | None


class DrawFour(NamedTuple):
    """A Wild Draw Four that waits for its answer: by whom, on whom, the colour in force before it, and how many
    slots taken and cards played make up the hand as it was."""

    by: int
    on: int
    color: str
    taken: int
    played: int


class Shown(NamedTuple):
    """The hand of `seat`, as it was when so many slots were taken and cards played, was shown to `to` (R20)."""

    to: int
    seat: int
    taken: int
    played: int


class LastHand(NamedTuple):
    """A hand that is over and open: what was left in each hand follows from it and its seed."""

    hand: int
    winner: int | None
    points: int
    scores: tuple[int, ...]
    seed: str
    taken: tuple[tuple[int, ...], ...]
    played: tuple[tuple[str, ...], ...]
    piles: tuple[Pile, ...]


@dataclass(eq=False)
class Draft:
    """The fields of a state, open to be written: the private working copy of `evolve` and `decide`."""

    rules: str = ""
    options: Options = DEFAULT_OPTIONS
    seats: int = 0
    deal: str = ""
    commitment: str = ""
    clock: Clock = NO_CLOCK
    players: tuple[Player | None, ...] = ()

    phase: str = "waiting"
    turn: int | None = None  # who must act
    active: tuple[bool, ...] = ()  # who is still in (R4)
    resigned: tuple[int, ...] = ()  # in the order in which they went
    scores: tuple[int, ...] = ()
    places: tuple[int | None, ...] | None = None
    reason: str | None = None  # why the match ended, or was cancelled

    hand: int = 0
    dealer: int | None = None
    direction: int = 1
    color: str | None = None  # in force
    top: str | None = None
    discard: tuple[str, ...] = ()  # the top card last
    piles: tuple[Pile, ...] = ()
    next: int = 0  # the slot on top of the draw pile
    end: int = 0  # the slot after its last
    taken: tuple[tuple[int, ...], ...] = ()  # by seat
    played: tuple[tuple[str, ...], ...] = ()
    counts: tuple[int, ...] = ()
    uno: tuple[int, ...] = ()
    turned: tuple[int, ...] = ()  # the slots turned up
    opening: bool = False  # the starting card is being turned, or its colour named (R6, R7)
    drawn: int | None = None  # the slot drawn in this turn
    idle: int = 0  # a bit for each seat that could draw nothing, one after the other (R13)
    draw_four: DrawFour | None = None
    shown: tuple[Shown, ...] = ()
    last_hand: LastHand | None = None

    missed: tuple[int, ...] = ()  # decisions in a row (R39)
    decision: int = 0  # counts the decisions that fell due
    since: int = 0  # when the decision of `turn` fell due, moved by pauses
    asked: int = 0  # when it fell due, moved by pauses of the whole table alone
    deadline: int | None = None
    bank: tuple[int, ...] = ()
    paused: tuple[int, ...] = ()  # until when each seat's clock stands still; the table's last
    paused_for: tuple[str, ...] = ()  # why; "" where no pause was, or the last was ended

    def freeze(self) -> "State":
        """This very object as a state: nobody writes to it any more."""
        self.__class__ = State
        return cast(State, self)


class State(Draft):
    """A state: immutable, equal by value. Its fields are those of `Draft`."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a state does not change: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a state does not change: {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def thaw(self) -> Draft:
        """A working copy. What it holds is immutable, so one level is deep enough."""
        draft = object.__new__(Draft)
        draft.__dict__.update(self.__dict__)
        return draft

    def replace(self, **changes: Any) -> "State":
        """A state that differs in the fields named."""
        draft = self.thaw()
        draft.__dict__.update(changes)
        return draft.freeze()

    @property
    def over(self) -> bool:
        """Whether the match has ended or was cancelled."""
        return self.phase == "match_over"

    @property
    def started(self) -> bool:
        """Whether a match has been started."""
        return self.phase != "waiting"

    def data(self) -> dict[str, Any]:
        """The state as JSON values, for a snapshot."""
        return {**self.__dict__, "options": self.options.data(), "clock": self.clock.data()}

    @classmethod
    def restore(cls, data: Mapping[str, Any]) -> "State":
        """The state that `data` gave, from JSON; raises ValueError if it has other fields than this version's."""
        if data.keys() != _NAMES:
            raise ValueError("a snapshot of another version of the state")
        draft = object.__new__(Draft)
        values = draft.__dict__
        values.update(data)
        values["options"] = Options(**data["options"])
        values["clock"] = Clock(**data["clock"])
        values["players"] = tuple([player and Player(*player) for player in data["players"]])
        values["piles"] = _piles(data["piles"])
        values["draw_four"] = data["draw_four"] and DrawFour(*data["draw_four"])
        values["shown"] = tuple([Shown(*shown) for shown in data["shown"]])
        values["last_hand"] = data["last_hand"] and _last_hand(data["last_hand"])
        for name in _NESTED:
            values[name] = tuple([tuple(inner) for inner in data[name]])
        for name in _FLAT:
            values[name] = tuple(data[name])
        values["places"] = data["places"] and tuple(data["places"])
        return draft.freeze()


def _piles(data: Any) -> tuple[Pile, ...]:
    return tuple([Pile(first, tuple(cards)) for first, cards in data])


def _last_hand(data: Any) -> LastHand:
    hand, winner, points, scores, seed, taken, played, piles = data
    return LastHand(
        hand,
        winner,
        points,
        tuple(scores),
        seed,
        tuple(map(tuple, taken)),
        tuple(map(tuple, played)),
        _piles(piles),
    )


_NAMES = {field.name for field in fields(Draft)}
_NESTED = ("taken", "played")
_FLAT = (
    "active", "resigned", "scores", "discard", "counts", "uno", "turned", "missed", "bank", "paused",
    "paused_for",
)  # fmt: skip


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """`values` with another value at `index`."""
    changed = list(values)
    changed[index] = value
    return tuple(changed)


START = Draft().freeze()
"""The state before the first event."""
