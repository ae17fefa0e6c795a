"""Replays from elsewhere: brought, looked at, taken away."""

from typing import Any
from uuid import UUID

from flask import Response, request
from marshmallow import Schema, fields, validate

from app.api import conditional, limits, problems
from app.api.audit import AuditSchema
from app.api.auth import caller, own_id, requires
from app.api.blueprint import read
from app.api.boundary import GameBlueprint, compact, may_have, private, told, unchanged, viewer
from app.api.context import services
from app.api.events import GZIP, JSON_LINES
from app.api.fields import QueryInteger, Strict, Text
from app.api.openapi import PREFIX
from app.api.problems import Problem
from app.api.queries import MomentQuery, PageQuery
from app.api.schemas import ClockSchema, EventsSchema, OptionsSchema, ViewSchema
from app.services.play.callers import Caller
from app.services.play.views import view_of_recording
from app.services.refusals import NotFound
from app.services.replay.imports import NOTATION, RECORD, Full, Import, NotAReplay
from app.services.replay.uploads import LONGEST_UPLOAD, TooLarge

NEWLINE_DELIMITED = "application/x-ndjson"
TEXT = "text/plain"
FORMS = {JSON_LINES: RECORD, NEWLINE_DELIMITED: RECORD, GZIP: RECORD, TEXT: NOTATION}
"""What a body may be, by media type."""

BODY = {
    "required": True,
    "description": "A record (`replay.jsonl`), as it is or compressed, or a notation (`replay.txt`). With"
    " `Content-Encoding: gzip` each of them may be compressed.",
    "content": {media_type: {"schema": {"type": "string", "format": "binary"}} for media_type in FORMS},
}


def _not_found(error: NotFound) -> Response:
    return problems.respond(Problem(404, "no_such_replay", "There is no such replay, or no such place in it."))


class ImportBlueprint(GameBlueprint):
    """A resource of imports: what is not found is no game."""

    def __init__(self, name: str, import_name: str, **kwargs: Any) -> None:
        super().__init__(name, import_name, **kwargs)
        self.register_error_handler(NotFound, _not_found)


imports = ImportBlueprint("imports", __name__, url_prefix="/replays", description="Replays from elsewhere")


class NewImportQuery(Strict):
    """What the one who brings it calls it."""

    title = Text(1, 80, load_default=None, metadata={"description": "Shown to everybody who has the link"})


class EventsQuery(Strict):
    """From where on, and how many."""

    after = QueryInteger(load_default=-1, metadata={"description": "The seq of the last event that you have"})
    limit = QueryInteger(load_default=500, validate=validate.Range(1, 1000))


class ImportSummarySchema(Schema):
    """A replay from elsewhere, as a list shows it."""

    id = fields.String(required=True, metadata={"format": "uuid"})
    title = fields.String(required=True, allow_none=True)
    form = fields.String(required=True, metadata={"enum": list(dict.fromkeys(FORMS.values()))})
    game = fields.String(required=True, metadata={"format": "uuid", "description": "The game's id, as the file says"})
    verdict = fields.String(required=True, metadata={"enum": ["exact", "unverified", "diverged"]})
    events = fields.Integer(required=True, metadata={"description": "How many are kept"})
    created = fields.String(required=True, metadata={"format": "date-time"})
    yours = fields.Boolean(required=True)


class ImportReportSchema(AuditSchema):
    """What the verifier found in the file. Of one that diverged only what stands before is kept and shown."""

    class Meta:
        exclude = ("version",)

    kept = fields.Integer(required=True, metadata={"description": "Events of whole requests that hold, from the first"})


class ImportPlayerSchema(Schema):
    """Who plays at a seat; a name of null: nobody."""

    seat = fields.Integer(required=True)
    name = fields.String(required=True, allow_none=True)
    bot = fields.String(required=True, allow_none=True)


class EndedSchema(Schema):
    """How a hand ended, with which event."""

    seq = fields.Integer(required=True)
    winner = fields.Integer(required=True, allow_none=True)
    points = fields.Integer(required=True)
    scores = fields.List(fields.Integer(), required=True)


class ImportHandSchema(Schema):
    """A hand, from the event that begins it; `open` if its cards are known and may be shown."""

    hand = fields.Integer(required=True)
    seq = fields.Integer(required=True)
    dealer = fields.Integer(required=True)
    ended = fields.Nested(EndedSchema, required=True, allow_none=True)
    open = fields.Boolean(required=True)


class ImportSchema(ImportSummarySchema):
    """A replay from elsewhere."""

    known = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "enum": ["same", "prefix", "other", None],
            "description": "What is kept of a record, beside that of the game of this id that was played here: null"
            " where there is none that you may see",
        },
    )
    report = fields.Nested(ImportReportSchema, required=True)
    options = fields.Nested(OptionsSchema, required=True)
    clock = fields.Nested(ClockSchema, required=True)
    players = fields.List(fields.Nested(ImportPlayerSchema), required=True)
    hands = fields.List(fields.Nested(ImportHandSchema), required=True)
    over = fields.Boolean(required=True)
    places = fields.List(fields.Integer(allow_none=True), required=True, allow_none=True)
    reason = fields.String(required=True, allow_none=True, metadata={"description": "Why it ended"})
    comments = fields.Integer(required=True, metadata={"description": "How many there are that anybody may read"})


class ImportPageSchema(Schema):
    """A page of a list; `next` is the cursor of the one behind it."""

    replays = fields.List(fields.Nested(ImportSummarySchema), required=True)
    next = fields.String(required=True, allow_none=True)


class ImportViewSchema(ViewSchema):
    """A position of a replay from elsewhere: a view without a table."""

    class Meta:
        exclude = ("table",)


@imports.route("", methods=["POST"])
@requires("play", account=True)
@imports.arguments(NewImportQuery, location="query")
@imports.response(201, ImportSchema)
@imports.alt_response(200, schema=ImportSchema, description="The same file again: what was made of it before")
@imports.refuses(403, 409, 413, 415, 422, 429)
@imports.doc(requestBody=BODY)
def bring_replay(given: dict[str, Any]) -> Response:
    """Import a replay

    It is verified, and kept apart from games under the verdict: `exact`, `unverified` with the reasons, or `diverged`
    with the first event that is wrong. Of one that diverged what stands before that event is kept and shown, nothing
    else. A notation carries no seeds, so it is never `exact`. Nobody finds an import, and whoever has its id may look
    at it.
    """
    who = caller()
    account = who.account or ""
    limits.spend(limits.IMPORTS, account)
    request.max_content_length = LONGEST_UPLOAD
    form, packed = _form_of_body()
    try:
        one, new = services().imports.bring(account, form, read(request), packed, given["title"])
    except TooLarge as error:
        raise Problem(413, "too_large", str(error)) from None
    except NotAReplay as error:
        raise Problem(422, "no_replay", f"Nothing of this is a replay: {error}.") from None
    except Full:
        raise Problem(409, "too_many_replays", "You keep as much as one may keep: take one away first.") from None
    response = private(_described(one, who), status=201 if new else 200)
    response.headers["Location"] = f"{PREFIX}/replays/{one.meta.id}"
    return response


@imports.route("")
@requires("read", account=True)
@imports.arguments(PageQuery, location="query")
@imports.response(200, ImportPageSchema)
@imports.refuses(403)
def list_replays(given: dict[str, Any]) -> Response:
    """My imports, the newest first"""
    page = services().imports.page(own_id(), given["cursor"], given["limit"])
    return private(compact(page.data("replays")))


@imports.route("/<uuid:replay>")
@requires("read", anonymous=True)
@imports.response(200, ImportSchema)
@imports.refuses(404)
def view_replay(replay: UUID) -> Response:
    """Look at an import

    What it is, what was found in it, who plays, and its hands.
    """
    one = services().imports.open(str(replay))
    return private(_described(one, caller()))


@imports.route("/<uuid:replay>/view")
@requires("read", anonymous=True)
@limits.limited(limits.POSITIONS)
@imports.arguments(MomentQuery, location="query")
@imports.response(200, ImportViewSchema)
@imports.refuses(403, 404, 429)
def view_position(given: dict[str, Any], replay: UUID) -> Response:
    """Look at a position of an import

    As a view of a game. The cards of a hand are shown where the record publishes its seed.
    """
    one = services().imports.open(str(replay))
    seq, eyes = one.seq_at(given["at"]), given["eyes"]
    tag = conditional.etag(seq, viewer(eyes))
    if may_have(tag):
        return unchanged(tag)
    return private(compact(view_of_recording(one.recording, one.names, seq, eyes)), tag)


@imports.route("/<uuid:replay>/events")
@requires("read", anonymous=True)
@imports.arguments(EventsQuery, location="query")
@imports.response(200, EventsSchema)
@imports.refuses(404)
def list_events(given: dict[str, Any], replay: UUID) -> Response:
    """The events of an import behind `after`

    Their bytes are those of the file; there are none at or behind an event that diverged.
    """
    lines = services().imports.open(str(replay)).recording.lines
    version, after = len(lines) - 1, given["after"]
    tag = conditional.etag(version, viewer(None))
    if may_have(tag):
        return unchanged(tag)
    return private(told(lines[after + 1 : after + 1 + given["limit"]], version), tag)


@imports.route("/<uuid:replay>", methods=["DELETE"])
@requires("play", account=True)
@imports.response(204)
@imports.refuses(403, 404)
def remove_replay(replay: UUID) -> None:
    """Take an import away

    By who brought it, or an admin. Comments on it and its analysis go with it; branches of it are games of their own,
    and stay.
    """
    services().imports.remove(str(replay), caller())


def _described(one: Import, who: Caller) -> bytes:
    comments = services().comments.public(one.meta.id)
    return compact(services().imports.described(one, who) | {"comments": comments})


def _form_of_body() -> tuple[str, bool]:
    """What the headers say of the body: its form, and whether it is packed. Raises Problem 415."""
    media_type, encoding = request.mimetype, request.headers.get("Content-Encoding", "identity").lower()
    charset = request.mimetype_params.get("charset", "utf-8").lower()
    if media_type not in FORMS or charset not in ("utf-8", "utf8"):
        raise Problem(415, "other_form", f"A replay comes as {', '.join(FORMS)}, in UTF-8.")
    if encoding not in ("identity", "gzip") or (encoding == "gzip" and media_type == GZIP):
        raise Problem(415, "other_form", "A replay is not packed, or packed by gzip, once.")
    return FORMS[media_type], encoding == "gzip" or media_type == GZIP
