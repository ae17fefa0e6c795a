"""Stops and starts single clocks for people who are off: each time one request of the service, or none.

Whoever moves, or lets time run out, at the same moment is first or second; what was refused is looked at anew.
"""

from collections.abc import Callable

from app.rules import lifecycle
from app.rules.clock import VACATION as VACATION_REASON
from app.rules.refusals import Refused
from app.rules.state import State
from app.services.clock import DAY
from app.services.clocks.limits import Limits, allows, latest
from app.services.clocks.waits import TimeOff, longest_wait
from app.services.play.games import time_of
from app.services.play.positions import Positions
from app.services.play.requests import Requests
from app.services.table.takeovers import is_person
from app.store import VersionConflict
from app.store.absences import Absences, Off
from app.store.rests import CALENDAR, rest, wake
from app.store.tables import Tables

AT_ONCE = 500
"""Seats of one account that are seen to at once; the sweep does the others."""
TRIES = 3
"""How often a game is tried anew that goes on meanwhile."""
LATE_MS = 10_000
"""So long is not looked again at somebody whose time has run out: there may be many, and others wait to be seen to."""


class Pauses:
    """Pauses and resumes the clocks of seats. `now` gives UTC milliseconds."""

    def __init__(
        self,
        absences: Absences,
        limits: Limits,
        tables: Tables,
        positions: Positions,
        requests: Requests,
        now: Callable[[], int],
    ) -> None:
        self._absences = absences
        self._limits = limits
        self._tables = tables
        self._positions = positions
        self._requests = requests
        self._now = now

    def away(self, account: str) -> None:
        """Stops the clocks of somebody who is off, in all their games."""
        for off in self._absences.off(self._now(), AT_ONCE, account):
            self.stop(off)

    def back(self, account: str) -> None:
        """Starts the clocks of somebody whose vacation is over."""
        for game, seat in self._absences.back(self._now(), AT_ONCE, account):
            self.start(game, seat)

    def stop(self, off: Off) -> bool:
        """Sees to a seat whose player is off: its clock is paused, if the table allows that, and as long as its longest
        wait lasts. Says whether it was."""
        return self._tried(lambda: self._stop(off))

    def start(self, game: str, seat: int) -> bool:
        """Ends the pause of a seat that was made for a vacation, unless it is past; says whether it did."""
        return self._tried(lambda: self._start(game, seat))

    def room(self, game: str, seat: int) -> bool:
        """Whether the clock of a seat that has to decide may be stopped for a vacation."""
        table, position = self._tables.find(game), self._positions.latest(game)
        if table is None or position is None or position.state.turn != seat:
            return False
        time_off = TimeOff.of(table.time_off)
        t = time_of(self._now, position)
        longest = longest_wait(position.state.clock, time_off)
        return time_off.vacations and latest(position.state, seat, t + DAY, longest, t) > t

    def _tried(self, do: Callable[[], bool]) -> bool:
        for _ in range(TRIES):
            try:
                return do()
            except VersionConflict:
                continue
            except Refused:
                return False
        return False

    def _stop(self, off: Off) -> bool:
        game, seat, why, reason, until = off
        position, table = self._positions.latest(game), self._tables.find(game)
        if position is None or table is None or not _plays(position.state, seat):
            return self._leave(off, until)
        state, t, time_off = position.state, time_of(self._now, position), TimeOff.of(table.time_off)
        if state.clock.kind == "none" or not allows(time_off, why):
            # Without a clock a pause would only keep a table awake at which nobody moves.
            return self._leave(off, until)
        if state.paused[seat] >= until or (state.paused[seat] > t and why == CALENDAR):
            return self._leave(off, min(until, state.paused[seat]))
        if state.turn == seat and state.deadline is not None and state.deadline <= t:
            return self._leave(off, min(until, t + LATE_MS))  # time has run out: somebody decides
        end = latest(state, seat, until, self._limits.longest(game, seat, why, state, time_off, t), t)
        end = self._limits.within(game, seat, why, end, t)
        if end <= max(t, state.paused[seat]):
            return self._leave(off, min(until, state.deadline or until))
        decision = lifecycle.pause(state, seat, end, reason, t)
        self._requests.append(
            game, position, decision, "service", t, also=lambda connection: rest(connection, game, seat, why, end)
        )
        return True

    def _leave(self, off: Off, until: int) -> bool:
        """Nothing is to be done about this seat before then."""
        self._absences.rest(off.game, off.seat, off.why, until)
        return False

    def _start(self, game: str, seat: int) -> bool:
        position = self._positions.latest(game)
        t = self._now() if position is None else time_of(self._now, position)
        if position is None or not _plays(position.state, seat) or not _on_vacation(position.state, seat, t):
            self._absences.wake(game, seat)
            return False
        decision = lifecycle.resume(position.state, seat, t)
        self._requests.append(
            game, position, decision, "service", t, also=lambda connection: wake(connection, game, seat)
        )
        return True


def _plays(state: State, seat: int) -> bool:
    return state.started and not state.over and state.active[seat] and is_person(state, seat)


def _on_vacation(state: State, seat: int, t: int) -> bool:
    return state.paused[seat] > t and state.paused_for[seat] == VACATION_REASON
