"""Browsers that are told of games while no page of ours is open (Web Push)."""

from typing import Any

from flask import Response
from marshmallow import Schema, fields

from app.api import limits
from app.api.auth import own_id, requires_account, session_secret
from app.api.boundary import GameBlueprint
from app.api.context import services
from app.api.fields import Strict
from app.api.problems import Problem
from app.api.queries import language
from app.services.languages import ENGLISH

push = GameBlueprint("push", __name__, url_prefix="/account/push", description="Notices in browsers")


class PushKeySchema(Schema):
    """What a browser is to know the service by; null where the service tells browsers nothing."""

    key = fields.String(
        required=True, allow_none=True, metadata={"description": "`applicationServerKey`, in base64url"}
    )


class BrowserKeys(Strict):
    """How one encrypts for a browser, in base64url."""

    p256dh = fields.String(required=True)
    auth = fields.String(required=True)


class NewSubscription(Strict):
    """What the browser says of its subscription: `PushSubscription.toJSON()`."""

    endpoint = fields.String(required=True, metadata={"format": "uri"})
    keys = fields.Nested(BrowserKeys, required=True)
    expirationTime = fields.Raw(load_default=None, allow_none=True)


class EndedSubscription(Strict):
    """Which browser."""

    endpoint = fields.String(required=True, metadata={"format": "uri"})


@push.route("")
@requires_account
@push.response(200, PushKeySchema)
def view_push_key() -> dict[str, Any]:
    """The key that a browser subscribes with"""
    return {"key": services().push.public_key}


@push.route("", methods=["POST"])
@requires_account
@push.arguments(NewSubscription)
@push.response(204)
@push.refuses(409, 422, 429)
def subscribe_browser(given: dict[str, Any]) -> Response:
    """Be told in this browser

    Of what is switched on for the channel `push`, in the language of the account, or else of this request. A browser
    that has been somebody else's is theirs no more. At most 20: the oldest give way. Signed out, here or from
    elsewhere, it is told no more; nor is any after another password.
    """
    limits.spend(limits.WEBHOOKS, own_id())
    if services().push.public_key is None:
        raise Problem(409, "push_off", "This service tells browsers nothing: it has no key for it.")
    keys = given["keys"]
    spoken, secret = language() or ENGLISH, session_secret()
    services().push.subscribe(own_id(), spoken, given["endpoint"], keys["p256dh"], keys["auth"], secret)
    return Response(status=204)


@push.route("", methods=["DELETE"])
@requires_account
@push.arguments(EndedSubscription)
@push.response(204)
def unsubscribe_browser(given: dict[str, str]) -> None:
    """Be told no more in this browser

    One that is not known is told nothing anyway.
    """
    services().push.unsubscribe(own_id(), given["endpoint"])
