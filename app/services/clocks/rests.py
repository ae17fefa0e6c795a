"""Who is off has a clock that stands still: quiet hours, days off and vacations come to pass in games.

An event says until when, in UTC, so that no deadline hangs on a calendar. The clock of somebody who is not asked for a
decision need not stand still in quiet hours; on vacation it does wherever there is one, so that the others know.
"""

from collections.abc import Callable
from functools import partial

from app.rules.clock import Clock
from app.services.clock import HOUR, MINUTE
from app.services.clocks.calendars import Calendars
from app.services.clocks.pauses import Pauses
from app.services.clocks.vacations import Vacations
from app.services.clocks.waits import TimeOff
from app.services.guard import Resting
from app.store.absences import Absences, Urgent
from app.store.tables import Tables

BEFORE_MS = 5 * MINUTE
"""So long before time runs out a vacation begins by itself: while a worker is started anew nobody misses theirs."""
NOT_BELOW_MS = HOUR
"""Where a decision has less time, nobody goes on vacation by not deciding."""


class Rests:
    """Sees to the seats of those who are off. Several may do so at once. `now` gives UTC milliseconds."""

    def __init__(
        self,
        absences: Absences,
        tables: Tables,
        calendars: Calendars,
        vacations: Vacations,
        pauses: Pauses,
        now: Callable[[], int],
    ) -> None:
        self._absences = absences
        self._tables = tables
        self._calendars = calendars
        self._vacations = vacations
        self._pauses = pauses
        self._now = now
        self._resting = Resting(lambda: now() / 1000)

    def sweep(self, limit: int = 100) -> int:
        """Stops and starts clocks; says how many."""
        self._calendars.turn(limit)
        resting = limit + len(self._resting)
        back = self._absences.back(self._now(), resting)
        done = sum([self._attempt(game, partial(self._pauses.start, game, seat)) for game, seat in back])
        done += self._stop(resting)
        return done + (self._stop(resting) if self._begin_vacations(limit) else 0)

    def _stop(self, limit: int) -> int:
        off = self._absences.off(self._now(), limit)
        return sum([self._attempt(one.game, partial(self._pauses.stop, one)) for one in off])

    def forget(self) -> None:
        """Drops what was noted of times that are past, and what a clock has noted that was ahead."""
        self._absences.forget(self._now())
        self._calendars.put_right()

    def _begin_vacations(self, limit: int) -> int:
        """Vacations that begin by themselves; says how many."""
        now = self._now()
        urgent = self._absences.urgent(now, now + BEFORE_MS, limit)
        return sum([self._is_needed(one, now) and self._begin(one) for one in urgent])

    def _begin(self, one: Urgent) -> bool:
        return self._pauses.room(one.game, one.seat) and self._attempt(
            one.game, partial(self._vacations.take_by_itself, one.account)
        )

    def _is_needed(self, one: Urgent, now: int) -> bool:
        """Whether a table is slow enough, and no quiet hours come first that stop the clock."""
        table = self._tables.find(one.game)
        if table is None or Clock.parse(table.clock).ms < NOT_BELOW_MS:
            return False
        sleeps_first = one.off_from is not None and now < one.off_from < one.deadline
        return not (sleeps_first and TimeOff.of(table.time_off).quiet_hours)

    def _attempt(self, game: str, do: Callable[[], object]) -> bool:
        """Whether anything was done. A game in which this fails is left alone for a while, and the others go on."""
        return bool(self._resting.attempt("rest", game, do))
