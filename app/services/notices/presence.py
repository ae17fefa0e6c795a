"""Who looks at a table: they need not be told what happens there."""

from collections.abc import Callable
from contextlib import suppress

from app.services.kept import Kept
from app.store import Unavailable
from app.store.presence import PresenceStore

GOOD_MS = 60_000
"""How long somebody looks who has just been seen."""
EVERY_MS = 20_000
"""How often that is written down, of one person at one table."""
KNOWN = 4096


class Presence:
    """Notes who looks. `now` gives UTC milliseconds."""

    def __init__(self, store: PresenceStore, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now
        self._written: Kept[int] = Kept(KNOWN)

    def looks(self, game: str, account: str | None) -> None:
        """Somebody looks at a game now; who has no account is told nothing anyhow. Where it cannot be written down they
        are told once too often, and look on."""
        now, which = self._now(), f"{game} {account}"
        if account is None or now - (self._written.get(which) or -EVERY_MS) < EVERY_MS:
            return
        self._written.put(which, now)
        with suppress(Unavailable):
            self._store.look(game, account, now + GOOD_MS)

    def sweep(self) -> None:
        """Forgets who no longer looks."""
        self._store.sweep(self._now())
