"""Stops and starts single clocks for people who are off: each time one request of the service, or none.

Whoever moves, or lets time run out, at the same moment is first or second; what was refused is looked at anew.
"""

from collections.abc import Callable, Sequence

from app.rules import lifecycle
from app.rules.clock import COMES_AGAIN
from app.rules.clock import VACATION as VACATION_REASON
from app.rules.refusals import Refused
from app.rules.state import State
from app.services.clock import DAY
from app.services.clocks.waits import OFF_IN_A_WEEK_MS, VACATION_MS, WEEK_MS, TimeOff, longest_wait
from app.services.kept import Kept
from app.services.play.games import time_of
from app.services.play.positions import Positions
from app.services.play.requests import Requests
from app.services.table.takeovers import is_person
from app.store import Store, VersionConflict
from app.store.absences import Absences, Off, On
from app.store.rests import CALENDAR, VACATION, rest, wake
from app.store.tables import Tables
from app.store.vacations import VacationStore
from replays.format import quick

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
        store: Store,
        absences: Absences,
        vacations: VacationStore,
        tables: Tables,
        positions: Positions,
        requests: Requests,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._absences = absences
        self._vacations = vacations
        self._tables = tables
        self._positions = positions
        self._requests = requests
        self._now = now
        self._overlooked: Kept[int] = Kept(1024)

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

    def overlooked(self, game: str, state: State, t: int) -> int:
        """When the decision that is overdue in a game would fall due if the time off that was on at its deadline had
        been seen to when it began, UTC ms; its deadline if that was so.

        Nobody was there to stop the clock. A pause covers what is still to come, so a record cannot give that time back
        any more; whoever decides for others can wait for it.
        """
        table, seat, deadline = self._tables.find(game), state.turn, state.deadline
        assert seat is not None, "a decision is due"
        assert deadline is not None, "a clock runs"
        if table is None:
            return deadline
        due, time_off = f"{game}/{deadline}", TimeOff.of(table.time_off)
        quiet, vacation = self._overlooked.get(due) or deadline, deadline
        for on in self._absences.on(game, seat, deadline, t):
            until = self._would_be(game, state, time_off, on)
            quiet, vacation = (max(quiet, until), vacation) if on.why == CALENDAR else (quiet, max(vacation, until))
        self._overlooked.put(due, quiet)  # of quiet hours that are over a calendar tells nothing
        return max(quiet, vacation)

    def _would_be(self, game: str, state: State, time_off: TimeOff, on: On) -> int:
        seat, deadline = state.turn, state.deadline
        assert seat is not None, "as before"
        assert deadline is not None, "as before"
        start = max(on.start, state.since, state.paused[-1])
        allowed = time_off.vacations if on.why == VACATION else time_off.quiet_hours
        if not allowed or state.paused[seat] > on.start or start >= deadline:
            return deadline
        longest = self._longest(state, Off(game, seat, on.why, on.why, on.end), time_off, start) or 0
        end = min(on.end, start + state.asked + longest - deadline)
        if on.why == CALENDAR:
            end = within_a_week(self._had(game, seat), end, start)
        return deadline + max(0, end - start)

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
        if state.clock.kind == "none" or not (time_off.vacations if why == VACATION else time_off.quiet_hours):
            # Without a clock a pause would only keep a table awake at which nobody moves.
            return self._leave(off, until)
        if state.paused[seat] >= until or (state.paused[seat] > t and why == CALENDAR):
            return self._leave(off, min(until, state.paused[seat]))
        if state.turn == seat and state.deadline is not None and state.deadline <= t:
            return self._leave(off, min(until, t + LATE_MS))  # time has run out: somebody decides
        end = latest(state, seat, until, self._longest(state, off, time_off, t), t)
        if why == CALENDAR:
            end = within_a_week(self._had(game, seat), end, t)
        if end <= max(t, state.paused[seat]):
            return self._leave(off, min(until, state.deadline or until))
        decision = lifecycle.pause(state, seat, end, reason, t)
        self._requests.append(
            game, position, decision, "service", t, also=lambda connection: rest(connection, game, seat, why, end)
        )
        return True

    def _longest(self, state: State, off: Off, time_off: TimeOff, t: int) -> int | None:
        """How long the decision that is due may take. Of the vacation in it a calendar gets what was taken: whoever
        changes theirs again and again would have all of it otherwise, for each decision, and keep the year's."""
        longest = longest_wait(state.clock, time_off)
        if longest is None or off.why == VACATION or not time_off.vacations:
            return longest
        return longest - VACATION_MS + min(VACATION_MS, self._vacations.away(off.game, off.seat, state.asked, t))

    def _had(self, game: str, seat: int) -> list[tuple[int, int]]:
        """The quiet hours and days off that a seat has had in this game, each from when to when."""
        said = quick([event.bytes for event in self._store.events_of_kind(game, "clock.paused")])
        mine = [one for one in said if one["data"]["seat"] == seat and one["data"]["reason"] in COMES_AGAIN]
        return [(one["t"], one["data"]["until"]) for one in mine]

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


def latest(state: State, seat: int, until: int, longest: int | None, t: int) -> int:
    """Until when the clock of a seat may stand still that is to do so until `until`: so that the decision that is due
    takes no longer than `longest` ms."""
    if state.turn != seat or state.deadline is None or longest is None:
        return until
    runs_from = max(t, state.paused[seat], state.paused[-1])
    moved = max(until, runs_from) - runs_from
    return until - max(0, state.deadline + moved - (state.asked + longest))


def within_a_week(had: Sequence[tuple[int, int]], until: int, t: int) -> int:
    """Until when a clock that stands still from `t` on may do so, if not until `until`: with what was `had` no longer
    within seven days than one calendar can make it. Whoever changes theirs again and again gains nothing."""
    while until > t:
        begin = until - WEEK_MS
        off = until - t + sum(max(0, min(end, t) - max(start, begin)) for start, end in had)
        if off <= OFF_IN_A_WEEK_MS:
            break
        until -= off - OFF_IN_A_WEEK_MS
    return until


def _plays(state: State, seat: int) -> bool:
    return state.started and not state.over and state.active[seat] and is_person(state, seat)


def _on_vacation(state: State, seat: int, t: int) -> bool:
    return state.paused[seat] > t and state.paused_for[seat] == VACATION_REASON
