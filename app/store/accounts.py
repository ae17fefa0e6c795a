"""Accounts, their sessions and tokens. Passwords and secrets are stored hashed only."""

from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.engine import reading, writing
from app.store.schema import metadata

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("name_key", sa.Text, nullable=False, unique=True),
    sa.Column("password", sa.Text, nullable=False),
    sa.Column("roles", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("address", sa.Text),
    sa.Column("address_key", sa.Text),
    sa.Column("pending", sa.Text),
    sa.Column("preferences", sa.Text),
    sa.Index("ix_accounts_address_key", "address_key", unique=True),
)
"""A person who comes back. name_key is the name as it must be unique; roles are words parted by spaces. address is an
e-mail address that its owner has confirmed, pending one that waits for that; preferences are JSON."""

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("expires", sa.BigInteger, nullable=False, index=True),
)
"""A browser that is signed in, by the SHA-256 of what its cookie says."""

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("hash", sa.Text, nullable=False, unique=True),
    sa.Column("account", sa.Text, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("scopes", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("expires", sa.BigInteger),
)
"""A program that acts for an account, by the SHA-256 of its secret; scopes are words parted by spaces."""


class NameTaken(Exception):
    """Another account goes by this name, or by one that reads the same."""


class PasswordChanged(Exception):
    """The account has another password by now than the one that somebody knew, or is gone."""


class AccountRow(NamedTuple):
    id: str
    name: str
    name_key: str
    password: str
    roles: str
    created: int
    address: str | None = None
    address_key: str | None = None
    pending: str | None = None
    preferences: str | None = None


class SessionRow(NamedTuple):
    hash: str
    account: str
    created: int
    expires: int


class TokenRow(NamedTuple):
    id: str
    hash: str
    account: str
    name: str
    scopes: str
    created: int
    expires: int | None


class AccountStore:
    """What is known of accounts, in this engine's database. Times are UTC milliseconds."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def add(self, account: AccountRow) -> None:
        """Raises NameTaken."""
        try:
            self._write(accounts.insert(), account._asdict())
        except sa.exc.IntegrityError:  # the id is a fresh UUID, so it can only be the name
            raise NameTaken from None

    def by_name_key(self, name_key: str) -> AccountRow | None:
        return self._account(accounts.c.name_key == name_key)

    def by_address_key(self, address_key: str) -> AccountRow | None:
        return self._account(accounts.c.address_key == address_key)

    def by_id(self, id: str) -> AccountRow | None:
        return self._account(accounts.c.id == id)

    def set_preferences(self, id: str, preferences: str) -> None:
        self._write(accounts.update().where(accounts.c.id == id), {"preferences": preferences})

    def set_password(self, id: str, password: str) -> None:
        self._write(accounts.update().where(accounts.c.id == id), {"password": password})

    def rehash(self, id: str, before: str, password: str) -> None:
        """The same password stored in another way, unless it is another one by now."""
        same = (accounts.c.id == id, accounts.c.password == before)
        self._write(accounts.update().where(*same), {"password": password})

    def set_roles(self, id: str, roles: str) -> None:
        self._write(accounts.update().where(accounts.c.id == id), {"roles": roles})

    def open_session(self, session: SessionRow, instead_of: str | None, known: str) -> None:
        """Adds a session in place of the one with the hash instead_of, and drops those that have expired. Raises as
        `hold_password`."""
        ended = (sessions.c.hash == instead_of) | (sessions.c.expires <= session.created)
        with writing(self._engine) as connection:
            hold_password(connection, session.account, known)
            connection.execute(sessions.delete().where(ended))
            connection.execute(sessions.insert(), session._asdict())

    def sessions_of(self, account: str, now: int) -> list[SessionRow]:
        """An account's sessions that have not expired, the newest first."""
        mine = (sessions.c.account == account, sessions.c.expires > now)
        order = (sessions.c.created.desc(), sessions.c.hash)
        with reading(self._engine) as connection:
            rows = connection.execute(sessions.select().where(*mine).order_by(*order)).all()
        return [SessionRow(*row) for row in rows]

    def add_token(self, token: TokenRow) -> None:
        self._write(tokens.insert(), token._asdict())

    def tokens_of(self, account: str) -> list[TokenRow]:
        """An account's tokens, the oldest first."""
        order = (tokens.c.created, tokens.c.id)
        with reading(self._engine) as connection:
            rows = connection.execute(tokens.select().where(tokens.c.account == account).order_by(*order)).all()
        return [TokenRow(*row) for row in rows]

    def remove_token(self, account: str, id: str) -> bool:
        """Whether the account had this token."""
        return self._write(tokens.delete().where(tokens.c.account == account, tokens.c.id == id)) == 1

    def _account(self, condition: sa.ColumnElement[bool]) -> AccountRow | None:
        with reading(self._engine) as connection:
            row = connection.execute(accounts.select().where(condition)).first()
        return AccountRow(*row) if row else None

    def _write(self, statement: sa.sql.dml.UpdateBase, values: dict[str, Any] | None = None) -> int:
        with writing(self._engine) as connection:
            return connection.execute(statement, values).rowcount


def hold_password(connection: sa.Connection, account: str, known: str) -> None:
    """Keeps an account's password as it is until this transaction is over: to check one takes long, and who has changed
    it meanwhile means to keep out whoever knew it. Raises PasswordChanged if `known`, as it was stored, is no longer
    it."""
    same = (accounts.c.id == account, accounts.c.password == known)
    if connection.scalar(sa.select(accounts.c.id).where(*same).with_for_update()) is None:
        raise PasswordChanged


def lock(connection: sa.Connection, account: str) -> None:
    """Of two who change something of an account's own one waits, until the transaction of the other has ended."""
    connection.execute(sa.select(accounts.c.id).where(accounts.c.id == account).with_for_update())


def stays(connection: sa.Connection, account: str) -> bool:
    """Whether there is such an account, which then is not deleted before this transaction has ended."""
    there = sa.select(accounts.c.id).where(accounts.c.id == account)
    return connection.scalar(there.with_for_update(read=True, key_share=True)) is not None
