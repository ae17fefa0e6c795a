"""When somebody's clocks stand still by themselves: quiet hours and days off, in their own time zone.

A calendar stays with its account; games see only until when a clock stands still. All that leaves this module is UTC.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo, available_timezones

from app.rules.clock import DAYS_OFF, QUIET_HOURS
from app.services.clock import MINUTE, rfc3339
from app.services.clocks import waits
from app.services.refusals import Malformed
from app.store.calendars import CalendarRow, CalendarStore

DAY_MINUTES = 24 * 60
LONGEST_QUIET = waits.QUIET_MS // MINUTE
UNKNOWN = frozenset({"localtime", "posixrules", "Factory"})
"""What a system has among its zones and is none, or another one on each machine."""


class Calendar(NamedTuple):
    """What somebody has set: an IANA zone; quiet hours, in minutes of the local day, perhaps past midnight; days off,
    1 is Monday; and whether a vacation begins by itself before time runs out."""

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    days_off: tuple[int, ...] = ()
    automatic: bool = False


class Span(NamedTuple):
    """Time off from one moment to another, UTC ms, for one of the reasons of a record."""

    start: int
    end: int
    reason: str


class Own(NamedTuple):
    """A calendar with the time off that is on or comes next."""

    calendar: Calendar
    next: Span | None


class Calendars:
    """The calendars of accounts. `now` gives UTC milliseconds."""

    def __init__(self, store: CalendarStore, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now

    def of(self, account: str) -> Own:
        """The calendar of an account: without one nothing is quiet."""
        calendar = self._calendar(account)
        return Own(calendar, next_off(calendar, self._now()))

    def zone(self, account: str) -> ZoneInfo | None:
        """The time zone of an account; None where it has set nothing."""
        calendar = self._calendar(account)
        return None if calendar == Calendar() else ZoneInfo(calendar.zone)

    def keep(self, account: str, calendar: Calendar) -> Own:
        """Another calendar. A clock that stands still already does so until its end. Raises Malformed."""
        check(calendar)
        now = self._now()
        off = next_off(calendar, now)
        self._store.keep(row_of(account, calendar, off and off._replace(start=max(off.start, now))))
        return Own(calendar, off)

    def turn(self, limit: int = 100) -> int:
        """Looks up what comes next in calendars whose last time off is over; says in how many."""
        return self._turn(self._store.past(now := self._now(), limit), now)

    def put_right(self, limit: int = 1000) -> int:
        """The same where what comes next is too far ahead, since a clock was when it was looked up."""
        return self._turn(self._store.too_far(now := self._now(), limit), now)

    def _turn(self, rows: Sequence[CalendarRow], now: int) -> int:
        for row in rows:
            self._store.turn(row, *(next_off(calendar_of(row), now) or (None, None, None)))
        return len(rows)

    def _calendar(self, account: str) -> Calendar:
        row = self._store.find(account)
        return Calendar() if row is None else calendar_of(row)


def check(calendar: Calendar) -> None:
    """Raises Malformed with the field that cannot be so."""
    if calendar.zone not in zone_names():
        raise Malformed("zone", "There is no such time zone.")
    if calendar.quiet is not None:
        start, end = calendar.quiet
        if not (0 <= start < DAY_MINUTES and 0 <= end < DAY_MINUTES):
            raise Malformed("quiet_hours", "A day has the minutes 0 to 1439.")
        if not 0 < (end - start) % DAY_MINUTES <= LONGEST_QUIET:
            raise Malformed("quiet_hours", "Quiet hours are at most 12 hours.")
    days = calendar.days_off
    if len(set(days)) != len(days) or not all(1 <= day <= 7 for day in days):
        raise Malformed("days_off", "The days are 1 (Monday) to 7, each once.")
    if len(days) > waits.DAYS_OFF:
        raise Malformed("days_off", "At most two days of the week are days off.")


@lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """All time zones, as IANA calls them."""
    return frozenset(available_timezones()) - UNKNOWN


def next_off(calendar: Calendar, t: int) -> Span | None:
    """The time off that is on at `t` (UTC ms), or else the next one; None if there is none.

    Quiet hours and days off that touch are one, for a day off if one is among them.
    """
    return next((span for span in _joined(_spans(calendar, t)) if span.end > t), None)


def _joined(spans: Iterator[Span]) -> Iterator[Span]:
    """Spans that touch put together; they come in the order of their starts."""
    last: Span | None = None
    for span in spans:
        if last is not None and span.start <= last.end:
            reason = DAYS_OFF if DAYS_OFF in (last.reason, span.reason) else QUIET_HOURS
            last = Span(last.start, max(last.end, span.end), reason)
            continue
        if last is not None:
            yield last
        last = span
    if last is not None:
        yield last


def _spans(calendar: Calendar, t: int) -> Iterator[Span]:
    """The times off of each local day from some before `t` to some behind it, by their starts."""
    zone = ZoneInfo(calendar.zone)
    today = datetime.fromtimestamp(t / 1000, zone).date()
    found = [span for days in range(-4, 12) for span in _day(calendar, zone, today + timedelta(days))]
    yield from sorted(span for span in found if span.start < span.end)


def _day(calendar: Calendar, zone: ZoneInfo, day: date) -> Iterator[Span]:
    if day.isoweekday() in calendar.days_off:
        yield Span(_first(zone, day, 0), _last(zone, day, DAY_MINUTES), DAYS_OFF)
    if calendar.quiet is not None:
        start, end = calendar.quiet
        yield Span(_first(zone, day, start), _last(zone, day, end if start < end else end + DAY_MINUTES), QUIET_HOURS)


def _first(zone: ZoneInfo, day: date, minute: int) -> int:
    """When a local time comes, the first time where it comes twice; where it is left out, when clocks are put on."""
    early, late = _both(zone, day, minute)
    return early if early <= late else _put_on(zone, late, early)


def _last(zone: ZoneInfo, day: date, minute: int) -> int:
    """The same, the second time where it comes twice."""
    early, late = _both(zone, day, minute)
    return late if early <= late else _put_on(zone, late, early)


def _both(zone: ZoneInfo, day: date, minute: int) -> tuple[int, int]:
    """A local time by the offset before a change and by the one behind it, UTC ms: apart only around a change."""
    local = datetime(day.year, day.month, day.day) + timedelta(minutes=minute)  # noqa: DTZ001 - it gets its zone below
    one, other = (local.replace(tzinfo=zone, fold=fold).timestamp() for fold in (0, 1))
    return round(one * 1000), round(other * 1000)


def _put_on(zone: ZoneInfo, before: int, behind: int) -> int:
    """When the clocks of a zone are put on, between these moments."""
    offset = _offset(zone, before)
    while behind - before > 1:
        middle = (before + behind) // 2
        before, behind = (middle, behind) if _offset(zone, middle) == offset else (before, middle)
    return behind


def _offset(zone: ZoneInfo, t: int) -> timedelta | None:
    return datetime.fromtimestamp(t / 1000, zone).utcoffset()


def calendar_of(row: CalendarRow) -> Calendar:
    """A calendar as it is stored. A zone that this machine does not know (any more) is UTC: one calendar that cannot be
    read would hold up those of all others."""
    quiet = None if row.quiet_from is None or row.quiet_to is None else (row.quiet_from, row.quiet_to)
    zone = row.zone if row.zone in zone_names() else Calendar().zone
    return Calendar(zone, quiet, row.days_off, row.automatic)


def row_of(account: str, calendar: Calendar, off: Span | None) -> CalendarRow:
    """The same, to be stored with the time off that is on or comes next."""
    start, end = calendar.quiet or (None, None)
    off_from, off_until, off_for = off or (None, None, None)
    days = tuple(sorted(calendar.days_off))
    return CalendarRow(account, calendar.zone, start, end, days, calendar.automatic, off_from, off_until, off_for)


def said(own: Own) -> dict[str, Any]:
    """A calendar as JSON values, for its owner."""
    calendar, off = own
    return {
        "zone": calendar.zone,
        "quiet_hours": calendar.quiet and {"from": calendar.quiet[0], "to": calendar.quiet[1]},
        "days_off": list(calendar.days_off),
        "automatic": calendar.automatic,
        "next_off": off and {"from": rfc3339(off.start), "until": rfc3339(off.end), "reason": off.reason},
    }
