"""Who asks, and what they may: found from a secret with one query."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from app.services.credentials import LINK, TOKEN, digest
from app.store.callers import CallerStore, HolderRow

SCOPES = ("read", "play", "manage", "arbiter", "admin")
EVERYBODY = frozenset({"read", "play", "manage"})
"""What an account may do by itself; arbiter and admin come with its roles."""
GUEST = frozenset({"read", "play"})


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who asks.

    person is who that is at any table, `account:<id>` or `guest:<id>`, and under what their idempotency keys are
    kept; session and tokens of one account are one person. None for anonymous callers. A guest has the game and
    the seat of the link, and is a stranger everywhere else.
    """

    kind: Literal["account", "token", "guest", "anonymous"]
    scopes: frozenset[str]
    person: str | None = None
    name: str = ""
    account: str | None = None
    game: str | None = None
    seat: int | None = None


ANONYMOUS = Caller("anonymous", GUEST)
"""Anybody: may look at what is public, and sit down as a guest where a table allows it."""


class Callers:
    """Finds callers. A secret that is not known, or has expired, is nobody's: None. now gives UTC milliseconds."""

    def __init__(self, store: CallerStore, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now

    def by_session(self, secret: str) -> Caller | None:
        """The account that is signed in with this cookie."""
        row = self._store.by_session(digest(secret))
        return Caller("account", _allowed(row), *_who(row)) if row and self._lasts(row) else None

    def by_bearer(self, secret: str) -> Caller | None:
        """Whose bearer secret this is: an account's token, or a guest's seat link."""
        if secret.startswith(LINK):
            return self.by_link(secret)
        row = self._store.by_token(digest(secret)) if secret.startswith(TOKEN) else None
        if row is None or not self._lasts(row):
            return None
        return Caller("token", _allowed(row) & frozenset(row.scopes.split()), *_who(row))

    def by_link(self, secret: str) -> Caller | None:
        """The guest who has this seat link."""
        row = self._store.by_link(digest(secret)) if secret.startswith(LINK) else None
        return Caller("guest", GUEST, row.person, row.name, None, row.game, row.seat) if row else None

    def _lasts(self, row: HolderRow) -> bool:
        return row.expires is None or row.expires > self._now()


def _allowed(row: HolderRow) -> frozenset[str]:
    """A token never does more than its account may by now: an office that is lost is lost for its tokens."""
    return EVERYBODY | frozenset(row.roles.split())


def _who(row: HolderRow) -> tuple[str, str, str]:
    return f"account:{row.account}", row.name, row.account
