"""The decisions of a record: each request that a seat had to make, or that time made for it, and what it knew then.

What anybody may do out of turn (saying UNO, catching, resigning) is no decision here: it can be done at any time.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.rules.events import (
    CardPlayed,
    CardsDrawn,
    ColorChosen,
    DecisionTimedOut,
    DrawFourAccepted,
    DrawFourChallenged,
    Event,
    HandStarted,
    PileShuffled,
    TargetChosen,
    TurnPassed,
)
from app.rules.moves import Accept, Challenge, ChooseColor, ChooseTarget, Draw, Move, Pass, Play
from app.rules.state import State
from replays.analysis.history import History
from replays.recording import Recording


class Turning(NamedTuple):
    """A decision of `seat`, or one that was taken for it because it had `missed` its time.

    `state` and `history` are as they were before it; it is the request of the events `seq` to `until`. The history goes
    on when the next decision is read: take from it at once what is needed."""

    hand: int
    seq: int
    until: int
    seat: int
    phase: str
    move: Move
    missed: bool
    state: State
    history: History


def turnings(recording: Recording) -> Iterator[Turning]:
    """The decisions of a record, in order; of hands that are open, since of others nobody may say what was known."""
    history = History()
    for request in recording.requests():
        state, events = request.before, request.events
        taken = decision_of(state, events)
        if taken is not None and state.hand in recording.opened:
            missed, until = isinstance(events[0], DecisionTimedOut), request.first + len(events) - 1
            yield Turning(state.hand, request.first, until, taken[0], state.phase, taken[1], missed, state, history)
        if any(isinstance(event, HandStarted) for event in events):
            history = History()
        history.tell(state, events, request.after)


def decision_of(state: State, events: Sequence[Event]) -> tuple[int, Move] | None:
    """Which move a request was, if it was one that `state` asked for, and by whom."""
    seat = state.turn
    told = [event for event in events[:2] if not isinstance(event, DecisionTimedOut)]
    if seat is None or not told:  # nobody's, or broken off in the middle
        return None
    match told[0]:
        case CardPlayed(_, card, uno, color):
            return seat, Play(card, color, uno)
        case CardsDrawn(reason="turn"):
            return seat, Draw()
        case PileShuffled() if state.phase == "turn":
            return seat, Draw()
        case TurnPassed():
            return seat, Pass() if state.phase == "drawn" else Draw()
        case ColorChosen(_, color):
            return seat, ChooseColor(color)
        case TargetChosen(_, target):
            return seat, ChooseTarget(target)
        case DrawFourAccepted():
            return seat, Accept()
        case DrawFourChallenged():
            return seat, Challenge()
        case _:
            return None


def winners(recording: Recording) -> dict[int, int | None]:
    """Who won each hand that ended."""
    return {hand.number: hand.winner for hand in recording.hands if hand.over}


def count(recording: Recording) -> dict[int, int]:
    """How many decisions each open hand has."""
    counts = dict.fromkeys(sorted(recording.opened), 0)
    for turning in turnings(recording):
        counts[turning.hand] += 1
    return counts
