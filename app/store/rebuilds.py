"""Read models made again from the first event on, while the old one serves and goes on.

A rebuild fills a shadow of the model's table as a consumer of its own. Once it has caught up, one transaction makes the
live table equal to its shadow, of which it writes only what differs. Whatever ends a rebuild before that leaves the
live table as it was, and the next rebuild begins anew.
"""

from typing import NamedTuple

import sqlalchemy as sa

from app.store.consumers import Consumer, Consumers, advance, locked, parked
from app.store.engine import writing


class Rebuilt(NamedTuple):
    """What a rebuild has changed: rows that were there and were wrong, and rows that are new. Both are 0 where the live
    table was what the events say."""

    removed: int
    added: int


class Rebuild:
    """One rebuild of a consumer's read model. Two at a time of one model do no harm: they share the work, and the one
    that is late begins once more. Raises ValueError for a consumer that keeps none."""

    def __init__(self, engine: sa.Engine, consumers: Consumers, consumer: Consumer) -> None:
        if consumer.model is None:
            raise ValueError(f"{consumer.name} keeps no read model: what it has done cannot be done again")
        self._engine = engine
        self._consumers = consumers
        self._live = consumer.name
        self._table, self._shadow, fill = consumer.model
        shadow = self._shadow
        self._aside = Consumer(f"{consumer.name}.shadow", lambda connection, batch: fill(connection, batch, shadow))

    def run(self) -> Rebuilt:
        """All of it."""
        self.begin()
        while self.step():
            pass
        return self.swap()

    def begin(self) -> None:
        """The shadow is empty, and at the beginning."""
        self._consumers.register(self._live)
        self._consumers.register(self._aside.name)
        with writing(self._engine) as connection:
            locked(connection, self._aside.name)
            self._clear(connection)

    def step(self, limit: int = 1000) -> int:
        """Goes on by at most so many events; says by how many, 0 once it has caught up."""
        return self._consumers.consume(self._aside, limit)

    def swap(self, limit: int = 1000) -> Rebuilt:
        """The live table becomes what its shadow is, all at once; the shadow goes first as far as the live one is."""
        with writing(self._engine) as connection:
            live = locked(connection, self._live)
            while (aside := locked(connection, self._aside.name)) < live:
                self._consumers.go_on(connection, self._aside, aside, min(limit, live - aside))
            rebuilt = Rebuilt(self._remove(connection), self._add(connection))
            advance(connection, self._live, aside)
            connection.execute(parked.delete().where(parked.c.consumer == self._live))
            connection.execute(parked.update().where(parked.c.consumer == self._aside.name).values(consumer=self._live))
            self._clear(connection)
        return rebuilt

    def _remove(self, connection: sa.Connection) -> int:
        """Removes the live rows that are not just so in the shadow."""
        same = sa.and_(*(column.is_not_distinct_from(self._shadow.c[column.name]) for column in self._table.c))
        return connection.execute(self._table.delete().where(~sa.exists().where(same))).rowcount

    def _add(self, connection: sa.Connection) -> int:
        """Adds the rows of the shadow whose key no live row has: those that have are equal by now."""
        key = sa.and_(*(column == self._shadow.c[column.name] for column in self._table.primary_key))
        missing = self._shadow.select().where(~sa.exists().where(key))
        names = [column.name for column in self._table.c]
        add = self._table.insert().from_select(names, missing)
        return connection.execute(add.execution_options(preserve_rowcount=True)).rowcount

    def _clear(self, connection: sa.Connection) -> None:
        connection.execute(self._shadow.delete())
        connection.execute(parked.delete().where(parked.c.consumer == self._aside.name))
        advance(connection, self._aside.name, 0)
