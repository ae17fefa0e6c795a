"""Numbers for whoever watches over the service, each found by an index: asked every few seconds they cost little,
however many games there are."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store import deliveries
from app.store.deliveries import DELIVERED, FAILED, PENDING
from app.store.engine import reading
from app.store.letters import letters
from app.store.push import pushes
from app.store.schema import streams
from app.store.tables import PLAYING, WAITING, tables
from app.store.webhooks import webhook_deliveries


class Overdue(NamedTuple):
    """Decisions whose time has run out and that nobody has taken: how many, and since when (UTC ms) the first is due;
    None without any."""

    decisions: int
    since: int | None


class Gauges:
    """Reads the numbers in this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def overdue(self, now: int) -> Overdue:
        """What the clocks have left undone."""
        query = sa.select(sa.func.count(), sa.func.min(streams.c.deadline))
        with reading(self._engine) as connection:
            row = connection.execute(query.where(streams.c.deadline.is_not(None), streams.c.deadline <= now)).one()
        return Overdue(*row)

    def open_tables(self) -> dict[str, int]:
        """How many tables wait for players, and at how many matches are on."""
        # Written out: of a parameter PostgreSQL would not know that few tables have these values, and read them all.
        open_ = [sa.literal(status, literal_execute=True) for status in (WAITING, PLAYING)]
        query = sa.select(tables.c.status, sa.func.count()).where(tables.c.status.in_(open_))
        with reading(self._engine) as connection:
            found = {status: count for status, count in connection.execute(query.group_by(tables.c.status))}
        return {status: found.get(status, 0) for status in (WAITING, PLAYING)}

    def deliveries(self, since: int) -> dict[tuple[str, str], int]:
        """By channel and state: what waits to be sent, and what has become of the messages written since then. Of
        pushes nothing is kept once they are sent."""
        channels: dict[str, dict[str, sa.Select[Any]]] = {
            "letter": _states(letters, letters.c.sent, since),
            deliveries.WEBHOOK: _states(webhook_deliveries, webhook_deliveries.c.delivered, since),
            deliveries.PUSH: {PENDING: sa.select(sa.func.count()).select_from(pushes)},
        }
        with reading(self._engine) as connection:
            return {
                (channel, state): connection.execute(query).scalar_one()
                for channel, queries in channels.items()
                for state, query in queries.items()
            }

    def ended(self) -> Mapping[tuple[str, str], int]:
        """How many messages to webhooks and browsers were taken, and how many given up, by channel and outcome."""
        return deliveries.ended(self._engine)


def _states(table: sa.Table, arrived: sa.Column[int], since: int) -> dict[str, sa.Select[Any]]:
    count = sa.select(sa.func.count()).select_from(table)
    recent = count.where(table.c.created >= since, table.c.due.is_(None))
    return {
        PENDING: count.where(table.c.due.is_not(None)),
        DELIVERED: recent.where(arrived.is_not(None)),
        FAILED: recent.where(arrived.is_(None)),
    }
