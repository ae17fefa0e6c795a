"""What everybody may know of people with accounts."""

from typing import Any

from flask import Response
from marshmallow import Schema, fields

from app.api.auth import caller, requires
from app.api.boundary import GameBlueprint, compact, private
from app.api.context import services
from app.api.queries import PageQuery
from app.api.schemas import SummarySchema

players = GameBlueprint("players", __name__, url_prefix="/players", description="Who plays here, and how")


class ProfileSchema(Schema):
    """A person, and how many matches they have finished and won: of those that anybody may look at, and no practice."""

    id = fields.String(required=True, metadata={"format": "uuid"})
    name = fields.String(required=True)
    since = fields.String(required=True, metadata={"format": "date-time"})
    finished = fields.Integer(required=True)
    won = fields.Integer(required=True, metadata={"description": "A first place that is shared counts"})


class SeatResultSchema(Schema):
    """How a match ended for a seat."""

    seat = fields.Integer(required=True)
    place = fields.Integer(required=True, allow_none=True)
    points = fields.Integer(required=True)


class PlayedSchema(SummarySchema):
    """A game of somebody, with their seat in it; place, points and end once it is over, and those of all."""

    seat = fields.Integer(required=True)
    place = fields.Integer(required=True, allow_none=True)
    points = fields.Integer(required=True, allow_none=True)
    ended = fields.String(required=True, allow_none=True, metadata={"format": "date-time"})
    results = fields.List(fields.Nested(SeatResultSchema), required=True)


class PlayedPageSchema(Schema):
    """A page of somebody's games; `next` is the cursor of the one behind it."""

    games = fields.List(fields.Nested(PlayedSchema), required=True)
    next = fields.String(required=True, allow_none=True)


@players.route("/<string:player>")
@requires("read", anonymous=True)
@players.response(200, ProfileSchema)
@players.refuses(404)
def view_player(player: str) -> Response:
    """Look somebody up

    By the id of their account, or their name.
    """
    return private(compact(services().profiles.find(player)))


@players.route("/<string:player>/games")
@requires("read", anonymous=True)
@players.arguments(PageQuery, location="query")
@players.response(200, PlayedPageSchema)
@players.refuses(404)
def list_played(given: dict[str, Any], player: str) -> Response:
    """The games of somebody

    Running and finished ones that anybody may look at, and those in which you have a seat too; the newest first.
    """
    page = services().profiles.games(caller(), player, given["cursor"], given["limit"])
    return private(compact(page.data("games")))
