"""Folded states, kept so that a long game need not be folded from its start: a cache, which may be lost at any time."""

import hashlib
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler

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

_tail = (
    sa.select(events.c.seq, events.c.bytes)
    .where(events.c.game == _of, events.c.seq > sa.func.coalesce(_newest, -1), events.c.seq <= _upto)
    .order_by(events.c.seq)
    .subquery()
)


class _Joined(sa.sql.functions.FunctionElement[str]):
    """The lines of a tail in order, a newline between two: one value is read much faster than many rows.

    A line has no newline in it; where one was put in by force, the count that stands beside tells.
    """

    type = sa.Text()
    inherit_cache = True


@compiles(_Joined, "postgresql")
def _joined_postgresql(element: _Joined, compiler: SQLCompiler, **_: Any) -> str:
    line, seq = (compiler.process(column) for column in element.clauses)
    # As text: a driver takes it as it comes, where it would have to read bytes from their hex digits.
    return f"convert_from(string_agg({line}, '\\x0a'::bytea ORDER BY {seq}), 'UTF8')"


@compiles(_Joined, "sqlite")
def _joined_sqlite(element: _Joined, compiler: SQLCompiler, **_: Any) -> str:
    # Of its aggregates SQLite takes no ORDER BY yet; the rows of an ordered subquery come to group_concat in order.
    line, _seq = (compiler.process(column) for column in element.clauses)
    return f"group_concat(CAST({line} AS TEXT), char(10))"


_lines = sa.select(sa.func.count().label("count"), _Joined(_tail.c.bytes, _tail.c.seq).label("joined")).subquery()
_kept = (
    sa.select(snapshots.c.seq, snapshots.c.data, snapshots.c.digest).where(_mine, snapshots.c.seq == _newest).subquery()
)

REBUILD = sa.select(*_lines.c, *_kept.c).select_from(_lines.outerjoin(_kept, sa.true()))
"""One row: how many events there are behind the newest snapshot up to a version, their lines, and that snapshot."""

DROP_ONE = sa.delete(snapshots).where(_mine, snapshots.c.seq == _upto)
ADD = sa.insert(snapshots)
