"""Accounts as others call them: by their id, or by their name."""

import re

from app.services.account.accounts import name_key
from app.services.refusals import NoSuchPlayer
from app.store.accounts import AccountRow, AccountStore

_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")  # longer than any name


class Persons:
    """Finds accounts."""

    def __init__(self, accounts: AccountStore) -> None:
        self._accounts = accounts

    def named(self, name: str) -> AccountRow:
        """Who goes by this name. Raises NoSuchPlayer."""
        return _there(self._accounts.by_name_key(name_key(name)))

    def id_of(self, player: str) -> str:
        """The id of the account that is called so, by its id or its name. Raises NoSuchPlayer."""
        if not player.isprintable():  # no name is like that, and not every database takes it
            raise NoSuchPlayer
        if _ID.fullmatch(player):
            return _there(self._accounts.by_id(player)).id
        return self.named(player).id


def _there(account: AccountRow | None) -> AccountRow:
    if account is None:
        raise NoSuchPlayer
    return account
