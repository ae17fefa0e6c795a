"""Whom somebody does not want to hear of."""

from uuid import UUID

from flask import Response
from marshmallow import Schema, fields

from app.api import limits
from app.api.auth import caller, requires
from app.api.boundary import GameBlueprint, compact, opened, private
from app.api.context import services

mutes = GameBlueprint("mutes", __name__, description="Whom you do not want to hear of")


class MutedSchema(Schema):
    """A person whom you have muted."""

    id = fields.String(required=True, metadata={"format": "uuid"})
    name = fields.String(required=True)
    since = fields.String(required=True, metadata={"format": "date-time"})


class MutedListSchema(Schema):
    """The persons whom you have muted, by name."""

    muted = fields.List(fields.Nested(MutedSchema), required=True)


@mutes.route("/players/me/mutes")
@requires("read", account=True)
@mutes.response(200, MutedListSchema)
@mutes.refuses(403)
def list_mutes() -> Response:
    """Whom I have muted"""
    return private(compact({"muted": services().mutes.people(caller())}))


@mutes.route("/players/<string:player>/mute", methods=["PUT"])
@requires("play", account=True)
@mutes.response(204)
@mutes.refuses(403, 404, 409, 422, 429)
def mute_person(player: str) -> None:
    """Mute a person

    By the id of their account, or their name. You are not shown any more to what they invite you, nor what they say at
    tables. They are not told.
    """
    _spend()
    services().mutes.mute(caller(), player)


@mutes.route("/players/<string:player>/mute", methods=["DELETE"])
@requires("play", account=True)
@mutes.response(204)
@mutes.refuses(403, 404, 429)
def unmute_person(player: str) -> None:
    """Hear a person again"""
    _spend()
    services().mutes.unmute(caller(), player)


@mutes.route("/games/<uuid:game>/seats/<int:seat>/mute", methods=["PUT"])
@requires("play")
@mutes.response(204)
@mutes.refuses(403, 404, 409, 429)
def mute_seat(game: UUID, seat: int) -> None:
    """Mute a seat

    You are not shown any more what the player there says at this table. They are not told.
    """
    _spend()
    services().mutes.mute_seat(opened(game), seat)


@mutes.route("/games/<uuid:game>/seats/<int:seat>/mute", methods=["DELETE"])
@requires("play")
@mutes.response(204)
@mutes.refuses(403, 404, 409, 429)
def unmute_seat(game: UUID, seat: int) -> None:
    """Hear a seat again

    A person whom you have muted everywhere stays so.
    """
    _spend()
    services().mutes.unmute_seat(opened(game), seat)


def _spend() -> None:
    limits.spend(limits.MUTES, caller().identity)
