"""Vouchers: what a link in a letter is good for, by the SHA-256 of its secret. Each is redeemed once, or expires."""

from typing import NamedTuple

import sqlalchemy as sa

from app.store.engine import reading, writing
from app.store.schema import metadata

PASSWORD, ADDRESS, SEAT = "password", "address", "seat"
"""What vouchers are for: another password, an address to be confirmed, the way back to a seat."""

vouchers = sa.Table(
    "vouchers",
    metadata,
    sa.Column("hash", sa.Text, primary_key=True),
    sa.Column("purpose", sa.Text, nullable=False),
    sa.Column("account", sa.Text, sa.ForeignKey("accounts.id", ondelete="CASCADE"), index=True),
    sa.Column("game", sa.Text),
    sa.Column("player", sa.Text),
    sa.Column("address", sa.Text),
    sa.Column("expires", sa.BigInteger, nullable=False, index=True),
)
"""A voucher is an account's, or of a guest's player in a game. address is where it was sent."""


class Voucher(NamedTuple):
    hash: str
    purpose: str
    account: str | None
    game: str | None
    player: str | None
    address: str
    expires: int


class VoucherStore:
    """The vouchers in this engine's database. Times are UTC milliseconds."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def add(self, made: list[Voucher]) -> None:
        with writing(self._engine) as connection:
            connection.execute(vouchers.insert(), [one._asdict() for one in made])

    def find(self, hash: str, purpose: str, now: int) -> Voucher | None:
        """The voucher of this secret, if it is still good."""
        with reading(self._engine) as connection:
            row = connection.execute(vouchers.select().where(*_good(hash, purpose, now))).first()
        return Voucher._make(row) if row else None

    def sweep(self, now: int) -> int:
        """Forgets those that have expired; says how many."""
        with writing(self._engine) as connection:
            return connection.execute(vouchers.delete().where(vouchers.c.expires <= now)).rowcount


def redeem(connection: sa.Connection, hash: str, purpose: str, now: int) -> bool:
    """Uses a voucher up within the transaction of what it is good for; whether it was good."""
    return connection.execute(vouchers.delete().where(*_good(hash, purpose, now))).rowcount == 1


def void(connection: sa.Connection, account: str, *purposes: str) -> None:
    """All vouchers of an account for this are good for nothing any more."""
    connection.execute(vouchers.delete().where(vouchers.c.account == account, vouchers.c.purpose.in_(purposes)))


def _good(hash: str, purpose: str, now: int) -> tuple[sa.ColumnElement[bool], ...]:
    return vouchers.c.hash == hash, vouchers.c.purpose == purpose, vouchers.c.expires > now
