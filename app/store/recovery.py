"""Passwords and addresses that change, each together with what else has to: sessions, vouchers, and letters of it."""

import sqlalchemy as sa

from app.store.accounts import SessionRow, accounts, hold_password, sessions
from app.store.engine import writing
from app.store.letters import Letter, post
from app.store.push import signed_out, subscriptions
from app.store.vouchers import ADDRESS, PASSWORD, redeem, void


class Redeemed(Exception):
    """The voucher has been redeemed, or is void, or has expired."""


class AddressTaken(Exception):
    """The address has been confirmed for another account."""


class RecoveryStore:
    """Changes of accounts in this engine's database. `letter` is what is written of a change, if anything; `known` the
    password of who asks for it, as it was stored. What needs one raises PasswordChanged."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def change_password(
        self, account: str, known: str, password: str, letter: Letter | None, session: SessionRow | None
    ) -> None:
        """Another password: every session ends, and a new one begins if there is to be one."""
        with writing(self._engine) as connection:
            hold_password(connection, account, known)
            _set_password(connection, account, password, letter)
            if session is not None:
                connection.execute(sessions.insert(), session._asdict())

    def reset_password(self, voucher: str, now: int, account: str, password: str, letter: Letter | None) -> None:
        """Another password, by a voucher. Raises Redeemed."""
        with writing(self._engine) as connection:
            if not redeem(connection, voucher, PASSWORD, now):
                raise Redeemed
            _set_password(connection, account, password, letter)

    def ask_address(self, account: str, known: str, address: str, letter: Letter) -> None:
        """An address that is to be confirmed, in place of another that was."""
        with writing(self._engine) as connection:
            hold_password(connection, account, known)
            void(connection, account, ADDRESS)
            connection.execute(accounts.update().where(accounts.c.id == account), {"pending": address})
            post(connection, letter)

    def confirm_address(
        self, voucher: str, now: int, account: str, address: str, key: str, letter: Letter | None
    ) -> None:
        """The address becomes the account's, if it is the one asked for last. Raises Redeemed, AddressTaken."""
        asked = (accounts.c.id == account, accounts.c.pending == address)
        values = {"address": address, "address_key": key, "pending": None}
        try:
            with writing(self._engine) as connection:
                if not redeem(connection, voucher, ADDRESS, now):
                    raise Redeemed
                if connection.execute(accounts.update().where(*asked), values).rowcount != 1:
                    raise Redeemed
                void(connection, account, PASSWORD)  # they lie in the letter box that was the account's before
                _post(connection, letter)
        except sa.exc.IntegrityError:
            raise AddressTaken from None

    def remove_address(self, account: str, known: str, letter: Letter | None) -> None:
        """The account has no address any more, nor one that waits to be confirmed."""
        with writing(self._engine) as connection:
            hold_password(connection, account, known)
            nothing = {"address": None, "address_key": None, "pending": None}
            connection.execute(accounts.update().where(accounts.c.id == account), nothing)
            void(connection, account, ADDRESS, PASSWORD)
            _post(connection, letter)


def _set_password(connection: sa.Connection, account: str, password: str, letter: Letter | None) -> None:
    """An address that waits to be confirmed may be that of whoever knew the old password: it goes too."""
    connection.execute(accounts.update().where(accounts.c.id == account), {"password": password, "pending": None})
    connection.execute(sessions.delete().where(sessions.c.account == account))
    signed_out(connection, subscriptions.c.account == account)
    void(connection, account, PASSWORD, ADDRESS)
    _post(connection, letter)


def _post(connection: sa.Connection, letter: Letter | None) -> None:
    if letter is not None:
        post(connection, letter)
