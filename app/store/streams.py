"""Heads of streams, events and keys as values, and the statements that read and write them.

The statements are made once, at import, so that on the way of a move SQLAlchemy finds each compiled.
"""

from typing import NamedTuple

import sqlalchemy as sa

from app.store.schema import events, idempotency, streams

END = 2**53
"""Above every seq (a seq is an integer of the record's canonical bytes)."""


class StreamHead(NamedTuple):
    """Where a game's stream stands: its last event, and what people and clocks wait for."""

    game: str
    version: int
    """The seq of the last event."""
    hash: str
    request: int
    t: int
    """UTC milliseconds of the last event."""
    turn: int | None
    """The seat who must act."""
    deadline: int | None
    """UTC milliseconds; None if nothing runs."""
    over: bool


class Stored(NamedTuple):
    """An event as stored: the bytes are its line, without the newline; the rest is for finding it."""

    seq: int
    kind: str
    bytes: bytes
    hash: str


class Key(NamedTuple):
    """An idempotency key as a request brings it; the digest tells whether it is the same request."""

    caller: str
    key: str
    digest: str


class KeyRow(NamedTuple):
    """What an accepted request left under its key: the version is the game's right after it."""

    digest: str
    game: str
    version: int


_of = sa.bindparam("of", type_=sa.Text)
_caller = sa.bindparam("caller", type_=sa.Text)
_key = sa.bindparam("key", type_=sa.Text)
_after = sa.bindparam("after", type_=sa.BigInteger)
_upto = sa.bindparam("upto", type_=sa.BigInteger)
_limit = sa.bindparam("limit", type_=sa.BigInteger)

_head = [streams.c[name] for name in StreamHead._fields]
_row = [idempotency.c[name] for name in KeyRow._fields]
_stored = [events.c[name] for name in Stored._fields]

READ_HEAD = sa.select(*_head).where(streams.c.game == _of)

_same_key = sa.and_(idempotency.c.caller == _caller, idempotency.c.key == _key)

READ_KEY = sa.select(*_row).where(_same_key).order_by(idempotency.c.game != _of).limit(1)
"""The key's row of this game, if it has one, else of another game: a key used elsewhere is a used key."""

_between = sa.and_(events.c.game == _of, events.c.seq > _after, events.c.seq <= _upto)

READ_EVENTS = sa.select(*_stored).where(_between).order_by(events.c.seq).limit(_limit)
READ_BYTES = sa.select(events.c.bytes).where(_between).order_by(events.c.seq)

READ_KIND = (
    sa.select(*_stored)
    .where(events.c.game == _of, events.c.kind == sa.bindparam("kind", type_=sa.Text))
    .order_by(events.c.seq)
)
READ_LINES = (
    sa.select(events.c.bytes)
    .where(events.c.game == _of, events.c.seq.in_(sa.bindparam("seqs", type_=sa.BigInteger, expanding=True)))
    .order_by(events.c.seq)
)

READ_DUE = (
    sa.select(*_head)
    .where(streams.c.deadline <= sa.bindparam("now", type_=sa.BigInteger))
    .order_by(streams.c.deadline)
    .limit(_limit)
)

MOVE_HEAD = sa.update(streams).where(
    streams.c.game == _of, streams.c.version == sa.bindparam("expected", type_=sa.BigInteger)
)
ADD_STREAM = sa.insert(streams)
ADD_EVENTS = sa.insert(events)
ADD_KEY = sa.insert(idempotency)
