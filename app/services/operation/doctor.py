"""The doctor: does the database keep what it promises, and is every stored game what its events say?"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from app.services.operation.checkup import check_game
from app.store import Engine, guards, inspection, migrate
from app.store.engine import moment
from app.store.secrets import Cipher

DURABLE = {
    "sqlite": {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"},
    "postgresql": {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"},
}

Progress = Callable[[int, int], None]


class Finding(NamedTuple):
    """One thing that was looked at, whether it holds, and what was seen."""

    about: str
    holds: bool
    text: str


def examine(
    engine: Engine, cipher: Cipher | None, progress: Progress = lambda done, total: None, game: str | None = None
) -> Iterator[Finding]:
    """Look at everything, or at one game; `progress` is told how many games of how many have been checked.

    What is wrong with a game is a finding of its own each; what holds is one finding for all of it.
    """
    if game is not None:
        yield from _one_game(engine, cipher, game)
        return
    schema = _schema(engine)
    yield schema
    if not schema.holds:
        return  # without the tables, or with other ones, nothing can be asked
    yield _durability(engine)
    yield _file(engine)
    yield _triggers(engine)
    yield from _attempts(engine)
    yield _order(engine)
    yield _parked(engine)
    yield from _games(engine, cipher, progress)


def _schema(engine: Engine) -> Finding:
    try:
        migrate.check(engine.url.render_as_string(hide_password=False))
    except migrate.SchemaDiffers as error:
        return Finding("schema", False, str(error))
    with moment(engine) as connection:
        revision, _ = migrate.revisions(connection)
    return Finding("schema", True, f"revision {revision}, as the code expects")


def _durability(engine: Engine) -> Finding:
    wanted, found = DURABLE[engine.dialect.name], inspection.settings(engine)
    wrong = [f"{name} is {found[name]}, not {value}" for name, value in wanted.items() if found[name] != value]
    text = "; ".join(wrong) or ", ".join(f"{name} {value}" for name, value in found.items())
    return Finding("durability", not wrong, text)


def _file(engine: Engine) -> Finding:
    said = inspection.integrity(engine)
    return Finding("file", said == "ok", said)


def _triggers(engine: Engine) -> Finding:
    with moment(engine) as connection:
        wanted, there = guards.expected(engine.dialect.name), guards.found(connection)
    wrong = guards.differences(wanted, there)
    return Finding("triggers", not wrong, "; ".join(wrong) or f"all {len(wanted)} are there and awake")


def _attempts(engine: Engine) -> Iterator[Finding]:
    refused = 0
    try:
        with engine.connect() as connection:
            for attempt in guards.attempts(connection):
                refused += attempt.refused
                if not attempt.refused:
                    yield Finding("guards", False, f"{attempt.statement}: {attempt.answer}")
    except guards.NotTried as error:
        yield Finding("guards", False, f"could not be tried: {error}")
    yield Finding("guards", refused > 0, f"{refused} attempts to change or remove rows were refused")


def _order(engine: Engine) -> Finding:
    count, first, last, consumed = inspection.totals(engine)
    if count and (first, last) != (1, count):
        return Finding("positions", False, f"{count} of them from {first} to {last}: there are gaps")
    if (consumed or 0) > count:
        return Finding("positions", False, f"a consumer has come to {consumed}, the last is {count}")
    return Finding("positions", True, f"{count}, without gaps")


def _parked(engine: Engine) -> Finding:
    """An event that a consumer cannot take is no damage to a game, and yet somebody has to look."""
    said = [
        f"{name} could not take {count} events of {games} games, the first at position {first}"
        for name, count, first, games in inspection.parked(engine)
    ]
    return Finding("parked", not said, "; ".join(said) or "every event was taken by all who have come to it")


def _games(engine: Engine, cipher: Cipher | None, progress: Progress) -> Iterator[Finding]:
    total, done, events, ill = inspection.count_games(engine), 0, 0, 0
    for game in inspection.games(engine):
        rows = inspection.rows(engine, game)
        found = _wrong(rows, cipher)
        yield from found
        done, events, ill = done + 1, events + len(rows.events), ill + bool(found)
        progress(done, max(done, total))
    yield Finding("games", not ill, f"{done} with {events} events, {done - ill} sound, {ill} not")


def _one_game(engine: Engine, cipher: Cipher | None, game: str) -> Iterator[Finding]:
    rows = inspection.rows(engine, game)
    if rows.stream is None and not rows.events:
        yield Finding(f"game {game}", False, "there is no such game")
        return
    yield from _wrong(rows, cipher) or [Finding(f"game {game}", True, f"{len(rows.events)} events, all sound")]


def _wrong(rows: inspection.GameRows, cipher: Cipher | None) -> list[Finding]:
    """Rows may be so strange that a check itself fails: that ends the look at this game, not the visit."""
    found: list[Finding] = []
    try:
        for text in check_game(rows, cipher):
            found.append(Finding(f"game {rows.game}", False, text))
    except Exception as error:
        found.append(Finding(f"game {rows.game}", False, f"it cannot be checked: {error!r}"))
    return found
