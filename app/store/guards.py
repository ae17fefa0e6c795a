"""Whether the database itself refuses to change what is only ever added: looked up, and tried.

The tries are made on rows of their own, in a transaction that is always rolled back. A try counts as refused if the
database answered with our guard's words, or said that this role may not do it.
"""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.schema import PARTITIONS, events, positions

GUARDED = ("events", "positions")
PARTITION_NAMES = tuple(f"events_p{number}" for number in range(PARTITIONS))
FAR = 2**62  # a position that no sequencer comes to
PATIENCE = "5s"

REFUSAL = "kartfold: "
REFUSED_STATES = ("KF001", "42501")  # our guard's; insufficient privilege

_ROW = "INTO events (game, seq, kind, bytes, hash) VALUES (:game, 0, 'forged', :line, 'forged')"
_PLACE = "INTO positions (position, game, seq) VALUES (:far, :game, 1)"

BOTH = (
    "UPDATE events SET kind = 'forged' WHERE game = :game",
    "UPDATE events SET bytes = :line WHERE game = :game",
    "UPDATE events SET seq = 1 WHERE game = :game",
    "DELETE FROM events WHERE game = :game",
    f"INSERT {_ROW} ON CONFLICT (game, seq) DO UPDATE SET kind = excluded.kind",
    "UPDATE positions SET seq = 1 WHERE position = :far",
    "DELETE FROM positions WHERE position = :far",
    f"INSERT {_PLACE} ON CONFLICT (position) DO UPDATE SET seq = excluded.seq",
)
SQLITE = (
    f"INSERT OR REPLACE {_ROW}",
    f"INSERT OR IGNORE {_ROW}",
    f"REPLACE {_ROW}",
    "UPDATE OR REPLACE events SET kind = 'forged' WHERE game = :game",
    f"INSERT OR REPLACE {_PLACE}",
    f"INSERT OR IGNORE {_PLACE}",
    "INSERT OR REPLACE INTO positions (position, game, seq) VALUES (:far - 1, :game, 0)",
)
POSTGRESQL = (
    "MERGE INTO events USING (SELECT 1) AS one ON game = :game WHEN MATCHED THEN DELETE",
    *(f"TRUNCATE {table}" for table in (*GUARDED, *PARTITION_NAMES)),
)
PER_PARTITION = (
    "UPDATE {partition} SET kind = 'forged' WHERE game = :game",
    "DELETE FROM {partition} WHERE game = :game",
)


class NotTried(Exception):
    """The rows that tries are made on could not be added; the message is the database's."""


class Attempt(NamedTuple):
    """A statement that was tried, whether it was refused, and what the database answered."""

    statement: str
    refused: bool
    answer: str


class Trigger(NamedTuple):
    """A guard as the database knows it."""

    table: str
    name: str
    enabled: bool


def expected(dialect: str) -> set[Trigger]:
    """The guards that the migrations install on this kind of database."""
    if dialect == "sqlite":
        return {Trigger(table, f"{table}_{what}", True) for table in GUARDED for what in ("update", "delete", "insert")}
    tables = [(table, table) for table in GUARDED] + [(table, "events") for table in PARTITION_NAMES]
    return {Trigger(table, f"{name}_{what}", True) for table, name in tables for what in ("rows", "truncate")}


def found(connection: sa.Connection) -> set[Trigger]:
    """The triggers that there are on what is guarded; on PostgreSQL only one that fires ALWAYS counts as enabled."""
    if connection.dialect.name == "sqlite":
        query = "SELECT tbl_name, name, 1 FROM sqlite_master WHERE type = 'trigger'"
    else:
        query = (
            "SELECT relname, tgname, tgenabled = 'A' FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid"
            " WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace"
        )
    tables = {*GUARDED, *PARTITION_NAMES}
    rows = connection.execute(sa.text(query)).all()
    return {Trigger(table, name, bool(enabled)) for table, name, enabled in rows if table in tables}


def attempts(connection: sa.Connection) -> Iterator[Attempt]:
    """Try all that must be refused. The transaction is rolled back, whatever becomes of it. Raises NotTried."""
    transaction = connection.begin()
    try:
        if connection.dialect.name == "sqlite":
            game = _probe(connection)
            yield from _try_all(connection, (*BOTH, *SQLITE), game)
        else:
            connection.execute(sa.text(f"SET LOCAL lock_timeout = '{PATIENCE}'"))  # TRUNCATE waits for all moves
            yield from _try_postgresql(connection)
    except sa.exc.DBAPIError as error:
        raise NotTried(str(error.orig)) from error
    finally:
        transaction.rollback()


def _try_postgresql(connection: sa.Connection) -> Iterator[Attempt]:
    yield from _try_all(connection, (*BOTH, *POSTGRESQL), _probe(connection))
    for partition, game in _probes(connection).items():
        yield from _try_all(connection, [try_.format(partition=partition) for try_ in PER_PARTITION], game)


def _probe(connection: sa.Connection) -> str:
    """A game of one event that has a position: what the tries are made on."""
    game = _add_event(connection)
    connection.execute(sa.insert(positions), {"position": FAR, "game": game, "seq": 0})
    return game


def _probes(connection: sa.Connection) -> dict[str, str]:
    """A game of one event in each partition."""
    query = sa.text("SELECT tableoid::regclass::text FROM events WHERE game = :game")
    probes: dict[str, str] = {}
    while len(probes) < PARTITIONS:
        game = _add_event(connection)
        probes[connection.execute(query, {"game": game}).scalar_one()] = game
    return probes


def _add_event(connection: sa.Connection) -> str:
    game = str(uuid.uuid4())
    row = {"game": game, "seq": 0, "kind": "probe", "bytes": b"probe", "hash": "probe"}
    connection.execute(sa.insert(events), row)
    return game


def _try_all(connection: sa.Connection, statements: Iterable[str], game: str) -> Iterator[Attempt]:
    for statement in statements:
        yield _try(connection, statement, {"game": game, "far": FAR, "line": b"forged"})


def _try(connection: sa.Connection, statement: str, values: dict[str, Any]) -> Attempt:
    inner = connection.begin_nested()
    try:
        connection.execute(sa.text(statement), values)
    except sa.exc.DBAPIError as error:
        answer = str(error.orig).strip().partition("\n")[0]
        state = getattr(error.orig, "sqlstate", None)
        return Attempt(statement, REFUSAL in answer or state in REFUSED_STATES, answer)
    else:
        return Attempt(statement, False, "it was carried out")
    finally:
        inner.rollback()


def differences(wanted: set[Trigger], there: set[Trigger]) -> Sequence[str]:
    """What is missing, asleep or strange among the guards, in words."""
    said = []
    for table, name, _ in sorted(wanted - there):
        asleep = Trigger(table, name, False) in there
        said.append(f"trigger {name} on {table} is {'not enabled always' if asleep else 'missing'}")
    known = {(trigger.table, trigger.name) for trigger in wanted}
    said += [f"trigger {name} on {table} is not ours" for table, name, _ in sorted(there) if (table, name) not in known]
    return said
