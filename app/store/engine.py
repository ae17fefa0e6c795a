"""Connections: what SQLite and PostgreSQL need so that both keep the same promises.

A plain transaction of such an engine is one that writes: on SQLite it takes the write lock when it begins, since a
reader that turns into a writer half-way is refused there at once, without waiting. To read, use `reading`.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Engine

__all__ = ["Connection", "Engine", "make_engine", "moment", "reading", "writing"]

BUSY_SECONDS = 30
"""How long a writer waits for those before it (the write lock of SQLite, a row of PostgreSQL) before it gives up."""

BEGIN = "kartfold_begin"  # execution option: the statement that begins a transaction on SQLite; "" for none
READER = "kartfold_reader"  # execution option: the engine whose connections read
TURNSTILE = "kartfold_turnstile"  # execution option: the lock before SQLite's write lock

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_SECONDS * 1000}")

SETTINGS = (
    f"lock_timeout = '{BUSY_SECONDS}s'",
    "idle_in_transaction_session_timeout = '5min'",  # one that hangs would keep its game's row locked for ever
    "plan_cache_mode = 'force_generic_plan'",  # all is found by key: planning anew would take longer than reading
)

_MOMENT: dict[str, dict[str, Any]] = {
    "sqlite": {BEGIN: "BEGIN"},
    "postgresql": {"isolation_level": "REPEATABLE READ"},
}


def make_engine(url: str, **options: Any) -> sa.Engine:
    """An engine for this URL, whose transactions are on disk when they have been committed.

    Options go to SQLAlchemy's create_engine. Raises sqlalchemy.exc.ArgumentError for another kind of database.
    """
    kind = sa.make_url(url).get_backend_name()
    if kind == "sqlite":
        engine = sa.create_engine(url, execution_options={TURNSTILE: threading.Lock()}, **options)
        sa.event.listen(engine, "connect", _prepare_sqlite)
        sa.event.listen(engine, "begin", _begin_sqlite)
    elif kind == "postgresql":
        engine = sa.create_engine(url, execution_options={READER: _reader(url, options)}, **options)
        sa.event.listen(engine, "connect", _prepare_postgresql)
        sa.event.listen(engine, "engine_disposed", _dispose_reader)
    else:
        raise sa.exc.ArgumentError(f"{kind} is not supported, sqlite and postgresql are")
    return engine


def reading(engine: sa.Engine) -> sa.Connection:
    """A connection, to be closed, whose statements only read: each sees what is committed by then, none locks."""
    reader: sa.Engine | None = engine.get_execution_options().get(READER)
    return engine.connect().execution_options(**{BEGIN: ""}) if reader is None else reader.connect()


def moment(engine: sa.Engine) -> sa.Connection:
    """A connection, to be closed, whose statements only read and all see the same moment."""
    return engine.connect().execution_options(**_MOMENT[engine.dialect.name])


@contextmanager
def writing(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction: committed at the end, rolled back if anything is raised."""
    turnstile: threading.Lock | None = engine.get_execution_options().get(TURNSTILE)
    if turnstile is None:
        with engine.begin() as connection:
            yield connection
    else:  # SQLite's own waiting is by sleeping; threads of one process queue here and are woken in time
        with turnstile, engine.begin() as connection:
            yield connection


def _reader(url: str, options: dict[str, Any]) -> sa.Engine:
    """Connections that have no transactions: to switch one to and fro costs more than many a query."""
    reader = sa.create_engine(url, isolation_level="AUTOCOMMIT", **options)
    sa.event.listen(reader, "connect", _prepare_postgresql)
    return reader


def _dispose_reader(engine: sa.Engine) -> None:
    engine.get_execution_options()[READER].dispose()


def _prepare_sqlite(connection: Any, record: object) -> None:
    connection.isolation_level = None  # sqlite3 would begin transactions by itself, and too late
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: sa.Connection) -> None:
    begin = connection.get_execution_options().get(BEGIN, "BEGIN IMMEDIATE")
    if begin:
        connection.exec_driver_sql(begin)


def _prepare_postgresql(connection: Any, record: object) -> None:
    for setting in SETTINGS:
        connection.execute(f"SET {setting}")
    connection.commit()
