"""Webhooks: where notices are posted to for one's programs, what became of each, and another try."""

from contextlib import suppress
from typing import Any
from uuid import UUID

from flask import Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from marshmallow import Schema
from werkzeug.exceptions import NotFound

from app.api import limits
from app.api.auth import own_id
from app.api.context import services
from app.services.notices.notice_words import KIND_WORDS
from app.services.notices.webhooks import KINDS, PING, NoSuchDelivery, NoSuchWebhook, Shown, TooManyWebhooks
from app.services.refusals import Malformed, NotNow
from app.web.account.entries import Line
from app.web.account.tried import NOT_TAKEN, form, unspoken
from app.web.errors import error_page
from app.web.forms import Wrong, read
from app.web.language import _, later
from app.web.pages import Pages
from app.web.people import signed_in
from app.web.safety import kept_by_nobody

webhooks_page = Pages("webhooks_page", __name__)
webhooks_page.after_request(kept_by_nobody)

SENT_WORDS = {**KIND_WORDS, PING: later("A trial")}
"""What can be sent."""
OFF_WORDS = {
    "owner": later("Off: you turned it off."),
    "gone": later("Off: it said that it is gone."),
    "failing": later("Off: nothing has gone through for days."),
}
"""Why nothing is sent."""
ERROR_WORDS = {
    "not_allowed": later("its name leads to no public address"),
    "no_host": later("nobody knows its name"),
    "timed_out": later("it took too long"),
    "certificate": later("its certificate is not good"),
    "not_reached": later("it could not be reached"),
    "no_answer": later("it gave no answer"),
    "secret": later("it could not be signed: make a new secret"),
    "off": later("the webhook was turned off"),
    "passed": later("by then it was no longer so"),
    "too_many": later("too much was waiting: the oldest gave way"),
}
"""What went wrong with a try."""
ADDRESS_WORDS = {
    "It is too long.": later("It is too long."),
    "It must be written in ASCII, without spaces.": later("Only ASCII, and no spaces."),
    "It is no address.": later("This is no web address."),
    "It must begin with https://.": later("It has to begin with https://"),
    "It must not have a user name in it.": later("It must not have a user name in it."),
    "Its host must be a full domain name.": later("It needs a full domain name."),
    "Its port must be 443, or one from 1024 on.": later("Its port must be 443, or one from 1024 on."),
    "It must not have a fragment.": later("It must not have a # in it."),
}
"""What is wrong with an address."""
LOG = 50
"""Deliveries on a page."""


class WebhookForm(Schema):
    """Where to. Of what is ticked, and read beside."""

    address = Line(required=True)


@webhooks_page.errorhandler(NoSuchWebhook)
def unknown(error: NoSuchWebhook) -> ResponseReturnValue:
    """Nobody is told of what is another's."""
    return error_page(NotFound())


@webhooks_page.get("/account/webhooks")
@signed_in
def show() -> ResponseReturnValue:
    """Those that there are, and the form for another."""
    return _shown()


@webhooks_page.post("/account/webhooks")
@signed_in
def make() -> ResponseReturnValue:
    """Another one. Its secret is on this answer and never again."""
    try:
        limits.spend(limits.WEBHOOKS, own_id())
        made = _made(read(WebhookForm)["address"], _ticked())
    except NOT_TAKEN as error:
        return _shown(_spoken(error))
    return unspoken(_shown(made=made))


@webhooks_page.get("/account/webhooks/<uuid:webhook>")
@signed_in
def one(webhook: UUID) -> ResponseReturnValue:
    """A webhook, and what was sent there."""
    return _one(webhook)


@webhooks_page.post("/account/webhooks/<uuid:webhook>")
@signed_in
def change(webhook: UUID) -> ResponseReturnValue:
    """Another address, or other kinds."""
    try:
        address = read(WebhookForm)["address"]
        services().webhooks.change(own_id(), str(webhook), address, _ticked())
    except NOT_TAKEN as error:
        return _one(webhook, _spoken(error))
    return _back(webhook, "saved")


@webhooks_page.post("/account/webhooks/<uuid:webhook>/on")
@signed_in
def turn_on(webhook: UUID) -> ResponseReturnValue:
    """It has what comes from now on."""
    services().webhooks.change(own_id(), str(webhook), on=True)
    return _back(webhook, "saved")


@webhooks_page.post("/account/webhooks/<uuid:webhook>/off")
@signed_in
def turn_off(webhook: UUID) -> ResponseReturnValue:
    """Nothing is sent there."""
    services().webhooks.change(own_id(), str(webhook), on=False)
    return _back(webhook, "saved")


@webhooks_page.post("/account/webhooks/<uuid:webhook>/rotate")
@signed_in
def rotate(webhook: UUID) -> ResponseReturnValue:
    """Another secret, which is on this answer and never again."""
    limits.spend(limits.WEBHOOKS, own_id())
    return unspoken(_shown(made=services().webhooks.rotate(own_id(), str(webhook))))


@webhooks_page.post("/account/webhooks/<uuid:webhook>/test")
@signed_in
def send_trial(webhook: UUID) -> ResponseReturnValue:
    """A trial is on its way."""
    limits.spend(limits.WEBHOOKS, own_id())
    with suppress(NotNow):  # the page says that it is off
        services().webhooks.test(own_id(), str(webhook))
    return _back(webhook, "sent")


@webhooks_page.post("/account/webhooks/<uuid:webhook>/redeliver")
@signed_in
def redeliver(webhook: UUID) -> ResponseReturnValue:
    """A delivery is on its way anew; one that is forgotten stays so."""
    limits.spend(limits.WEBHOOKS, own_id())
    with suppress(NotNow, NoSuchDelivery):
        services().webhooks.redeliver(own_id(), str(webhook), request.form.get("delivery", ""))
    return _back(webhook, "sent")


@webhooks_page.post("/account/webhooks/<uuid:webhook>/remove")
@signed_in
def remove(webhook: UUID) -> ResponseReturnValue:
    """It is gone; one that is gone already is as good as removed."""
    with suppress(NoSuchWebhook):
        services().webhooks.remove(own_id(), str(webhook))
    return redirect(url_for("webhooks_page.show", said="removed"), 303)


def _made(address: str, kinds: list[str]) -> Shown:
    """Raises Malformed, Wrong."""
    try:
        return services().webhooks.add(own_id(), address, kinds)
    except TooManyWebhooks:
        raise Wrong({"address": _("You have as many webhooks as one may have: remove one first.")}) from None


def _ticked() -> list[str]:
    """Raises Wrong for nothing."""
    ticked = [kind for kind in KINDS if kind in request.form.getlist("kinds")]
    if not ticked:
        raise Wrong({"kinds": _("Tick at least one.")})
    return ticked


def _spoken(error: Exception) -> Exception:
    """What is wrong with an address, in the reader's words."""
    if isinstance(error, Malformed) and error.detail in ADDRESS_WORDS:
        return Wrong({error.field: _(ADDRESS_WORDS[error.detail])})
    return error


def _shown(error: Exception | None = None, made: Shown | None = None) -> Response:
    ticked = request.form.getlist("kinds") if error else list(KINDS)
    found = services().webhooks.of(own_id())
    return form("account/webhooks.html", error, webhooks=found, made=made, ticked=ticked, **_words())


def _one(webhook: UUID, error: Exception | None = None) -> Response:
    found = services().webhooks.one(own_id(), str(webhook))
    page = services().webhooks.log(own_id(), found.id, request.args.get("cursor"), LOG)
    ticked = request.form.getlist("kinds") if error else found.kinds
    return form("account/webhook.html", error, webhook=found, log=page, ticked=ticked, **_words())


def _words() -> dict[str, Any]:
    return {"kinds": KINDS, "kind_words": SENT_WORDS, "off_words": OFF_WORDS, "error_words": ERROR_WORDS}


def _back(webhook: UUID, said: str) -> Response:
    return redirect(url_for("webhooks_page.one", webhook=webhook, said=said), 303)  # type: ignore[return-value]
