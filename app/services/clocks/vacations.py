"""Vacations: 28 days in a year of the account's own calendar, while which no clock of its games runs that may stop.

What was not used comes back: a vacation that ends early counts by the hours that had begun.
"""

import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any, NamedTuple

from app.services.clock import DAY, HOUR, rfc3339
from app.services.clocks.calendars import Calendars
from app.services.clocks.pauses import Pauses
from app.services.clocks.waits import VACATION_MS
from app.services.refusals import Malformed, NotNow
from app.store.vacations import VacationRow, VacationStore

LONGEST_MS = 14 * DAY
"""No vacation is longer."""
BY_ITSELF_MS = 3 * DAY
"""So long is one that begins by itself; another one may follow."""
FARTHEST_MS = 366 * DAY
"""None is planned further ahead."""
BUDGET_HOURS = VACATION_MS // HOUR


class Year(NamedTuple):
    """What a year has of vacations: used, or planned, by hours."""

    year: int
    used: int

    @property
    def left(self) -> int:
        """Hours."""
        return max(0, BUDGET_HOURS - self.used)


class NoVacation(Exception):
    """There is no vacation to end."""


class Vacations:
    """The vacations of accounts. `now` gives UTC milliseconds; `pauses` stops and starts clocks at once, and what it
    does not reach the sweep does."""

    def __init__(self, store: VacationStore, calendars: Calendars, pauses: Pauses, now: Callable[[], int]) -> None:
        self._store = store
        self._calendars = calendars
        self._pauses = pauses
        self._now = now

    def of(self, account: str) -> list[VacationRow]:
        """All of an account, the first one first: at most the last is to come, and one is on."""
        return self._store.of(account)

    def year(self, account: str) -> Year:
        """What is used of this year."""
        zone, now = self._zone(account), self._now()
        number = datetime.fromtimestamp(now / 1000, zone).year
        return Year(number, used(self._store.of(account), number, zone))

    def take(self, account: str, starts: int | None, ends: int) -> VacationRow:
        """A vacation from now on, or from a later moment. Raises Malformed, and NotNow if another one is on or to come,
        or the year has not so much left."""
        now = self._now()
        starts = now if starts is None else starts
        _check(starts, ends, now)
        row = self._take(account, starts, ends, automatic=False)
        self._pauses.away(account)
        return row

    def take_by_itself(self, account: str) -> VacationRow | None:
        """A vacation from now on, as long as one begins by itself, or as the year has left, but not into the one
        that is planned; None if the year has nothing, or one is on."""
        now, left = self._now(), self.year(account).left * HOUR
        if not left:
            return None
        planned = [one.starts for one in self._store.of(account) if one.starts > now]
        try:
            return self._take(account, now, min([now + left, now + BY_ITSELF_MS, *planned]), automatic=True)
        except NotNow:
            return None

    def end(self, account: str) -> VacationRow:
        """Ends the vacation that is on, or gives up the one to come. Raises NoVacation."""
        ended = self._store.end(account, self._now())
        if ended is None:
            raise NoVacation
        self._pauses.back(account)
        return ended

    def _take(self, account: str, starts: int, ends: int, automatic: bool) -> VacationRow:
        now, zone = self._now(), self._zone(account)
        row = VacationRow(str(uuid.uuid4()), account, starts, ends, automatic, now)

        def check(others: Sequence[VacationRow]) -> None:
            if any(other.ends > now and (other.starts < ends or not automatic) for other in others):
                raise NotNow("vacation_taken", "You have a vacation that is on or to come: end it first.")
            for year in {datetime.fromtimestamp(t / 1000, zone).year for t in (starts, ends - 1)}:
                if used([*others, row], year, zone) > BUDGET_HOURS:
                    raise NotNow("no_vacation_left", f"The year {year} has not so much vacation left.")

        self._store.take(row, check)
        return row

    def _zone(self, account: str) -> tzinfo:
        return self._calendars.zone(account) or UTC


def used(vacations: Sequence[VacationRow], year: int, zone: tzinfo) -> int:
    """How many hours of a year are taken: of each vacation those that have begun, or will."""
    start, end = (round(datetime(number, 1, 1, tzinfo=zone).timestamp() * 1000) for number in (year, year + 1))
    shares = (min(one.ends, end) - max(one.starts, start) for one in vacations)
    return sum(-(-share // HOUR) for share in shares if share > 0)


def said(row: VacationRow) -> dict[str, Any]:
    """A vacation as JSON values, for its owner."""
    times = {name: rfc3339(getattr(row, name)) for name in ("starts", "ends", "created")}
    return {"id": row.id, "automatic": row.automatic, **times}


def _check(starts: int, ends: int, now: int) -> None:
    if starts < now:
        raise Malformed("from", "A vacation begins now, or later.")
    if starts > now + FARTHEST_MS:
        raise Malformed("from", "A vacation begins within a year.")
    if not starts < ends <= starts + LONGEST_MS:
        raise Malformed("until", "A vacation ends after it begins, and within 14 days.")
