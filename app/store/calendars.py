"""When accounts are not to be waited for, as each has set it: quiet hours and days off, in a time zone.

A calendar's next time off stands beside it in UTC, so that a query finds who is off now; no other row knows a zone.
"""

import json
from typing import NamedTuple

import sqlalchemy as sa

from app.store.accounts import lock
from app.store.engine import reading, writing
from app.store.rests import CALENDAR, anew
from app.store.schema import metadata

TWO_DAYS_MS, EIGHT_DAYS_MS = 2 * 86_400_000, 8 * 86_400_000
"""Longer than from any quiet hours, and from any days off, to the next ones."""

calendars = sa.Table(
    "calendars",
    metadata,
    sa.Column("account", sa.Text, primary_key=True),
    sa.Column("zone", sa.Text, nullable=False),
    sa.Column("quiet_from", sa.Integer),  # minutes of the local day
    sa.Column("quiet_to", sa.Integer),
    sa.Column("days_off", sa.Text, nullable=False),  # of the week, 1 is Monday, as JSON
    sa.Column("automatic", sa.Boolean, nullable=False),
    sa.Column("off_from", sa.BigInteger),  # the time off that is on or comes next, UTC milliseconds
    sa.Column("off_until", sa.BigInteger, index=True),
    sa.Column("off_for", sa.Text),
)


class CalendarRow(NamedTuple):
    """A calendar, and the time off that is on or comes next."""

    account: str
    zone: str
    quiet_from: int | None
    quiet_to: int | None
    days_off: tuple[int, ...]
    automatic: bool
    off_from: int | None
    off_until: int | None
    off_for: str | None


class CalendarStore:
    """The calendars in this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def find(self, account: str) -> CalendarRow | None:
        """The calendar of an account, if it has one."""
        found = self._calendars(calendars.c.account == account)
        return found[0] if found else None

    def keep(self, row: CalendarRow) -> None:
        """A calendar, in place of the one before. What was seen to by that one is looked at anew."""
        with writing(self._engine) as connection:
            lock(connection, row.account)
            connection.execute(calendars.delete().where(calendars.c.account == row.account))
            connection.execute(calendars.insert(), row._asdict() | {"days_off": json.dumps(row.days_off)})
            anew(connection, row.account, CALENDAR)

    def past(self, now: int, limit: int) -> list[CalendarRow]:
        """Calendars whose next time off is over, and stands for nothing any more."""
        return self._calendars(calendars.c.off_until <= now, limit)

    def too_far(self, now: int, limit: int) -> list[CalendarRow]:
        """Calendars whose next time off is further away than any that has quiet hours each day, or days off each week:
        it was looked up by a clock that was ahead."""
        off = calendars.c.off_from
        each_day = sa.and_(calendars.c.quiet_from.is_not(None), off > now + TWO_DAYS_MS)
        return self._calendars(sa.or_(each_day, off > now + EIGHT_DAYS_MS), limit)

    def turn(self, row: CalendarRow, off_from: int | None, off_until: int | None, off_for: str | None) -> None:
        """The next time off of a calendar, unless it is another calendar by now."""
        same = sa.and_(calendars.c.account == row.account, calendars.c.off_until == row.off_until)
        values = {"off_from": off_from, "off_until": off_until, "off_for": off_for}
        with writing(self._engine) as connection:
            connection.execute(calendars.update().where(same).values(**values))

    def _calendars(self, which: sa.ColumnElement[bool], limit: int = 1) -> list[CalendarRow]:
        with reading(self._engine) as connection:
            rows = connection.execute(calendars.select().where(which).limit(limit)).all()
        return [CalendarRow._make(row)._replace(days_off=tuple(json.loads(row.days_off))) for row in rows]
