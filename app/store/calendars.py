"""When accounts are not to be waited for: their calendars and vacations, and up to when the service has seen to a seat.

A calendar's next time off stands beside it in UTC, so that a query finds who is off now; no other row knows a zone.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.accounts import accounts
from app.store.engine import or_nothing, reading, writing
from app.store.players import players
from app.store.schema import metadata, streams
from app.store.tables import PLAYING, tables

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

vacations = sa.Table(
    "vacations",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, nullable=False, index=True),
    sa.Column("starts", sa.BigInteger, nullable=False),
    sa.Column("ends", sa.BigInteger, nullable=False, index=True),
    sa.Column("automatic", sa.Boolean, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
)

rests = sa.Table(
    "rests",
    metadata,
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
    sa.PrimaryKeyConstraint("game", "seat", "why"),
)
"""Up to when nothing more is to be done about a seat whose player is off: its clock is paused, or is not to be."""

CALENDAR, VACATION = "calendar", "vacation"
"""Why somebody is off."""


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


class VacationRow(NamedTuple):
    """A vacation. One that was ended early ends then."""

    id: str
    account: str
    starts: int
    ends: int
    automatic: bool
    created: int


class Off(NamedTuple):
    """A seat of somebody who is off: why, for which reason of a record, and until when."""

    game: str
    seat: int
    why: str
    reason: str
    until: int


class Urgent(NamedTuple):
    """A game whose decision waits for somebody who would rather be on vacation when its time runs out."""

    game: str
    seat: int
    account: str


class CalendarStore:
    """Calendars, vacations and rests in this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    # ------------------------------------------------------------ of an account

    def find(self, account: str) -> CalendarRow | None:
        """The calendar of an account, if it has one."""
        found = self._calendars(calendars.c.account == account)
        return found[0] if found else None

    def keep(self, row: CalendarRow) -> None:
        """A calendar, in place of the one before. What was seen to by that one is looked at anew."""
        with writing(self._engine) as connection:
            _lock(connection, row.account)
            connection.execute(calendars.delete().where(calendars.c.account == row.account))
            connection.execute(calendars.insert(), row._asdict() | {"days_off": json.dumps(row.days_off)})
            connection.execute(rests.delete().where(rests.c.why == CALENDAR, _of(row.account)))

    def vacations(self, account: str) -> list[VacationRow]:
        """All vacations of an account, the first one first."""
        with reading(self._engine) as connection:
            return _vacations(connection, account)

    def take(self, row: VacationRow, check: Callable[[Sequence[VacationRow]], None]) -> None:
        """Adds a vacation, unless `check` of those that there are raises."""
        with writing(self._engine) as connection:
            _lock(connection, row.account)
            check(_vacations(connection, row.account))
            connection.execute(vacations.insert(), row._asdict())

    def end(self, account: str, now: int) -> VacationRow | None:
        """Ends the vacation that is on, or gives up the one that is to come; gives it, or None if there is neither."""
        with writing(self._engine) as connection:
            _lock(connection, account)
            found = next((row for row in _vacations(connection, account) if row.ends > now), None)
            if found is not None:
                same = vacations.c.id == found.id
                on = found.starts < now
                connection.execute(
                    vacations.update().where(same).values(ends=now) if on else vacations.delete().where(same)
                )
        return found

    def away(self, game: str, seat: int, since: int, until: int) -> int:
        """How many ms between these moments whoever plays at a seat was on vacation."""
        same = sa.and_(players.c.account == vacations.c.account, players.c.game == game, players.c.seat == seat)
        query = sa.select(vacations.c.starts, vacations.c.ends).select_from(vacations.join(players, same))
        query = query.where(vacations.c.starts < until, vacations.c.ends > since)
        with reading(self._engine) as connection:
            return sum(min(row.ends, until) - max(row.starts, since) for row in connection.execute(query))

    # ------------------------------------------------------------ for the sweep

    def past(self, now: int, limit: int) -> list[CalendarRow]:
        """Calendars whose next time off is over, and stands for nothing any more."""
        return self._calendars(calendars.c.off_until <= now, limit)

    def turn(self, row: CalendarRow, off_from: int | None, off_until: int | None, off_for: str | None) -> None:
        """The next time off of a calendar, unless it is another calendar by now."""
        same = sa.and_(calendars.c.account == row.account, calendars.c.off_until == row.off_until)
        values = {"off_from": off_from, "off_until": off_until, "off_for": off_for}
        with writing(self._engine) as connection:
            connection.execute(calendars.update().where(same).values(**values))

    def off(self, now: int, limit: int, account: str | None = None) -> list[Off]:
        """The seats of those who are off, of all or of one account, that have not been seen to: on vacation in every
        match that is on, else where they have to decide and a clock runs."""
        with reading(self._engine) as connection:
            away = connection.execute(_ON_VACATION, {"now": now, "limit": limit, "one": account}).all()
            quiet = connection.execute(_QUIET, {"now": now, "limit": limit, "one": account}).all()
        return [Off._make(row) for row in (*away, *quiet)]

    def back(self, now: int, limit: int, account: str | None = None) -> list[tuple[str, int]]:
        """The seats that were paused for a vacation which is no more."""
        with reading(self._engine) as connection:
            rows = connection.execute(_BACK, {"now": now, "limit": limit, "one": account}).all()
        return [(row.game, row.seat) for row in rows]

    def urgent(self, now: int, until: int, limit: int) -> list[Urgent]:
        """The decisions due by then of those who want to go on vacation by themselves, and are not."""
        with reading(self._engine) as connection:
            rows = connection.execute(_URGENT, {"now": now, "until": until, "limit": limit}).all()
        return [Urgent._make(row) for row in rows]

    def rest(self, game: str, seat: int, why: str, until: int) -> None:
        """Notes that a seat has been seen to, where no event says so."""
        with writing(self._engine) as connection:
            rest(connection, game, seat, why, until)

    def wake(self, game: str, seat: int) -> None:
        """Notes that a seat is to be looked at again."""
        with writing(self._engine) as connection:
            wake(connection, game, seat)

    def forget(self, now: int) -> None:
        """Drops what is noted of times that are past."""
        with writing(self._engine) as connection:
            connection.execute(rests.delete().where(rests.c.until <= now))

    def _calendars(self, which: sa.ColumnElement[bool], limit: int = 1) -> list[CalendarRow]:
        with reading(self._engine) as connection:
            rows = connection.execute(calendars.select().where(which).limit(limit)).all()
        return [CalendarRow._make(row)._replace(days_off=tuple(json.loads(row.days_off))) for row in rows]


def rest(connection: sa.Connection, game: str, seat: int, why: str, until: int) -> None:
    """Notes that a seat has been seen to up to then, within the transaction that does so."""
    row = {"game": game, "seat": seat, "why": why, "until": until}
    connection.execute(rests.delete().where(rests.c.game == game, rests.c.seat == seat, rests.c.why == why))
    connection.execute(or_nothing(connection, rests), row)


def wake(connection: sa.Connection, game: str, seat: int) -> None:
    """Notes that a seat is to be looked at again, within the transaction that starts its clock."""
    connection.execute(rests.delete().where(rests.c.game == game, rests.c.seat == seat))


def forget_account(connection: sa.Connection, account: str) -> None:
    """Takes the calendar and the vacations of an account away."""
    connection.execute(rests.delete().where(_of(account)))
    for table in (calendars, vacations):
        connection.execute(table.delete().where(table.c.account == account))


def _of(account: str) -> sa.ColumnElement[bool]:
    """The rests of an account's seats."""
    return sa.exists().where(
        players.c.account == account, players.c.game == rests.c.game, players.c.seat == rests.c.seat
    )


def _lock(connection: sa.Connection, account: str) -> None:
    """Of two who change the time off of an account one waits."""
    connection.execute(sa.select(accounts.c.id).where(accounts.c.id == account).with_for_update())


def _vacations(connection: sa.Connection, account: str) -> list[VacationRow]:
    query = vacations.select().where(vacations.c.account == account).order_by(vacations.c.starts, vacations.c.id)
    return [VacationRow._make(row) for row in connection.execute(query)]


_now, _one = sa.bindparam("now", type_=sa.BigInteger), sa.bindparam("one", type_=sa.Text)
_limit, _until = sa.bindparam("limit", type_=sa.BigInteger), sa.bindparam("until", type_=sa.BigInteger)
_SEEN_TO = sa.exists().where(rests.c.game == players.c.game, rests.c.seat == players.c.seat, rests.c.until > _now)
_IN_PLAY = (
    players.join(tables, tables.c.game == players.c.game).join(streams, streams.c.game == players.c.game),
    sa.and_(tables.c.status == PLAYING, sa.not_(streams.c.over), players.c.seat.is_not(None)),
)


def _whose(column: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    return sa.or_(_one.is_(None), column == _one)


def _on_vacation() -> sa.Select[Any]:
    joined, playing = _IN_PLAY
    columns = (players.c.game, players.c.seat, sa.literal(VACATION), sa.literal(VACATION), vacations.c.ends)
    query = sa.select(*columns).select_from(joined.join(vacations, vacations.c.account == players.c.account))
    on = sa.and_(vacations.c.starts <= _now, vacations.c.ends > _now)
    seen_to = _SEEN_TO.where(rests.c.why == VACATION)
    return query.where(playing, on, sa.not_(seen_to), _whose(vacations.c.account)).limit(_limit)


def _quiet() -> sa.Select[Any]:
    joined, playing = _IN_PLAY
    columns = (players.c.game, players.c.seat, sa.literal(CALENDAR), calendars.c.off_for, calendars.c.off_until)
    query = sa.select(*columns).select_from(joined.join(calendars, calendars.c.account == players.c.account))
    on = sa.and_(calendars.c.off_from <= _now, calendars.c.off_until > _now)
    runs = sa.and_(streams.c.turn == players.c.seat, streams.c.deadline > _now)
    seen_to = _SEEN_TO.where(rests.c.why == CALENDAR)
    return query.where(playing, on, runs, sa.not_(seen_to), _whose(calendars.c.account)).limit(_limit)


def _away(account: sa.ColumnElement[str | None]) -> sa.ColumnElement[bool]:
    """Whether somebody is on vacation."""
    return sa.exists().where(vacations.c.account == account, vacations.c.starts <= _now, vacations.c.ends > _now)


def _back() -> sa.Select[Any]:
    same = sa.and_(players.c.game == rests.c.game, players.c.seat == rests.c.seat)
    query = sa.select(rests.c.game, rests.c.seat).select_from(rests.join(players, same))
    which = (rests.c.why == VACATION, rests.c.until > _now, sa.not_(_away(players.c.account)))
    return query.where(*which, _whose(sa.func.coalesce(players.c.account, ""))).limit(_limit)


def _urgent() -> sa.Select[Any]:
    joined, playing = _IN_PLAY
    query = sa.select(players.c.game, players.c.seat, players.c.account)
    query = query.select_from(joined.join(calendars, calendars.c.account == players.c.account))
    due = sa.and_(streams.c.turn == players.c.seat, streams.c.deadline > _now, streams.c.deadline <= _until)
    wants = sa.and_(calendars.c.automatic, sa.not_(_away(players.c.account)))
    return query.where(playing, due, wants).order_by(streams.c.deadline).limit(_limit)


_ON_VACATION, _QUIET, _BACK, _URGENT = _on_vacation(), _quiet(), _back(), _urgent()
