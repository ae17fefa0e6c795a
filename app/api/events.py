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

JSON_LINES = "application/jsonl"
GZIP = "application/gzip"

events = GameBlueprint("events", __name__, url_prefix="/games", description="What happened")


class EventsQuery(Strict):
    """From where on, how many, and in which form."""

    after = QueryInteger(metadata={"description": "The seq of the last event that you have"})
    limit = QueryInteger(load_default=500, validate=validate.Range(1, 1000))
    format = fields.String(
        validate=validate.OneOf(["json", "jsonl"]),
        metadata={"description": "Instead of `Accept`; JSON Lines are all events, whatever the limit"},
    )
    invitation = fields.String()


class OpeningsQuery(Strict):
    """Of which hand."""

    hand = QueryInteger(metadata={"description": "Without it, all hands so far"})
    invitation = fields.String()


@events.route("/<uuid:game>/events")
@requires("read", anonymous=True)
@events.arguments(EventsQuery, location="query")
@events.response(200, EventsSchema)
@events.alt_response(200, schema={"type": "string", "format": "binary"}, content_type=JSON_LINES)
@events.refuses(403, 404)
def list_events(given: dict[str, Any], game: UUID) -> Response:
    """The events behind `after`

    Their bytes are those of the record. As JSON Lines (`Accept: application/jsonl`) they are all there; as JSON at
    most `limit` of them.
    """
    looks = services().looks
    seen = opened(game, given.get("invitation"))
    after, version = given.get("after", -1), seen.position.head.version
    lines = _lines_wanted(given.get("format"))
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


def _lines_wanted(form: str | None) -> bool:
    if form is not None:
        return form == "jsonl"
    offered = ["application/json", JSON_LINES, "application/x-ndjson"]
    return request.accept_mimetypes.best_match(offered, default=offered[0]) != offered[0]
