"""The schema goes up and down, all or nothing, and the tables in the code are those of the database."""

import multiprocessing

import pytest
import sqlalchemy as sa

from app.store import make_engine, migrate
from app.store.guards import expected, found


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request, databases):
    return databases.empty(request.param)


def tables(url):
    engine = make_engine(url)
    try:
        return set(sa.inspect(engine).get_table_names())
    finally:
        engine.dispose()


def execute(url, *statements):
    engine = make_engine(url)
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


def test_upgraded_it_is_what_the_code_says(empty_url):
    migrate.upgrade(empty_url)
    migrate.check(empty_url)
    engine = make_engine(empty_url)
    with engine.connect() as connection:
        at, newest = migrate.revisions(connection)
        assert at == newest is not None
        assert found(connection) == expected(engine.dialect.name)
    engine.dispose()


def test_upgrading_again_changes_nothing(empty_url):
    migrate.upgrade(empty_url)
    before = tables(empty_url)
    migrate.upgrade(empty_url)
    assert tables(empty_url) == before


def test_downgraded_nothing_is_left_and_it_goes_up_again(empty_url):
    migrate.upgrade(empty_url)
    migrate.downgrade(empty_url, "base")
    assert tables(empty_url) == {"alembic_version"}
    if empty_url.startswith("postgresql"):
        engine = make_engine(empty_url)
        with engine.connect() as connection:
            functions = connection.scalars(sa.text("SELECT proname FROM pg_proc WHERE proname LIKE 'kartfold%'"))
            assert functions.all() == []
        engine.dispose()
    migrate.upgrade(empty_url)
    migrate.check(empty_url)


def test_each_step_goes_down_and_up(empty_url):
    migrate.upgrade(empty_url)
    whole = tables(empty_url)
    migrate.downgrade(empty_url, "0001")
    assert {"streams", "events", "idempotency"} <= tables(empty_url) < whole
    migrate.upgrade(empty_url, "+1")
    migrate.upgrade(empty_url)
    assert tables(empty_url) == whole


def test_an_empty_database_differs(empty_url):
    with pytest.raises(migrate.SchemaDiffers, match="not up to date"):
        migrate.check(empty_url)


@pytest.mark.parametrize(
    "drift",
    [
        "ALTER TABLE streams ADD COLUMN mood TEXT",
        "ALTER TABLE streams DROP COLUMN created",
        "DROP TABLE snapshots",
        "CREATE TABLE strange (id INTEGER)",
        "DROP INDEX ix_streams_deadline",
    ],
)
def test_a_schema_that_has_drifted_differs(empty_url, drift):
    migrate.upgrade(empty_url)
    execute(empty_url, drift)
    with pytest.raises(migrate.SchemaDiffers):
        migrate.check(empty_url)


def test_a_step_that_fails_leaves_nothing_behind(empty_url):
    """The table in the way is one that a later step of the first migration makes: what came before it is undone."""
    execute(empty_url, "CREATE TABLE idempotency (id INTEGER)")
    with pytest.raises(sa.exc.DBAPIError):
        migrate.upgrade(empty_url)
    assert tables(empty_url) <= {"idempotency", "alembic_version"}


def upgrade_together(url, barrier):
    barrier.wait(60)
    migrate.upgrade(url)


def test_servers_that_start_together_upgrade_one_after_the_other(empty_url):
    spawn = multiprocessing.get_context("spawn")
    barrier = spawn.Barrier(3)
    processes = [spawn.Process(target=upgrade_together, args=(empty_url, barrier)) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0, 0, 0]
    migrate.check(empty_url)
