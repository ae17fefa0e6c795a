"""Who is off now, by their calendars and vacations, at tables where nobody has seen to that yet."""

from typing import Any, NamedTuple

import sqlalchemy as sa

from app.rules.clock import LONGEST_MS
from app.store.calendars import calendars
from app.store.engine import reading, writing
from app.store.players import players
from app.store.rests import CALENDAR, VACATION, anew, rest, rests, wake
from app.store.schema import streams
from app.store.tables import PLAYING, tables
from app.store.vacations import vacations


class Off(NamedTuple):
    """A seat of somebody who is off: why, for which reason of a record, and until when."""

    game: str
    seat: int
    why: str
    reason: str
    until: int


class On(NamedTuple):
    """Time off of whoever plays at a seat: why, from when and until when."""

    why: str
    start: int
    end: int


class Urgent(NamedTuple):
    """A game whose decision waits for somebody who would rather be on vacation when its time runs out, at `deadline`;
    and since when they have quiet hours or days off, or will have the next."""

    game: str
    seat: int
    account: str
    deadline: int
    off_from: int | None


class Absences:
    """Those who are off, in this engine's database, and what is noted of their seats. Times are UTC milliseconds."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def off(self, now: int, limit: int, account: str | None = None) -> list[Off]:
        """The seats of those who are off, of all or of one account, that have not been seen to: on vacation in every
        match that is on, else where they have to decide and a clock runs."""
        with reading(self._engine) as connection:
            away = connection.execute(_ON_VACATION, {"now": now, "limit": limit, "one": account}).all()
            quiet = connection.execute(_QUIET, {"now": now, "limit": limit, "one": account}).all()
        return [Off._make(row) for row in (*away, *quiet)]

    def on(self, game: str, seat: int, deadline: int, now: int) -> list[On]:
        """What time off whoever plays at a seat has or had, whether it has been seen to or not: quiet hours and days
        off that are on now, vacations that were at a deadline before that."""
        with reading(self._engine) as connection:
            return [
                On._make(row)
                for row in connection.execute(_ON, {"game": game, "seat": seat, "deadline": deadline, "now": now})
            ]

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
        """Drops what is noted of times that are past, or was by a clock that was ahead."""
        with writing(self._engine) as connection:
            connection.execute(rests.delete().where(sa.or_(rests.c.until <= now, rests.c.until > now + LONGEST_MS)))


def forget_account(connection: sa.Connection, account: str) -> None:
    """Takes the calendar and the vacations of an account away."""
    anew(connection, account)
    for table in (calendars, vacations):
        connection.execute(table.delete().where(table.c.account == account))


_now, _one = sa.bindparam("now", type_=sa.BigInteger), sa.bindparam("one", type_=sa.Text)
_deadline = sa.bindparam("deadline", type_=sa.BigInteger)
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
    return (
        query.where(playing, on, runs, sa.not_(seen_to), _whose(calendars.c.account))
        .order_by(streams.c.deadline)
        .limit(_limit)
    )


def _on() -> sa.CompoundSelect[Any]:
    here = (players.c.game == sa.bindparam("game"), players.c.seat == sa.bindparam("seat"))
    starts, ends = vacations.c.starts, vacations.c.ends
    vacation = sa.select(sa.literal(VACATION), starts, ends).join(players, players.c.account == vacations.c.account)
    starts, ends = calendars.c.off_from, calendars.c.off_until
    quiet = sa.select(sa.literal(CALENDAR), starts, ends).join(players, players.c.account == calendars.c.account)
    return sa.union_all(
        vacation.where(*here, vacations.c.starts < _deadline, vacations.c.ends > _deadline),
        quiet.where(*here, calendars.c.off_from <= _now, calendars.c.off_until > _now),
    )


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
    columns = (players.c.game, players.c.seat, players.c.account, streams.c.deadline, calendars.c.off_from)
    query = sa.select(*columns).select_from(joined.join(calendars, calendars.c.account == players.c.account))
    due = sa.and_(streams.c.turn == players.c.seat, streams.c.deadline > _now, streams.c.deadline <= _until)
    wants = sa.and_(calendars.c.automatic, sa.not_(_away(players.c.account)))
    return query.where(playing, due, wants).order_by(streams.c.deadline).limit(_limit)


_ON_VACATION, _QUIET, _ON, _BACK, _URGENT = _on_vacation(), _quiet(), _on(), _back(), _urgent()
