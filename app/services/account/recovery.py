"""Passwords that are lost or changed, and the address that letters go to.

Whoever has lost a password is sent a link; whether there is such an account is not told, and looked up behind the
requests. What matters to an account's safety is told in a letter to its address, too.
"""

from collections.abc import Callable

from app.services.account.accounts import Accounts, still_known
from app.services.account.addresses import address_key, address_of
from app.services.account.credentials import digest
from app.services.account.preferences import read
from app.services.letters import letters
from app.services.letters.letters import letter
from app.store.accounts import AccountRow, AccountStore
from app.store.letters import Letter, LetterStore
from app.store.recovery import AddressTaken, RecoveryStore, Redeemed
from app.store.vouchers import ADDRESS, PASSWORD, Voucher, VoucherStore

__all__ = ["AddressTaken", "Recovery", "Redeemed"]


class Recovery:
    """Ways to get at an account again, and to keep others away from it. `now` gives UTC milliseconds.

    `language` is that of the page or program that asks; an account that prefers one is written to in that.
    """

    def __init__(
        self,
        store: RecoveryStore,
        accounts: Accounts,
        account_store: AccountStore,
        letter_store: LetterStore,
        vouchers: VoucherStore,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._account_store = account_store
        self._letters = letter_store
        self._vouchers = vouchers
        self._now = now

    def ask_password(self, asked: str, language: str | None = None) -> None:
        """A letter with a link to choose another password, if there is an account of this name or confirmed address
        that letters can be sent to."""
        self._letters.add(letter(letters.PASSWORD, self._now(), language=language, asked=asked))

    def is_open(self, secret: str) -> bool:
        """Whether a password can be chosen by this link."""
        return self._vouchers.find(digest(secret), PASSWORD, self._now()) is not None

    def reset_password(self, secret: str, password: str) -> None:
        """Another password, by the secret of the link in a letter: all sessions and all other such links end.

        Raises Redeemed.
        """
        row, voucher = self._redeemable(secret, PASSWORD)
        hashed = self._accounts.hashed(password)
        told = self._letter(letters.PASSWORD_CHANGED, row, row.address)
        self._store.reset_password(voucher.hash, self._now(), row.id, hashed, told)

    def change_password(self, id: str, old: str, new: str, language: str | None = None) -> str:
        """Another password, by somebody who knows the old one: the secret of a new session, in place of all that there
        are. Raises WrongPassword."""
        row = self._accounts.check_password(id, old)
        secret, session = self._accounts.new_session(id)
        told = self._letter(letters.PASSWORD_CHANGED, row, row.address, language)
        hashed = self._accounts.hashed(new)
        with still_known():
            self._store.change_password(id, row.password, hashed, told, session)
        return secret

    def ask_address(self, id: str, password: str, address: str, language: str | None = None) -> None:
        """A letter to this address, with a link that makes it the account's; until then all stays as it is.

        Raises WrongPassword, Malformed.
        """
        address = address_of(address)
        row = self._accounts.check_password(id, password)
        asked = self._letter(letters.ADDRESS, row, address, language)
        assert asked is not None
        with still_known():
            self._store.ask_address(id, row.password, address, asked)

    def is_asked(self, secret: str) -> str | None:
        """The address that this link confirms; None for a link that is good for nothing."""
        voucher = self._vouchers.find(digest(secret), ADDRESS, self._now())
        return voucher.address if voucher else None

    def confirm_address(self, secret: str) -> str:
        """The address becomes the account's, which is told to the one before; gives it.

        Raises Redeemed, AddressTaken.
        """
        row, voucher = self._redeemable(secret, ADDRESS)
        address, key = voucher.address, address_key(voucher.address)
        told = None if key == row.address_key else self._letter(letters.ADDRESS_CHANGED, row, row.address)
        self._store.confirm_address(voucher.hash, self._now(), row.id, address, key, told)
        return address

    def remove_address(self, id: str, password: str, language: str | None = None) -> None:
        """The account has no address any more, which is told to that one. Raises WrongPassword."""
        row = self._accounts.check_password(id, password)
        told = self._letter(letters.ADDRESS_CHANGED, row, row.address, language)
        with still_known():
            self._store.remove_address(id, row.password, told)

    def _redeemable(self, secret: str, purpose: str) -> tuple[AccountRow, Voucher]:
        voucher = self._vouchers.find(digest(secret), purpose, self._now())
        row = None if voucher is None else self._account_store.by_id(voucher.account or "")
        if voucher is None or row is None:
            raise Redeemed
        return row, voucher

    def _letter(self, kind: str, row: AccountRow, to: str | None, language: str | None = None) -> Letter | None:
        if to is None:
            return None
        spoken = read(row.preferences).language or language
        return letter(kind, self._now(), row.id, to, spoken, name=row.name)
