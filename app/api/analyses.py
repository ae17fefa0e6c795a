"""Analyses of games that are over and of imports: asked for, and told as far as they have come."""

from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import Schema, fields, validate

from app.api import conditional, limits
from app.api.auth import caller, requires
from app.api.boundary import GameBlueprint, compact, may_have, opened, private, unchanged
from app.api.context import services
from app.api.fields import QueryInteger, Strict
from app.api.imports import ImportBlueprint
from app.api.openapi import PREFIX
from app.api.problems import Problem

STATUSES = ("none", "queued", "running", "done", "failed")

analyses = GameBlueprint("analyses", __name__, url_prefix="/games", description="What else could have been done")
import_analyses = ImportBlueprint("import_analyses", __name__, url_prefix="/replays", description="Analyses of imports")

CHANCE = {"minimum": 0, "maximum": 1}
ERROR = {"minimum": 0, "description": "Its standard error"}


class InvitationQuery(Strict):
    """What a table that is not open to all asks for."""

    invitation = fields.String()


class ImportAnalysisQuery(Strict):
    """Whose decisions."""

    hand = QueryInteger(
        load_default=None,
        validate=validate.Range(1, 255),
        metadata={"description": "The hand whose decisions are wanted; without it there are none in the answer"},
    )


class AnalysisQuery(ImportAnalysisQuery, InvitationQuery):
    """Whose decisions, and what a table that is not open to all asks for."""


class AlternativeSchema(Schema):
    """A way to decide that was legal, as a body that could have been posted. Saying UNO makes no other way of it."""

    move = fields.Dict(keys=fields.String(), required=True)
    chance = fields.Float(required=True, metadata=CHANCE | {"description": "To win the hand, by what the seat knew"})
    error = fields.Float(required=True, metadata=ERROR)
    behind = fields.Float(
        required=True, metadata={"description": "How much less than that of the best, over the same deals"}
    )
    behind_error = fields.Float(required=True, metadata=ERROR)
    playouts = fields.Integer(required=True)


class FigureSchema(Schema):
    """A chance and its error."""

    chance = fields.Float(required=True, metadata=CHANCE)
    error = fields.Float(required=True, metadata=ERROR)


class WorldsSchema(Schema):
    """The deals that were played out."""

    effective = fields.Float(required=True, metadata={"description": "How many that are even would tell as much"})
    agree = fields.String(
        required=True,
        metadata={
            "enum": ["all", "cards", "counts"],
            "description": "With what they agree: with `all` that the seat had seen; where none was found, with all but"
            " what it knew of whole hands; or only with the `counts` of cards",
        },
    )
    cut = fields.Integer(required=True, metadata={"description": "Playouts too long to be played to their end"})


class DecisionSchema(Schema):
    """A decision: the request of the events `seq` to `until`, made on the position after `seq` - 1."""

    seq = fields.Integer(required=True)
    until = fields.Integer(required=True)
    hand = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    phase = fields.String(required=True, metadata={"enum": ["turn", "drawn", "color", "target", "challenge"]})
    missed = fields.Boolean(required=True, metadata={"description": "Time ran out, and the service decided"})
    played = fields.Dict(keys=fields.String(), required=True)
    alternatives = fields.List(fields.Nested(AlternativeSchema), required=True)
    chosen = fields.Integer(required=True, metadata={"description": "Which of them it was"})
    best = fields.Integer(required=True)
    chance = fields.Float(required=True, metadata=CHANCE | {"description": "That of the best"})
    error = fields.Float(required=True, metadata=ERROR)
    loss = fields.Float(required=True, metadata={"description": "How much less what was chosen is"})
    loss_error = fields.Float(required=True, metadata=ERROR)
    worlds = fields.Nested(WorldsSchema, required=True)
    winner = fields.Nested(
        FigureSchema,
        required=True,
        allow_none=True,
        metadata={"description": "How the later winner stood, by what the winner knew; null if nobody won the hand"},
    )


class SwingSchema(Schema):
    """Where the chance of the later winner changed most: behind the event `at` up to the event `to`, beginning with the
    decision `seq` of `seat`. The change is at least 0.1 and three times its error; at most five of a hand are
    marked."""

    seq = fields.Integer(required=True)
    at = fields.Integer(required=True)
    to = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    before = fields.Float(required=True, metadata=CHANCE)
    after = fields.Float(required=True, metadata=CHANCE)
    change = fields.Float(required=True)
    error = fields.Float(required=True, metadata=ERROR)


class AnalysedHandSchema(Schema):
    """A hand: who won it, how many of its decisions are done, and its swings once all are."""

    hand = fields.Integer(required=True)
    winner = fields.Integer(required=True, allow_none=True)
    total = fields.Integer(required=True)
    done = fields.Integer(required=True)
    swings = fields.List(fields.Nested(SwingSchema), required=True, allow_none=True)


class AnalysisSchema(Schema):
    """An analysis as far as it has come."""

    analyser = fields.String(required=True, metadata={"description": "The version of the analyser"})
    status = fields.String(required=True, metadata={"enum": list(STATUSES)})
    done = fields.Integer(required=True, metadata={"description": "Decisions that are analysed"})
    total = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Decisions that there are, null until they are counted"},
    )
    hands = fields.List(fields.Nested(AnalysedHandSchema), required=True)
    decisions = fields.List(fields.Nested(DecisionSchema), required=True, allow_none=True)


@analyses.route("/<uuid:game>/analysis", methods=["POST"])
@requires("read", anonymous=True)
@analyses.arguments(InvitationQuery, location="query")
@analyses.response(202, AnalysisSchema)
@analyses.refuses(403, 404, 409, 429)
def ask_for_analysis(given: dict[str, Any], game: UUID) -> Response:
    """Ask for the analysis of a game

    Of one that is over, by anybody who may see it. It is made behind the requests; ask for it to see how far it is.
    Asked for again, it is the same one."""
    seen = opened(game, given.get("invitation"))
    if not seen.position.state.over:
        raise Problem(409, "game_not_over", "A game is analysed when it is over.")
    return _asked(str(game), False, f"{PREFIX}/games/{game}/analysis")


@analyses.route("/<uuid:game>/analysis")
@requires("read", anonymous=True)
@analyses.arguments(AnalysisQuery, location="query")
@analyses.response(200, AnalysisSchema)
@analyses.refuses(403, 404)
def view_analysis(given: dict[str, Any], game: UUID) -> Response:
    """The analysis of a game

    For each decision what else was legal, and the chance to win the hand with it, from playouts in which all cards that
    the seat did not know are dealt at random, consistent with everything it had seen. As far as it has come.
    """
    opened(game, given.get("invitation"))
    return _told(str(game), given["hand"])


@import_analyses.route("/<uuid:replay>/analysis", methods=["POST"])
@requires("read", anonymous=True)
@import_analyses.response(202, AnalysisSchema)
@import_analyses.refuses(403, 404, 429)
def ask_for_import_analysis(replay: UUID) -> Response:
    """Ask for the analysis of an import

    Of the hands whose cards are open in it.
    """
    services().imports.open(str(replay))
    return _asked(str(replay), True, f"{PREFIX}/replays/{replay}/analysis")


@import_analyses.route("/<uuid:replay>/analysis")
@requires("read", anonymous=True)
@import_analyses.arguments(ImportAnalysisQuery, location="query")
@import_analyses.response(200, AnalysisSchema)
@import_analyses.refuses(404)
def view_import_analysis(given: dict[str, Any], replay: UUID) -> Response:
    """The analysis of an import

    As that of a game.
    """
    services().imports.open(str(replay))
    return _told(str(replay), given["hand"])


def _asked(subject: str, imported: bool, location: str) -> Response:
    limits.spend(limits.ANALYSES, limits.of(caller()))
    response = Response(compact(services().analyses.ask(subject, imported)), 202, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    response.headers["Location"] = location
    return response


def _told(subject: str, hand: int | None) -> Response:
    said = services().analyses.told(subject, hand)
    tag = conditional.etag(said["done"], f"{said['status']}-{said['analyser']}-{hand or 0}")
    return unchanged(tag) if may_have(tag) else private(compact(said), tag)
