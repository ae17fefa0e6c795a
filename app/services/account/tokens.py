"""Tokens: what programs act for an account with, each within its scopes."""

import uuid
from collections.abc import Callable, Iterable
from typing import NamedTuple

from app.services.account import credentials
from app.services.clock import DAY
from app.services.play.callers import SCOPES, Caller
from app.store.accounts import AccountStore, TokenRow

MOST = 50


class NotYours(Exception):
    """A scope that this caller cannot give away; the message names it."""


class TooMany(Exception):
    """The account has as many tokens as an account may have."""


class NoSuchToken(Exception):
    """The account has no token of this id."""


class Token(NamedTuple):
    """What may be told about a token after it was shown; times are UTC milliseconds."""

    id: str
    name: str
    scopes: tuple[str, ...]
    created: int
    expires: int | None


class Tokens:
    """Making, listing and revoking tokens. now gives UTC milliseconds."""

    def __init__(self, store: AccountStore, now: Callable[[], int]) -> None:
        self._store = store
        self._now = now

    def create(self, caller: Caller, name: str, scopes: Iterable[str], days: int | None) -> tuple[Token, str]:
        """A token and its secret, which is not to be had again. It lasts for days, or until it is revoked.

        Nobody gives what they have not got: officials alone the scopes of their offices. Raises NotYours, TooMany.
        """
        asked = frozenset(scopes)
        if beyond := asked - caller.scopes:
            raise NotYours(" ".join(sorted(beyond)))
        account = caller.account or ""
        if len(self._store.tokens_of(account)) >= MOST:
            raise TooMany
        secret, now = credentials.mint(credentials.TOKEN), self._now()
        words = " ".join(scope for scope in SCOPES if scope in asked)
        expires = None if days is None else now + days * DAY
        row = TokenRow(str(uuid.uuid4()), credentials.digest(secret), account, name, words, now, expires)
        self._store.add_token(row)
        return _token(row), secret

    def of(self, account: str) -> list[Token]:
        """An account's tokens, the oldest first, those that have expired too."""
        return [_token(row) for row in self._store.tokens_of(account)]

    def revoke(self, account: str, id: str) -> None:
        """Raises NoSuchToken."""
        if not self._store.remove_token(account, id):
            raise NoSuchToken


def _token(row: TokenRow) -> Token:
    return Token(row.id, row.name, tuple(row.scopes.split()), row.created, row.expires)
