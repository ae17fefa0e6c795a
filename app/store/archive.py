"""The archive: the matches that have ended, in the order across games in which they did.

Read from the events by a consumer of theirs, so that whoever takes the archive game by game, or comes back for what is
new, misses none.
"""

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from app.store.consumers import Model, keeps
from app.store.engine import reading
from app.store.players import players
from app.store.schema import metadata, streams
from app.store.sequencer import Positioned
from app.store.tables import OPEN_TO_ALL, tables


def _table(name: str) -> sa.Table:
    return sa.Table(
        name,
        metadata,
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False, unique=True),
    )


archive, shadow = _table("archive"), _table("archive_shadow")
"""The position of each `match.ended`."""


class Ended(NamedTuple):
    """A match that is over: its place in the archive, and the seq of its last event."""

    position: int
    game: str
    version: int


_columns = (archive.c.position, archive.c.game, streams.c.version)
_joined = archive.join(streams, streams.c.game == archive.c.game).join(tables, tables.c.game == archive.c.game)


def archived(connection: sa.Connection, batch: Sequence[Positioned], table: sa.Table) -> None:
    """Adds the matches that ended in these events."""
    ended = [{"position": one.position, "game": one.game} for one in batch if one.kind == "match.ended"]
    if ended:
        connection.execute(table.insert(), ended)


ARCHIVE = keeps("archive", Model(archive, shadow, archived))
"""What reads the events for the archive."""


class Archive:
    """Reads the archive in this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def find(self, game: str) -> Ended | None:
        """A match in the archive."""
        query = sa.select(*_columns).select_from(_joined).where(archive.c.game == game)
        with reading(self._engine) as connection:
            row = connection.execute(query).first()
        return None if row is None else Ended._make(row)

    def behind(self, position: int, limit: int, account: str | None = None, mine: bool = False) -> list[Ended]:
        """The matches behind a place, in order: those that anybody may look at, of one account or of all.

        `mine`: the account itself asks, and is given all of its own.
        """
        query = sa.select(*_columns).select_from(_joined).where(archive.c.position > position)
        if account is not None:
            theirs = sa.select(players.c.game).where(players.c.account == account)
            query = query.where(archive.c.game.in_(theirs))
        if not mine:
            query = query.where(*OPEN_TO_ALL)
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(archive.c.position).limit(limit)).all()
        return [Ended._make(row) for row in rows]
