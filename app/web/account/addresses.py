"""The e-mail address of an account: given, confirmed by whoever reads the letter that goes there, and taken away."""

from flask import make_response, redirect, url_for
from flask.typing import ResponseReturnValue
from marshmallow import Schema, fields

from app.api import limits
from app.api.account import knowing_the_password
from app.api.auth import caller, own_id
from app.api.context import services
from app.api.fields import Address
from app.api.problems import Problem
from app.api.recovery import redeeming
from app.services.account.recovery import AddressTaken, Redeemed
from app.web import language
from app.web.account.tried import NOT_TAKEN, form, over, unspoken
from app.web.forms import read
from app.web.language import _
from app.web.pages import Pages
from app.web.people import signed_in
from app.web.safety import kept_by_nobody

addresses = Pages("addresses", __name__)
addresses.after_request(kept_by_nobody)


class AddressForm(Schema):
    """An e-mail address for letters."""

    address = Address(required=True)
    password = fields.String(required=True)


class RemovalForm(Schema):
    """The password, for what nobody else may do who finds a browser signed in."""

    password = fields.String(required=True)


@addresses.get("/account/address")
@signed_in
def show() -> ResponseReturnValue:
    """The address that there is, and the form for another."""
    return _form("account/address.html")


@addresses.post("/account/address")
@signed_in
def ask() -> ResponseReturnValue:
    """A letter to the address, with a link that makes it the account's."""
    try:
        given = read(AddressForm)
        limits.letter(own_id(), given["address"].lower())
        knowing_the_password(
            lambda: services().recovery.ask_address(own_id(), given["password"], given["address"], language.current())
        )
    except NOT_TAKEN as error:
        return _form("account/address.html", error)
    return redirect(url_for("account_page.show", said="address-letter"), 303)


@addresses.get("/account/address/remove")
@signed_in
def removal() -> ResponseReturnValue:
    """Whether one means it."""
    return _form("account/no_address.html")


@addresses.post("/account/address/remove")
@signed_in
def remove() -> ResponseReturnValue:
    """No address any more, nor one that waits to be confirmed."""
    try:
        known = read(RemovalForm)["password"]
        knowing_the_password(lambda: services().recovery.remove_address(own_id(), known, language.current()))
    except NOT_TAKEN as error:
        return _form("account/no_address.html", error)
    return redirect(url_for("account_page.show", said="address-removed"), 303)


@addresses.get("/address/<secret>")
def confirm(secret: str) -> ResponseReturnValue:
    """The link of a letter, for whoever reads it: it asks first."""
    try:
        asked = redeeming(lambda: _asked(secret))
    except Problem as error:
        return _over(error)
    return unspoken(form("account/confirm_address.html", secret=secret, address=asked))


@addresses.post("/address/<secret>")
def confirmed(secret: str) -> ResponseReturnValue:
    """The address is the account's."""
    try:
        redeeming(lambda: services().recovery.confirm_address(secret))
    except AddressTaken:
        return _over(Problem(409, "other_address", _("Another account has this address: remove it there first.")))
    except Problem as error:
        return _over(error)
    where = "account_page.show" if caller().kind == "account" else "home.index"
    return unspoken(make_response(redirect(url_for(where, said="address-confirmed"), 303)))


def _asked(secret: str) -> str:
    asked = services().recovery.is_asked(secret)
    if asked is None:
        raise Redeemed
    return asked


def _over(error: Problem) -> ResponseReturnValue:
    return over(error, url_for("addresses.show"))


def _form(template: str, error: Exception | None = None) -> ResponseReturnValue:
    return form(template, error, own=services().accounts.own(own_id()))
