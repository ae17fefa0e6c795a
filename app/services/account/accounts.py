"""Accounts and what they sign in with."""

import unicodedata
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from app.services.account import preferences
from app.services.account.addresses import address_key
from app.services.account.credentials import Passwords, digest, mint
from app.services.account.preferences import Preferences
from app.services.clock import DAY
from app.store.accounts import AccountRow, AccountStore, NameTaken, PasswordChanged, SessionRow
from app.store.belongings import Belongings

__all__ = ["Account", "Accounts", "NameTaken", "NoSuchAccount", "NoSuchSession", "Own", "ROLES", "WrongPassword"]

ROLES = ("arbiter", "admin")
RESERVED = frozenset({"me", "table", "all"})
"""What names somebody else where a question says whose."""


class WrongPassword(Exception):
    """No account of this name and password; which of the two it was is not said."""


class NoSuchAccount(Exception):
    """Nobody goes by this name."""


class NoSuchSession(Exception):
    """The account has no session of this id."""


class Account(NamedTuple):
    """What may be told about an account to its owner; created is UTC milliseconds."""

    id: str
    name: str
    roles: tuple[str, ...]
    created: int


class Own(NamedTuple):
    """An account as its owner sees it: address is an e-mail address that was confirmed, pending_address one that waits
    for that; created is UTC milliseconds."""

    id: str
    name: str
    roles: tuple[str, ...]
    created: int
    address: str | None
    pending_address: str | None
    preferences: Preferences


class Session(NamedTuple):
    """A browser that is signed in; `this` if it is the one that asks. Times are UTC milliseconds."""

    id: str
    created: int
    expires: int
    this: bool


class Accounts:
    """Making accounts, signing in and out. now gives UTC milliseconds."""

    def __init__(
        self,
        store: AccountStore,
        belongings: Belongings,
        passwords: Passwords,
        session_days: int,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._belongings = belongings
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
        """The secret of a new session, in place of the one that was there before, if any. `name` may be the account's
        confirmed address too.

        A secret that was known before signing in is worth nothing after it. Raises WrongPassword.
        """
        row = account_of(self._store, name)
        if not self._passwords.matches(row.password if row else None, password) or row is None:
            raise WrongPassword
        secret, session = self.new_session(row.id)
        with still_known():
            self._store.open_session(session, digest(before) if before else None, row.password)
        if before:
            self._belongings.signed_in_anew(digest(before), row.id, session.hash)
        if self._passwords.outdated(row.password):
            self._store.rehash(row.id, row.password, self._passwords.hash(password))
        return secret

    def new_session(self, id: str) -> tuple[str, SessionRow]:
        """A session that is to be stored, and its secret, which is stored nowhere."""
        secret, now = mint(), self._now()
        return secret, SessionRow(digest(secret), id, now, now + self.session_days * DAY)

    def sign_out(self, secret: str) -> None:
        self._belongings.sign_out(digest(secret))

    def set_password(self, name: str, password: str) -> None:
        """Gives an account another password, and ends its sessions. Raises NoSuchAccount."""
        row = self._store.by_name_key(name_key(name))
        if row is None:
            raise NoSuchAccount(name)
        self._store.set_password(row.id, self._passwords.hash(password))
        self._belongings.sign_out_everywhere(row.id)

    def own(self, id: str) -> Own:
        """An account, for its owner. Raises NoSuchAccount."""
        row = self._row(id)
        return Own(
            row.id,
            row.name,
            tuple(row.roles.split()),
            row.created,
            row.address,
            row.pending,
            preferences.read(row.preferences),
        )

    def rename(self, id: str, name: str) -> None:
        """Another name, at every table too. Raises NameTaken, also for a name that is `RESERVED`."""
        if name_key(name) in RESERVED:
            raise NameTaken(name)
        self._belongings.rename(id, name, name_key(name))

    def prefer(self, id: str, given: Mapping[str, Any]) -> Preferences:
        """Other preferences, as far as they are given; all of them come back. Raises Malformed, NoSuchAccount."""
        chosen = preferences.read(self._row(id).preferences).changed(given)
        self._store.set_preferences(id, chosen.stored())
        return chosen

    def check_password(self, id: str, password: str) -> AccountRow:
        """The account, for somebody who knows its password too. Raises WrongPassword."""
        row = self._store.by_id(id)
        if not self._passwords.matches(row.password if row else None, password) or row is None:
            raise WrongPassword
        return row

    def hashed(self, password: str) -> str:
        """A password as it is stored."""
        return self._passwords.hash(password)

    def sessions(self, id: str, secret: str | None) -> list[Session]:
        """Where an account is signed in, the newest first; `secret` is that of the session that asks."""
        this = digest(secret) if secret else None
        rows = self._store.sessions_of(id, self._now())
        return [Session(_session_id(row.hash), row.created, row.expires, row.hash == this) for row in rows]

    def close_session(self, id: str, session: str) -> None:
        """Signs a browser out, by the id of its session. Raises NoSuchSession."""
        found = [row.hash for row in self._store.sessions_of(id, self._now()) if _session_id(row.hash) == session]
        if not found:
            raise NoSuchSession
        self._belongings.sign_out(found[0])

    def _row(self, id: str) -> AccountRow:
        row = self._store.by_id(id)
        if row is None:
            raise NoSuchAccount
        return row

    def appoint(self, name: str, roles: Iterable[str]) -> Account:
        """Gives an account these roles (of ROLES) and no others. Raises NoSuchAccount."""
        row = self._store.by_name_key(name_key(name))
        if row is None:
            raise NoSuchAccount(name)
        given = row._replace(roles=" ".join(role for role in ROLES if role in set(roles)))
        self._store.set_roles(given.id, given.roles)
        return _account(given)


@contextmanager
def still_known() -> Iterator[None]:
    """A password that was right when it was checked, and is another one by now, is a wrong one. Raises
    WrongPassword."""
    try:
        yield
    except PasswordChanged:
        raise WrongPassword from None


def name_key(name: str) -> str:
    """Names with the same key are the same name: `Ann`, `ANN`, and the same in full-width letters."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def account_of(store: AccountStore, asked: str) -> AccountRow | None:
    """The account of this confirmed address, or else of this name: nobody keeps somebody else out by a name that reads
    like an address."""
    row = store.by_address_key(address_key(asked)) if "@" in asked else None
    return row or store.by_name_key(name_key(asked))


def _session_id(hash: str) -> str:
    """Half of what is stored of a session's secret names it, and says no more of the secret than the whole does."""
    return str(uuid.UUID(hash[:32]))


def _account(row: AccountRow) -> Account:
    return Account(row.id, row.name, tuple(row.roles.split()), row.created)
