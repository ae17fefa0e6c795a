"""What happened, in the past tense: one type for every kind of event in a record.

No event holds a hidden card: a face-down card is named by its slot. These are the events as the rules have them today:
what their data look like in a record, in every version that there ever was, stands in `shapes`, and `versions` reads
them.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

Data = dict[str, Any]
E = TypeVar("E")

KINDS: dict[str, type["Event"]] = {}
"""The name of a kind → its type."""

KIND_OF: dict[type["Event"], str] = {}
"""A type → the name of its kind."""


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and tuple(one) == tuple(other)


def _kind(name: str) -> Callable[[type[E]], type[E]]:
    """Registers a kind. Two events are equal only if they are of one kind: plain tuples would not mind."""

    def register(kind: type[E]) -> type[E]:
        KINDS[name] = kind  # type: ignore[assignment]
        KIND_OF[kind] = name  # type: ignore[index]
        kind.__eq__ = _same  # type: ignore[method-assign]
        kind.__ne__ = lambda one, other: not _same(one, other)  # type: ignore[method-assign]
        return kind

    return register


@_kind("game.created")
class GameCreated(NamedTuple):
    """A table was made: the rules, all options, how many seats, whose decks, the commitment to the seeds, the clock."""

    rules: str
    options: Data
    seats: int
    deal: str
    commitment: str
    clock: Data


@_kind("seat.taken")
class SeatTaken(NamedTuple):
    """A player (or a bot, whose `player` is None) sat down, with the entropy put in, 64 hex digits, or None."""

    seat: int
    player: str | None
    bot: str | None
    entropy: str | None


@_kind("seat.left")
class SeatLeft(NamedTuple):
    """A seat was given back before the start."""

    seat: int


@_kind("seat.taken_over")
class SeatTakenOver(NamedTuple):
    """A bot plays on for a seat."""

    seat: int
    bot: str


@_kind("game.started")
class GameStarted(NamedTuple):
    """The match begins with the seats taken (R4)."""


@_kind("game.cancelled")
class GameCancelled(NamedTuple):
    """The match never started."""

    reason: str


@_kind("hand.started")
class HandStarted(NamedTuple):
    """A deck of `cards`, bound by `root`, is dealt by seat `dealer` (R5)."""

    hand: int
    dealer: int
    cards: int
    root: str


@_kind("card.turned")
class CardTurned(NamedTuple):
    """The top card of the draw pile was turned up: a starting card (R6), or by a Wild Item Box (R23)."""

    slot: int
    card: str


@_kind("color.chosen")
class ColorChosen(NamedTuple):
    """The colour in force was named (R7, R28)."""

    seat: int
    color: str


@_kind("target.chosen")
class TargetChosen(NamedTuple):
    """A Green Shell was aimed (R26)."""

    seat: int
    target: int


@_kind("card.played")
class CardPlayed(NamedTuple):
    """A card was played, with UNO or without; `color` with a Wild Draw Four only."""

    seat: int
    card: str
    uno: bool
    color: str | None = None


@_kind("cards.drawn")
class CardsDrawn(NamedTuple):
    """A seat took the cards in `slots`; `reason` is one of `DRAW_REASONS`."""

    seat: int
    slots: tuple[int, ...]
    reason: str


@_kind("turn.passed")
class TurnPassed(NamedTuple):
    """A turn ended without a play."""

    seat: int


@_kind("pile.shuffled")
class PileShuffled(NamedTuple):
    """The discard pile but its top card became draw pile number `pile`, from slot `first` (R12)."""

    pile: int
    first: int
    cards: int
    root: str


@_kind("draw_four.accepted")
class DrawFourAccepted(NamedTuple):
    """The player hit took a Wild Draw Four (R20)."""

    seat: int


@_kind("draw_four.challenged")
class DrawFourChallenged(NamedTuple):
    """The player hit challenged `against`, who had played it lawfully or not (R20 to R22)."""

    seat: int
    against: int
    lawful: bool


@_kind("uno.called")
class UnoCalled(NamedTuple):
    """UNO was said after the play (R30)."""

    seat: int


@_kind("uno.caught")
class UnoCaught(NamedTuple):
    """`seat` was caught by `by` (R31)."""

    seat: int
    by: int


@_kind("decision.timed_out")
class DecisionTimedOut(NamedTuple):
    """Time ran out for a decision at `deadline`, UTC ms; the decision taken for the seat follows (R39)."""

    seat: int
    phase: str
    deadline: int


@_kind("clock.paused")
class ClockPaused(NamedTuple):
    """A seat's clock, or the table's (None), stands still until `until`, UTC ms."""

    seat: int | None
    until: int
    reason: str


@_kind("clock.resumed")
class ClockResumed(NamedTuple):
    """A pause ended before its time."""

    seat: int | None


@_kind("clock.changed")
class ClockChanged(NamedTuple):
    """A table that plays has another clock from now on: the decision that is due starts anew under it."""

    clock: Data
    reason: str


@_kind("seat.resigned")
class SeatResigned(NamedTuple):
    """A seat left the match (R38); `reason` is one of `RESIGN_REASONS`."""

    seat: int
    reason: str


@_kind("hand.ended")
class HandEnded(NamedTuple):
    """A hand is over: its winner or None, the points won, all scores after it, and the seed that opens its cards."""

    hand: int
    winner: int | None
    points: int
    scores: tuple[int, ...]
    seed: str


@_kind("match.ended")
class MatchEnded(NamedTuple):
    """The match is over; `places` by seat, 1 is best, None for a seat that has none."""

    places: tuple[int | None, ...]
    reason: str


Event = (
    GameCreated | SeatTaken | SeatLeft | SeatTakenOver | GameStarted | GameCancelled | HandStarted | CardTurned
    | ColorChosen | TargetChosen | CardPlayed | CardsDrawn | TurnPassed | PileShuffled | DrawFourAccepted
    | DrawFourChallenged | UnoCalled | UnoCaught | DecisionTimedOut | ClockPaused | ClockResumed | ClockChanged
    | SeatResigned | HandEnded | MatchEnded
)  # fmt: skip

DRAW_REASONS = (
    "turn", "draw_two", "draw_four", "challenge", "banana_peel", "green_shell", "lightning", "bob_omb", "uno"
)  # fmt: skip
RESIGN_REASONS = ("resigned", "timeout", "ruling")
MATCH_REASONS = ("hands", "target_score", "last_player", "void")


def kind_of(event: Event) -> str:
    """The name of an event's kind, as it stands in the record."""
    return KIND_OF[type(event)]


def event_data(event: Event) -> Data:
    """The `data` of an event in the record: its fields as JSON values; a colour that does not apply is left out."""
    data = event._asdict()
    if type(event) is CardPlayed and event.color is None:
        del data["color"]
    return data


def recorded(events: Iterable[Event]) -> list[tuple[str, Data]]:
    """Events as the record has them: kind and data."""
    return [(kind_of(event), event_data(event)) for event in events]
