"""Statements on the way of a move: compiled once, then handed to the driver as they are.

For these few SQLAlchemy's execution costs more than the database's own. Values are what drivers take by themselves
(text, integers, booleans, bytes, None) and rows come back as tuples, with 0 and 1 for booleans on SQLite. What a
driver raises is its own kind of error: `refused_by` names it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

Row = tuple[Any, ...]


class _Compiled(NamedTuple):
    """A statement in a dialect's words; `order` are its parameters where they go by position."""

    text: str
    fixed: Mapping[str, Any]
    order: Sequence[str] | None


class Direct:
    """A statement of Core; `columns` are those that an INSERT or UPDATE sets."""

    def __init__(self, statement: sa.ClauseElement, columns: Sequence[str] | None = None) -> None:
        self._statement = statement
        self._columns = columns
        self._compiled: dict[str, _Compiled] = {}

    def first(self, connection: sa.Connection, values: Mapping[str, Any]) -> Row | None:
        """The first row."""
        cursor = self._run(connection, values)
        row: Row | None = cursor.fetchone()
        cursor.close()
        return row

    def all(self, connection: sa.Connection, values: Mapping[str, Any]) -> list[Row]:
        """All rows."""
        cursor = self._run(connection, values)
        rows: list[Row] = cursor.fetchall()
        cursor.close()
        return rows

    def write(self, connection: sa.Connection, values: Mapping[str, Any]) -> int:
        """Runs the statement, and says how many rows it has written."""
        cursor = self._run(connection, values)
        count: int = cursor.rowcount
        cursor.close()
        return count

    def write_all(self, connection: sa.Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Runs the statement for each of these rows."""
        if len(rows) == 1:
            self.write(connection, rows[0])
            return
        compiled = self._for(connection.dialect)
        cursor: Any = connection.connection.cursor()
        cursor.executemany(compiled.text, [_values(compiled, row) for row in rows])
        cursor.close()

    def _run(self, connection: sa.Connection, values: Mapping[str, Any]) -> Any:
        compiled = self._for(connection.dialect)
        cursor: Any = connection.connection.cursor()
        cursor.execute(compiled.text, _values(compiled, values))
        return cursor

    def _for(self, dialect: sa.Dialect) -> _Compiled:
        known = self._compiled.get(dialect.name)
        if known is None:
            columns = None if self._columns is None else list(self._columns)
            made = self._statement.compile(dialect=dialect, column_keys=columns)
            known = _Compiled(made.string, made.params, getattr(made, "positiontup", None))
            self._compiled[dialect.name] = known
        return known


def refused_by(connection: sa.Connection) -> type[Exception]:
    """What this connection's driver raises where a row cannot be."""
    return connection.dialect.loaded_dbapi.IntegrityError


def _values(compiled: _Compiled, values: Mapping[str, Any]) -> Mapping[str, Any] | Row:
    all_values = {**compiled.fixed, **values}
    return all_values if compiled.order is None else tuple([all_values[name] for name in compiled.order])
