"""Who of several workers takes a game on: whoever holds its lock, until it is let go of or the worker dies."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

_TAKE = sa.text("SELECT pg_try_advisory_xact_lock(hashtextextended(:game, :of))")
BOTS = 0x4B46424F54  # "KFBOT"
ANALYSIS = 0x4B46414E41  # "KFANA"


class Election:
    """Elects among the workers of this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    @contextmanager
    def of(self, game: str, what: int = BOTS) -> Iterator[bool]:
        """Whether this worker has the game's bots, or something else of it, to itself while the context lasts.

        On SQLite there is one worker; two of them would do no harm, since of two moves one is refused.
        """
        if self._engine.dialect.name != "postgresql":
            yield True
            return
        with self._engine.begin() as connection:
            yield bool(connection.scalar(_TAKE, {"game": game, "of": what}))
