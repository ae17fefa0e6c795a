"""Signing in and out, and making an account. Where one was before, one is afterwards; in between whoever has played as
a guest in this browser is asked whether the account takes those seats along."""

from flask import Response, make_response, redirect, url_for
from flask.typing import ResponseReturnValue
from marshmallow import Schema, fields

from app.api import limits
from app.api.auth import SESSION_COOKIE, caller, drop_cookie, session_secret, set_cookie
from app.api.context import services
from app.api.fields import Address, Password
from app.api.problems import Problem
from app.api.sessions import begun
from app.services.account.accounts import NameTaken
from app.web import language, preferences
from app.web.account.entries import Line, OwnName
from app.web.account.kept_seats import kept_seats, to_take_along
from app.web.account.tried import NOT_TAKEN, form
from app.web.forms import read
from app.web.language import _
from app.web.pages import Pages
from app.web.safety import destination

sign_in_pages = Pages("sign_in", __name__)


class SignInForm(Schema):
    """Name, or address, and password. What no account could have is refused as what none has."""

    name = Line(required=True)
    password = fields.String(required=True)


class SignUpForm(Schema):
    """A new account; with an address it can be found again without its password."""

    name = OwnName(required=True)
    password = Password(required=True)
    address = Address(load_default=None)


@sign_in_pages.get("/sign-in")
def sign_in() -> ResponseReturnValue:
    """The form; whoever is signed in goes on."""
    if caller().kind == "account":
        return redirect(destination() or url_for("account_page.show"), 303)
    return form("account/sign_in.html", next=destination())


@sign_in_pages.post("/sign-in")
def enter() -> ResponseReturnValue:
    """A new session, under a new cookie."""
    try:
        limits.spend(limits.SIGN_INS, limits.address())
        given = read(SignInForm)
        secret = _begun(given["name"], given["password"])
    except NOT_TAKEN as error:
        return form("account/sign_in.html", error, next=destination())
    return _entered(secret)


@sign_in_pages.get("/sign-up")
def sign_up() -> ResponseReturnValue:
    """The form; whoever is signed in goes on."""
    if caller().kind == "account":
        return redirect(destination() or url_for("account_page.show"), 303)
    return form("account/sign_up.html", next=destination(), seats=len(kept_seats()))


@sign_in_pages.post("/sign-up")
def make_account() -> ResponseReturnValue:
    """A new account, signed in; a letter asks whether its address is right."""
    try:
        limits.spend(limits.ACCOUNTS, limits.address())
        given = read(SignUpForm)
        secret = _made(given["name"], given["password"], given["address"])
    except NOT_TAKEN as error:
        return form("account/sign_up.html", error, next=destination(), seats=len(kept_seats()))
    return _entered(secret)


@sign_in_pages.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """The session is over, on the server too. Seats that the browser keeps stay there: they are nobody's account's."""
    if (secret := session_secret()) is not None:
        services().accounts.sign_out(secret)
    response = make_response(redirect(url_for("home.index", said="signed-out"), 303))
    drop_cookie(response, SESSION_COOKIE)
    return response


def _begun(name: str, password: str) -> str:
    """The secret of a new session. Raises Problem, in words for a page."""
    try:
        return begun(name, password)
    except Problem as error:
        if error.code != 401:
            raise
        raise Problem(422, "unknown_sign_in", _("No account has this name and this password.")) from None


def _made(name: str, password: str, address: str | None) -> str:
    """A new account: the secret of its first session. Raises Problem."""
    if address is not None:
        limits.letter(address.lower())
    try:
        account = services().accounts.create(name, password)
    except NameTaken:
        raise Problem(409, "name_taken", "This name is taken, or one that reads the same.") from None
    if address is not None:
        services().recovery.ask_address(account.id, password, address, language.current())
    return services().accounts.sign_in(name, password, session_secret())


def _entered(secret: str) -> Response:
    """The way on of somebody for whom a session has begun; what the account prefers comes along."""
    response = make_response(redirect(_onward(secret), 303))
    set_cookie(response, SESSION_COOKIE, secret, services().accounts.session_days)
    who = services().callers.by_session(secret, None)
    if who is not None and who.account is not None:
        preferences.bring(response, who.account)
    return response


def _onward(secret: str) -> str:
    if to_take_along(secret):
        return url_for("seats_page.show", next=destination())
    return destination() or url_for("mine.show", said="signed-in")
