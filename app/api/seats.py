"""Seats: taken, given to bots, and left."""

from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import fields, validate

from app.api import limits
from app.api.auth import caller, requires
from app.api.boundary import GameBlueprint
from app.api.context import services
from app.api.fields import Integer, Name, QueryInteger, Strict
from app.api.games import Expecting, bot_field, entropy_field, seated
from app.api.moves import answered
from app.api.openapi import PREFIX
from app.api.schemas import AnswerSchema, SeatedSchema
from app.api.terms import WRITING, link_secret, terms
from app.services.table.tables import Sitting, entropy_of

seats = GameBlueprint("seats", __name__, url_prefix="/games", description="Sitting down and leaving")


class NewSitting(Expecting):
    """Who sits down: you, or a bot if you are the host."""

    seat = Integer(validate=validate.Range(0, 9), metadata={"description": "Without it, the first that is free"})
    bot = bot_field()
    entropy = entropy_field()
    name = Name(metadata={"description": "What a guest goes by"})
    invitation = fields.String(metadata={"description": "Opens a table that is not listed"})


class LeaveQuery(Strict):
    """The version that leaving rests on, unless `If-Match` names it."""

    expected_version = QueryInteger(load_default=None)


@seats.route("/<uuid:game>/seats", methods=["POST"], parameters=WRITING)
@requires("play", anonymous=True)
@seats.arguments(NewSitting)
@seats.response(201, SeatedSchema)
@seats.refuses(403, 404, 409, 412, 428, 429)
def sit(given: dict[str, Any], game: UUID) -> Response:
    """Sit down, or put a bot at a seat

    One seat a person. Without an account you sit as a guest: your seat link is in this answer and never again, unless
    you repeat the request with its key. Only the host adds bots. In a branch what a seat puts into the deal stays what
    it was.
    """
    who = caller()
    if who.account is None:  # nor does the link of another table make somebody of a stranger
        limits.spend(limits.TABLES, limits.address())
    sitting = Sitting(given.get("seat"), given.get("bot"), entropy_of(given.get("entropy")), given.get("name"))
    rests_on = terms(given["expected_version"], given)
    made = services().seating.sit(str(game), who, sitting, rests_on, given.get("invitation"), link_secret(given))
    return seated(made, f"{PREFIX}/games/{game}")


@seats.route("/<uuid:game>/seats/<int:seat>", methods=["DELETE"], parameters=WRITING)
@requires("play")
@seats.arguments(LeaveQuery, location="query")
@seats.response(200, AnswerSchema)
@seats.refuses(403, 404, 409, 412, 428)
def leave(given: dict[str, Any], game: UUID, seat: int) -> Response:
    """Leave your seat, or take it from somebody as host

    Before the start a seat is given back. Later you leave the match: a bot plays on for you if the table agreed to
    that, else you resign.
    """
    return answered(services().seating.leave(str(game), caller(), seat, terms(given["expected_version"], given)))
