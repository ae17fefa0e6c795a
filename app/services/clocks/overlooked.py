"""Time off at whose begin nobody was there to stop the clock: whoever decides for others waits for it all the same."""

from typing import NamedTuple

from app.rules.state import State
from app.services.clocks.limits import Limits, allows
from app.services.clocks.waits import TimeOff
from app.services.kept import Kept
from app.store.absences import Absences, On
from app.store.rests import CALENDAR
from app.store.tables import Tables


class Overdue(NamedTuple):
    """A decision whose time has run out at `deadline`, UTC ms."""

    game: str
    state: State
    seat: int
    deadline: int
    time_off: TimeOff


class Overlooked:
    """Finds such time off. A pause covers what is still to come, so a record cannot give it back any more."""

    def __init__(self, absences: Absences, tables: Tables, limits: Limits) -> None:
        self._absences = absences
        self._tables = tables
        self._limits = limits
        self._quiet: Kept[int] = Kept(1024)

    def until(self, game: str, state: State, t: int) -> int:
        """When the decision that is overdue in a game would fall due if the time off that was on at its deadline had
        been seen to when it began, UTC ms; its deadline if that was so. `t` is now."""
        assert state.turn is not None, "a decision is due"
        assert state.deadline is not None, "a clock runs"
        table, deadline = self._tables.find(game), state.deadline
        if table is None:
            return deadline
        overdue = Overdue(game, state, state.turn, deadline, TimeOff.of(table.time_off))
        due = f"{game}/{deadline}"
        quiet, vacation = self._quiet.get(due) or deadline, deadline
        for on in self._absences.on(game, overdue.seat, deadline, t):
            moved = self._moved(overdue, on)
            quiet, vacation = (max(quiet, moved), vacation) if on.why == CALENDAR else (quiet, max(vacation, moved))
        self._quiet.put(due, quiet)  # of quiet hours that are over a calendar tells nothing
        return max(quiet, vacation)

    def _moved(self, overdue: Overdue, on: On) -> int:
        """Where a pause for this time off would have moved the deadline."""
        game, state, seat, deadline, time_off = overdue
        start = max(on.start, state.since, state.paused[-1])
        if not allows(time_off, on.why) or state.paused[seat] > on.start or start >= deadline:
            return deadline
        longest = self._limits.longest(game, seat, on.why, state, time_off, start) or 0
        end = self._limits.within(game, seat, on.why, min(on.end, start + state.asked + longest - deadline), start)
        return deadline + max(0, end - start)
