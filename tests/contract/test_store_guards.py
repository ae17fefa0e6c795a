"""Events and positions are only added: whatever else is tried is refused by the database itself.

The statements are run by the owner of the tables, who may do anything that no trigger forbids.
"""

import pytest
import sqlalchemy as sa

from app.store import writing
from app.store.sequencer import Sequencer
from tests.contract.stories import Story

ROW = "(game, seq, kind, bytes, hash) SELECT game, seq, 'forged', bytes, hash FROM events"
PLACE = "(position, game, seq) SELECT position, 'forged', seq FROM positions"

BOTH = [
    "UPDATE events SET kind = 'forged'",
    "UPDATE events SET bytes = bytes WHERE seq = 0",
    "UPDATE events SET seq = seq + 100",
    "UPDATE events SET game = 'forged'",
    "DELETE FROM events",
    "DELETE FROM events WHERE seq = 2",
    f"INSERT INTO events {ROW}",
    f"INSERT INTO events {ROW} WHERE true ON CONFLICT (game, seq) DO UPDATE SET kind = excluded.kind",
    "UPDATE positions SET game = 'forged'",
    "UPDATE positions SET position = position + 100",
    "DELETE FROM positions",
    f"INSERT INTO positions {PLACE}",
    f"INSERT INTO positions {PLACE} WHERE true ON CONFLICT (position) DO UPDATE SET game = excluded.game",
    "INSERT INTO positions (position, game, seq) SELECT position + 100, game, seq FROM positions",
]
SQLITE = [
    f"INSERT OR REPLACE INTO events {ROW}",
    f"REPLACE INTO events {ROW}",
    f"INSERT OR IGNORE INTO events {ROW}",
    f"INSERT INTO events {ROW} WHERE true ON CONFLICT DO NOTHING",
    "UPDATE OR REPLACE events SET seq = 1",
    "UPDATE OR IGNORE events SET kind = 'forged'",
    f"INSERT OR REPLACE INTO positions {PLACE}",
    f"INSERT OR IGNORE INTO positions {PLACE}",
    "INSERT OR REPLACE INTO positions (position, game, seq) SELECT position + 100, game, seq FROM positions",
    "UPDATE OR REPLACE positions SET position = 1",
]
POSTGRESQL = [
    "TRUNCATE events",
    "TRUNCATE events CASCADE",
    *(f"TRUNCATE events_p{number}" for number in range(8)),
    "UPDATE ONLY events_p{partition} SET kind = 'forged'",
    "DELETE FROM events_p{partition}",
    "MERGE INTO events USING (SELECT 1) AS one ON true WHEN MATCHED THEN UPDATE SET kind = 'forged'",
    "MERGE INTO events USING (SELECT 1) AS one ON true WHEN MATCHED THEN DELETE",
    "WITH gone AS (DELETE FROM events RETURNING 1) SELECT count(*) FROM gone",
    "SET LOCAL session_replication_role = replica; UPDATE events SET kind = 'forged'",
    "SET LOCAL session_replication_role = replica; DELETE FROM events",
    "SET LOCAL session_replication_role = replica; TRUNCATE events",
    "SET LOCAL session_replication_role = replica; DELETE FROM positions",
    "TRUNCATE positions",
]


def everything(engine):
    with engine.connect() as connection:
        return [
            connection.execute(sa.text(f"SELECT * FROM {table} ORDER BY 1, 2")).all()
            for table in ("events", "positions")
        ]


@pytest.fixture
def kept(store, engine):
    """What must stay as it is."""
    for _ in range(2):
        Story().begin(store, 4)
    assert Sequencer(engine).run_once() == 8
    return everything(engine)


def refused(engine, statement):
    if "{partition}" in statement:
        with engine.connect() as connection:
            partition = connection.scalar(sa.text("SELECT tableoid::regclass::text FROM events LIMIT 1"))
        statement = statement.replace("events_p{partition}", partition)
    with pytest.raises(sa.exc.DBAPIError) as error:
        run(engine, statement)
    return str(error.value.orig)


def run(engine, statement):
    with writing(engine) as connection:
        for part in statement.split("; "):
            connection.execute(sa.text(part))


@pytest.mark.parametrize("statement", BOTH)
def test_no_statement_changes_a_row(engine, kept, statement):
    refused(engine, statement)
    assert everything(engine) == kept


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("recursive", ["ON", "OFF"])
@pytest.mark.parametrize("statement", SQLITE)
def test_no_statement_of_sqlite_changes_a_row(engine, kept, statement, recursive):
    with engine.connect() as connection:
        connection.exec_driver_sql(f"PRAGMA recursive_triggers = {recursive}")
    assert "kartfold: " in refused(engine, statement)
    assert everything(engine) == kept


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("statement", POSTGRESQL)
def test_no_statement_of_postgresql_changes_a_row(engine, kept, statement):
    assert "kartfold: " in refused(engine, statement)
    assert everything(engine) == kept


def test_a_refusal_says_why(engine, kept):
    assert "update of events" in refused(engine, "UPDATE events SET kind = 'forged'")
    assert "delete of positions is refused, rows are only added" in refused(engine, "DELETE FROM positions")
