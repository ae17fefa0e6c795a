"""Stored rows as they are, for whoever doubts them: no type is taken for granted, no join hides a row."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.engine import moment

PAGE = 500


class GameRows(NamedTuple):
    """All that is stored of one game, read in one moment. Values have whatever type the database holds."""

    game: str
    stream: dict[str, Any] | None
    events: list[dict[str, Any]]
    positions: list[dict[str, Any]]
    snapshots: list[dict[str, Any]]
    secret: dict[str, Any] | None
    keys: list[dict[str, Any]]


class Totals(NamedTuple):
    """The order across games: how many positions, the first, the last, and the furthest that a consumer has come."""

    positions: int
    first: int | None
    last: int | None
    consumed: int | None


_GAMES = sa.text(
    "SELECT game FROM (SELECT game FROM streams UNION SELECT game FROM events UNION SELECT game FROM positions"
    " UNION SELECT game FROM secrets UNION SELECT game FROM snapshots UNION SELECT game FROM idempotency) AS every"
    " WHERE game > :after ORDER BY game LIMIT :page"
)
_COUNT = sa.text("SELECT count(*) FROM streams")
_TOTALS = sa.text("SELECT count(*), min(position), max(position), (SELECT max(position) FROM consumers) FROM positions")
_PARKED = sa.text(
    "SELECT consumer, count(*), min(position), count(DISTINCT game) FROM parked GROUP BY consumer ORDER BY consumer"
)
_ROWS = {
    "streams": "SELECT * FROM streams WHERE game = :game",
    "events": "SELECT seq, kind, bytes, hash FROM events WHERE game = :game ORDER BY seq",
    "positions": "SELECT position, seq FROM positions WHERE game = :game ORDER BY position",
    "snapshots": "SELECT rules, seq, data, digest FROM snapshots WHERE game = :game ORDER BY seq",
    "secrets": "SELECT key, sealed FROM secrets WHERE game = :game",
    "idempotency": "SELECT caller, key, version FROM idempotency WHERE game = :game ORDER BY version",
}


def count_games(engine: sa.Engine) -> int:
    """How many games there are, to say how far a walk has come."""
    with moment(engine) as connection:
        return int(connection.scalar(_COUNT) or 0)


def games(engine: sa.Engine) -> Iterator[str]:
    """Every game that any table knows of, in the order of ids."""
    after = ""
    while True:
        with moment(engine) as connection:
            page = connection.execute(_GAMES, {"after": after, "page": PAGE}).scalars().all()
        yield from page
        if len(page) < PAGE:
            return
        after = page[-1]


def rows(engine: sa.Engine, game: str) -> GameRows:
    """What every table holds of this game, in one moment."""
    with moment(engine) as connection:
        found = {
            table: [dict(row) for row in connection.execute(sa.text(query), {"game": game}).mappings()]
            for table, query in _ROWS.items()
        }
    return GameRows(
        game,
        next(iter(found["streams"]), None),
        found["events"],
        found["positions"],
        found["snapshots"],
        next(iter(found["secrets"]), None),
        found["idempotency"],
    )


def totals(engine: sa.Engine) -> Totals:
    """The order across games in numbers."""
    with moment(engine) as connection:
        return Totals(*connection.execute(_TOTALS).one())


def parked(engine: sa.Engine) -> list[tuple[str, int, int, int]]:
    """By consumer, how many events it could not take, the first of them, and of how many games they are."""
    with moment(engine) as connection:
        return [(name, count, first, games) for name, count, first, games in connection.execute(_PARKED)]


def settings(engine: sa.Engine) -> dict[str, str]:
    """What a promise that a move is on disk rests on, as this connection sees it."""
    if engine.dialect.name == "sqlite":
        names = {"journal_mode": "PRAGMA journal_mode", "synchronous": "PRAGMA synchronous"}
        names |= {"foreign_keys": "PRAGMA foreign_keys"}
    else:
        names = {name: f"SHOW {name}" for name in ("fsync", "synchronous_commit", "full_page_writes")}
    with moment(engine) as connection:
        return {name: str(connection.exec_driver_sql(query).scalar()) for name, query in names.items()}


def integrity(engine: sa.Engine) -> str:
    """What SQLite says of its own file: "ok", or what is broken. PostgreSQL has no such question: "ok"."""
    if engine.dialect.name != "sqlite":
        return "ok"
    with moment(engine) as connection:
        return "; ".join(str(line) for line in connection.exec_driver_sql("PRAGMA integrity_check(5)").scalars())
