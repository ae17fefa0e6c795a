"""Who a secret belongs to, and who that is at one table, in one query: it is on the way of every request."""

from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.accounts import accounts, sessions, tokens
from app.store.direct import Direct
from app.store.engine import reading
from app.store.players import players
from app.store.tables import ASKED, Asked, asked_of, this_table_first


class CallerRow(NamedTuple):
    """Who holds a secret. player and seat are those in the game asked about, None where they have none there.

    scopes are a token's; expires is UTC milliseconds, None for what does not end. asked is how that game stands, and
    what the key of the request left, read in the same moment.
    """

    account: str | None
    name: str
    roles: str
    scopes: str
    expires: int | None
    player: str | None
    seat: int | None
    asked: Asked | None


_GAME = sa.bindparam("game", type_=sa.Text)
_HASH = sa.bindparam("hash", type_=sa.Text)
_KEY = sa.bindparam("key", type_=sa.Text)
_EMPTY = sa.literal("", sa.Text)
_OWN = len(CallerRow._fields) - 1


def _holder(secrets: sa.Table, scopes: sa.ColumnElement[str]) -> sa.Select[Any]:
    there = (players.c.game == _GAME) & (players.c.account == accounts.c.id)
    joined = secrets.join(accounts, accounts.c.id == secrets.c.account).outerjoin(players, there)
    account = (accounts.c.id, accounts.c.name, accounts.c.roles, scopes, secrets.c.expires)
    query = sa.select(*account, players.c.player, players.c.seat).where(secrets.c.hash == _HASH)
    return _asking(query, joined, sa.literal("account:") + accounts.c.id)


def _guest() -> sa.Select[Any]:
    name = sa.func.coalesce(players.c.name, "")
    guest = (sa.null(), name, _EMPTY, _EMPTY, sa.null(), players.c.player, players.c.seat)
    query = sa.select(*guest).where(players.c.game == _GAME, players.c.link == _HASH)
    return _asking(query, players, sa.literal("player:") + players.c.player)


def _asking(query: sa.Select[Any], origin: sa.FromClause, identity: sa.ColumnElement[str]) -> sa.Select[Any]:
    """The same with what every request about a game asks next; identity is `Caller.identity`."""
    query = query.add_columns(*ASKED).select_from(asked_of(origin, _GAME, identity, _KEY))
    return query.order_by(this_table_first(_GAME)).limit(1)


_SESSION = Direct(_holder(sessions, _EMPTY))
_TOKEN = Direct(_holder(tokens, tokens.c.scopes))
_LINK = Direct(_guest())


class CallerStore:
    """Looks secrets up by their hashes. game is None where a request is about none, key where it brings none."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def by_session(self, hash: str, game: str | None, key: str | None = None) -> CallerRow | None:
        return self._one(_SESSION, hash, game, key)

    def by_token(self, hash: str, game: str | None, key: str | None = None) -> CallerRow | None:
        return self._one(_TOKEN, hash, game, key)

    def by_link(self, hash: str, game: str, key: str | None = None) -> CallerRow | None:
        return self._one(_LINK, hash, game, key)

    def _one(self, query: Direct, hash: str, game: str | None, key: str | None) -> CallerRow | None:
        with reading(self._engine) as connection:
            row = query.first(connection, {"hash": hash, "game": game, "key": key})
        if row is None:
            return None
        own, asked = row[:_OWN], row[_OWN:]
        return CallerRow._make((*own, None if asked[0] is None else Asked._make(asked)))
