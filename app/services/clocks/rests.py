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
from app.services.guard import Resting
from app.store.absences import Absences
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
        self._begin_vacations(limit)
        limit += len(self._resting)
        back = self._absences.back(self._now(), limit)
        done = sum([self._attempt(game, partial(self._pauses.start, game, seat)) for game, seat in back])
        off = self._absences.off(self._now(), limit)
        return done + sum([self._attempt(one.game, partial(self._pauses.stop, one)) for one in off])

    def forget(self) -> None:
        """Drops what was noted of times that are past, and what a clock has noted that was ahead."""
        self._absences.forget(self._now())
        self._calendars.put_right()

    def _begin_vacations(self, limit: int) -> None:
        now = self._now()
        for game, seat, account in self._absences.urgent(now, now + BEFORE_MS, limit):
            if self._is_slow(game) and self._pauses.room(game, seat):
                self._attempt(game, partial(self._vacations.take_by_itself, account))

    def _is_slow(self, game: str) -> bool:
        table = self._tables.find(game)
        clock = Clock() if table is None else Clock.parse(table.clock)
        return clock.ms >= NOT_BELOW_MS

    def _attempt(self, game: str, do: Callable[[], object]) -> bool:
        """Whether anything was done. A game in which this fails is left alone for a while, and the others go on."""
        return bool(self._resting.attempt("rest", game, do))
