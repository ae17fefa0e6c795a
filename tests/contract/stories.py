"""Made-up games: chains of lines as the service would write them, with events that mean nothing to a store."""

import uuid
from typing import Any

import sqlalchemy as sa

from app.store import Cipher, Key, Store, StreamHead, writing
from app.store.schema import snapshots
from replays import chain

SECRET = bytes(range(32))
KEYS = {"new": b"n" * 32, "old": b"o" * 32}
T = 1767225600000


def open_store(engine: sa.Engine) -> Store:
    """A store with keys for seeds."""
    return Store(engine, Cipher(KEYS))


def drop_snapshots(engine: sa.Engine) -> None:
    """Throws the whole cache away, as anybody may at any time."""
    with writing(engine) as connection:
        connection.execute(sa.delete(snapshots))


class Story:
    """One game's chain as its only writer knows it; `tell` gives the next request, `told` all lines so far."""

    def __init__(self, game: str | None = None) -> None:
        self.game = game or str(uuid.uuid4())
        self.chain = chain.START
        self.told: list[chain.Line] = []

    def tell(
        self, count: int = 1, note: str = "", turn: int | None = 1, deadline: int | None = None, over: bool = False
    ) -> tuple[StreamHead, list[chain.Line]]:
        """The next request of `count` events: its head, and its lines."""
        first = self.chain.version + 1
        events: list[tuple[str, dict[str, Any]]] = [
            ("card.played", {"note": note, "seat": seq % 4}) for seq in range(first, first + count)
        ]
        lines, self.chain = chain.lines(self.chain, self.game, "seat:1", T + first, events)
        self.told += lines
        return StreamHead(self.game, *self.chain, turn=turn, deadline=deadline, over=over), lines

    def begin(self, store: Store, count: int = 1, key: Key | None = None, **head: Any) -> "Story":
        """Create the game in a store."""
        store.create(*self.tell(count, **head), SECRET, key)
        return self

    def go_on(self, store: Store, count: int = 1, key: Key | None = None, **head: Any) -> StreamHead:
        """Append a request to the store; gives the head."""
        expected = self.chain.version
        said, lines = self.tell(count, **head)
        store.append(said, expected, lines, key)
        return said
