"""The tables of the event store. Migrations make them; this is what statements are built from.

Every key of a game's tables has the game in it, so that a sharded PostgreSQL can keep a game on one node. Times are
UTC in milliseconds. What guards `events` and `positions` is no part of a table, and so stands in the migrations.
"""

import sqlalchemy as sa

PARTITIONS = 8
"""How many partitions `events` has on PostgreSQL, by hash of the game: `events_p0` to `events_p7`."""

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

metadata = sa.MetaData(naming_convention=NAMES)


def _game() -> sa.Column[str]:
    return sa.Column("game", sa.Text, nullable=False)


streams = sa.Table(
    "streams",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("request", sa.BigInteger, nullable=False),
    sa.Column("t", sa.BigInteger, nullable=False),
    sa.Column("turn", sa.Integer),
    sa.Column("deadline", sa.BigInteger),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("sequenced", sa.BigInteger, nullable=False),
)
"""One row a game: the head of its stream, and up to which version the sequencer has come."""

sa.Index(
    "ix_streams_unsequenced",
    streams.c.t,
    sqlite_where=streams.c.version > streams.c.sequenced,
    postgresql_where=streams.c.version > streams.c.sequenced,
)
sa.Index(
    "ix_streams_deadline",
    streams.c.deadline,
    sqlite_where=streams.c.deadline.is_not(None),
    postgresql_where=streams.c.deadline.is_not(None),
)

events = sa.Table(
    "events",
    metadata,
    _game(),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("bytes", sa.LargeBinary, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
    sa.PrimaryKeyConstraint("game", "seq"),
    sqlite_with_rowid=False,
    postgresql_partition_by="HASH (game)",
)
"""The truth: an event's line as it was hashed, without its newline. The other columns are for finding it."""

secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("sealed", sa.LargeBinary, nullable=False),
)
"""The last seed of a running game, sealed, beside the id of the key that opens it."""

positions = sa.Table(
    "positions",
    metadata,
    sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
    _game(),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("game", "seq"),
)
"""The order across games, from 1 without gaps; only the sequencer writes it."""

consumers = sa.Table(
    "consumers",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("position", sa.BigInteger, nullable=False),
)
"""How far each reader of that order has come."""

snapshots = sa.Table(
    "snapshots",
    metadata,
    _game(),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.PrimaryKeyConstraint("game", "rules", "seq"),
    sqlite_with_rowid=False,
)
"""A cache of folded states; the digest tells a damaged one."""

idempotency = sa.Table(
    "idempotency",
    metadata,
    sa.Column("caller", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    _game(),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("caller", "key", "game"),
    sqlite_with_rowid=False,
)
"""The requests that were accepted under a key, each with the version that its game had right after it."""
