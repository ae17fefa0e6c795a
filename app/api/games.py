"""Tables: made, listed, looked at, started and cancelled."""

from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import fields, validate

from app.api import conditional, limits
from app.api.auth import caller, requires
from app.api.boundary import GameBlueprint, compact, may_have, opened, private, unchanged, viewer
from app.api.context import services
from app.api.fields import Boolean, Integer, Name, Strict, Text
from app.api.links import seat_link
from app.api.moves import answered
from app.api.openapi import PREFIX
from app.api.queries import PageQuery, SeatMomentQuery
from app.api.schemas import WHEN_ALONE, AnswerSchema, InvitationSchema, MadeSchema, PageSchema, ViewSchema
from app.api.terms import WRITING, link_secret, request_key, terms
from app.services.table.lists import LISTS
from app.services.table.seating import Made
from app.services.table.tables import BOTS_ALONE, LONGEST_BOT_DELAY, SPECTATORS, setup_of

games = GameBlueprint("games", __name__, url_prefix="/games", description="Tables and their games")


class Expecting(Strict):
    """A write without other fields: the version it rests on, unless `If-Match` names it."""

    expected_version = Integer(load_default=None, validate=validate.Range(0, 2**53 - 1))


def bot_field(**kwargs: Any) -> fields.String:
    """The name of a bot; the service knows which there are."""
    return fields.String(validate=validate.Length(1, 32), metadata={"examples": ["racer", "random"]}, **kwargs)


def entropy_field() -> Text:
    """What a player puts into the deal."""
    said = "Put into the deal: 64 hex digits of your own, or any text, which is hashed"
    return Text(1, 256, allow_none=True, metadata={"description": said})


class AllowedTimeOff(Strict):
    """What a table allows; what is not said it does."""

    quiet_hours = Boolean(metadata={"description": "Quiet hours and days off of its players", "default": True})
    vacations = Boolean(metadata={"default": True})
    pauses = Boolean(metadata={"description": "Pauses, or another clock, that all agree on", "default": True})


class NewGame(Strict):
    """A table to be made. All fields have defaults."""

    seats = Integer(validate=validate.Range(2, 10))
    options = fields.Dict(keys=fields.String(), metadata={"description": "As a view's `options`"})
    clock = fields.Dict(keys=fields.String(), metadata={"description": "As a view's `clock`"})
    bots = fields.List(bot_field(), validate=validate.Length(max=10), metadata={"description": "They sit down at once"})
    bot_delay = Integer(validate=validate.Range(0, LONGEST_BOT_DELAY), metadata={"description": "Milliseconds"})
    listed = Boolean(metadata={"description": "Whether strangers find it in the lobby"})
    spectators = fields.String(validate=validate.OneOf(SPECTATORS))
    takeover = bot_field(allow_none=True)
    bots_alone = fields.String(validate=validate.OneOf(BOTS_ALONE), metadata={"description": WHEN_ALONE})
    sits = Boolean(metadata={"description": "Whether you take the first seat; a guest does", "default": True})
    entropy = entropy_field()
    name = Name(metadata={"description": "What a guest goes by"})
    time_off = fields.Nested(AllowedTimeOff)


class ListQuery(PageQuery):
    """Which list, and which page of it."""

    list = fields.String(load_default="lobby", validate=validate.OneOf(LISTS))


@games.route("", methods=["POST"], parameters=[conditional.IDEMPOTENCY_PARAMETER])
@requires("play", anonymous=True)
@games.arguments(NewGame)
@games.response(201, MadeSchema)
@games.refuses(429)
def create_game(given: dict[str, Any]) -> Response:
    """Make a table

    You are its host, and sit at seat 0 unless you say otherwise; bots take the next seats. Without an account you sit
    as a guest: your seat link is in this answer and never again, unless you repeat the request with its key.
    """
    who = caller()
    limits.spend(limits.TABLES, limits.of(who))
    made = services().seating.create(who, setup_of(given), request_key(given), link_secret(given))
    return seated(made, f"{PREFIX}/games/{made.answer.game}")


@games.route("")
@requires("read", anonymous=True)
@games.arguments(ListQuery, location="query")
@games.response(200, PageSchema)
def list_games(given: dict[str, Any]) -> Response:
    """List games

    `lobby`: tables that wait for players. `running` and `finished`: games that anybody may watch. `mine`: your games.
    `to_act`: those that wait for you, the first deadline first. `invited`: tables that somebody has asked you to by
    name. All others the newest first.
    """
    page = services().lists.page(given["list"], caller(), given["cursor"], given["limit"])
    return private(compact(page.data("games")))


@games.route("/<uuid:game>")
@requires("read", anonymous=True)
@games.arguments(SeatMomentQuery, location="query")
@games.response(200, ViewSchema)
@games.refuses(403, 404)
def view_game(given: dict[str, Any], game: UUID) -> Response:
    """Look at a game

    As it stands, or as it stood `at` any moment. You see what your seat may see; strangers see what spectators see.
    What was known then is all that a seat's eyes show: its own cards, a hand that a challenge had shown it, nothing
    drawn later. Once a hand is over its seed opens it, and it is seen through any eyes, or with `all` cards `open`.
    """
    looks = services().looks
    seen = opened(game, given.get("invitation"))
    scene = looks.scene(seen, given.get("at"), given.get("eyes", seen.seat))
    tag = conditional.etag(scene.version, viewer(scene.eyes) + looks.mark(seen))
    return unchanged(tag) if may_have(tag) else private(compact(looks.view(seen, scene)), tag)


@games.route("/<uuid:game>/start", methods=["POST"], parameters=WRITING)
@requires("play")
@games.arguments(Expecting)
@games.response(200, AnswerSchema)
@games.refuses(403, 404, 409, 412, 428)
def start_game(given: dict[str, Any], game: UUID) -> Response:
    """Start the match

    By the host, with two seats taken or more; the others stay empty. A branch begins where it was branched; `events`
    are then the last that it has in common with its game.
    """
    return answered(services().games.start(str(game), caller(), terms(given["expected_version"], given)))


@games.route("/<uuid:game>/cancel", methods=["POST"], parameters=WRITING)
@requires("play")
@games.arguments(Expecting)
@games.response(200, AnswerSchema)
@games.refuses(403, 404, 409, 412, 428)
def cancel_game(given: dict[str, Any], game: UUID) -> Response:
    """Close a table that has not started

    By the host.
    """
    return answered(services().games.cancel(str(game), caller(), terms(given["expected_version"], given)))


@games.route("/<uuid:game>/invitation", methods=["POST"])
@requires("play")
@games.response(201, InvitationSchema)
@games.refuses(403, 404)
def invite(game: UUID) -> Response:
    """Make a new invitation

    By the host. It carries no seat; the one before is good for nothing any more.
    """
    secret = services().seating.invite(str(game), caller())
    response = Response(compact({"invitation": secret}), 201, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def seated(made: Made, location: str) -> Response:
    """The answer to whoever made a table or took a seat, with the secrets that are shown this once."""
    more: dict[str, object] = {}
    if made.link is not None:
        more["seat_link"] = seat_link(made.link)
    if made.invitation is not None:
        more["invitation"] = made.invitation
    response = answered(made.answer, 201, **more)
    response.headers["Location"] = location
    if more:
        response.headers["Cache-Control"] = "no-store"
    return response
