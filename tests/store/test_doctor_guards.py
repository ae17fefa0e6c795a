"""The doctor proves the guards: it tries what must be refused, and looks that each trigger is there and awake."""

import pytest
import sqlalchemy as sa

from app.services.operation.doctor import examine
from app.store import Cipher, Store, guards, make_engine, writing
from app.store.consumers import Consumer, Consumers
from app.store.grants import NotGranted, grant
from app.store.sequencer import Sequencer
from tests.store.matches import played


def ills(engine):
    return [f"{about}: {text}" for about, holds, text in examine(engine, None) if not holds and about != "durability"]


def everything(engine):
    with engine.connect() as connection:
        tables = ("events", "positions", "streams", "consumers")
        return [connection.execute(sa.text(f"SELECT * FROM {table}")).all() for table in tables]


def test_a_fresh_database_is_guarded(engine):
    assert ills(engine) == []


def test_trying_leaves_nothing_behind(engine):
    before = everything(engine)
    with engine.connect() as connection:
        tried = list(guards.attempts(connection))
    assert len(tried) >= 12
    assert all(attempt.refused for attempt in tried)
    assert everything(engine) == before == [[], [], [], []]


def triggers(dialect):
    return [f"{trigger.table} {trigger.name}" for trigger in sorted(guards.expected(dialect))]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("trigger", triggers("sqlite"))
def test_a_trigger_that_was_dropped_is_missed_and_what_it_guarded_is_carried_out(engine, trigger):
    table, name = trigger.split()
    with writing(engine) as connection:
        connection.exec_driver_sql(f"DROP TRIGGER {name}")
    before = everything(engine)
    found = ills(engine)
    assert f"triggers: trigger {name} on {table} is missing" in found
    assert any(line.startswith("guards: ") and "it was carried out" in line for line in found)
    assert everything(engine) == before


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("how", ["DISABLE", "ENABLE", "ENABLE REPLICA"])
def test_a_trigger_that_is_not_always_awake_is_found(engine, how):
    """One after the other. Those of the parent guard nothing alone: its partitions have their own."""
    wanted = guards.expected("postgresql")
    for table, name, _ in sorted(wanted):
        statement = f"ALTER TABLE {'ONLY ' if name.endswith('rows') else ''}{table} {{}} TRIGGER {name}"
        with writing(engine) as connection:
            connection.exec_driver_sql(statement.format(how))
        with engine.connect() as connection:
            found = guards.differences(wanted, guards.found(connection))
        assert found == [f"trigger {name} on {table} is not enabled always"]
        with engine.connect() as connection:
            carried_out = [attempt.statement for attempt in guards.attempts(connection) if not attempt.refused]
        assert bool(carried_out) == (how != "ENABLE" and table != "events"), (table, name)
        with writing(engine) as connection:
            connection.exec_driver_sql(statement.format("ENABLE ALWAYS"))


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_sleeping_trigger_is_told(engine):
    with writing(engine) as connection:
        connection.exec_driver_sql("ALTER TABLE events_p3 DISABLE TRIGGER events_rows")
    found = ills(engine)
    assert found[0] == "triggers: trigger events_rows on events_p3 is not enabled always"
    assert "guards: DELETE FROM events_p3 WHERE game = :game: it was carried out" in found


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_guard_that_lets_everything_pass_is_found_by_trying(engine):
    with writing(engine) as connection:
        connection.exec_driver_sql(
            "CREATE OR REPLACE FUNCTION kartfold_guard() RETURNS trigger LANGUAGE plpgsql"
            " AS $$ BEGIN IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$"
        )
    found = ills(engine)
    assert any("DELETE FROM events WHERE game = :game: it was carried out" in line for line in found)
    assert any("TRUNCATE events: it was carried out" in line for line in found)


def test_a_trigger_that_is_not_ours_is_found(engine):
    body = "BEGIN SELECT 1; END" if engine.dialect.name == "sqlite" else "EXECUTE FUNCTION kartfold_guard()"
    with writing(engine) as connection:
        connection.exec_driver_sql(f"CREATE TRIGGER spy AFTER INSERT ON positions FOR EACH ROW WHEN (false) {body}")
    assert ills(engine) == ["triggers: trigger spy on positions is not ours"]


def test_a_schema_that_is_not_ours_ends_the_visit(engine):
    with writing(engine) as connection:
        connection.exec_driver_sql("ALTER TABLE consumers ADD COLUMN mood TEXT")
    (found,) = ills(engine)
    assert found.startswith("schema: ")
    assert "mood" in found


def test_an_empty_database_has_no_schema(request, databases):
    for kind in ("sqlite", "postgresql"):
        engine = make_engine(databases.empty(kind))
        (found,) = ills(engine)
        assert found.startswith("schema: ")
        engine.dispose()


# ---------------------------------------------------------------- the service's role


@pytest.fixture
def role(postgresql_url):
    """A role that owns nothing, and an engine that connects as it."""
    engine = make_engine(postgresql_url)
    name = f"service {sa.make_url(postgresql_url).database}"
    with writing(engine) as connection:
        connection.exec_driver_sql(f'CREATE ROLE "{name}" LOGIN')
    url = sa.make_url(postgresql_url).set(username=name)
    theirs = make_engine(url.render_as_string(hide_password=False))
    yield engine, theirs, name
    theirs.dispose()
    with writing(engine) as connection:
        connection.exec_driver_sql(f'DROP OWNED BY "{name}"')
        connection.exec_driver_sql(f'DROP ROLE "{name}"')
    engine.dispose()


def test_a_granted_role_can_run_the_service_and_nothing_more(role):
    engine, theirs, name = role
    grant(engine, name)
    again = grant(engine, name)
    assert "events: SELECT, INSERT" in again
    played(1).save(Store(theirs, Cipher({"test": b"k" * 32})))
    assert Sequencer(theirs).run_once() > 0
    assert Consumers(theirs, lambda: 0).consume(Consumer("list", lambda connection, batch: None)) > 0
    with theirs.connect() as connection:
        tried = list(guards.attempts(connection))
    assert all(attempt.refused for attempt in tried)
    denied = [attempt for attempt in tried if "permission denied" in attempt.answer]
    assert len(denied) > len(tried) / 2


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET kind = 'x'",
        "DELETE FROM events_p0",
        "SELECT * FROM events_p0",
        "INSERT INTO events_p0 SELECT * FROM events",
        "TRUNCATE positions",
        "UPDATE idempotency SET version = 0",
        "DELETE FROM streams",
        "UPDATE alembic_version SET version_num = 'x'",
        "ALTER TABLE events DISABLE TRIGGER ALL",
        "SET session_replication_role = replica",
        "DROP TABLE events",
        "CREATE TABLE mine (a int)",
    ],
)
def test_a_granted_role_is_refused_the_rest(role, statement):
    engine, theirs, name = role
    with writing(engine) as connection:
        connection.exec_driver_sql(f'GRANT ALL ON ALL TABLES IN SCHEMA public TO "{name}"')
    grant(engine, name)
    with theirs.connect() as connection, pytest.raises(sa.exc.DBAPIError) as error:
        connection.execute(sa.text(statement))
    assert error.value.orig.sqlstate == "42501"


def test_a_role_that_no_grant_binds_is_refused(role):
    engine, _, _ = role
    with pytest.raises(NotGranted, match="there is no role 'nobody'"):
        grant(engine, "nobody")
    with engine.connect() as connection:
        owner = connection.scalar(sa.text("SELECT current_user"))
    with pytest.raises(NotGranted, match="owns the tables or is a superuser"):
        grant(engine, owner)


def test_sqlite_has_no_roles(sqlite_url):
    engine = make_engine(sqlite_url)
    with pytest.raises(NotGranted, match="SQLite knows no roles"):
        grant(engine, "service")
    engine.dispose()
