"""How many events of each kind there are, counted as they come, so that nobody has to count them all."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from app.store.consumers import Model, keeps
from app.store.engine import reading
from app.store.schema import metadata
from app.store.sequencer import Positioned


def _table(name: str) -> sa.Table:
    return sa.Table(
        name,
        metadata,
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("count", sa.BigInteger, nullable=False),
    )


counts, shadow = _table("counts"), _table("counts_shadow")
"""A row a kind of event."""


def counted(connection: sa.Connection, batch: Sequence[Positioned], table: sa.Table) -> None:
    """Counts these events."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    insert = dialect.insert(table)
    more = {"count": table.c.count + insert.excluded.count}
    rows = [{"kind": kind, "count": count} for kind, count in Counter(event.kind for event in batch).items()]
    connection.execute(insert.on_conflict_do_update(index_elements=["kind"], set_=more), rows)


COUNTS = keeps("counts", Model(counts, shadow, counted))
"""What counts the events."""


class Counts:
    """The counts in this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def all(self) -> Mapping[str, int]:
        """How many events there are, by kind."""
        with reading(self._engine) as connection:
            return {kind: count for kind, count in connection.execute(counts.select()).all()}
