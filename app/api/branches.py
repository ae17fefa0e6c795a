"""What if: branches of games and of imported replays."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import Schema, fields, validate

from app.api import conditional, limits
from app.api.auth import caller, requires
from app.api.boundary import GameBlueprint, compact, opened, private
from app.api.context import services
from app.api.fields import Boolean, Integer, Name, Strict
from app.api.games import bot_field, seated
from app.api.moments import AtField
from app.api.openapi import PREFIX
from app.api.queries import InvitationQuery, PageQuery
from app.api.schemas import MadeSchema, SummarySchema
from app.api.terms import link_secret, request_key
from app.services.replay.branches import BOT, WhatIf
from app.services.table.tables import LONGEST_BOT_DELAY

branches = GameBlueprint("branches", __name__, description="What if: practice with the cards of a game that was")


class FromField(AtField):
    """A moment; in JSON a seq is a number as well."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(metadata={"type": ["string", "integer"], "minimum": 0}, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        text = str(value) if type(value) is int else value
        return super()._deserialize(text, attr, data, **kwargs)


class NewBranch(Strict):
    """A branch to be made."""

    at = FromField(required=True)
    seat = Integer(
        validate=validate.Range(0, 9),
        metadata={"description": "Yours: without it the one that you had, or else the one that has to act there"},
    )
    bot = bot_field(load_default=BOT)
    bots = fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"[0-9]\Z")),
        values=bot_field(),
        load_default=dict,
        metadata={"description": "Bots for single seats, by seat; `bot` plays at all others", "examples": [{"2": BOT}]},
    )
    open = fields.List(
        Integer(validate=validate.Range(0, 9)),
        load_default=list,
        validate=validate.Length(max=10),
        metadata={"description": "Seats left for friends, whom you invite; you start when they sit"},
    )
    bot_delay = Integer(
        load_default=1500,
        validate=validate.Range(0, LONGEST_BOT_DELAY),
        metadata={"description": "Milliseconds"},
    )
    listed = Boolean(
        metadata={
            "description": "Whether it stands on the list of branches; without it, unless seats are open. One of a"
            " game that is not open to all never does"
        }
    )
    name = Name(metadata={"description": "What a guest goes by"})


class NewGameBranch(NewBranch):
    """A branch of a game to be made."""

    invitation = fields.String(metadata={"description": "Opens a game that is not listed"})


class GameBranchesQuery(PageQuery, InvitationQuery):
    """Which page of the list, and what a table that is not open to all asks for."""


class ResultSchema(Schema):
    """How a branch ended: its hand, and the match with it."""

    winner = fields.Integer(required=True, allow_none=True)
    points = fields.Integer(required=True)
    scores = fields.List(fields.Integer(), required=True)
    places = fields.List(fields.Integer(allow_none=True), required=True)
    reason = fields.String(required=True)


class BranchSchema(SummarySchema):
    """A branch as the list of its origin shows it."""

    by = fields.String(required=True, metadata={"description": "Who made it"})
    result = fields.Nested(ResultSchema, required=True, allow_none=True)


class BranchPageSchema(Schema):
    """A page of branches; `next` is the cursor of the one behind it."""

    branches = fields.List(fields.Nested(BranchSchema), required=True)
    next = fields.String(required=True, allow_none=True)


@branches.route("/games/<uuid:game>/branches", methods=["POST"], parameters=[conditional.IDEMPOTENCY_PARAMETER])
@requires("play", anonymous=True)
@branches.arguments(NewGameBranch)
@branches.response(201, MadeSchema)
@branches.refuses(403, 404, 409, 429)
def branch_game(given: dict[str, Any], game: UUID) -> Response:
    """What if: go on from an event of a game

    A table of your own with the same cards, right as they lay there, against bots or with friends; the hand is played
    to its end. Nothing of it touches the game, which has to be over, nor counts anywhere. Where no seat is left open
    it begins at once, and `events` are the last that it has in common with the game. In the middle of a request it
    begins before that. Without an account you sit as a guest.
    """
    _spend()
    seen = opened(game, given.get("invitation"))
    made = services().branches.of_game(seen, _wish(given), request_key(given), link_secret(given))
    return seated(made, f"{PREFIX}/games/{made.answer.game}")


@branches.route("/replays/<uuid:replay>/branches", methods=["POST"], parameters=[conditional.IDEMPOTENCY_PARAMETER])
@requires("play", anonymous=True)
@branches.arguments(NewBranch)
@branches.response(201, MadeSchema)
@branches.refuses(404, 409, 429)
def branch_replay(given: dict[str, Any], replay: UUID) -> Response:
    """What if: go on from an event of an imported replay

    As with a game; the seed of that hand has to be in the replay.
    """
    _spend()
    made = services().branches.of_replay(str(replay), caller(), _wish(given), request_key(given), link_secret(given))
    return seated(made, f"{PREFIX}/games/{made.answer.game}")


@branches.route("/games/<uuid:game>/branches")
@requires("read", anonymous=True)
@branches.arguments(GameBranchesQuery, location="query")
@branches.response(200, BranchPageSchema)
@branches.refuses(403, 404)
def list_branches(given: dict[str, Any], game: UUID) -> Response:
    """List the branches of a game

    Those that anybody may look at, and your own; the newest first.
    """
    seen = opened(game, given.get("invitation"))
    page = services().branches.page_of_game(seen, given["cursor"], given["limit"])
    return private(compact(page.data("branches")))


@branches.route("/replays/<uuid:replay>/branches")
@requires("read", anonymous=True)
@branches.arguments(PageQuery, location="query")
@branches.response(200, BranchPageSchema)
@branches.refuses(404)
def list_branches_of_replay(given: dict[str, Any], replay: UUID) -> Response:
    """List the branches of an imported replay

    Those that anybody may look at, and your own; the newest first.
    """
    page = services().branches.page_of_replay(str(replay), caller(), given["cursor"], given["limit"])
    return private(compact(page.data("branches")))


def _spend() -> None:
    limits.spend(limits.BRANCHES, limits.of(caller()))


def _wish(given: Mapping[str, Any]) -> WhatIf:
    return WhatIf(
        given["at"],
        given.get("seat"),
        given["bot"],
        {int(seat): bot for seat, bot in given["bots"].items()},
        frozenset(given["open"]),
        given["bot_delay"],
        given.get("listed"),
        given.get("name"),
    )
