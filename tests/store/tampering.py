"""What somebody does who owns the database: put the guards to sleep, change rows, wake the guards again."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from app.store import writing


@contextmanager
def unguarded(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction in which anything goes; afterwards the guards stand as before."""
    asleep, awake = _sqlite(engine) if engine.dialect.name == "sqlite" else _postgresql(engine)
    with writing(engine) as connection:
        for statement in asleep:
            connection.exec_driver_sql(statement)
        yield connection
        for statement in awake:
            connection.exec_driver_sql(statement)


def _sqlite(engine: sa.Engine) -> tuple[list[str], list[str]]:
    with engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
    return [f"DROP TRIGGER {name}" for name, _ in found], [sql for _, sql in found]


def _postgresql(engine: sa.Engine) -> tuple[list[str], list[str]]:
    query = sa.text(
        "SELECT tgrelid::regclass::text, tgname FROM pg_trigger"
        " WHERE NOT tgisinternal AND tgfoid = 'kartfold_guard'::regproc"
    )
    with engine.connect() as connection:
        found = connection.execute(query).all()
    asleep = [f"ALTER TABLE {table} DISABLE TRIGGER {name}" for table, name in found]
    return asleep, [f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}" for table, name in found]


def run(connection: sa.Connection, statement: str, **values: object) -> None:
    """One statement that must change something, or it is no tampering."""
    assert connection.execute(sa.text(statement), values).rowcount > 0, statement
