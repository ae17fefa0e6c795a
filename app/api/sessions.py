"""Signing in and out: the session of a browser."""

from typing import Any

from flask import Response, jsonify
from marshmallow import fields

from app.api import limits
from app.api.accounts import AtGame, CallerSchema, said
from app.api.auth import (
    SESSION_COOKIE,
    caller,
    drop_cookie,
    make_csrf_token,
    page_csrf_token,
    requires,
    session_secret,
    set_cookie,
    unauthorized,
)
from app.api.blueprint import Blueprint
from app.api.context import services
from app.api.fields import Strict
from app.services.account.accounts import WrongPassword, name_key
from app.services.play.callers import ANONYMOUS, Caller

sessions = Blueprint("sessions", __name__, description="Signing in and out")


class SignIn(Strict):
    """Name, or address, and password. What no account could have is refused as what none has: rules for them change."""

    name = fields.String(required=True)
    password = fields.String(required=True, load_only=True, metadata={"format": "password"})


class SessionSchema(CallerSchema):
    """The caller, and what writes that come with the cookie must send back."""

    csrf_token = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "For the header X-CSRF-Token; null where no cookie says who asks"},
    )


@sessions.route("/session", methods=["POST"])
@limits.limited(limits.SIGN_INS)
@sessions.arguments(SignIn)
@sessions.response(200, SessionSchema)
@sessions.refuses(401, 429)
def sign_in(given: dict[str, str]) -> Response:
    """Sign in

    By name, or by an address that was confirmed. The session comes as a cookie, which scripts cannot read. A session
    that was there before ends.
    """
    return signed_in(begun(given["name"], given["password"]))


@sessions.route("/session")
@requires("read", anonymous=True)
@sessions.arguments(AtGame, location="query")
@sessions.response(200, SessionSchema)
def session(query: dict[str, Any]) -> Response:
    """Who I am, and my CSRF token

    For a page that was loaded with a cookie: an account's session or, with `game`, a guest's seat there.
    """
    return _response(caller(), page_csrf_token())


@sessions.route("/session", methods=["DELETE"])
@requires("read", anonymous=True)
@sessions.response(204)
def sign_out() -> Response:
    """Sign out

    The session is over, on the server too. Nothing happens without one.
    """
    if (secret := session_secret()) is not None:
        services().accounts.sign_out(secret)
    response = Response(status=204)
    drop_cookie(response, SESSION_COOKIE)
    return response


def begun(name: str, password: str) -> str:
    """The secret of a new session, in place of the one that this browser had. Raises Problem 401 for a wrong name or
    password, which is counted, and 429."""
    key = name_key(name)
    limits.check(limits.FAILURES, key)
    try:
        return services().accounts.sign_in(name, password, session_secret())
    except WrongPassword:
        limits.spend(limits.FAILURES, key)
        raise unauthorized("No account has this name and this password.") from None


def signed_in(secret: str) -> Response:
    """The answer to somebody for whom a session has begun: its cookie, and the CSRF token that goes with that."""
    who = services().callers.by_session(secret, None) or ANONYMOUS
    response = _response(who, make_csrf_token(secret))
    set_cookie(response, SESSION_COOKIE, secret, services().accounts.session_days)
    return response


def _response(caller: Caller, csrf_token: str | None) -> Response:
    """Not to be kept by anybody: it holds a CSRF token."""
    response = jsonify(SessionSchema().dump(said(caller) | {"csrf_token": csrf_token}))
    response.headers["Cache-Control"] = "no-store"
    return response
