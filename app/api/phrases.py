"""Quick phrases at the table, and complaints about them."""

from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import Schema, fields, validate

from app.api import limits, problems
from app.api.auth import caller, requires
from app.api.boundary import GameBlueprint, compact, opened, private
from app.api.context import services
from app.api.fields import Prose, QueryInteger, Strict
from app.api.problems import Problem
from app.api.queries import InvitationQuery, PageQuery
from app.services.play.sight import Seen
from app.services.table.phrases import LAST, PHRASES, NoSuchPhrase, speaking_seat

phrases = GameBlueprint("phrases", __name__, description="A word between players, of a few that there are")


class NewPhrase(Strict):
    """What is said."""

    phrase = fields.String(required=True, validate=validate.OneOf(PHRASES))


class PhraseReport(Strict):
    """What is wrong with it, if you like to say so."""

    reason = Prose(1, 1000, load_default=None, allow_none=True)


class PhrasesQuery(InvitationQuery):
    """Behind which phrase."""

    after = QueryInteger(
        load_default=0,
        validate=validate.Range(0, LAST),
        metadata={"description": "The `id` of the last one that you have"},
    )


class PhraseSchema(Schema):
    """Something that was said at the table. `id` goes up by one with each of them."""

    id = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    phrase = fields.String(required=True, metadata={"enum": list(PHRASES)})
    at = fields.String(required=True, metadata={"format": "date-time"})
    yours = fields.Boolean(required=True)


class PhrasesSchema(Schema):
    """The newest phrases, the oldest of them first; and the seats that you do not hear."""

    phrases = fields.List(fields.Nested(PhraseSchema), required=True)
    muted = fields.List(fields.Integer(), required=True)


class ReportedPhraseSchema(Schema):
    """A complaint about a phrase, and the phrase."""

    game = fields.String(required=True, metadata={"format": "uuid"})
    phrase_id = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    name = fields.String(required=True, allow_none=True)
    phrase = fields.String(required=True)
    said = fields.String(required=True, metadata={"format": "date-time"})
    reason = fields.String(required=True, allow_none=True)
    reported = fields.String(required=True, metadata={"format": "date-time"})


class ReportedPhrasesSchema(Schema):
    """What waits for officials, the oldest first."""

    reports = fields.List(fields.Nested(ReportedPhraseSchema), required=True)
    next = fields.String(required=True, allow_none=True)


def count(seen: Seen) -> None:
    """Counts a phrase of the caller's seat. Raises Problem 429 where there were too many, Refused without a seat."""
    seat = str(speaking_seat(seen))
    for limit in (limits.PHRASES, limits.PHRASES_AN_HOUR):
        limits.spend(limit, seen.game, seat)


@phrases.route("/games/<uuid:game>/phrases", methods=["POST"])
@requires("play")
@phrases.arguments(NewPhrase)
@phrases.response(201, PhraseSchema)
@phrases.refuses(403, 404, 409, 429)
def say_phrase(given: dict[str, Any], game: UUID) -> Response:
    """Say something

    From your seat: before, during and after the match.
    """
    seen = opened(game)
    count(seen)
    return private(compact(services().phrases.say(seen, given["phrase"])), status=201)


@phrases.route("/games/<uuid:game>/phrases")
@requires("read", anonymous=True)
@phrases.arguments(PhrasesQuery, location="query")
@phrases.response(200, PhrasesSchema)
@phrases.refuses(403, 404)
def list_phrases(given: dict[str, Any], game: UUID) -> Response:
    """What was said

    The newest 50, without what the players said whom you have muted.
    """
    seen = opened(game, given.get("invitation"))
    said = services().phrases.since(seen, given["after"])
    return private(compact({"phrases": said, "muted": services().mutes.seats(seen)}))


@phrases.route("/games/<uuid:game>/phrases/<int:phrase>/report", methods=["POST"])
@requires("play")
@phrases.arguments(PhraseReport)
@phrases.arguments(InvitationQuery, location="query")
@phrases.response(204)
@phrases.refuses(403, 404, 429)
def report_phrase(given: dict[str, Any], query: dict[str, Any], game: UUID, phrase: int) -> None:
    """Report a phrase to the officials

    Once; said again it replaces what you said.
    """
    seen = opened(game, query.get("invitation"))
    limits.spend(limits.PHRASES_AN_HOUR, caller().identity)
    services().phrases.report(seen, phrase, given["reason"])


@phrases.route("/games/<uuid:game>/phrases/<int:phrase>/report", methods=["DELETE"])
@requires("arbiter")
@phrases.response(204)
@phrases.refuses(404)
def dismiss_phrase(game: UUID, phrase: int) -> None:
    """Let a reported phrase stand

    For officials: its reports are forgotten.
    """
    services().phrases.dismiss(str(game), phrase)


@phrases.route("/reports/phrases")
@requires("arbiter")
@phrases.arguments(PageQuery, location="query")
@phrases.response(200, ReportedPhrasesSchema)
def list_phrase_reports(given: dict[str, Any]) -> Response:
    """Which phrases were reported

    For officials.
    """
    page = services().phrases.reported(given["cursor"], given["limit"])
    return private(compact(page.data("reports")))


@phrases.errorhandler(NoSuchPhrase)
def no_such_phrase(error: NoSuchPhrase) -> Response:
    """It was not said, or is not kept any more, or nobody has complained."""
    return problems.respond(Problem(404, "no_such_phrase", "There is no such phrase here."))
