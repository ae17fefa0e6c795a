"""What one is told, and where: kinds by ways, the digest, and the feed."""

from flask import Response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from marshmallow import Schema, fields, validate

from app.api import limits
from app.api.auth import own_id
from app.api.context import services
from app.api.fields import QueryInteger
from app.api.problems import Problem
from app.services.notices.notice_choices import CHANNELS, DIGESTS, HOURS, KINDS
from app.services.notices.notice_words import KIND_WORDS
from app.web.account.tried import NOT_TAKEN, form, unspoken
from app.web.forms import read
from app.web.pages import Pages
from app.web.people import signed_in
from app.web.safety import kept_by_nobody

notices_page = Pages("notices_page", __name__)
notices_page.after_request(kept_by_nobody)


class NoticesForm(Schema):
    """When letters come. What is told is ticked, and read beside."""

    digest = fields.String(required=True, validate=validate.OneOf(DIGESTS))
    hour = QueryInteger(required=True, validate=validate.Range(min(HOURS), max(HOURS)))


@notices_page.get("/account/notifications")
@signed_in
def show() -> ResponseReturnValue:
    """What there is."""
    return _shown()


@notices_page.post("/account/notifications")
@signed_in
def save() -> ResponseReturnValue:
    """What was ticked is told, and nothing else."""
    try:
        given = read(NoticesForm)
    except NOT_TAKEN as error:
        return _shown(error)
    ticked = set(request.form.getlist("told"))
    kinds = {kind: {channel: f"{kind}.{channel}" in ticked for channel in CHANNELS} for kind in KINDS}
    services().notice_choices.change(own_id(), {**given, "kinds": kinds})
    return redirect(url_for("notices_page.show", said="saved"), 303)


@notices_page.post("/account/notifications/feed")
@signed_in
def feed() -> ResponseReturnValue:
    """Another address for the feed. It is on this answer and never again."""
    try:
        limits.spend(limits.FEEDS, own_id())
    except Problem as error:
        return _shown(error)
    secret = services().notice_choices.new_feed(own_id())
    return unspoken(_shown(address=url_for("feed.show", secret=secret, lang=None, _external=True)))


@notices_page.post("/account/notifications/feed/close")
@signed_in
def close_feed() -> ResponseReturnValue:
    """The feed has no address any more."""
    services().notice_choices.close_feed(own_id())
    return redirect(url_for("notices_page.show", said="saved"), 303)


def _shown(error: Exception | None = None, address: str | None = None) -> Response:
    own, chosen = services().accounts.own(own_id()), services().notice_choices.of(own_id())
    return form(
        "account/notices.html", error, own=own, chosen=chosen, words=KIND_WORDS, hours=HOURS, feed_address=address
    )
