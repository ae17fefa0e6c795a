"""Who asks: the caller of the current request, and what a view demands of them.

A secret in the Authorization header speaks alone: if it is wrong the answer is 401, whatever cookies came with it.
Cookies come by themselves, so a write that rests on one needs the CSRF token too.
"""

import hmac
import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from flask import Response, current_app, g, request

from app.api import limits
from app.api.conditional import KEY
from app.api.context import services
from app.api.problems import Problem
from app.services.account.credentials import csrf_token
from app.services.play.callers import ANONYMOUS, Caller, Callers

SESSION_COOKIE = "kartfold_session"
SEAT_COOKIE = "kartfold_seat_"
"""One a game: the game's id follows."""
COOKIES = (SESSION_COOKIE, SEAT_COOKIE)
"""How the names of cookies begin that say who somebody is."""
CSRF_HEADER = "X-CSRF-Token"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
GAME = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
LONGEST_DAYS = 400  # browsers keep no cookie for longer

P = ParamSpec("P")
R = TypeVar("R")


class Found(NamedTuple):
    """A caller, and the secret of the cookie that said so; None for a bearer or nobody."""

    caller: Caller
    cookie: str | None


def caller() -> Caller:
    """Who sent this request. Raises Problem 401 for a bearer secret that is nobody's."""
    return _found().caller


class Again:
    """Who sent a request, asked again later, when the request itself is gone: a stream lasts longer than a session may.

    None where what came with it is good for nothing any more.
    """

    def __init__(self) -> None:
        self._callers = services().callers
        self._header = request.headers.get("Authorization")
        self._cookies = {name: value for name, value in request.cookies.items() if name.startswith(COOKIES)}
        self._identity = caller().identity

    def at(self, game: str | None) -> Caller | None:
        """Who that is at this game."""
        found = self._by_header(game) if self._header is not None else self._by_cookie(game)
        return found if found is not None and found.identity == self._identity else None

    def _by_header(self, game: str | None) -> Caller | None:
        return self._callers.by_bearer((self._header or "").partition(" ")[2].strip(), game)

    def _by_cookie(self, game: str | None) -> Caller | None:
        found = _of_cookies(self._callers, self._cookies, game, None)
        if found is not None and found.caller.identity != self._identity:  # a guest of this game has the browser, too
            found = _by_session_cookie(self._callers, self._cookies, game, None)
        return ANONYMOUS if found is None else found.caller


def requires(
    scope: str, *, anonymous: bool = False, account: bool = False
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A view for callers with this scope; with `anonymous` also for those who say nothing of who they are, with
    `account` for no guests.

    Goes above `arguments`, so that strangers are told so before their body is read. Answers 401, or 403 for a scope
    or a CSRF token that is missing, and documents how to say who one is.
    """

    def decorate(view: Callable[P, R]) -> Callable[P, R]:
        @wraps(view)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            found = _found()
            _check(found, scope, anonymous)
            if account and found.caller.account is None:
                raise Problem(403, "account_needed", "Only somebody with an account may do this.")
            return view(*args, **kwargs)

        return _documented(guarded, scope, anonymous, account)

    return decorate


def requires_account(view: Callable[P, R]) -> Callable[P, R]:
    """A view for people who are signed in with an account, not for their programs. Goes above `arguments`."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        found = _found()
        _check(found, "manage", False)
        if found.caller.kind != "account":
            raise Problem(403, "session_needed", "Only somebody who is signed in with a session may do this.")
        return view(*args, **kwargs)

    _document(guarded, [{"session": [], "csrf": []}])
    return guarded


def own_id() -> str:
    """The id of the account that asks, where only accounts may."""
    account = caller().account
    assert account is not None, "accounts alone are let in before this"
    return account


def page_csrf_token() -> str | None:
    """The CSRF token that goes with this request's cookie; None without a cookie that says who asks."""
    cookie = _found().cookie
    return make_csrf_token(cookie) if cookie else None


def make_csrf_token(cookie: str) -> str:
    """The CSRF token of a cookie with this secret."""
    return csrf_token(current_app.config["SECRET_KEY"], cookie)


def session_secret() -> str | None:
    """What the session cookie of this request says, right or wrong."""
    return request.cookies.get(SESSION_COOKIE)


def set_cookie(response: Response, name: str, secret: str, days: int) -> None:
    """A cookie that scripts cannot read and other sites cannot post with."""
    secure = current_app.config["SESSION_COOKIE_SECURE"]
    age = days * 24 * 60 * 60
    response.set_cookie(name, secret, max_age=age, httponly=True, samesite="Lax", secure=secure)


def drop_cookie(response: Response, name: str) -> None:
    """Tells the browser to forget a cookie."""
    secure = current_app.config["SESSION_COOKIE_SECURE"]
    response.delete_cookie(name, httponly=True, samesite="Lax", secure=secure)


def unauthorized(detail: str, error: str = "") -> Problem:
    """A 401 that says how to sign in (RFC 6750)."""
    challenge = 'Bearer realm="kartfold"' + (f', error="{error}"' if error else "")
    return Problem(401, "unauthorized", detail, headers={"WWW-Authenticate": challenge})


def _found() -> Found:
    if "found" not in g:
        g.found = _by_header() or _by_cookie() or Found(ANONYMOUS, None)
    found: Found = g.found
    return found


def _by_header() -> Found | None:
    if (header := request.headers.get("Authorization")) is None:
        return None
    scheme, _, secret = header.partition(" ")
    bearer = scheme.lower() == "bearer"
    known = services().callers.by_bearer(secret.strip(), _game(), _key()) if bearer else None
    if known is None:
        limits.spend(limits.GUESSES, limits.address())
        raise unauthorized("The bearer secret is not known, has expired, or was replaced.", "invalid_token")
    return Found(known, None)


def _by_cookie() -> Found | None:
    return _of_cookies(services().callers, request.cookies, _game(), _key())


def _of_cookies(callers: Callers, cookies: Mapping[str, str], game: str | None, key: str | None) -> Found | None:
    """A guest's seat, or else an account. But an account that sits at the table itself is no guest there: whoever got
    it to open their seat link would keep it from its own cards."""
    guest = _by_seat_cookie(callers, cookies, game, key)
    account = _by_session_cookie(callers, cookies, game, key)
    return account if guest is None or (account and account.caller.seat is not None) else guest


def _by_seat_cookie(callers: Callers, cookies: Mapping[str, str], game: str | None, key: str | None) -> Found | None:
    """A guest is somebody at their own table only; elsewhere the browser may well hold another seat, or an account."""
    secret = cookies.get(f"{SEAT_COOKIE}{game}") if game else None
    known = callers.by_link(secret, key) if secret else None
    return Found(known, secret) if known and known.game == game else None


def _by_session_cookie(callers: Callers, cookies: Mapping[str, str], game: str | None, key: str | None) -> Found | None:
    secret = cookies.get(SESSION_COOKIE)
    known = callers.by_session(secret, game, key) if secret else None
    return Found(known, secret) if known else None


def _game() -> str | None:
    """The game that the request is about: in its path, or as a query's `game`."""
    game = str((request.view_args or {}).get("game") or request.args.get("game") or "")
    return game if GAME.fullmatch(game) else None


def _key() -> str | None:
    """The request's Idempotency-Key, if it is one: the same query tells whether it was used."""
    key = request.headers.get("Idempotency-Key")
    return key if key and KEY.fullmatch(key) else None


def _check(found: Found, scope: str, anonymous: bool) -> None:
    if found.caller.kind == "anonymous" and not anonymous:
        raise unauthorized("Sign in, or send a token or a seat link secret.")
    if scope not in found.caller.scopes:
        challenge = f'Bearer realm="kartfold", error="insufficient_scope", scope="{scope}"'
        detail = f"This needs the scope {scope}."
        raise Problem(403, "scope_missing", detail, headers={"WWW-Authenticate": challenge})
    if found.cookie is not None and request.method not in SAFE:
        _check_csrf(found.cookie)


def _check_csrf(cookie: str) -> None:
    given = request.headers.get(CSRF_HEADER, "")
    if not hmac.compare_digest(given.encode(), make_csrf_token(cookie).encode()):
        detail = f"A write that comes with a cookie needs its CSRF token in {CSRF_HEADER}."
        raise Problem(403, "csrf", detail)


def _documented(view: Callable[P, R], scope: str, anonymous: bool, account: bool) -> Callable[P, R]:
    ways: list[dict[str, list[str]]] = [{"token": [scope]}, {"session": [], "csrf": []}]
    if scope in ANONYMOUS.scopes and not account:
        ways.append({"seat": []})
    if anonymous:
        ways.append({})
    _document(view, ways)
    return view


def _document(view: Callable[..., Any], ways: list[dict[str, list[str]]]) -> None:
    """flask-smorest keeps what it knows of a view in _apidoc, and merges manual_doc into the operation."""
    apidoc = dict(getattr(view, "_apidoc", {}))
    apidoc["manual_doc"] = apidoc.get("manual_doc", {}) | {"security": ways}
    view._apidoc = apidoc  # type: ignore[attr-defined]
