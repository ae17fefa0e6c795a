"""That something is new in the order across games: a hint to all processes, so that none has to look all the time.

On PostgreSQL the sequencer gives it in its own transaction. A move gives none: NOTIFY has a lock that commits would
wait for one by one. A hint may be lost, with the connection that listens; so whoever waits looks again after a while
in any case. On SQLite only the process itself can wake who waits in it.
"""

from threading import Event
from typing import Any

import sqlalchemy as sa

CHANNEL = "kartfold_news"
_NOTIFY = sa.text(f"NOTIFY {CHANNEL}")
_LISTEN = sa.text(f"LISTEN {CHANNEL}")


def hint(connection: sa.Connection) -> None:
    """Tells all processes that there are new positions, once this transaction is committed."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY)


class Signals:
    """Waits for hints of this engine's database, in one thread at a time."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._woken = Event()
        self._listens: sa.Connection | None = None

    def wake(self) -> None:
        """Something happened in this process."""
        self._woken.set()

    def wait(self, seconds: float) -> bool:
        """Until there is a hint, for so many seconds at most. Whether another process has given positions already."""
        if self._engine.dialect.name == "postgresql":
            try:
                return self._heard(seconds)
            except (sa.exc.SQLAlchemyError, self._engine.dialect.loaded_dbapi.Error):
                self.close()  # the connection is lost: it is tried anew when somebody waits again
        self._woken.wait(seconds)
        self._woken.clear()
        return False

    def close(self) -> None:
        """Gives back the connection that listens."""
        listens, self._listens = self._listens, None
        if listens is not None:
            listens.invalidate()
            listens.close()
            listens.engine.dispose()

    def _heard(self, seconds: float) -> bool:
        if self._listens is None:
            self._listens = _listening(self._engine.url)
            return False  # whatever came before is not heard
        driver: Any = self._listens.connection.driver_connection
        return any(True for _ in driver.notifies(timeout=seconds, stop_after=1))


def _listening(url: sa.URL) -> sa.Connection:
    """A connection of its own, beside all pools: it is held for as long as somebody listens."""
    connection = sa.create_engine(url, poolclass=sa.NullPool, isolation_level="AUTOCOMMIT").connect()
    connection.execute(_LISTEN)
    return connection
