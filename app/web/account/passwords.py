"""Lost passwords: a letter is asked for, and its link leads to a form for another one."""

from flask import make_response, redirect, url_for
from flask.typing import ResponseReturnValue
from marshmallow import Schema

from app.api import limits
from app.api.context import services
from app.api.fields import Password
from app.api.problems import Problem
from app.api.recovery import LONGEST_ASKED, redeeming
from app.services.account.recovery import Redeemed
from app.web import language
from app.web.account.entries import Line
from app.web.account.tried import NOT_TAKEN, form, over, unspoken
from app.web.forms import read
from app.web.pages import Pages

passwords = Pages("passwords", __name__)


class ForgottenForm(Schema):
    """Whose password is lost."""

    name = Line(required=True)


class ChosenForm(Schema):
    """Another password."""

    new = Password(required=True)


@passwords.get("/password")
def forgotten() -> ResponseReturnValue:
    """The form for a letter."""
    return form("account/lost_password.html")


@passwords.post("/password")
def ask() -> ResponseReturnValue:
    """A letter, if there is anybody to write to; the answer is the same if not."""
    try:
        asked = read(ForgottenForm)["name"][:LONGEST_ASKED]
        limits.letter(asked.casefold())
    except NOT_TAKEN as error:
        return form("account/lost_password.html", error)
    services().recovery.ask_password(asked, language.current())
    return redirect(url_for("passwords.forgotten", said="password-letter"), 303)


@passwords.get("/password/<secret>")
def choose(secret: str) -> ResponseReturnValue:
    """The link of a letter, with the form for another password."""
    try:
        redeeming(lambda: _check(secret))
    except Problem as error:
        return over(error, url_for("passwords.forgotten"))
    return unspoken(form("account/new_password.html", secret=secret))


@passwords.post("/password/<secret>")
def chosen(secret: str) -> ResponseReturnValue:
    """The password is another one; one signs in with it, and is signed out everywhere."""
    try:
        new = read(ChosenForm)["new"]
        redeeming(lambda: services().recovery.reset_password(secret, new))
    except Problem as error:
        return over(error, url_for("passwords.forgotten"))
    except NOT_TAKEN as error:
        return unspoken(form("account/new_password.html", error, secret=secret))
    return unspoken(make_response(redirect(url_for("sign_in.sign_in", said="password-set"), 303)))


def _check(secret: str) -> None:
    if not services().recovery.is_open(secret):
        raise Redeemed
