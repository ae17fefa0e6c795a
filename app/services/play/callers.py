"""Who asks, and what they may: found from a secret with one query, which also says how the game
stands that the request is about."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from app.services.account.credentials import LINK, TOKEN, digest, game_of_link
from app.store.callers import CallerRow, CallerStore
from app.store.tables import Asked

SCOPES = ("read", "play", "manage", "arbiter", "admin")
EVERYBODY = frozenset({"read", "play", "manage"})
"""What an account may do by itself; arbiter and admin come with its roles."""
GUEST = frozenset({"read", "play"})


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who asks. game, player and seat say who they are at the table that the request is about.

    An account has no player at a table where it never was, and no seat where it has none. A guest's game is that of
    the link, whatever the request is about: at every other table a guest is a stranger. asked is how that game stood
    when the caller was found, and what the key of the request had left: for this one request.
    """

    kind: Literal["account", "token", "guest", "anonymous"]
    scopes: frozenset[str]
    account: str | None = None
    name: str = ""
    game: str | None = None
    player: str | None = None
    seat: int | None = None
    asked: Asked | None = field(default=None, compare=False, repr=False)

    @property
    def identity(self) -> str:
        """Under what a caller's idempotency keys are kept: session and tokens of one account are one caller."""
        if self.account is not None:
            return f"account:{self.account}"
        return f"player:{self.player}" if self.player else "anonymous"


ANONYMOUS = Caller("anonymous", GUEST)
"""Anybody: may look at what is public, and sit down as a guest where a table allows it."""


class Callers:
    """Finds callers. A secret that is not known, or has expired, is nobody's: None. now gives UTC milliseconds."""

    def __init__(self, store: CallerStore, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now

    def by_session(self, secret: str, game: str | None, key: str | None = None) -> Caller | None:
        """The account that is signed in with this cookie, as it is at this game."""
        row = self._lasting(self._store.by_session(digest(secret), game, key))
        return Caller("account", _allowed(row), *_who(row, game)) if row else None

    def by_bearer(self, secret: str, game: str | None, key: str | None = None) -> Caller | None:
        """Whose bearer secret this is: an account's token, or a guest's seat link."""
        if secret.startswith(LINK):
            return self.by_link(secret, key)
        row = self._store.by_token(digest(secret), game, key) if secret.startswith(TOKEN) else None
        if (row := self._lasting(row)) is None:
            return None
        return Caller("token", _allowed(row) & frozenset(row.scopes.split()), *_who(row, game))

    def by_link(self, secret: str, key: str | None = None) -> Caller | None:
        """The guest who has this seat link."""
        game = game_of_link(secret)
        row = self._store.by_link(digest(secret), game, key) if game else None
        return Caller("guest", GUEST, *_who(row, game)) if row else None

    def _lasting(self, row: CallerRow | None) -> CallerRow | None:
        if row is None or (row.expires is not None and row.expires <= self._now()):
            return None
        return row


def _allowed(row: CallerRow) -> frozenset[str]:
    """A token never does more than its account may by now: an office that is lost is lost for its tokens."""
    return EVERYBODY | frozenset(row.roles.split())


def _who(row: CallerRow, game: str | None) -> tuple[str | None, str, str | None, str | None, int | None, Asked | None]:
    return row.account, row.name, game, row.player, row.seat, row.asked
