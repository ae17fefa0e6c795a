"""Under which terms a write comes: the versions it rests on, and the key under which it is done once."""

import hashlib
import hmac
import json

from flask import request

from app.api import conditional
from app.api.auth import caller
from app.api.problems import Problem
from app.services.play.requests import Terms
from app.store.streams import Key

GUESTS_KEY = 22
"""Characters that the key of somebody without an account needs at least: 128 random bits in base64."""

WRITING = [conditional.IDEMPOTENCY_PARAMETER, conditional.IF_MATCH_PARAMETER]
"""The headers of a write to a game, for the documentation."""


def terms(expected_version: int | None, body: object) -> Terms:
    """The terms of this request. Raises Problem 428 without a version, and others for what cannot be understood."""
    return Terms(conditional.expected(expected_version), request_key(body), caller().asked)


def request_key(body: object) -> Key | None:
    """The key of this request, if it brings one. Its digest covers method, path and body without expected_version.

    The key of somebody who is nobody yet is kept as its hash: a seat link may be made from it.
    """
    key = conditional.idempotency_key()
    if key is None:
        return None
    who = caller()
    if who.kind == "anonymous":
        key = hashlib.sha256(key.encode()).hexdigest()
    return Key(who.identity, key, _digest(body))


def link_secret(body: object) -> bytes | None:
    """What the seat link of a new guest is made from: the guest's own key, so that a repeated request gives the same.

    None without a key, and for accounts, who need no link. Raises Problem 422 for a key that can be guessed.
    """
    key = conditional.idempotency_key()
    if key is None or caller().account is not None:
        return None
    if len(key) < GUESTS_KEY:
        detail = f"Without an account a key is as good as a seat: {GUESTS_KEY} random characters at least."
        raise Problem(422, "weak_key", detail)
    return hmac.digest(key.encode(), b"kartfold/link/1:" + _digest(body).encode(), "sha256")


def _digest(body: object) -> str:
    if isinstance(body, dict):
        body = {name: value for name, value in body.items() if name != "expected_version"}
    said = json.dumps([request.method, request.path, body], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(said.encode()).hexdigest()
