"""One order across all games: committed events get positions 1, 2, 3, …, without gaps, in each game's own order.

Writers of events know nothing of it, so no game waits for another. What is new is found game by game, by comparing
the head with how far the game has been sequenced: never by an id that is drawn before a transaction is committed,
which a reader could pass before it becomes visible.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from app.store.engine import reading, writing
from app.store.errors import Damaged
from app.store.schema import consumers, events, positions, streams

ELECTION = 0x4B46534551  # "KFSEQ": who holds this lock is the sequencer, until its transaction ends


class Positioned(NamedTuple):
    """An event at its place in the order across games."""

    position: int
    game: str
    seq: int
    kind: str
    bytes: bytes


Effect = Callable[[sa.Connection, Sequence[Positioned]], None]

_limit = sa.bindparam("limit", type_=sa.BigInteger)
_behind = streams.c.version > streams.c.sequenced

_ANY_BEHIND = sa.select(sa.literal(1)).where(_behind).limit(1)
_ELECT = sa.text("SELECT pg_try_advisory_xact_lock(:lock)")
_LAST = sa.select(sa.func.coalesce(sa.func.max(positions.c.position), 0))
# A game whose row a move has locked is left for the next round, not waited for.
_BEHIND = (
    sa.select(streams.c.game, streams.c.sequenced, streams.c.version)
    .where(_behind)
    .order_by(streams.c.t)
    .limit(_limit)
    .with_for_update(skip_locked=True, key_share=True)
)
_ADD = sa.insert(positions)
_SEQUENCED = (
    sa.update(streams)
    .where(streams.c.game == sa.bindparam("of"))
    .values(sequenced=sa.bindparam("upto", type_=sa.BigInteger))
)
_AFTER = (
    sa.select(positions, events.c.kind, events.c.bytes)
    .outerjoin(events, sa.and_(events.c.game == positions.c.game, events.c.seq == positions.c.seq))
    .where(positions.c.position > sa.bindparam("after", type_=sa.BigInteger))
    .order_by(positions.c.position)
    .limit(_limit)
)
_WHERE = sa.select(consumers.c.position).where(consumers.c.name == sa.bindparam("of"))
_WHERE_LOCKED = _WHERE.with_for_update()
_REGISTER = sa.insert(consumers)
_ADVANCE = (
    sa.update(consumers)
    .where(consumers.c.name == sa.bindparam("of"))
    .values(position=sa.bindparam("upto", type_=sa.BigInteger))
)


class Sequencer:
    """Gives positions and reads by them. Any number of processes may run one: one at a time is elected."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def run_once(self, limit: int = 1000) -> int:
        """Give positions to at most `limit` events, and say how many; 0 if there are none, or another is at it."""
        with reading(self._engine) as connection:
            if connection.execute(_ANY_BEHIND).first() is None:
                return 0
        with writing(self._engine) as connection:
            return self._sequence(connection, limit) if self._elected(connection) else 0

    def last(self) -> int:
        """The newest position; 0 before the first."""
        with reading(self._engine) as connection:
            return int(connection.scalar(_LAST) or 0)

    def after(self, position: int, limit: int = 1000) -> list[Positioned]:
        """The events behind a position, in order."""
        with reading(self._engine) as connection:
            return _after(connection, position, limit)

    def position(self, consumer: str) -> int:
        """How far this consumer has come; 0 if it has not begun."""
        with reading(self._engine) as connection:
            return connection.scalar(_WHERE, {"of": consumer}) or 0

    def consume(self, consumer: str, effect: Effect, limit: int = 1000) -> int:
        """Hand a consumer the events behind its position, and say how many there were.

        What the effect writes and the consumer's new position are one transaction: each event takes effect once.
        Another process that runs the same consumer waits for this one.
        """
        with reading(self._engine) as connection:
            known = connection.scalar(_WHERE, {"of": consumer})
            if known is not None and not _after(connection, known, 1):
                return 0
        if known is None:
            self._register(consumer)
        with writing(self._engine) as connection:
            position = connection.execute(_WHERE_LOCKED, {"of": consumer}).scalar_one()
            batch = _after(connection, position, limit)
            if batch:
                effect(connection, batch)
                connection.execute(_ADVANCE, {"of": consumer, "upto": batch[-1].position})
            return len(batch)

    def _elected(self, connection: sa.Connection) -> bool:
        if connection.dialect.name == "sqlite":
            return True  # whoever writes is alone
        return bool(connection.scalar(_ELECT, {"lock": ELECTION}))

    def _sequence(self, connection: sa.Connection, limit: int) -> int:
        position = connection.execute(_LAST).scalar_one()
        rows, moved = [], []
        for game, first, end in _portions(connection, limit):
            for seq in range(first, end):
                position += 1
                rows.append({"position": position, "game": game, "seq": seq})
            moved.append({"of": game, "upto": end - 1})
        if rows:
            connection.execute(_ADD, rows)
            connection.execute(_SEQUENCED, moved)
        return len(rows)

    def _register(self, consumer: str) -> None:
        try:
            with writing(self._engine) as connection:
                connection.execute(_REGISTER, {"name": consumer, "position": 0})
        except sa.exc.IntegrityError:
            pass  # another process was first


def _portions(connection: sa.Connection, limit: int) -> Iterator[tuple[str, int, int]]:
    """What is behind, as game, first seq and the seq after the last, `limit` events in all."""
    for game, sequenced, version in connection.execute(_BEHIND, {"limit": limit}).all():
        if limit <= 0:
            return
        first, end = sequenced + 1, min(version, sequenced + limit) + 1
        limit -= end - first
        yield game, first, end


def _after(connection: sa.Connection, position: int, limit: int) -> list[Positioned]:
    rows = connection.execute(_AFTER, {"after": position, "limit": limit}).all()
    batch = [Positioned._make(row) for row in rows]
    for event in batch:
        if event.bytes is None:  # to go on without it would be a silent gap
            raise Damaged(f"position {event.position}: game {event.game} has no event {event.seq}")
    return batch
