"""Tokens for programs: made, shown once, and taken away."""

from contextlib import suppress

from flask import Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from marshmallow import Schema, fields, validate

from app.api.auth import caller, own_id
from app.api.context import services
from app.services.account.tokens import NoSuchToken, NotYours, Token, TooMany
from app.services.clock import now
from app.services.play.callers import SCOPES
from app.web.account.entries import Label
from app.web.account.tried import NOT_TAKEN, form, unspoken
from app.web.forms import Wrong, read
from app.web.language import _, later
from app.web.pages import Pages
from app.web.people import signed_in
from app.web.safety import kept_by_nobody

tokens_page = Pages("tokens_page", __name__)
tokens_page.after_request(kept_by_nobody)

SCOPE_WORDS = {
    "read": later("Look at what you may see, your own cards too"),
    "play": later("Sit down, move, and say what you could say"),
    "manage": later("Change your webhooks"),
    "arbiter": later("Keep order, as the official that you are"),
    "admin": later("Take replays from elsewhere away, as the admin that you are"),
}
"""What a program may do with a token, in words."""
OFFERED = ("read", "play", "manage", "arbiter", "admin")
"""What makes a difference."""
DAYS = {
    "30": later("30 days"),
    "90": later("90 days"),
    "365": later("A year"),
    "": later("Until you remove it"),
}
"""How long a token can last."""


class TokenForm(Schema):
    """A new token. What it may do is ticked, and read beside."""

    name = Label(1, 64, required=True)
    days = fields.String(load_default="", validate=validate.OneOf(list(DAYS)))


class RemovalForm(Schema):
    """Which token is of no use any more."""

    token = fields.UUID(required=True)


@tokens_page.get("/account/tokens")
@signed_in
def show() -> ResponseReturnValue:
    """Those that there are, and the form for another."""
    return _shown()


@tokens_page.post("/account/tokens")
@signed_in
def make() -> ResponseReturnValue:
    """Another token. Its secret is on this answer and never again: nothing keeps it that could show it."""
    try:
        given = read(TokenForm)
        token, secret = _made(given["name"], _scopes(), int(given["days"]) if given["days"] else None)
    except NOT_TAKEN as error:
        return _shown(error)
    return unspoken(_shown(made=token, secret=secret))


@tokens_page.post("/account/tokens/remove")
@signed_in
def remove() -> ResponseReturnValue:
    """Whoever uses it is refused from now on; one that is not there any more is as good as removed."""
    with suppress(NoSuchToken):
        services().tokens.revoke(own_id(), str(read(RemovalForm)["token"]))
    return redirect(url_for("tokens_page.show", said="token-removed"), 303)


def _scopes() -> list[str]:
    """What was ticked. Raises Wrong for nothing."""
    ticked = [scope for scope in SCOPES if scope in request.form.getlist("scopes")]
    if not ticked:
        raise Wrong({"scopes": _("A token that may do nothing is of no use: tick something.")})
    return ticked


def _made(name: str, scopes: list[str], days: int | None) -> tuple[Token, str]:
    """A token and its secret. Raises Wrong."""
    try:
        return services().tokens.create(caller(), name, scopes, days)
    except NotYours:
        raise Wrong({"scopes": _("You cannot give a program what you may not do yourself.")}) from None
    except TooMany:
        raise Wrong({"name": _("You have as many tokens as one may have: remove one first.")}) from None


def _shown(error: Exception | None = None, made: Token | None = None, secret: str | None = None) -> Response:
    mine = [(scope, _(SCOPE_WORDS[scope])) for scope in OFFERED if scope in caller().scopes]
    ticked = request.form.getlist("scopes") if error else ["read"]
    tokens = services().tokens.of(own_id())
    return form(
        "account/tokens.html", error, tokens=tokens, made=made, secret=secret, scopes=mine, ticked=ticked, days=DAYS,
        scope_words=SCOPE_WORDS, now=now(),
    )  # fmt: skip
