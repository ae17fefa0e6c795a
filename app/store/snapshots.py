"""Folded states, kept so that a long game need not be folded from its start: a cache, which may be lost at any time."""

import hashlib
from typing import NamedTuple

import sqlalchemy as sa

from app.store.schema import events, snapshots


class Snapshot(NamedTuple):
    """A state after the event `seq`, as its owner wrote it."""

    seq: int
    data: bytes


def digest(game: str, rules: str, seq: int, data: bytes) -> str:
    """What tells a snapshot that was damaged, or put under another game, version or code."""
    return hashlib.sha256(b"%b\n%b\n%d\n%b" % (game.encode(), rules.encode(), seq, data)).hexdigest()


def is_sound(game: str, rules: str, seq: int, data: object, digest_: object) -> bool:
    """Whether this is the snapshot that was saved for this game, rules and seq; SQLite may give any type."""
    return isinstance(data, bytes) and digest(game, rules, seq, data) == digest_


_of = sa.bindparam("of", type_=sa.Text)
_rules = sa.bindparam("rules", type_=sa.Text)
_upto = sa.bindparam("upto", type_=sa.BigInteger)
_mine = sa.and_(snapshots.c.game == _of, snapshots.c.rules == _rules)

_newest = sa.select(sa.func.max(snapshots.c.seq)).where(_mine, snapshots.c.seq <= _upto).scalar_subquery()

REBUILD = sa.union_all(
    sa.select(snapshots.c.seq, snapshots.c.data, snapshots.c.digest).where(_mine, snapshots.c.seq == _newest),
    sa.select(events.c.seq, events.c.bytes, sa.null()).where(
        events.c.game == _of, events.c.seq > sa.func.coalesce(_newest, -1), events.c.seq <= _upto
    ),
).order_by("seq")
"""The newest snapshot up to a version, and the events behind it: in one query, of which the first row may be it."""

DROP = sa.delete(snapshots)
DROP_ONE = sa.delete(snapshots).where(_mine, snapshots.c.seq == _upto)
ADD = sa.insert(snapshots)
