"""A branch of a record: the same cards once more from one of its events on, as a game with a record of its own.

What had been played up to there is made again by the rules, request by request, so that both agree event by event in
play. What a clock or an official did to a seat becomes the seat's own doing; pauses, other clocks and bots that took
over are left out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from app.rules.dealer import Dealer
from app.rules.decide import decide
from app.rules.events import (
    ClockChanged,
    ClockPaused,
    ClockResumed,
    DecisionTimedOut,
    Event,
    GameStarted,
    HandStarted,
    SeatResigned,
    SeatTakenOver,
)
from app.rules.lifecycle import leave, sit, start, take_over
from app.rules.moves import Move, Pass, Resign
from app.rules.options import Options
from app.rules.refusals import Refused
from app.rules.request import Decision
from app.rules.state import State
from replays.deal import SeededDealer, entropy_of
from replays.fold import requests
from replays.format import quick
from replays.recording import Recording
from replays.rerun import move_of

PutIn = Mapping[int, str | None]
"""What each seat that was taken has put into the deal; seats that were empty are not in it."""

_DEALING = ("game.started", "hand.started")
_BESIDE_PLAY = (ClockChanged, ClockPaused, ClockResumed, SeatTakenOver)


class NotRepeated(ValueError):
    """What was done up to there cannot be done again by moves; the message says where."""


class Fork(NamedTuple):
    """Where a branch leaves its origin: right after the event `seq`, the last of its request, in `state`."""

    seq: int
    state: State

    @property
    def put_in(self) -> PutIn:
        """What goes into the deal."""
        return {seat: one.entropy for seat, one in enumerate(self.state.players) if one is not None}


class Deed(NamedTuple):
    """A request of a branch, decided: who acted, and what it does."""

    actor: str
    decision: Decision


def fork(origin: Recording, at: int) -> Fork:
    """Where a branch from the event `at` begins: there; in the middle of a request before that request, unless all
    that is left of it is dealing: then behind it.

    Raises IndexError for an event that is not there, Refused (`game_not_started`, `game_over`) where nobody plays.
    """
    moment = origin.moment(at)
    if not moment.complete or moment.state.phase == "hand_over":  # a record that was cut can end between hands
        at = _edge(origin.lines, at)
        if at < 0:
            raise _not_started()
        moment = origin.moment(at)
    if not moment.state.started:
        raise _not_started()
    if moment.state.over:
        raise Refused("game_over", "the match was over at this event", "R35")
    return Fork(at, moment.state)


def options_of(origin: Options, hand: int) -> Options:
    """The options of a branch in this hand, which it plays to its end: the seeds of later hands may be nobody's."""
    return replace(origin, hands=hand, target_score=None, ties="share")


def begin(
    table: State,
    lines: Sequence[bytes],
    seed: str,
    put_in: PutIn,
    bots: Mapping[int, str],
    host: str,
    new_player: Callable[[], str],
    t: int,
) -> list[Deed]:
    """The start of a branch by `host`, and all that is made again behind it.

    `table` is as it stands, its people with what their seats put in; `lines` are the origin's up to the fork, `seed`
    opens the hand there; `bots` are all that are to play, at the table already or not. Raises Refused if a seat is
    empty that was taken then, NotRepeated.
    """
    # A bot puts nothing into a deal. Where somebody had, a player of whom nobody knows anything does so again, and
    # the bot takes over.
    stand_ins = {seat: bot for seat, bot in sorted(bots.items()) if put_in[seat] is not None}
    course = _Course(table, t)
    for seat in stand_ins:
        if table.players[seat] is not None:
            course.put(host, leave(course.state, seat, t))
    seated = _sit(course.state, {seat: new_player() for seat in stand_ins}, put_in, t)
    if missing := [seat for seat in put_in if seated.state.players[seat] is None]:
        raise Refused("too_few_seats", f"seat {missing[0]} was taken in the game that this branches from")
    dealer = SeededDealer(table.deal, bytes.fromhex(seed), entropy_of(seated.state), table.options.hands)
    begun = start(seated.state, dealer, t)
    course.put(host, Decision((*seated.events, *begun.events), begun.state))
    for seat, bot in stand_ins.items():
        course.put("service", take_over(course.state, seat, bot, t))
    course.repeat(lines, begun.events, dealer)
    return course.deeds


class _Course:
    """Requests of a branch, each decided on the one before."""

    def __init__(self, state: State, t: int) -> None:
        self.state = state
        self.deeds: list[Deed] = []
        self._t = t

    def put(self, actor: str, decision: Decision) -> None:
        self.deeds.append(Deed(actor, decision))
        self.state = decision.state

    def repeat(self, lines: Sequence[bytes], begun: Sequence[Event], dealer: Dealer) -> None:
        """Makes again what follows the start in these lines. Raises NotRepeated."""
        started = False
        for events, seat, _ in requests(quick(lines)):
            if started and not isinstance(events[0], _BESIDE_PLAY):
                self._again(events, seat, dealer)
            elif GameStarted() in events:
                _check("the first deal", _dealt(events), _dealt(begun))
                started = True

    def _again(self, events: Sequence[Event], seat: int | None, dealer: Dealer) -> None:
        done = len(self.deeds)
        where = f"hand {self.state.hand}"
        try:
            for acting, move in self._moves(events, seat):
                self.put(f"seat:{acting}", decide(self.state, acting, move, dealer, self._t))
        except (Refused, LookupError) as error:
            raise NotRepeated(f"{where}: {error}") from error
        made = [event for deed in self.deeds[done:] for event in deed.decision.events]
        _check(where, [_own(event) for event in events if not isinstance(event, DecisionTimedOut)], made)

    def _moves(self, events: Sequence[Event], seat: int | None) -> Iterator[tuple[int, Move]]:
        """The moves that make these events, one after the other; each looks at what the one before has done."""
        first = events[0]
        if not isinstance(first, DecisionTimedOut):
            yield move_of(self.state, first, f"seat:{seat}")
            return
        yield move_of(self.state, events[1], f"seat:{first.seat}")
        if first.phase == "turn" and self.state.phase == "drawn":
            yield first.seat, Pass()
        if any(isinstance(event, SeatResigned) for event in events):
            yield first.seat, Resign()


def _sit(state: State, players: Mapping[int, str], put_in: PutIn, t: int) -> Decision:
    """These players sit down, with what their seats put in."""
    events: list[Event] = []
    for seat, player in players.items():
        decision = sit(state, seat, player, None, put_in[seat], t)
        events += decision.events
        state = decision.state
    return Decision(tuple(events), state)


def _edge(lines: Sequence[bytes], at: int) -> int:
    """The last event before the request of the event `at`; the last of it, if only dealing is left behind `at`."""
    (said,) = quick(lines[at : at + 1])
    number, dealing = said["request"], False
    first = last = at
    while first >= 0 and (said := quick(lines[first : first + 1])[0])["request"] == number:
        dealing = dealing or said["kind"] in _DEALING
        first -= 1
    while dealing and last + 1 < len(lines) and quick(lines[last + 1 : last + 2])[0]["request"] == number:
        last += 1
    return last if dealing else first


def _dealt(events: Sequence[Event]) -> list[Event]:
    """What of a start is dealing."""
    place = next((place for place, event in enumerate(events) if isinstance(event, HandStarted)), len(events))
    return list(events[place:])


def _own(event: Event) -> Event:
    """A seat that was made to go goes by itself."""
    return event._replace(reason="resigned") if isinstance(event, SeatResigned) else event


def _check(where: str, due: Sequence[Event], made: Sequence[Event]) -> None:
    if list(due) != list(made):
        raise NotRepeated(f"{where}: what was done here cannot be done by moves")


def _not_started() -> Refused:
    return Refused("game_not_started", "nothing was dealt at this event", "R4")
