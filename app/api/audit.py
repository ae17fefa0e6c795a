"""Audit: what the offline verifier finds in a game's record."""

from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import Schema, fields

from app.api import conditional, limits
from app.api.auth import requires
from app.api.boundary import GameBlueprint, compact, may_have, opened, private, unchanged, viewer
from app.api.context import services
from app.api.queries import InvitationQuery
from app.api.schemas import VERSION

audit = GameBlueprint("audit", __name__, url_prefix="/games", description="What was checked, and found")


class CheckSchema(Schema):
    """One thing that was looked at."""

    name = fields.String(required=True)
    looked_at = fields.Integer(required=True)
    unit = fields.String(required=True, metadata={"description": "What was counted"})
    found = fields.String(required=True, metadata={"enum": ["holds", "open", "fails"]})
    message = fields.String(required=True, allow_none=True)


class AuditSchema(Schema):
    """What the verifier says of the record up to `version`. `seq`, `check` and `rule` say where it diverged, if so."""

    version = fields.Integer(required=True, metadata=VERSION)
    verdict = fields.String(required=True, metadata={"enum": ["exact", "unverified", "diverged"]})
    game = fields.String(required=True, allow_none=True, metadata={"format": "uuid"})
    events = fields.Integer(required=True)
    requests = fields.Integer(required=True)
    seats = fields.Integer(required=True, metadata={"description": "Seats that were taken at the start"})
    entropy_seats = fields.Integer(required=True, metadata={"description": "How many of them put entropy in"})
    checks = fields.List(fields.Nested(CheckSchema), required=True)
    reasons = fields.List(fields.String(), required=True)
    seq = fields.Integer(required=True, allow_none=True)
    check = fields.String(required=True, allow_none=True)
    rule = fields.String(required=True, allow_none=True)


@audit.route("/<uuid:game>/audit")
@requires("read", anonymous=True)
@limits.limited(limits.RECORDS)
@audit.arguments(InvitationQuery, location="query")
@audit.response(200, AuditSchema)
@audit.refuses(403, 404, 429)
def audit_game(given: dict[str, Any], game: UUID) -> Response:
    """Audit a game

    Runs the offline verifier on the stored record, as anybody can with the record's file, and says for each check what
    it looked at and what it found. Of a game that is on it tells as much as public bytes tell.
    """
    seen = opened(game, given.get("invitation"))
    tag = conditional.etag(seen.position.head.version, viewer(seen.seat))
    if may_have(tag):
        return unchanged(tag)
    return private(compact(services().audits.of(seen)), tag)
