"""Comments on the events of a game or of an import."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from uuid import UUID

from flask import Response
from marshmallow import Schema, ValidationError, fields, validates_schema

from app.api import conditional, limits, problems
from app.api.auth import caller, requires
from app.api.boundary import GameBlueprint, compact, opened, private
from app.api.context import services
from app.api.fields import Boolean, Integer, Prose, QueryInteger, Strict
from app.api.problems import Problem
from app.api.queries import InvitationQuery, PageQuery, page_limit
from app.services.refusals import NotFound
from app.services.replay.comments import NoSuchComment, Said, Talk

V = TypeVar("V", bound=Callable[..., object])

LONGEST = 4000
"""Characters of a comment."""

comments = GameBlueprint("comments", __name__, description="What people say about the events of games and imports")


class NewComment(Strict):
    """A comment on an event, or an answer to another comment."""

    text = Prose(1, LONGEST, required=True)
    seq = Integer(metadata={"description": "Which event it is about; an answer is about that of what it answers"})
    parent = fields.UUID(load_default=None, allow_none=True, metadata={"description": "Which comment it answers"})
    private = Boolean(load_default=False, metadata={"description": "A note that nobody else ever sees"})


class ChangedComment(Strict):
    """What shall be different: one of them at least."""

    text = Prose(1, LONGEST)
    private = Boolean()

    @validates_schema
    def check_change(self, data: dict[str, Any], **kwargs: Any) -> None:
        """Raises ValidationError for a change of nothing."""
        if not data:
            raise ValidationError("Say what shall be different.")


class NewReport(Strict):
    """What is wrong with a comment."""

    reason = Prose(1, 1000, required=True)


class CommentQuery(PageQuery, InvitationQuery):
    """Which page, and up to which event: who does not want to know more."""

    until = QueryInteger(load_default=None, metadata={"description": "Only comments on events up to this one"})
    limit = page_limit(50)


class AuthorSchema(Schema):
    """Who wrote it: what they go by, null if that is forgotten, and the seat they have in this game."""

    name = fields.String(required=True, allow_none=True)
    seat = fields.Integer(required=True, allow_none=True)


class CommentSchema(Schema):
    """A comment. One that was taken away and had been answered keeps its place, without author and text."""

    id = fields.String(required=True, metadata={"format": "uuid"})
    seq = fields.Integer(required=True)
    parent = fields.String(required=True, allow_none=True, metadata={"format": "uuid"})
    author = fields.Nested(AuthorSchema, required=True, allow_none=True)
    yours = fields.Boolean(required=True)
    private = fields.Boolean(required=True)
    text = fields.String(required=True, allow_none=True)
    created = fields.String(required=True, metadata={"format": "date-time"})
    edited = fields.String(required=True, allow_none=True, metadata={"format": "date-time"})
    removed = fields.String(required=True, allow_none=True, metadata={"enum": ["author", "staff", None]})


class CommentPageSchema(Schema):
    """Comments in the order of their events, then of time; answers name what they answer as `parent`."""

    comments = fields.List(fields.Nested(CommentSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class ReportSchema(Schema):
    """A complaint about a comment, and the comment."""

    subject = fields.String(required=True, metadata={"description": "The game, or the import", "format": "uuid"})
    comment = fields.String(required=True, metadata={"format": "uuid"})
    seq = fields.Integer(required=True)
    author = fields.String(required=True, allow_none=True)
    text = fields.String(required=True)
    reason = fields.String(required=True)
    reported = fields.String(required=True, metadata={"format": "date-time"})


class ReportPageSchema(Schema):
    """What waits for officials, the oldest first."""

    reports = fields.List(fields.Nested(ReportSchema), required=True)
    next = fields.String(required=True, allow_none=True)


def _on_both(rest: str = "", method: str = "GET", **kwargs: Any) -> Callable[[V], V]:
    """A view of the comments on a game and of those on an import: `rest` follows the path of both."""

    def register(view: V) -> V:
        named = {"methods": [method], **kwargs}
        comments.route(f"/games/<uuid:game>/comments{rest}", **named)(view)
        comments.route(f"/replays/<uuid:replay>/comments{rest}", endpoint=f"{view.__name__}_of_replay", **named)(view)
        return view

    return register


@_on_both("", "POST", parameters=[conditional.IDEMPOTENCY_PARAMETER])
@requires("play")
@comments.arguments(NewComment)
@comments.arguments(InvitationQuery, location="query")
@comments.response(201, CommentSchema)
@comments.refuses(403, 404, 429)
def write_comment(given: dict[str, Any], query: dict[str, Any], **place: UUID) -> Response:
    """Comment on an event

    Until a hand is over there are only private notes on it. With an `Idempotency-Key` a repeated request writes nothing
    twice, and answers 200.
    """
    return _written(_talk(place, query), given)


@_on_both()
@requires("read", anonymous=True)
@comments.arguments(CommentQuery, location="query")
@comments.response(200, CommentPageSchema)
@comments.refuses(403, 404)
def list_comments(given: dict[str, Any], **place: UUID) -> Response:
    """Read the comments

    Those of all, and your own notes.
    """
    page = services().comments.page(_talk(place, given), given["until"], given["cursor"], given["limit"])
    return private(compact(page.data("comments")))


@_on_both("/<uuid:comment>", "PATCH")
@requires("play")
@comments.arguments(ChangedComment)
@comments.arguments(InvitationQuery, location="query")
@comments.response(200, CommentSchema)
@comments.refuses(403, 404)
def change_comment(given: dict[str, Any], query: dict[str, Any], comment: UUID, **place: UUID) -> Response:
    """Change a comment of yours

    It is marked as edited, unless everything was so before.
    """
    talk = _talk(place, query)
    told = services().comments.edit(talk, str(comment), given.get("text"), given.get("private"))
    return private(compact(told))


@_on_both("/<uuid:comment>", "DELETE")
@requires("play")
@comments.arguments(InvitationQuery, location="query")
@comments.response(204)
@comments.refuses(403, 404)
def remove_comment(query: dict[str, Any], comment: UUID, **place: UUID) -> None:
    """Take a comment away

    Yours; as an official, anybody's. Where it was answered its place stays, without text and name.
    """
    services().comments.remove(_talk(place, query), str(comment))


@_on_both("/<uuid:comment>/reports", "POST")
@requires("play")
@comments.arguments(NewReport)
@comments.arguments(InvitationQuery, location="query")
@comments.response(204)
@comments.refuses(403, 404, 429)
def report_comment(given: dict[str, Any], query: dict[str, Any], comment: UUID, **place: UUID) -> None:
    """Report a comment to the officials

    Once; said again it replaces what you said.
    """
    talk = _talk(place, query)
    limits.spend(limits.COMMENTS, caller().identity)
    services().comments.report(talk, str(comment), given["reason"])


@_on_both("/<uuid:comment>/reports", "DELETE")
@requires("arbiter")
@comments.response(204)
@comments.refuses(404)
def dismiss_reports(comment: UUID, **place: UUID) -> None:
    """Let a reported comment stand

    For officials: its reports are forgotten.
    """
    services().comments.dismiss(_talk(place, {}), str(comment))


@comments.route("/reports")
@requires("arbiter")
@comments.arguments(PageQuery, location="query")
@comments.response(200, ReportPageSchema)
def list_reports(given: dict[str, Any]) -> Response:
    """What was reported

    For officials.
    """
    page = services().comments.reported(given["cursor"], given["limit"])
    return private(compact(page.data("reports")))


@comments.errorhandler(NoSuchComment)
def no_such_comment(error: NoSuchComment) -> Response:
    """There is none, or none that the caller may see: the same answer."""
    return problems.respond(Problem(404, "no_such_comment", "There is no such comment here."))


def _talk(place: Mapping[str, UUID], given: dict[str, Any]) -> Talk:
    """What is commented on: a game before its caller, or an import."""
    if "game" in place:
        return services().comments.at_game(opened(place["game"], given.get("invitation")))
    try:
        one = services().imports.open(str(place["replay"]))
    except NotFound:
        raise Problem(404, "no_such_replay", "There is no such replay.") from None
    return services().comments.at_replay(one, caller())


def _written(talk: Talk, given: dict[str, Any]) -> Response:
    limits.spend(limits.COMMENTS, caller().identity)
    parent = given["parent"]
    said = Said(given["text"], given.get("seq"), parent and str(parent), given["private"])
    told, new = services().comments.write(talk, said, conditional.idempotency_key())
    return private(compact(told), status=201 if new else 200)
