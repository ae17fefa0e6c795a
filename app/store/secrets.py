"""Sealing what the database has to keep and must not tell: the seeds of running games, so that whoever holds it alone
sees no hidden card, orders of players, and what webhooks are signed with and browsers are spoken to by.

AES-256-GCM under keys that the configuration holds. What it is sealed for is bound in, the game's id for a seed: moved
to another row it does not open.
"""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import NamedTuple

import sqlalchemy as sa
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.store.errors import SecretUnreadable

NONCE_BYTES = 12


class Sealed(NamedTuple):
    """The id of the key, and nonce and ciphertext in one."""

    key: str
    sealed: bytes


class Cipher:
    """Seals with the first of its keys and opens with any of them."""

    def __init__(self, keys: Mapping[str, bytes]) -> None:
        """Take keys of 32 bytes by id, the newest first. Raises ValueError without any, or for another length."""
        if not keys or any(len(key) != 32 for key in keys.values()):
            raise ValueError("a cipher needs at least one key, each of 32 bytes")
        self.newest = next(iter(keys))
        """The id of the key that seals."""
        self._ciphers = {name: AESGCM(key) for name, key in keys.items()}

    def seal(self, owner: str, secret: bytes) -> Sealed:
        """A secret for this owner under the newest key, with a fresh random nonce."""
        nonce = os.urandom(NONCE_BYTES)
        return Sealed(self.newest, nonce + self._ciphers[self.newest].encrypt(nonce, secret, owner.encode()))

    def open(self, owner: str, sealed: Sealed) -> bytes:
        """What was sealed for this owner. Raises SecretUnreadable, whose message holds nothing of it."""
        cipher = self._ciphers.get(sealed.key)
        if cipher is None:
            raise SecretUnreadable(f"what is sealed for {owner} needs the key {sealed.key!r}, which is not configured")
        try:
            return cipher.decrypt(sealed.sealed[:NONCE_BYTES], sealed.sealed[NONCE_BYTES:], owner.encode())
        except (InvalidTag, ValueError):
            raise SecretUnreadable(
                f"what is sealed for {owner} does not open with the key {sealed.key!r}: another key has that id, "
                "or the row was changed or is another owner's"
            ) from None


def seal_anew(connection: sa.Connection, cipher: Cipher, table: sa.Table, owner: Callable[[str], str]) -> None:
    """Seals with the newest key what older ones have sealed in the columns `key` and `sealed` of a table, so that those
    can be given up. `owner` says what the row of an id is sealed for. What does not open stays as it is."""
    older = sa.select(table.c.id, table.c.key, table.c.sealed).where(table.c.key != cipher.newest)
    for id, *sealed in connection.execute(older).all():
        old = Sealed(*sealed)
        with suppress(SecretUnreadable):
            new = cipher.seal(owner(id), cipher.open(owner(id), old))
            same = (table.c.id == id, table.c.sealed == old.sealed)  # unless it was changed meanwhile
            connection.execute(table.update().where(*same), new._asdict())
