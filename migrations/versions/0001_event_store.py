"""The event store: streams, events and what stands beside them, with the guards of what is never changed."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

PARTITIONS = [f"events_p{number}" for number in range(8)]
GUARDED = ("events", "positions")


def upgrade() -> None:
    """Tables for streams of events, and their guards."""
    _make_streams()
    _make_events()
    _make_order()
    _make_beside()
    if op.get_bind().dialect.name == "postgresql":
        _guard_postgresql()
    else:
        _guard_sqlite()


def downgrade() -> None:
    """Nothing is left: neither a table nor what it held."""
    for table in (
        "idempotency",
        "snapshots",
        "consumers",
        "positions",
        "secrets",
        "events",
        "streams",
    ):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION kartfold_guard()")


def _make_streams() -> None:
    op.create_table(
        "streams",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.Column("request", sa.BigInteger, nullable=False),
        sa.Column("t", sa.BigInteger, nullable=False),
        sa.Column("turn", sa.Integer),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("sequenced", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_streams"),
    )
    _index("ix_streams_unsequenced", "t", "version > sequenced")
    _index("ix_streams_deadline", "deadline", "deadline IS NOT NULL")


def _index(name: str, column: str, where: str) -> None:
    op.create_index(name, "streams", [column], sqlite_where=sa.text(where), postgresql_where=sa.text(where))


def _make_events() -> None:
    op.create_table(
        "events",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("bytes", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_events"),
        sqlite_with_rowid=False,
        postgresql_partition_by="HASH (game)",
    )
    if op.get_bind().dialect.name == "postgresql":
        for number, partition in enumerate(PARTITIONS):
            op.execute(
                f"CREATE TABLE {partition} PARTITION OF events"
                f" FOR VALUES WITH (MODULUS {len(PARTITIONS)}, REMAINDER {number})"
            )


def _make_order() -> None:
    op.create_table(
        "positions",
        sa.Column("position", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("position", name="pk_positions"),
        sa.UniqueConstraint("game", "seq", name="uq_positions_game_seq"),
    )
    op.create_table(
        "consumers",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_consumers"),
    )


def _make_beside() -> None:
    op.create_table(
        "secrets",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_secrets"),
    )
    op.create_table(
        "snapshots",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "rules", "seq", name="pk_snapshots"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "idempotency",
        sa.Column("caller", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("caller", "key", "game", name="pk_idempotency"),
        sqlite_with_rowid=False,
    )


def _guard_postgresql() -> None:
    op.execute(
        """
        CREATE FUNCTION kartfold_guard() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'kartfold: % of % is refused, rows are only added', lower(TG_OP), TG_TABLE_NAME
                USING ERRCODE = 'KF001';
        END
        $$
        """
    )
    for table in GUARDED:
        op.execute(
            f"CREATE TRIGGER {table}_rows BEFORE UPDATE OR DELETE ON {table}"
            " FOR EACH ROW EXECUTE FUNCTION kartfold_guard()"
        )
    # A row trigger of a partitioned table is there on its partitions as well; one against TRUNCATE is not.
    for table in (*GUARDED, *PARTITIONS):
        name = "events" if table in PARTITIONS else table
        op.execute(
            f"CREATE TRIGGER {name}_truncate BEFORE TRUNCATE ON {table}"
            " FOR EACH STATEMENT EXECUTE FUNCTION kartfold_guard()"
        )
        # ALWAYS: also in a session that says it is a replica, where other triggers sleep.
        op.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}_rows")
        op.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}_truncate")


def _guard_sqlite() -> None:
    for table in GUARDED:
        for what in ("update", "delete"):
            op.execute(
                f"CREATE TRIGGER {table}_{what} BEFORE {what.upper()} ON {table} BEGIN"
                f" SELECT RAISE(ABORT, 'kartfold: {what} of {table} is refused, rows are only added'); END"
            )
    # REPLACE deletes rows without asking a DELETE trigger, and OR IGNORE swallows a duplicate without a word.
    _guard_inserts("events", "game = NEW.game AND seq = NEW.seq")
    _guard_inserts("positions", "position = NEW.position OR (game = NEW.game AND seq = NEW.seq)")


def _guard_inserts(table: str, same: str) -> None:
    op.execute(
        f"CREATE TRIGGER {table}_insert BEFORE INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE {same})"
        f" BEGIN SELECT RAISE(ABORT, 'kartfold: insert over a row of {table} is refused'); END"
    )
