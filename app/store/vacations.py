"""The vacations of accounts, which each take and end."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from app.store.accounts import lock
from app.store.engine import reading, writing
from app.store.players import players
from app.store.schema import metadata

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


class VacationRow(NamedTuple):
    """A vacation, UTC milliseconds. One that was ended early ends then."""

    id: str
    account: str
    starts: int
    ends: int
    automatic: bool
    created: int


class VacationStore:
    """The vacations in this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def of(self, account: str) -> list[VacationRow]:
        """All vacations of an account, the first one first."""
        with reading(self._engine) as connection:
            return _vacations(connection, account)

    def take(self, row: VacationRow, check: Callable[[Sequence[VacationRow]], None]) -> None:
        """Adds a vacation, unless `check` of those that there are raises."""
        with writing(self._engine) as connection:
            lock(connection, row.account)
            check(_vacations(connection, row.account))
            connection.execute(vacations.insert(), row._asdict())

    def end(self, account: str, now: int) -> VacationRow | None:
        """Ends the vacation that is on, or gives up the one that is to come; gives it, or None if there is neither."""
        with writing(self._engine) as connection:
            lock(connection, account)
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


def _vacations(connection: sa.Connection, account: str) -> list[VacationRow]:
    query = vacations.select().where(vacations.c.account == account).order_by(vacations.c.starts, vacations.c.id)
    return [VacationRow._make(row) for row in connection.execute(query)]
