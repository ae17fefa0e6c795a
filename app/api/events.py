"""What happened in a game: its events, as they are stored, and the openings of the cards that a caller may see."""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from flask import Response, request
from marshmallow import fields, validate

from app.api import conditional, limits
from app.api.auth import requires
from app.api.boundary import GameBlueprint, compact, may_have, opened, private, told, unchanged, viewer
from app.api.context import services
from app.api.fields import QueryInteger, Strict
from app.api.logs import until_it_breaks
from app.api.schemas import EventsSchema, OpeningsSchema
from app.api.streams import LAST_EVENT_ID, MEDIA_TYPE, SAID, follow_game, yes_or_no

JSON_LINES = "application/jsonl"
GZIP = "application/gzip"
FORMS = {"json": "application/json", "jsonl": JSON_LINES, "sse": MEDIA_TYPE}

events = GameBlueprint("events", __name__, url_prefix="/games", description="What happened")


class EventsQuery(Strict):
    """From where on, how many, and in which form."""

    after = QueryInteger(metadata={"description": "The seq of the last event that you have"})
    limit = QueryInteger(load_default=500, validate=validate.Range(1, 1000))
    format = fields.String(
        validate=validate.OneOf(FORMS),
        metadata={"description": "Instead of `Accept`; JSON Lines are all events, whatever the limit"},
    )
    follow = yes_or_no("yes", "`no`: a stream ends where it would wait")
    invitation = fields.String()


class OpeningsQuery(Strict):
    """Of which hand."""

    hand = QueryInteger(metadata={"description": "Without it, all hands so far"})
    invitation = fields.String()


@events.route("/<uuid:game>/events", parameters=[LAST_EVENT_ID])
@requires("read", anonymous=True)
@events.arguments(EventsQuery, location="query")
@events.response(200, EventsSchema)
@events.alt_response(200, schema={"type": "string", "format": "binary"}, content_type=JSON_LINES)
@events.alt_response(200, schema=SAID, content_type=MEDIA_TYPE)
@events.alt_response(204, description="A stream that has nothing more to say: the match is over")
@events.refuses(403, 404, 429, 503)
def list_events(given: dict[str, Any], game: UUID) -> Response:
    """The events behind `after`

    Their bytes are those of the record. As JSON Lines (`Accept: application/jsonl`) they are all there; as JSON at
    most `limit` of them. As Server-Sent Events (`Accept: text/event-stream`) also those that follow, each as it
    happens: its `id` is the event's `seq`, its type the `kind`, its data the line; `table` says that something else at
    the table has changed, `over` that no more will follow.
    """
    form = _form_wanted(given.get("format"))
    if form == "sse":
        return follow_game(game, given)
    looks = services().looks
    seen = opened(game, given.get("invitation"))
    after, version = given.get("after", -1), seen.position.head.version
    lines = form == "jsonl"
    tag = conditional.etag(version, viewer(seen.seat) + ("-jsonl" if lines else ""))
    if may_have(tag):
        response = unchanged(tag)
    elif lines:
        response = streamed(looks.record(seen, after), tag, JSON_LINES)
    else:
        response = private(told(looks.events(seen, after, given["limit"]), version), tag)
    response.vary.add("Accept")
    return response


@events.route("/<uuid:game>/openings")
@requires("read", anonymous=True)
@limits.limited(limits.RECORDS)
@events.arguments(OpeningsQuery, location="query")
@events.response(200, OpeningsSchema)
@events.refuses(403, 404, 429)
def list_openings(given: dict[str, Any], game: UUID) -> Response:
    """The cards that you may see, with what proves them

    Your hand, a hand that a challenge showed to you, and turned cards; all cards of a hand that is over. Each with its
    salt and its path to the root that was published before the first turn.
    """
    seen = opened(game, given.get("invitation"))
    version = seen.position.head.version
    tag = conditional.etag(version, viewer(seen.seat))
    if may_have(tag):
        return unchanged(tag)
    openings = services().openings.of(seen, given.get("hand"))
    return streamed(_openings(version, openings), tag, "application/json")


def streamed(body: Iterable[bytes], tag: str | None, content_type: str) -> Response:
    """A long answer, sent as it is made. What could fail has been looked at before."""
    response = private(b"", tag)
    response.response = until_it_breaks(body)
    response.headers["Content-Type"] = content_type
    del response.headers["Content-Length"]
    return response


def _openings(version: int, openings: Iterable[object]) -> Iterator[bytes]:
    yield b'{"version":%d,"openings":[' % version
    between = b""
    for opening in openings:
        yield between + compact(opening)
        between = b","
    yield b"]}"


def _form_wanted(form: str | None) -> str:
    if form is not None:
        return form
    offered = {media: name for name, media in FORMS.items()} | {"application/x-ndjson": "jsonl"}
    return offered[request.accept_mimetypes.best_match([*offered], default="application/json")]
