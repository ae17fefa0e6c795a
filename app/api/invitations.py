"""Invitations by name."""

from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import Schema, fields

from app.api import limits, problems
from app.api.auth import caller, requires
from app.api.boundary import GameBlueprint, compact, opened, private
from app.api.context import services
from app.api.fields import Strict, Text
from app.api.problems import Problem
from app.api.queries import InvitationQuery
from app.services.table.invitations import NoSuchInvitation

invitations = GameBlueprint("invitations", __name__, description="Asking people to a table by name")


class NewInvited(Strict):
    """Whom to invite."""

    name = Text(1, 64, required=True, metadata={"description": "What their account goes by"})


class InvitedSchema(Schema):
    """Somebody who was invited, by whom, and what came of it; `seat` is kept for them, if one is."""

    account = fields.String(required=True, metadata={"format": "uuid"})
    name = fields.String(required=True)
    by = fields.String(required=True)
    invited = fields.String(required=True, metadata={"format": "date-time"})
    seat = fields.Integer(required=True, allow_none=True)
    state = fields.String(required=True, metadata={"enum": ["waiting", "declined", "seated"]})


class InvitedListSchema(Schema):
    """Who was invited, in the order in which they were."""

    invitations = fields.List(fields.Nested(InvitedSchema), required=True)


@invitations.route("/games/<uuid:game>/invitations", methods=["POST"])
@requires("play")
@invitations.arguments(NewInvited)
@invitations.response(201, InvitedSchema)
@invitations.refuses(403, 404, 409, 429)
def invite_by_name(given: dict[str, Any], game: UUID) -> Response:
    """Invite somebody by name

    By the host and those seated, before the start. The account finds the table among those that it is `invited` to,
    and may sit there, listed or not. Invited again it is invited once; who has said no is not asked again.
    """
    seen = opened(game)
    limits.spend(limits.INVITATIONS, limits.of(caller()))
    return private(compact(services().invitations.invite(seen, given["name"])), status=201)


@invitations.route("/games/<uuid:game>/invitations")
@requires("read", anonymous=True)
@invitations.arguments(InvitationQuery, location="query")
@invitations.response(200, InvitedListSchema)
@invitations.refuses(403, 404)
def list_invitations(given: dict[str, Any], game: UUID) -> Response:
    """Who was invited by name

    The host and those seated see all; others their own invitation, if they have one.
    """
    seen = opened(game, given.get("invitation"))
    return private(compact({"invitations": services().invitations.of(seen)}))


@invitations.route("/games/<uuid:game>/invitations/mine", methods=["DELETE"])
@requires("play", account=True)
@invitations.response(204)
@invitations.refuses(403, 404)
def decline_invitation(game: UUID) -> None:
    """Say no

    It leaves your list, no seat is kept for you, and nobody invites you to this table again. It still lets you in.
    """
    services().invitations.decline(opened(game))


@invitations.route("/games/<uuid:game>/invitations/<uuid:account>", methods=["DELETE"])
@requires("play")
@invitations.response(204)
@invitations.refuses(403, 404)
def withdraw_invitation(game: UUID, account: UUID) -> None:
    """Take an invitation back

    By the host, or by who had invited them.
    """
    services().invitations.withdraw(opened(game), str(account))


@invitations.errorhandler(NoSuchInvitation)
def no_such_invitation(error: NoSuchInvitation) -> Response:
    """Nobody has invited them, or it was taken back."""
    return problems.respond(Problem(404, "no_such_invitation", "This account is not invited to this table."))
