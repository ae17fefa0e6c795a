"""Processes that write events, give them positions and read them, each for ever, until somebody kills it."""

import random
import threading
import uuid
from collections.abc import Callable
from contextlib import suppress

import sqlalchemy as sa

from app.store import Cipher, Engine, Store, StreamHead, Unavailable, VersionConflict, make_engine, moment
from app.store.consumers import Consumers
from app.store.counts import COUNTS
from app.store.sequencer import Sequencer
from replays import chain

SECRET = bytes(range(32))
KINDS = ("card.played", "cards.drawn", "turn.passed")
FOR_EVER = 24 * 60 * 60.0


def open_store(engine: Engine) -> Store:
    """A store with a key for seeds."""
    return Store(engine, Cipher({"test": b"k" * 32}))


def create(store: Store) -> str:
    """A game of one event."""
    game = str(uuid.uuid4())
    store.create(*_told(game, chain.START, ["game.created"]), SECRET)
    return game


def write(url: str, seed: str, games: list[str]) -> None:
    """Appends to games that others write to at the same time; one request in three is rolled back, at the last moment
    or after a while."""
    store, chance = open_store(make_engine(url)), random.Random(seed)

    def perhaps_not(connection: sa.Connection) -> None:
        threading.Event().wait(chance.choice((0, 0, 0, 0.001, 0.02)))
        if chance.random() < 1 / 3:
            raise ZeroDivisionError

    _for_ever(lambda: _append(store, chance, chance.choice(games), perhaps_not))


def idle(url: str, seed: str, games: list[str]) -> None:
    """Begins a transaction, and leaves it open: on PostgreSQL with events that nobody else sees, on SQLite, where it
    would keep all others from writing, with what it has read."""
    engine, chance = make_engine(url), random.Random(seed)
    if engine.dialect.name == "sqlite":
        with moment(engine) as connection:
            _hang(connection)
    store = open_store(engine)
    _for_ever(lambda: _append(store, chance, chance.choice(games), _hang))


def sequence(url: str, seed: str, games: list[str]) -> None:
    """Gives positions, a few at a time."""
    sequencer, chance = Sequencer(make_engine(url)), random.Random(seed)
    _for_ever(lambda: sequencer.run_once(chance.randint(1, 50)))


def consume(url: str, seed: str, games: list[str]) -> None:
    """Counts events."""
    consumers, chance = Consumers(make_engine(url), lambda: 0), random.Random(seed)
    _for_ever(lambda: consumers.consume(COUNTS, chance.randint(1, 50)))


def _for_ever(deed: Callable[[], object]) -> None:
    while True:
        with suppress(VersionConflict, ZeroDivisionError, Unavailable):
            deed()


def _append(store: Store, chance: random.Random, game: str, also: Callable[[sa.Connection], None]) -> None:
    head = store.head(game)
    assert head is not None
    before = chain.Head(head.version, head.hash, head.request, head.t)
    told, lines = _told(game, before, [chance.choice(KINDS) for _ in range(chance.randint(1, 5))])
    store.append(told, head.version, lines, also=also)


def _told(game: str, before: chain.Head, kinds: list[str]) -> tuple[StreamHead, list[chain.Line]]:
    lines, after = chain.lines(before, game, "seat:1", before.t + 1, [(kind, {}) for kind in kinds])
    return StreamHead(game, *after, turn=1, deadline=None, over=False), lines


def _hang(connection: sa.Connection) -> None:
    connection.execute(sa.text("SELECT count(*) FROM events"))
    threading.Event().wait(FOR_EVER)
