"""What one is told, and by which way."""

from typing import Any

from flask import Response, url_for
from marshmallow import Schema, fields, validate

from app.api import limits
from app.api.auth import own_id, requires_account
from app.api.blueprint import Blueprint
from app.api.context import services
from app.api.fields import Boolean, Integer, Strict
from app.services.notices.notice_choices import DIGESTS, KINDS

notices = Blueprint("notices", __name__, url_prefix="/account/notices", description="What one is told, and where")


class SwitchesSchema(Strict):
    """By which ways notices of a kind come."""

    mail = Boolean()
    push = Boolean(metadata={"description": "To the browsers that were allowed to show them"})


def _kinds(**kwargs: Any) -> fields.Dict:
    return fields.Dict(
        keys=fields.String(validate=validate.OneOf(KINDS)), values=fields.Nested(SwitchesSchema), **kwargs
    )


class NoticesSchema(Schema):
    """What an account is told. Webhooks choose for themselves, the feed has everything."""

    kinds = _kinds(required=True, metadata={"description": f"By kind: {', '.join(KINDS)}"})
    digest = fields.String(
        required=True,
        validate=validate.OneOf(DIGESTS),
        metadata={"description": "`daily`: one letter a day, if games wait, in place of all others"},
    )
    hour = fields.Integer(required=True, metadata={"description": "When it comes, in `zone`"})
    zone = fields.String(required=True, metadata={"description": "The account's time zone"})
    next_digest = fields.String(required=True, allow_none=True, metadata={"format": "date-time"})
    mail = fields.String(
        required=True,
        validate=validate.OneOf(("ready", "no_address", "bounced")),
        metadata={"description": "`bounced`: nobody has the address, so no notices go there"},
    )
    feed = fields.Boolean(required=True, metadata={"description": "Whether the feed has an address"})


class NoticeChanges(Strict):
    """What shall be otherwise; the rest stays."""

    kinds = _kinds()
    digest = fields.String(validate=validate.OneOf(DIGESTS))
    hour = Integer(validate=validate.Range(0, 23))


class FeedSchema(Schema):
    """The address of a feed, which is shown this once: whoever knows it reads it."""

    address = fields.String(required=True)


@notices.route("")
@requires_account
@notices.response(200, NoticesSchema)
def view_notices() -> dict[str, Any]:
    """What I am told, and where

    Nothing is told while you look at the table. A letter about your turn is sent where the clock leaves you an hour.
    """
    return services().notice_choices.of(own_id())


@notices.route("", methods=["PATCH"])
@requires_account
@notices.arguments(NoticeChanges)
@notices.response(200, NoticesSchema)
def change_notices(given: dict[str, Any]) -> dict[str, Any]:
    """Change what I am told"""
    services().notice_choices.change(own_id(), given)
    return services().notice_choices.of(own_id())


@notices.route("/feed", methods=["POST"])
@requires_account
@notices.response(201, FeedSchema)
@notices.refuses(429)
def make_feed() -> dict[str, str]:
    """Give my feed a new address

    An Atom feed of the last notices, for news readers. The address before leads nowhere any more.
    """
    limits.spend(limits.FEEDS, own_id())
    return {"address": url_for("feed.show", secret=services().notice_choices.new_feed(own_id()), _external=True)}


@notices.route("/feed", methods=["DELETE"])
@requires_account
@notices.response(204)
def close_feed() -> Response:
    """Take the address of my feed away"""
    services().notice_choices.close_feed(own_id())
    return Response(status=204)
