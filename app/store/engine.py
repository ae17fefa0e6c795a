"""Connections: what SQLite and PostgreSQL need so that both keep the same promises.

A plain transaction of such an engine is one that writes: on SQLite it takes the write lock when it begins, since a
reader that turns into a writer half-way is refused there at once, without waiting. To read, use `reading`.
"""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection, Engine
from sqlalchemy.dialects import postgresql, sqlite

from app.store.errors import Unavailable

__all__ = ["Connection", "Engine", "make_engine", "moment", "or_nothing", "reading", "writing"]

BUSY_SECONDS = 30
"""How long a writer waits for those before it (the write lock of SQLite, a row of PostgreSQL) before it gives up."""

BEGIN = "kartfold_begin"  # execution option: the statement that begins a transaction on SQLite; "" for none
READER = "kartfold_reader"  # execution option: the engine whose connections read
TURNSTILE = "kartfold_turnstile"  # execution option: the lock before SQLite's write lock

PRAGMAS = (f"busy_timeout={BUSY_SECONDS * 1000}", "synchronous=FULL", "foreign_keys=ON")

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


@contextmanager
def reading(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection whose statements only read: each sees what is committed by then, none locks.

    Raises Unavailable, as all of these do, when the database cannot answer now.
    """
    with _answering(engine), _reader_of(engine) as connection:
        yield connection


@contextmanager
def moment(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection whose statements only read and all see the same moment."""
    with _answering(engine), engine.connect().execution_options(**_MOMENT[engine.dialect.name]) as connection:
        yield connection


@contextmanager
def writing(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction: committed at the end, rolled back if anything is raised."""
    # SQLite's own waiting is by sleeping; threads of one process queue at a turnstile and are woken in time.
    turnstile: threading.Lock | None = engine.get_execution_options().get(TURNSTILE)
    with _answering(engine), turnstile or nullcontext(), engine.begin() as connection:
        yield connection


def or_nothing(connection: sa.Connection, table: sa.Table) -> Any:
    """An insert that leaves a row as it is that is there already, and says how many it has written; the databases write
    it in the same words."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table).on_conflict_do_nothing().execution_options(preserve_rowcount=True)


def _reader_of(engine: sa.Engine) -> sa.Connection:
    reader: sa.Engine | None = engine.get_execution_options().get(READER)
    return engine.connect().execution_options(**{BEGIN: ""}) if reader is None else reader.connect()


@contextmanager
def _answering(engine: sa.Engine) -> Iterator[None]:
    """Says Unavailable for what passes, and lets go of connections that may be lost, all at once.

    Whether a transaction that broke off here was committed nobody knows: what can be repeated has a key for that.
    """
    try:
        yield
    except (sa.exc.OperationalError, engine.dialect.loaded_dbapi.OperationalError) as error:
        if not _passes(engine, getattr(error, "orig", error)):
            raise
        engine.dispose()
        raise Unavailable("the database cannot answer now") from error


def _passes(engine: sa.Engine, error: object) -> bool:
    """Of SQLite's errors only a lock that was not given; of PostgreSQL's all that the driver counts as operational."""
    if engine.dialect.name == "sqlite":
        return _is_busy(error)
    return True


def _is_busy(error: object) -> bool:
    """Whether SQLite did not get a lock; the last byte of its codes says so, whatever the rest adds."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


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
    _write_ahead(connection)


def _write_ahead(connection: Any) -> None:
    """Of a new file the first connection changes the journal; for this alone SQLite does not wait by itself for others
    that do the same."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if not _is_busy(error) or time.monotonic() > until:
                raise
            time.sleep(0.01)


def _begin_sqlite(connection: sa.Connection) -> None:
    begin = connection.get_execution_options().get(BEGIN, "BEGIN IMMEDIATE")
    if begin:
        connection.exec_driver_sql(begin)


def _prepare_postgresql(connection: Any, record: object) -> None:
    for setting in SETTINGS:
        connection.execute(f"SET {setting}")
    connection.commit()
