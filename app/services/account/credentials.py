"""Secrets that are shown once and stored hashed, and passwords."""

import hashlib
import hmac
import re
import secrets
import unicodedata
import uuid
from base64 import urlsafe_b64decode, urlsafe_b64encode

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

TOKEN = "kft_"
"""How a token's secret begins."""
LINK = "kfs_"
"""How the secret of a guest's seat link begins."""
SECRET_BYTES = 32
LINK_FORM = re.compile(LINK + "[A-Za-z0-9_-]{64}")  # base64 of 16 bytes and 32 more


def mint(prefix: str = "") -> str:
    """A new secret of 256 random bits, with a prefix by which scanners and people know its kind."""
    return prefix + secrets.token_urlsafe(SECRET_BYTES)


def mint_link(game: str, secret: bytes | None = None) -> str:
    """A new seat link secret, made of `secret` (32 bytes) or random ones.

    It says its game, so that it is looked up among that game's keys alone.
    """
    return LINK + urlsafe_b64encode(uuid.UUID(game).bytes + (secret or secrets.token_bytes(SECRET_BYTES))).decode()


def game_of_link(secret: str) -> str | None:
    """The game that a seat link secret says, None if it is none."""
    if not LINK_FORM.fullmatch(secret):
        return None
    return str(uuid.UUID(bytes=urlsafe_b64decode(secret[len(LINK) :])[:16]))


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
