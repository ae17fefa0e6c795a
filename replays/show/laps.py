"""A match as a race to empty hands: each hand is a lap, with everybody's cards after every turn, and what happened."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from app.rules.cards import DRAW_TWO, REVERSE, SKIP, WILD_DRAW_FOUR, WILD_ITEM_BOX, item
from app.rules.events import (
    CardPlayed,
    CardsDrawn,
    CardTurned,
    DecisionTimedOut,
    DrawFourChallenged,
    Event,
    HandEnded,
    HandStarted,
    SeatResigned,
    TurnPassed,
    UnoCalled,
    UnoCaught,
)
from replays.recording import Moment, Recording, Request
from replays.show.languages import DEFAULT, seat_names

_ACTIONS = {SKIP: "skip", REVERSE: "reverse", DRAW_TWO: "draw_two"}


class Mark(NamedTuple):
    """Something that happened, in the lane of `seat`: its kind (`marks.KINDS`), in which turn, by which event."""

    kind: str
    seat: int
    turn: int
    seq: int


@dataclass
class Lap:
    """A hand: `seqs` is the last event of each turn, `cards` everybody's cards after it. Turn 0 is the deal."""

    hand: int
    racing: tuple[int, ...]
    seqs: list[int] = field(default_factory=list)
    cards: list[tuple[int, ...]] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    ended: HandEnded | None = None

    @property
    def turns(self) -> int:
        """How many turns were begun."""
        return len(self.seqs) - 1

    def left(self, seat: int) -> int | None:
        """The turn in which a seat resigned."""
        return next((mark.turn for mark in self.marks if (mark.kind, mark.seat) == ("resigned", seat)), None)


class Race(NamedTuple):
    """A match: what to call each seat, its hands, and the places if it is over."""

    names: tuple[str, ...]
    laps: tuple[Lap, ...]
    places: tuple[int | None, ...] | None


def race(recording: Recording, names: Sequence[str | None], language: str = DEFAULT) -> Race:
    """The race that a record tells of, as far as it goes; `names` by seat, None where none is known."""
    last = recording.last
    return Race(seat_names(last.players, names, language), tuple(_laps(recording)), last.places)


def _laps(recording: Recording) -> list[Lap]:
    laps: list[Lap] = []
    for request in recording.requests():
        new_turn = _begins_turn(request)
        box_of: int | None = None
        for moment in request.moments():
            event = moment.event
            if isinstance(event, HandStarted):
                laps.append(Lap(event.hand, tuple(seat for seat, cards in enumerate(moment.state.counts) if cards)))
                new_turn, box_of = True, None
            if laps:
                _count(laps[-1], moment, new_turn)
                laps[-1].marks += [Mark(kind, seat, laps[-1].turns, moment.seq) for kind, seat in _marks(event, box_of)]
                new_turn = False
            if isinstance(event, CardPlayed) and event.card == WILD_ITEM_BOX:
                box_of = event.seat
            elif isinstance(event, CardTurned):
                box_of = None
    return laps


def _begins_turn(request: Request) -> bool:
    """A turn begins when its player plays or draws, or passes because nothing could be drawn (R31, R13)."""
    return request.before.phase == "turn" and any(
        isinstance(event, CardPlayed | TurnPassed) or (isinstance(event, CardsDrawn) and event.reason == "turn")
        for event in request.events
    )


def _count(lap: Lap, moment: Moment, new_turn: bool) -> None:
    """The cards after this event are those of its turn, until another event of the turn comes."""
    if not new_turn:
        del lap.seqs[-1], lap.cards[-1]
    lap.seqs.append(moment.seq)
    lap.cards.append(moment.state.counts)
    if isinstance(moment.event, HandEnded):
        lap.ended = moment.event


def _marks(event: Event, box_of: int | None) -> Iterator[tuple[str, int]]:
    """What an event is marked by, and in whose lane; `box_of` has played the Wild Item Box that turns a card up."""
    match event:
        case CardPlayed(seat, card, uno):
            if card == WILD_DRAW_FOUR:
                yield "draw_four", seat
            elif card[1] in _ACTIONS:
                yield _ACTIONS[card[1]], seat
            if uno:
                yield "uno", seat
        case CardTurned(_, card) if box_of is not None:
            yield item(card), box_of
        case UnoCalled(seat):
            yield "uno", seat
        case UnoCaught(seat):
            yield "caught", seat
        case DrawFourChallenged(seat, _, lawful):
            yield ("challenge_lost" if lawful else "challenge_won"), seat
        case SeatResigned(seat):
            yield "resigned", seat
        case DecisionTimedOut(seat):
            yield "timed_out", seat
        case HandEnded(_, int(winner)):
            yield "won", winner
