"""One's own account: what is kept of it, what can be changed, where it is signed in, and how to take all of it along or
away."""

from contextlib import suppress
from uuid import UUID

from flask import Response, make_response, redirect, url_for
from flask.typing import ResponseReturnValue
from marshmallow import Schema, fields

from app.api import limits
from app.api.account import knowing_the_password
from app.api.auth import SESSION_COOKIE, caller, drop_cookie, own_id, session_secret, set_cookie
from app.api.context import services
from app.api.fields import Password
from app.api.problems import Problem
from app.services.account.accounts import NameTaken, NoSuchSession
from app.services.account.departures import StillPlaying
from app.web import language
from app.web.account.entries import OwnName
from app.web.account.tried import NOT_TAKEN, form
from app.web.forms import read
from app.web.pages import Pages
from app.web.people import signed_in
from app.web.safety import kept_by_nobody

account_page = Pages("account_page", __name__)


class NameForm(Schema):
    """Another name."""

    name = OwnName(required=True)


class CertainForm(Schema):
    """The password, for what nobody else may do who finds a browser signed in."""

    password = fields.String(required=True)


class PasswordForm(Schema):
    """The password, and another one."""

    password = fields.String(required=True)
    new = Password(required=True)


class SessionForm(Schema):
    """A browser that is signed in; none means all but this one."""

    session = fields.UUID(load_default=None)


class PersonForm(Schema):
    """Somebody with an account."""

    account = fields.UUID(required=True)


account_page.after_request(kept_by_nobody)


@account_page.get("/account")
@signed_in
def show() -> ResponseReturnValue:
    """What there is."""
    who = caller()
    return form(
        "account/account.html",
        own=services().accounts.own(own_id()),
        sessions=services().accounts.sessions(own_id(), session_secret()),
        muted=services().mutes.people(who),
        official="arbiter" in who.scopes,
    )


# ------------------------------------------------------------ name and password


@account_page.get("/account/name")
@signed_in
def name() -> ResponseReturnValue:
    """The form for another name."""
    return form("account/name.html")


@account_page.post("/account/name")
@signed_in
def rename() -> ResponseReturnValue:
    """Another name, at every table."""
    try:
        _renamed(read(NameForm)["name"])
    except NOT_TAKEN as error:
        return form("account/name.html", error)
    return _back("saved")


@account_page.get("/account/password")
@signed_in
def password() -> ResponseReturnValue:
    """The form for another password."""
    return form("account/password.html")


@account_page.post("/account/password")
@signed_in
def change_password() -> ResponseReturnValue:
    """Another password: all other sessions end, and this one goes on under a new cookie."""
    try:
        given = read(PasswordForm)
        secret = knowing_the_password(
            lambda: services().recovery.change_password(own_id(), given["password"], given["new"], language.current())
        )
    except NOT_TAKEN as error:
        return form("account/password.html", error)
    response = _back("password-changed")
    set_cookie(response, SESSION_COOKIE, secret, services().accounts.session_days)
    return response


# ------------------------------------------------------------ where one is signed in, and whom one does not hear


@account_page.post("/account/sessions/end")
@signed_in
def end_session() -> ResponseReturnValue:
    """Another browser is signed out, or all others."""
    asked = read(SessionForm)["session"]
    for one in services().accounts.sessions(own_id(), session_secret()):
        if not one.this and asked in (None, UUID(one.id)):
            _end(one.id)
    return _back("signed-out-there")


@account_page.post("/account/heard")
@signed_in
def unmute() -> ResponseReturnValue:
    """Somebody is heard again."""
    limits.spend(limits.MUTES, caller().identity)
    services().mutes.unmute(caller(), str(read(PersonForm)["account"]))
    return _back("heard")


# ------------------------------------------------------------ the end


@account_page.get("/account/delete")
@signed_in
def leave() -> ResponseReturnValue:
    """What goes, and what stays."""
    return _leaving()


@account_page.post("/account/delete")
@signed_in
def delete() -> ResponseReturnValue:
    """The account is gone, and what was its own."""
    try:
        known = read(CertainForm)["password"]
        knowing_the_password(lambda: services().departures.leave(own_id(), known, language.current()))
    except StillPlaying:
        return _leaving(Problem(409, "still_playing", "A game went on while you were leaving it."))
    except NOT_TAKEN as error:
        return _leaving(error)
    response = make_response(redirect(url_for("home.index", said="deleted"), 303))
    drop_cookie(response, SESSION_COOKIE)
    return response


def _renamed(name: str) -> None:
    try:
        services().accounts.rename(own_id(), name)
    except NameTaken:
        raise Problem(409, "name_taken", "This name is taken, or one that reads the same.") from None


def _end(session: str) -> None:
    """One that has ended meanwhile has ended."""
    with suppress(NoSuchSession):
        services().accounts.close_session(own_id(), session)


def _leaving(error: Exception | None = None) -> Response:
    return form("account/delete.html", error, own=services().accounts.own(own_id()))


def _back(said: str) -> Response:
    return make_response(redirect(url_for("account_page.show", said=said), 303))
