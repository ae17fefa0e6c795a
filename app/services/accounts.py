"""Accounts and what they sign in with."""

import unicodedata
import uuid
from collections.abc import Callable, Iterable
from typing import NamedTuple

from app.services.clock import DAY
from app.services.credentials import Passwords, digest, mint
from app.store.accounts import AccountRow, AccountStore, NameTaken, SessionRow

__all__ = ["Account", "Accounts", "NameTaken", "NoSuchAccount", "ROLES", "WrongPassword"]

ROLES = ("arbiter", "admin")
RESERVED = frozenset({"me", "table", "all"})
"""What names somebody else where a question says whose."""


class WrongPassword(Exception):
    """No account of this name and password; which of the two it was is not said."""


class NoSuchAccount(Exception):
    """Nobody goes by this name."""


class Account(NamedTuple):
    """What may be told about an account to its owner; created is UTC milliseconds."""

    id: str
    name: str
    roles: tuple[str, ...]
    created: int


class Accounts:
    """Making accounts, signing in and out. now gives UTC milliseconds."""

    def __init__(self, store: AccountStore, passwords: Passwords, session_days: int, now: Callable[[], int]) -> None:
        self._store = store
        self._passwords = passwords
        self.session_days = session_days
        self._now = now

    def create(self, name: str, password: str) -> Account:
        """A new account. Raises NameTaken, also for a name that is `RESERVED`."""
        if name_key(name) in RESERVED:
            raise NameTaken(name)
        hashed = self._passwords.hash(password)
        row = AccountRow(str(uuid.uuid4()), name, name_key(name), hashed, "", self._now())
        self._store.add(row)
        return _account(row)

    def sign_in(self, name: str, password: str, before: str | None) -> str:
        """The secret of a new session, in place of the one that was there before, if any.

        A secret that was known before signing in is worth nothing after it. Raises WrongPassword.
        """
        row = self._store.by_name_key(name_key(name))
        if not self._passwords.matches(row.password if row else None, password) or row is None:
            raise WrongPassword
        if self._passwords.outdated(row.password):
            self._store.set_password(row.id, self._passwords.hash(password))
        secret, now = mint(), self._now()
        session = SessionRow(digest(secret), row.id, now, now + self.session_days * DAY)
        self._store.open_session(session, digest(before) if before else None)
        return secret

    def sign_out(self, secret: str) -> None:
        self._store.close_session(digest(secret))

    def set_password(self, name: str, password: str) -> None:
        """Gives an account another password, and ends its sessions. Raises NoSuchAccount."""
        row = self._store.by_name_key(name_key(name))
        if row is None:
            raise NoSuchAccount(name)
        self._store.set_password(row.id, self._passwords.hash(password))
        self._store.close_sessions(row.id)

    def appoint(self, name: str, roles: Iterable[str]) -> Account:
        """Gives an account these roles (of ROLES) and no others. Raises NoSuchAccount."""
        row = self._store.by_name_key(name_key(name))
        if row is None:
            raise NoSuchAccount(name)
        given = row._replace(roles=" ".join(role for role in ROLES if role in set(roles)))
        self._store.set_roles(given.id, given.roles)
        return _account(given)


def name_key(name: str) -> str:
    """Names with the same key are the same name: `Ann`, `ANN`, and the same in full-width letters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _account(row: AccountRow) -> Account:
    return Account(row.id, row.name, tuple(row.roles.split()), row.created)
