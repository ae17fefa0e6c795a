"""Moves: the bodies that there are, and the one route that takes them."""

import logging
from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

from flask import Response, request
from marshmallow import RAISE, ValidationError, fields, post_load, validate
from marshmallow_oneofschema.one_of_schema import OneOfSchema

from app.api import conditional
from app.api.auth import caller, requires
from app.api.blueprint import body_of
from app.api.boundary import GameBlueprint, private, told, viewer
from app.api.context import services
from app.api.fields import Boolean, Integer, Strict
from app.api.problems import Problem
from app.api.schemas import AnswerSchema
from app.api.terms import WRITING, terms
from app.rules import moves as rules
from app.rules.cards import CODES, COLORS
from app.rules.refusals import Refused
from app.services.play.requests import Answer
from app.services.play.views import proposal_tag

log = logging.getLogger(__name__)


class Posted(NamedTuple):
    """A move, and the version that stood beside it."""

    move: rules.Move
    expected: int | None


class MoveSchema(Strict):
    """A move. `expected_version`, the version it rests on, is needed unless `If-Match` names it."""

    expected_version = Integer(validate=validate.Range(0, 2**53 - 1))

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Posted:
        """The move itself."""
        expected = data.pop("expected_version", None)
        return Posted(rules.MOVES[data.pop("type")](**data), expected)


def _type(name: str) -> fields.String:
    return fields.String(required=True, validate=validate.OneOf([name]))


def _color(**kwargs: Any) -> fields.String:
    return fields.String(validate=validate.OneOf(list(COLORS)), **kwargs)


def _target() -> Integer:
    return Integer(required=True, validate=validate.Range(min=0), metadata={"description": "A seat"})


class PlayMove(MoveSchema):
    """Play a card; `color` with `W4` and no other, `uno` to say UNO for the card that is left."""

    type = _type("play")
    card = fields.String(required=True, validate=validate.OneOf(list(CODES)))
    color = _color()
    uno = Boolean(load_default=False)


class DrawMove(MoveSchema):
    """Draw a card instead of playing."""

    type = _type("draw")


class PassMove(MoveSchema):
    """Keep the drawn card."""

    type = _type("pass")


class ChooseColorMove(MoveSchema):
    """Declare the colour in force."""

    type = _type("choose_color")
    color = _color(required=True)


class ChooseTargetMove(MoveSchema):
    """Aim the Green Shell."""

    type = _type("choose_target")
    target = _target()


class AcceptMove(MoveSchema):
    """Take the four cards of a Wild Draw Four."""

    type = _type("accept")


class ChallengeMove(MoveSchema):
    """Challenge a Wild Draw Four."""

    type = _type("challenge")


class CallUnoMove(MoveSchema):
    """Say UNO after the play."""

    type = _type("call_uno")


class CatchUnoMove(MoveSchema):
    """Catch a player who has not said UNO."""

    type = _type("catch_uno")
    target = _target()


class ResignMove(MoveSchema):
    """Leave the match."""

    type = _type("resign")


class AnyMoveSchema(OneOfSchema):
    """One move of the rules, by its `type`."""

    class Meta:
        unknown = RAISE

    type_field_remove = False
    type_schemas = {  # noqa: RUF012 - as the base class declares it
        "play": PlayMove(),
        "draw": DrawMove(),
        "pass": PassMove(),
        "choose_color": ChooseColorMove(),
        "choose_target": ChooseTargetMove(),
        "accept": AcceptMove(),
        "challenge": ChallengeMove(),
        "call_uno": CallUnoMove(),
        "catch_uno": CatchUnoMove(),
        "resign": ResignMove(),
    }


moves = GameBlueprint("moves", __name__, url_prefix="/games", description="Playing")


@moves.route("/<uuid:game>/moves", methods=["POST"], parameters=WRITING)
@requires("play")
@moves.refuses(400, 404, 409, 412, 415, 422, 428)
@moves.takes(AnyMoveSchema)
@moves.response(200, AnswerSchema)
def move(game: UUID) -> Response:
    """Make a move

    With your own seat. The answer has the events that it made, and your view right after it. A refusal names its code
    and the rule that was broken, and changes nothing.
    """
    body = body_of(request)
    asked = read_move(body)
    try:
        answer = services().games.move(str(game), caller(), asked.move, terms(asked.expected, body))
    except Refused as refused:
        kind = rules.NAME_OF_MOVE[type(asked.move)]
        log.info("refused kind=%s code=%s rule=%s", kind, refused.code, refused.rule)
        raise
    return answered(answer)


def read_move(body: Any) -> Posted:
    """The move that a body says. Raises Problem 422: `unknown_move` if it says no type there is, else
    `malformed_move`."""
    try:
        return _load(body)
    except ValidationError as error:
        raise _no_move(error.messages_dict) from None


def _no_move(said: dict[str, Any]) -> Problem:
    unknown = "type" in said
    code = "unknown_move" if unknown else "malformed_move"
    log.info("refused kind=None code=%s rule=None", code)
    detail = f"The moves are {', '.join(rules.MOVES)}." if unknown else "The move is not of the form of its type."
    return Problem(422, code, detail, errors={"json": said})


_load: Callable[[object], Posted] = AnyMoveSchema().load


def answered(answer: Answer, status: int = 200, **more: object) -> Response:
    """An accepted request's answer: events, and the caller's view with its entity tag."""
    tag = conditional.etag(answer.version, viewer(answer.seat) + proposal_tag(answer.view["proposal"]))
    return private(told(answer.lines, answer.version, view=answer.view, **more), tag, status)
