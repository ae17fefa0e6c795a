"""Webhooks: where notices are posted to for one's programs, and what became of each."""

from typing import Any
from uuid import UUID

from flask import Response, jsonify
from marshmallow import Schema, fields, validate

from app.api import limits, problems
from app.api.auth import own_id, requires
from app.api.boundary import GameBlueprint
from app.api.context import services
from app.api.fields import Boolean, Instant, Strict
from app.api.problems import Problem
from app.api.queries import PageQuery
from app.services.notices.webhooks import (
    ERRORS,
    KINDS,
    PING,
    REASONS,
    STATES,
    NoSuchDelivery,
    NoSuchWebhook,
    Shown,
    TooManyWebhooks,
    Webhook,
)

webhooks = GameBlueprint("webhooks", __name__, description="Where notices are posted to for your programs")
webhooks.register_error_handler(NoSuchWebhook, lambda error: problems.respond(_unknown()))

ADDRESS = {"format": "uri", "description": "https, under a domain name, on port 443 or one from 1024 on"}


def _kinds(**kwargs: Any) -> fields.List[str]:
    kind = fields.String(validate=validate.OneOf(KINDS))
    return fields.List(kind, metadata={"description": "Of which notices"}, **kwargs)


class NewWebhook(Strict):
    """Where to, and of what."""

    address = fields.String(required=True, metadata=ADDRESS)
    kinds = _kinds(load_default=list(KINDS), validate=validate.Length(1, len(KINDS)))


class WebhookChanges(Strict):
    """What shall be otherwise; the rest stays."""

    address = fields.String(metadata=ADDRESS)
    kinds = _kinds(validate=validate.Length(1, len(KINDS)))
    on = Boolean(
        metadata={"description": "Turned off, what waits is dropped; turned on, it has what comes from then on"}
    )


class WebhookSchema(Schema):
    """A webhook, without its secret."""

    id = fields.UUID(required=True)
    address = fields.String(required=True, metadata={"format": "uri"})
    kinds = _kinds(required=True)
    created = Instant(required=True)
    off = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "enum": [*REASONS, None],
            "description": "null while it is on. `owner`: you turned it off. `gone`: it answered 410."
            " `failing`: nothing has gone through for days.",
        },
    )
    failing = Instant(
        required=True,
        allow_none=True,
        metadata={"description": "Since when every try has failed; null if the last did not"},
    )
    old_secret_until = Instant(
        attribute="old_until",
        required=True,
        allow_none=True,
        metadata={"description": "Until when deliveries are signed with the secret before, too"},
    )


class ShownWebhook(WebhookSchema):
    """A webhook with its secret: shown this once."""

    secret = fields.String(
        required=True, metadata={"description": "`whsec_…`, as the libraries of Standard Webhooks take it"}
    )


class WebhookList(Schema):
    """All webhooks of an account; there are at most 10."""

    webhooks = fields.List(fields.Nested(WebhookSchema), required=True)


class DeliverySchema(Schema):
    """A notice that was sent, or is to be."""

    id = fields.String(required=True, metadata={"description": "The `webhook-id` of every try"})
    kind = fields.String(required=True, metadata={"enum": [*KINDS, PING]})
    game = fields.UUID(required=True, allow_none=True)
    state = fields.String(required=True, metadata={"enum": list(STATES)})
    tries = fields.Integer(required=True)
    status = fields.Integer(required=True, allow_none=True, metadata={"description": "Of the last answer"})
    error = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "enum": [*ERRORS, None],
            "description": "Why there was no answer. `not_allowed`: the name leads to an address that is not of the"
            " open internet. `no_host`: to none. `secret`: the service cannot sign any more, rotate the secret. `off`:"
            " the webhook was turned off. `passed`: when it was to be tried again it was no longer so, as when you had"
            " played. `too_many`: more was waiting than may, and the oldest gave way.",
        },
    )
    created = fields.String(required=True, metadata={"format": "date-time"})
    tried = fields.String(required=True, allow_none=True, metadata={"format": "date-time"})
    next = fields.String(required=True, allow_none=True, metadata={"format": "date-time"})


class DeliveryPage(Schema):
    """What was sent in the last 30 days, the newest first."""

    deliveries = fields.List(fields.Nested(DeliverySchema), required=True)
    next = fields.String(required=True, allow_none=True)


class Trial(Schema):
    """A trial that is on its way."""

    id = fields.String(required=True, metadata={"description": "Its `webhook-id`"})


@webhooks.route("/webhooks")
@requires("manage", account=True)
@webhooks.response(200, WebhookList)
@webhooks.refuses(403)
def list_webhooks() -> dict[str, list[Webhook]]:
    """My webhooks, the oldest first"""
    return {"webhooks": services().webhooks.of(own_id())}


@webhooks.route("/webhooks", methods=["POST"])
@requires("manage", account=True)
@webhooks.arguments(NewWebhook)
@webhooks.response(201, ShownWebhook)
@webhooks.refuses(403, 409, 422, 429)
def create_webhook(given: dict[str, Any]) -> Response:
    """Have notices posted to an address

    As [Standard Webhooks](https://www.standardwebhooks.com) has it: signed with the secret that is in this answer and
    never again. A notice says no more than `{"type": "turn", "timestamp": …, "data": {"game", "seat", "version",
    "deadline", "url"}}`: ask the API for the rest.

    Answer 2xx within 10 seconds. Whatever else comes is tried again, 10 times within more than three days, always under
    the same `webhook-id`: what comes twice is to be known by it. 410 turns the webhook off at once; so does failing for
    days. Redirects are not followed, and names that lead to anything but the open internet are not asked.
    """
    _spend()
    try:
        return _shown(services().webhooks.add(own_id(), given["address"], given["kinds"]), 201)
    except TooManyWebhooks:
        raise Problem(409, "too_many_webhooks", "You have as many webhooks as one may have: remove one.") from None


@webhooks.route("/webhooks/<uuid:webhook>", methods=["PATCH"])
@requires("manage", account=True)
@webhooks.arguments(WebhookChanges)
@webhooks.response(200, WebhookSchema)
@webhooks.refuses(403, 404, 422, 429)
def change_webhook(given: dict[str, Any], webhook: UUID) -> Webhook:
    """Change a webhook, or turn it off or on"""
    _spend()
    return services().webhooks.change(own_id(), str(webhook), **given)


@webhooks.route("/webhooks/<uuid:webhook>", methods=["DELETE"])
@requires("manage", account=True)
@webhooks.response(204)
@webhooks.refuses(403, 404)
def remove_webhook(webhook: UUID) -> None:
    """Remove a webhook, and what is known of its deliveries"""
    services().webhooks.remove(own_id(), str(webhook))


@webhooks.route("/webhooks/<uuid:webhook>/rotate", methods=["POST"])
@requires("manage", account=True)
@webhooks.response(200, ShownWebhook)
@webhooks.refuses(403, 404, 429)
def rotate_secret(webhook: UUID) -> Response:
    """Give a webhook another secret

    It is in this answer and never again. For a day deliveries are signed with the one before, too.
    """
    _spend()
    return _shown(services().webhooks.rotate(own_id(), str(webhook)), 200)


@webhooks.route("/webhooks/<uuid:webhook>/test", methods=["POST"])
@requires("manage", account=True)
@webhooks.response(202, Trial)
@webhooks.refuses(403, 404, 409, 429)
def try_webhook(webhook: UUID) -> dict[str, str]:
    """Send a trial

    A delivery of the type `ping`, whose data is empty. It is tried once.
    """
    _spend()
    return {"id": services().webhooks.test(own_id(), str(webhook))}


@webhooks.route("/webhooks/<uuid:webhook>/deliveries")
@requires("manage", account=True)
@webhooks.arguments(PageQuery, location="query")
@webhooks.response(200, DeliveryPage)
@webhooks.refuses(403, 404)
def list_deliveries(given: dict[str, Any], webhook: UUID) -> dict[str, Any]:
    """What was sent there, and what became of it"""
    page = services().webhooks.log(own_id(), str(webhook), given["cursor"], given["limit"])
    return page.data("deliveries")


@webhooks.route("/webhooks/<uuid:webhook>/deliveries/<string:delivery>/redeliver", methods=["POST"])
@requires("manage", account=True)
@webhooks.response(202)
@webhooks.refuses(403, 404, 409, 429)
def redeliver(webhook: UUID, delivery: str) -> Response:
    """Send a delivery anew

    Under its `webhook-id`, whatever became of it.
    """
    _spend()
    try:
        services().webhooks.redeliver(own_id(), str(webhook), delivery)
    except NoSuchDelivery:
        raise Problem(
            404, "no_such_delivery", "This webhook was sent nothing of this id, or it is forgotten."
        ) from None
    return Response(status=202)


def _shown(shown: Shown, status: int) -> Response:
    response = jsonify(ShownWebhook().dump(shown.webhook._asdict() | {"secret": shown.secret}))
    response.status_code = status
    response.headers["Cache-Control"] = "no-store"
    return response


def _spend() -> None:
    limits.spend(limits.WEBHOOKS, own_id())


def _unknown() -> Problem:
    return Problem(404, "no_such_webhook", "You have no webhook of this id.")
