"""Who a secret belongs to, and who that is at one table, in one query: it is on the way of every request."""

from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.accounts import accounts, sessions, tokens
from app.store.engine import reading
from app.store.players import players


class CallerRow(NamedTuple):
    """Who holds a secret. player and seat are those in the game asked about, None where they have none there.

    scopes are a token's; expires is UTC milliseconds, None for what does not end.
    """

    account: str | None
    name: str
    roles: str
    scopes: str
    expires: int | None
    player: str | None
    seat: int | None


_GAME = sa.bindparam("game", type_=sa.Text)
_HASH = sa.bindparam("hash", type_=sa.Text)
_EMPTY = sa.literal("", sa.Text)


def _holder(secrets: sa.Table, scopes: sa.ColumnElement[str]) -> sa.Select[Any]:
    there = (players.c.game == _GAME) & (players.c.account == accounts.c.id)
    joined = secrets.join(accounts, accounts.c.id == secrets.c.account).outerjoin(players, there)
    account = (accounts.c.id, accounts.c.name, accounts.c.roles, scopes, secrets.c.expires)
    return sa.select(*account, players.c.player, players.c.seat).select_from(joined).where(secrets.c.hash == _HASH)


def _guest() -> sa.Select[Any]:
    name = sa.func.coalesce(players.c.name, "")
    guest = (sa.null(), name, _EMPTY, _EMPTY, sa.null(), players.c.player, players.c.seat)
    return sa.select(*guest).where(players.c.game == _GAME, players.c.link == _HASH)


_SESSION = _holder(sessions, _EMPTY)
_TOKEN = _holder(tokens, tokens.c.scopes)
_LINK = _guest()


class CallerStore:
    """Looks secrets up by their hashes. game is None where a request is about none."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def by_session(self, hash: str, game: str | None) -> CallerRow | None:
        return self._one(_SESSION, hash, game)

    def by_token(self, hash: str, game: str | None) -> CallerRow | None:
        return self._one(_TOKEN, hash, game)

    def by_link(self, hash: str, game: str) -> CallerRow | None:
        return self._one(_LINK, hash, game)

    def _one(self, query: sa.Select[Any], hash: str, game: str | None) -> CallerRow | None:
        with reading(self._engine) as connection:
            row = connection.execute(query, {"hash": hash, "game": game}).first()
        return CallerRow._make(row) if row else None
