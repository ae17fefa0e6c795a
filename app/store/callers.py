"""Who a secret belongs to, in one query by its hash: it is on the way of every request."""

from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.accounts import accounts, sessions, tokens
from app.store.engine import reading
from app.store.tables import table_seats


class HolderRow(NamedTuple):
    """The account that holds a session or a token, with the token's scopes and when it ends (UTC milliseconds)."""

    account: str
    name: str
    roles: str
    scopes: str
    expires: int | None


class GuestRow(NamedTuple):
    """The guest who has a seat link."""

    person: str
    name: str
    game: str
    seat: int


def _holder(secrets: sa.Table, scopes: sa.ColumnElement[str]) -> sa.Select[Any]:
    columns = (accounts.c.id, accounts.c.name, accounts.c.roles, scopes, secrets.c.expires)
    joined = secrets.join(accounts, accounts.c.id == secrets.c.account)
    return sa.select(*columns).select_from(joined).where(secrets.c.hash == sa.bindparam("of"))


_SESSION = _holder(sessions, sa.literal("", sa.Text))
_TOKEN = _holder(tokens, tokens.c.scopes)
_LINK = sa.select(table_seats.c.person, table_seats.c.name, table_seats.c.game, table_seats.c.seat).where(
    table_seats.c.link == sa.bindparam("of"), table_seats.c.person.is_not(None)
)


class CallerStore:
    """Looks secrets up by their hashes."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def by_session(self, hash: str) -> HolderRow | None:
        row = self._one(_SESSION, hash)
        return HolderRow._make(row) if row else None

    def by_token(self, hash: str) -> HolderRow | None:
        row = self._one(_TOKEN, hash)
        return HolderRow._make(row) if row else None

    def by_link(self, hash: str) -> GuestRow | None:
        row = self._one(_LINK, hash)
        return GuestRow._make(row) if row else None

    def _one(self, query: sa.Select[Any], hash: str) -> sa.Row[Any] | None:
        with reading(self._engine) as connection:
            return connection.execute(query, {"of": hash}).first()
