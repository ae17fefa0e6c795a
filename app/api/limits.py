"""How often somebody may try what invites guessing. Moves are not counted."""

import hashlib
import time
from collections.abc import Callable
from functools import wraps
from ipaddress import IPv6Address, ip_address
from typing import ParamSpec, TypeVar, cast

from flask import Flask, current_app
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute

from app.api.problems import Problem
from app.services.play.callers import Caller

SIGN_INS = RateLimitItemPerMinute(20, namespace="sign-in")
"""An address's attempts to sign in."""
FAILURES = RateLimitItemPerHour(100, namespace="sign-in-failure")
"""Wrong passwords for one name, from wherever. Enough that nobody locks somebody else out by accident."""
ACCOUNTS = RateLimitItemPerHour(20, namespace="account")
"""An address's new accounts."""
GUESSES = RateLimitItemPerMinute(30, namespace="guess")
"""An address's secrets that were nobody's."""
LETTERS = RateLimitItemPerHour(30, namespace="letter")
"""An address's questions for letters, to whomever."""
LETTERS_TO = RateLimitItemPerHour(10, namespace="letter-to")
"""Letters asked for to one name, address or account, from wherever; of those with a link fewer are sent."""

TABLES = RateLimitItemPerHour(120, namespace="table")
"""An account's tables made; an address's tables made and seats taken without an account."""
BRANCHES = RateLimitItemPerHour(30, namespace="branch")
"""An account's branches, or an address's without one: each begins with a copy of what was played before it."""
COMMENTS = RateLimitItemPerHour(120, namespace="comment")
"""An account's or a guest's comments and reports."""
INVITATIONS = RateLimitItemPerHour(60, namespace="invitation")
"""An account's invitations by name, and an address's without one; more than one table can have."""
PHRASES = RateLimitItemPerMinute(6, namespace="phrase")
PHRASES_AN_HOUR = RateLimitItemPerHour(40, namespace="phrase-hour")
"""A seat's phrases, and a caller's reports of them."""
MUTES = RateLimitItemPerHour(300, namespace="mute")
"""A caller's persons and seats muted, and heard again."""
FEEDS = RateLimitItemPerHour(30, namespace="feed")
"""An account's new addresses of its feed."""
TIME_OFF = RateLimitItemPerHour(60, namespace="time-off")
"""An account's calendars set and vacations begun, which stop clocks in all of its games; each time the others' moves
have to be sent anew."""
ORDERS = RateLimitItemPerHour(600, namespace="orders")
"""A caller's lists of orders left, looked at before, and taken back."""
WEBHOOKS = RateLimitItemPerHour(120, namespace="webhook")
"""An account's webhooks made, changed, tried and asked for deliveries anew; and its browsers that want to be told."""
STREAMS = RateLimitItemPerMinute(120, namespace="stream")
"""An account's streams opened, or an address's without one: one of all games begins with how each of them stands."""
PICTURES = RateLimitItemPerMinute(240, namespace="picture")
"""An address's pictures of positions."""
POSITIONS = RateLimitItemPerMinute(600, namespace="position")
"""An address's views of positions of imports, for each of which a record may have to be folded."""
IMPORTS = RateLimitItemPerHour(60, namespace="import")
"""An account's replays brought from elsewhere, each of which is verified."""
ANALYSES = RateLimitItemPerHour(30, namespace="analysis")
"""An account's or an address's analyses asked for, each of which takes minutes of work behind the requests."""
RECORDS = RateLimitItemPerMinute(60, namespace="record")
"""An address's questions for which a whole record is played again."""

EXTENSION = "kartfold-limiter"
HOST_BITS = 64
"""Of an IPv6 address (RFC 4291, 2.5.1)."""

P = ParamSpec("P")
R = TypeVar("R")


def init_app(app: Flask, storage: str, enabled: bool) -> None:
    """Keeps the counts of this app in that storage."""
    app.config["RATELIMIT_HEADERS_ENABLED"] = False
    app.extensions[EXTENSION] = Limiter(get_remote_address, app=app, storage_uri=storage, enabled=enabled)


def address() -> str:
    """Where the request comes from, by which most counts go: an IPv4 address, or the first half of an IPv6 address, of
    which whoever has one has all others with that half."""
    said = get_remote_address() or ""
    try:
        found = ip_address(said)
    except ValueError:
        return said  # no address of the internet, as that of a socket in the file system
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> HOST_BITS << HOST_BITS))


def of(who: Caller) -> str:
    """Whom something is counted for: an account, or the address of somebody who has none."""
    return who.account or address()


def spend(limit: RateLimitItem, *of: str) -> None:
    """Counts one for these. Raises Problem 429 when they have had as many as there are."""
    limiter = _limiter()
    if limiter.enabled and not limiter.limiter.hit(limit, *_counted(of)):
        raise _exceeded(limit, *of)


def check(limit: RateLimitItem, *of: str) -> None:
    """Counts nothing. Raises Problem 429 when nothing is left."""
    limiter = _limiter()
    if limiter.enabled and not limiter.limiter.test(limit, *_counted(of)):
        raise _exceeded(limit, *of)


def letter(*to: str) -> None:
    """Counts a letter that is asked for: by who asks, and for each of these. Raises Problem 429."""
    spend(LETTERS, address())
    for each in to:
        spend(LETTERS_TO, each)


def limited(limit: RateLimitItem) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A view that an address may call so often, whatever comes of it. Goes above `arguments`."""

    def decorate(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def counted(*args: P.args, **kwargs: P.kwargs) -> R:
            spend(limit, address())
            return view(*args, **kwargs)

        return counted

    return decorate


def _limiter() -> Limiter:
    return cast(Limiter, current_app.extensions[EXTENSION])


def _counted(of: tuple[str, ...]) -> list[str]:
    """What a count is kept under: hashes, for what strangers send may be long, and each count is kept for an hour."""
    return [hashlib.sha256(each.encode("utf-8", "surrogatepass")).hexdigest() for each in of]


def _exceeded(limit: RateLimitItem, *of: str) -> Problem:
    resets = _limiter().limiter.get_window_stats(limit, *_counted(of)).reset_time
    wait = max(1, round(resets - time.time()))
    detail = f"Too many attempts: try again in {wait} seconds."
    return Problem(429, "too_many_requests", detail, headers={"Retry-After": str(wait)})
