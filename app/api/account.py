"""One's own account: what is kept of it, what can be changed, and where it is signed in."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar
from uuid import UUID

from flask import Response
from marshmallow import Schema, fields, validate

from app.api import limits
from app.api.auth import SESSION_COOKIE, drop_cookie, own_id, requires_account, session_secret
from app.api.blueprint import Blueprint
from app.api.context import services
from app.api.fields import Address, Boolean, Instant, Name, Password, Strict
from app.api.logs import until_it_breaks
from app.api.problems import Problem
from app.api.queries import language
from app.api.sessions import SessionSchema, signed_in
from app.services.account.accounts import NameTaken, NoSuchSession, Own, Session, WrongPassword
from app.services.account.departures import StillPlaying
from app.services.account.preferences import MOTIONS, THEMES
from app.services.languages import LANGUAGES

account = Blueprint("account", __name__, url_prefix="/account", description="One's own account")

R = TypeVar("R")


class PreferencesSchema(Strict):
    """How somebody likes the pages."""

    language = fields.String(
        allow_none=True, validate=validate.OneOf([*LANGUAGES]), metadata={"description": "null: as the browser asks"}
    )
    theme = fields.String(validate=validate.OneOf(THEMES))
    motion = fields.String(validate=validate.OneOf(MOTIONS))
    sound = Boolean()
    confirm = Boolean(metadata={"description": "A question before each move"})
    text = Boolean(metadata={"description": "The text mode"})


class OwnSchema(Schema):
    """An account, as its owner sees it."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    roles = fields.List(fields.String(), required=True, metadata={"description": "Offices: arbiter, admin"})
    created = Instant(required=True)
    address = fields.String(
        required=True, allow_none=True, metadata={"description": "The e-mail address that was confirmed"}
    )
    pending_address = fields.String(
        required=True, allow_none=True, metadata={"description": "One that waits to be confirmed"}
    )
    preferences = fields.Nested(PreferencesSchema, required=True)


class Changes(Strict):
    """What shall be otherwise; the rest stays."""

    name = Name()
    preferences = fields.Nested(PreferencesSchema)


class PasswordChange(Strict):
    """The password, and another one."""

    old = fields.String(required=True, load_only=True, metadata={"format": "password"})
    new = Password(required=True)


class NewAddress(Strict):
    """An e-mail address for letters."""

    address = Address(required=True)
    password = fields.String(required=True, load_only=True, metadata={"format": "password"})


class Certain(Strict):
    """The password, for what nobody else may do who finds a browser signed in."""

    password = fields.String(required=True, load_only=True, metadata={"format": "password"})


class OneSession(Schema):
    """A browser that is signed in."""

    id = fields.UUID(required=True)
    created = Instant(required=True)
    expires = Instant(required=True)
    this = fields.Boolean(required=True, metadata={"description": "The one that asks"})


class SessionList(Schema):
    """Where an account is signed in."""

    sessions = fields.List(fields.Nested(OneSession), required=True)


@account.route("")
@requires_account
@account.response(200, OwnSchema)
def view_account() -> dict[str, Any]:
    """My account"""
    return _own(services().accounts.own(own_id()))


@account.route("", methods=["PATCH"])
@requires_account
@account.arguments(Changes)
@account.response(200, OwnSchema)
@account.refuses(409)
def change_account(given: dict[str, Any]) -> dict[str, Any]:
    """Change my name, or my preferences

    The name changes at every table, those of the past too: records name nobody.
    """
    if "name" in given:
        try:
            services().accounts.rename(own_id(), given["name"])
        except NameTaken:
            raise Problem(409, "name_taken", "This name is taken, or one that reads the same.") from None
    if "preferences" in given:
        services().accounts.prefer(own_id(), given["preferences"])
    return _own(services().accounts.own(own_id()))


@account.route("", methods=["DELETE"])
@requires_account
@account.arguments(Certain)
@account.response(204)
@account.refuses(403, 409, 429)
def delete_account(given: dict[str, str]) -> Response:
    """Delete my account

    At once, and for good: sessions, tokens, address, preferences, private notes and imports go, and so does what you
    have said, but for the place of what was answered. Where you play you leave first: a bot plays on, or you resign;
    tables of yours that have not started are cancelled. Games stay, and call you nothing.
    """
    try:
        knowing_the_password(lambda: services().departures.leave(own_id(), given["password"], language()))
    except StillPlaying:
        detail = "A game went on while you were leaving it. Try again."
        raise Problem(409, "still_playing", detail) from None
    response = Response(status=204)
    drop_cookie(response, SESSION_COOKIE)
    return response


@account.route("/password", methods=["POST"])
@requires_account
@account.arguments(PasswordChange)
@account.response(200, SessionSchema)
@account.refuses(403, 429)
def change_password(given: dict[str, str]) -> Response:
    """Change my password

    All other sessions end; this one goes on under a new cookie. Tokens stay: revoke those that you do not know.
    """
    secret = knowing_the_password(
        lambda: services().recovery.change_password(own_id(), given["old"], given["new"], language())
    )
    return signed_in(secret)


@account.route("/address", methods=["POST"])
@requires_account
@account.arguments(NewAddress)
@account.response(202)
@account.refuses(403, 429)
def ask_address(given: dict[str, str]) -> Response:
    """Give an e-mail address for letters

    A letter with a link goes there. Until that is opened, within a day, all stays as it is.
    """
    limits.letter(own_id(), given["address"].lower())
    knowing_the_password(
        lambda: services().recovery.ask_address(own_id(), given["password"], given["address"], language())
    )
    return Response(status=202)


@account.route("/address", methods=["DELETE"])
@requires_account
@account.arguments(Certain)
@account.response(204)
@account.refuses(403, 429)
def remove_address(given: dict[str, str]) -> None:
    """Take my e-mail address away

    Also one that waits to be confirmed. Without one, a lost password is lost.
    """
    knowing_the_password(lambda: services().recovery.remove_address(own_id(), given["password"], language()))


@account.route("/sessions")
@requires_account
@account.response(200, SessionList)
def list_sessions() -> dict[str, list[Session]]:
    """Where I am signed in, the newest first"""
    return {"sessions": services().accounts.sessions(own_id(), session_secret())}


@account.route("/sessions/<uuid:session>", methods=["DELETE"])
@requires_account
@account.response(204)
@account.refuses(404)
def close_session(session: UUID) -> None:
    """Sign out elsewhere"""
    try:
        services().accounts.close_session(own_id(), str(session))
    except NoSuchSession:
        raise Problem(404, "no_such_session", "You have no session of this id.") from None


@account.route("/export")
@requires_account
@limits.limited(limits.RECORDS)
@account.response(200, {"type": "object"})
@account.refuses(429)
def export_account() -> Response:
    """All that is mine

    The account and its preferences, sessions, tokens (without secrets), seats and results, comments and private notes,
    reports, letters, notices, the calendar and vacations, and imports with what is kept of them. Who asked for an
    analysis is not kept.
    """
    response = Response(until_it_breaks(services().belongings.export(own_id())), content_type="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="kartfold-account.json"'
    response.headers["Cache-Control"] = "no-store"
    return response


def knowing_the_password(do: Callable[[], R]) -> R:
    """What takes the account's password. Raises Problem 403 for a wrong one, which is counted, and 429."""
    limits.check(limits.FAILURES, own_id())
    try:
        return do()
    except WrongPassword:
        limits.spend(limits.FAILURES, own_id())
        raise Problem(403, "wrong_password", "This is not the password of your account.") from None


def _own(own: Own) -> dict[str, Any]:
    return own._asdict() | {"preferences": asdict(own.preferences)}
