"""What a connection is set to, and that another kind of database is refused."""

import threading

import pytest
import sqlalchemy as sa

from app.store import make_engine, moment, reading, writing
from app.store.schema import consumers
from tests.contract.stories import Story, open_store


def test_sqlite_is_durable_waits_and_minds_foreign_keys(sqlite_url):
    engine = make_engine(sqlite_url)
    with reading(engine) as connection:
        got = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert got == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 30000}
    engine.dispose()


@pytest.mark.parametrize("url", ["mysql://localhost/x", "mssql+pyodbc://x"])
def test_another_kind_of_database_is_refused(url):
    with pytest.raises(sa.exc.ArgumentError, match="is not supported, sqlite and postgresql are"):
        make_engine(url)


def test_readers_and_a_writer_do_not_wait_for_each_other(engine):
    """A view may be read while a move is being written: it sees what was there before."""
    store = open_store(engine)
    story = Story().begin(store)
    head, lines = story.tell(1)
    seen = []

    def look(connection):
        reader = threading.Thread(target=lambda: seen.append(store.head(story.game).version))
        reader.start()
        reader.join(10)

    store.append(head, 0, lines, also=look)
    assert seen == [0]


def test_who_reads_to_write_keeps_others_from_writing_between(sqlite_url):
    """Two processes on one file, each with its own queue: the second waits from the first one's first read on."""
    one, other = make_engine(sqlite_url), make_engine(sqlite_url)

    def write():
        with writing(other) as connection:
            connection.execute(sa.insert(consumers), {"name": "second", "position": 1})

    with writing(one) as connection:
        assert connection.execute(sa.select(consumers)).all() == []
        second = threading.Thread(target=write)
        second.start()
        second.join(0.2)
        connection.execute(sa.insert(consumers), {"name": "first", "position": 0})
    second.join(30)
    with reading(one) as connection:
        assert [name for name, _ in connection.execute(sa.select(consumers))] == ["first", "second"]
    one.dispose()
    other.dispose()


def test_a_moment_stands_still(engine):
    count = sa.select(sa.func.count()).select_from(consumers)
    with moment(engine) as connection:
        assert connection.scalar(count) == 0
        with writing(engine) as other:
            other.execute(sa.insert(consumers), {"name": "late", "position": 0})
        assert connection.scalar(count) == 0
    with reading(engine) as connection:
        assert connection.scalar(count) == 1


def test_what_is_raised_undoes_the_transaction(engine):
    def fail():
        with writing(engine) as connection:
            connection.execute(sa.insert(consumers), {"name": "half", "position": 0})
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    with reading(engine) as connection:
        assert connection.execute(sa.select(consumers)).all() == []
    with writing(engine) as connection:  # and the way is free again
        connection.execute(sa.insert(consumers), {"name": "whole", "position": 0})
