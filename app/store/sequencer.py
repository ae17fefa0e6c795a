"""One order across all games: committed events get positions 1, 2, 3, …, without gaps, in each game's own order.

Writers of events know nothing of it, so no game waits for another. What is new is found game by game, by comparing
the head with how far the game has been sequenced: never by an id that is drawn before a transaction is committed,
which a reader could pass before it becomes visible.
"""

from collections.abc import Iterator
from typing import NamedTuple

import sqlalchemy as sa

from app.store.engine import reading, writing
from app.store.errors import Damaged
from app.store.schema import events, positions, streams
from app.store.signals import hint
from replays.format import quick

ELECTION = 0x4B46534551  # "KFSEQ": who holds this lock is the sequencer, until its transaction ends


class Positioned(NamedTuple):
    """An event at its place in the order across games."""

    position: int
    game: str
    seq: int
    kind: str
    bytes: bytes


class Waiting(NamedTuple):
    """How many events have no position yet, and since when (UTC ms) the oldest that was looked at waits; None without
    any."""

    events: int
    since: int | None


OLDEST = 100
"""Among how many games the oldest event without a position is looked for: those that have been still for longest."""

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
_WAITING = sa.select(sa.func.coalesce(sa.func.sum(streams.c.version - streams.c.sequenced), 0)).where(_behind)
_first = sa.and_(events.c.game == streams.c.game, events.c.seq == streams.c.sequenced + 1)
_FIRST_WAITING = (
    sa.select(events.c.bytes)
    .select_from(streams.join(events, _first))
    .where(_behind)
    .order_by(streams.c.t)
    .limit(OLDEST)
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
            return whole(behind(connection, position, limit))

    def waiting(self) -> Waiting:
        """What waits for a position."""
        with reading(self._engine) as connection:
            count = connection.execute(_WAITING).scalar_one()
            first = quick(connection.scalars(_FIRST_WAITING).all())
        return Waiting(int(count), min((event["t"] for event in first), default=None))

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
            hint(connection)
        return len(rows)


def _portions(connection: sa.Connection, limit: int) -> Iterator[tuple[str, int, int]]:
    """What is behind, as game, first seq and the seq after the last, `limit` events in all."""
    for game, sequenced, version in connection.execute(_BEHIND, {"limit": limit}).all():
        if limit <= 0:
            return
        first, end = sequenced + 1, min(version, sequenced + limit) + 1
        limit -= end - first
        yield game, first, end


def behind(connection: sa.Connection, position: int, limit: int) -> list[Positioned]:
    """The rows behind a position, in order; one whose event is not there has no bytes, and `whole` says so."""
    return [Positioned._make(row) for row in connection.execute(_AFTER, {"after": position, "limit": limit}).all()]


def whole(batch: list[Positioned]) -> list[Positioned]:
    """These events, all of which are there. Raises Damaged."""
    for event in batch:
        if event.bytes is None:  # to go on without it would be a silent gap
            raise Damaged(f"position {event.position}: game {event.game} has no event {event.seq}")
    return batch
