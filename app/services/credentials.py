"""Secrets that are shown once and stored hashed, and passwords."""

import hashlib
import hmac
import secrets
import unicodedata

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

TOKEN = "kft_"
"""How a token's secret begins."""
LINK = "kfs_"
"""How the secret of a guest's seat link begins."""
SECRET_BYTES = 32


def mint(prefix: str = "") -> str:
    """A new secret of 256 random bits, with a prefix by which scanners and people know its kind."""
    return prefix + secrets.token_urlsafe(SECRET_BYTES)


def digest(secret: str) -> str:
    """What is stored of a secret and looked up again: its SHA-256.

    No salt and no slow hash: there is nothing to guess in 256 random bits. Nor does an index that finds a hash tell
    anything by the time it takes to somebody who cannot choose the hash.
    """
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def csrf_token(key: str, secret: str) -> str:
    """What a page must send back with a cookie: bound to the cookie's secret, and of no use without it."""
    return hmac.new(key.encode(), b"kartfold/csrf/1:" + secret.encode(), hashlib.sha256).hexdigest()


class Passwords:
    """argon2id with these parameters (RFC 9106); older hashes are made anew when their owners sign in."""

    def __init__(self, memory: int, passes: int) -> None:
        self._hasher = PasswordHasher(time_cost=passes, memory_cost=memory, parallelism=4)
        self._nobodys = self._hasher.hash(secrets.token_urlsafe())

    def hash(self, password: str) -> str:
        return self._hasher.hash(self._form(password))

    def matches(self, stored: str | None, password: str) -> bool:
        """Whether the password is the one stored. Without one it takes as long to say no, and so tells nothing."""
        try:
            self._hasher.verify(stored or self._nobodys, self._form(password))
        except (VerificationError, InvalidHashError):
            return False
        return stored is not None

    def outdated(self, stored: str) -> bool:
        return self._hasher.check_needs_rehash(stored)

    @staticmethod
    def _form(password: str) -> str:
        """One form for all keyboards (RFC 8265): the same characters typed on another device are the same."""
        return unicodedata.normalize("NFC", password)
