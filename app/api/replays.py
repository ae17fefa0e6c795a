"""A game as a file: the record, a document for viewers, a notation, a page that plays it, pictures."""

import zlib
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from flask import Response

from app.api import conditional, limits
from app.api.auth import requires
from app.api.blueprint import Blueprint
from app.api.boundary import GameBlueprint, compact, may_have, opened, private, unchanged, viewer
from app.api.context import services
from app.api.events import JSON_LINES, streamed
from app.api.fields import QueryBoolean
from app.api.queries import InvitationQuery, SeatMomentQuery
from app.services.exports import POSITIONS, REPLAYS, Names, export, names_at
from replays.format import sha256_hex
from replays.recording import Recording
from replays.show.document import schema

GZIP = "application/gzip"
BINARY = {"type": "string", "format": "binary"}
TEXT = {"type": "string"}
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A picture may have a style of its own, for light and dark."""

replays = GameBlueprint("replays", __name__, url_prefix="/games", description="A game as a file")
schemas = Blueprint("schemas", __name__, description="What a file looks like")


class NotationQuery(InvitationQuery):
    """How much of it."""

    decks = QueryBoolean(
        load_default=True,
        metadata={"description": "`false`: without the order of the cards, for people who only read"},
    )


@replays.route("/<uuid:game>/replay.jsonl")
@requires("read", anonymous=True)
@replays.arguments(InvitationQuery, location="query")
@replays.response(200, BINARY, content_type=JSON_LINES)
@replays.refuses(403, 404)
def replay_lines(given: dict[str, Any], game: UUID) -> Response:
    """The record

    A line an event, as it was hashed: what `python -m replays verify` checks.
    """
    return _record(given, game, "jsonl", JSON_LINES)


@replays.route("/<uuid:game>/replay.jsonl.gz")
@requires("read", anonymous=True)
@replays.arguments(InvitationQuery, location="query")
@replays.response(200, BINARY, content_type=GZIP)
@replays.refuses(403, 404)
def replay_compressed(given: dict[str, Any], game: UUID) -> Response:
    """The record, compressed"""
    return _record(given, game, "jsonl.gz", GZIP)


@replays.route("/<uuid:game>/replay.json")
@requires("read", anonymous=True)
@limits.limited(limits.RECORDS)
@replays.arguments(InvitationQuery, location="query")
@replays.response(200, {"type": "object"})
@replays.refuses(403, 404, 429)
def replay_document(given: dict[str, Any], game: UUID) -> Response:
    """The game for viewers

    Players, hands, and for every event a sentence and the position after it; its form is that of the JSON Schema at
    `/api/v1/replay.schema.json`. Of a hand that is still on: what everybody knows.
    """
    return _replay(given, game, "json")


@replays.route("/<uuid:game>/replay.txt")
@requires("read", anonymous=True)
@limits.limited(limits.RECORDS)
@replays.arguments(NotationQuery, location="query")
@replays.response(200, TEXT, content_type="text/plain")
@replays.refuses(403, 404, 429)
def replay_notation(given: dict[str, Any], game: UUID) -> Response:
    """The game in notation

    A line a turn, for people and forums; it can be read back into the same game.
    """
    return _replay(given, game, "txt" if given["decks"] else "bare.txt")


@replays.route("/<uuid:game>/replay.html")
@requires("read", anonymous=True)
@limits.limited(limits.RECORDS)
@replays.arguments(InvitationQuery, location="query")
@replays.response(200, TEXT, content_type="text/html")
@replays.refuses(403, 404, 429)
def replay_page(given: dict[str, Any], game: UUID) -> Response:
    """One page that plays the game by itself

    To keep or to send: it needs no network.
    """
    return _replay(given, game, "html")


@replays.route("/<uuid:game>/replay.svg")
@requires("read", anonymous=True)
@limits.limited(limits.RECORDS)
@replays.arguments(InvitationQuery, location="query")
@replays.response(200, TEXT, content_type="image/svg+xml")
@replays.refuses(403, 404, 429)
def replay_chart(given: dict[str, Any], game: UUID) -> Response:
    """The race chart

    How many cards everybody held, turn by turn, with what happened on the way.
    """
    return _replay(given, game, "svg")


@replays.route("/<uuid:game>/position.svg")
@requires("read", anonymous=True)
@limits.limited(limits.PICTURES)
@replays.arguments(SeatMomentQuery, location="query")
@replays.response(200, TEXT, content_type="image/svg+xml")
@replays.refuses(403, 404, 429)
def position_svg(given: dict[str, Any], game: UUID) -> Response:
    """The table as a picture

    At any moment and through any eyes, as a view. It says in words what it shows.
    """
    return _position(given, game, "svg")


@replays.route("/<uuid:game>/position.png")
@requires("read", anonymous=True)
@limits.limited(limits.PICTURES)
@replays.arguments(SeatMomentQuery, location="query")
@replays.response(200, BINARY, content_type="image/png")
@replays.refuses(403, 404, 429)
def position_png(given: dict[str, Any], game: UUID) -> Response:
    """The table as a picture of pixels

    For link previews: 1200 wide.
    """
    return _position(given, game, "png")


@replays.route("/<uuid:game>/position.txt")
@requires("read", anonymous=True)
@limits.limited(limits.PICTURES)
@replays.arguments(SeatMomentQuery, location="query")
@replays.response(200, TEXT, content_type="text/plain")
@replays.refuses(403, 404, 429)
def position_text(given: dict[str, Any], game: UUID) -> Response:
    """The picture in words

    The text that stands for the picture where it cannot be seen.
    """
    return _position(given, game, "txt")


@schemas.route("/replay.schema.json")
@schemas.response(200, {"type": "object"}, content_type="application/schema+json")
def replay_schema() -> Response:
    """The form of `replay.json`

    A JSON Schema, 2020-12.
    """
    response = Response(compact(schema()), content_type="application/schema+json")
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


def exported(recording: Recording, names: Names, form: str, name: str) -> Response:
    """A game in one of the `REPLAYS`, as a file by this name without its ending; a picture is shown at once."""
    kept = None if form == "svg" else f"{name}.replay.{form}"
    return file(export(recording, names, form), len(recording.lines) - 1, REPLAYS[form].content_type, kept)


def drawn(view: dict[str, Any], form: str) -> Response:
    """A position in one of the forms of `POSITIONS`."""
    return file(POSITIONS[form].make(view), view["version"], POSITIONS[form].content_type)


def file(body: bytes, version: int, content_type: str, name: str | None = None) -> Response:
    """A file to be kept under this name, or to be shown at once.

    Its tag tells the bytes too: a newer service may draw and say the same version in another way.
    """
    tag = conditional.etag(version, f"file-{sha256_hex(body)[:32]}")
    if may_have(tag):
        return unchanged(tag)
    response = private(body, tag)
    response.headers["Content-Type"] = content_type
    if name is not None:
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    if content_type.startswith("image/"):
        response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response


def _replay(given: dict[str, Any], game: UUID, form: str) -> Response:
    seen = opened(game, given.get("invitation"))
    return exported(services().recordings.of(seen), names_at(seen), form, str(game))


def _position(given: dict[str, Any], game: UUID, form: str) -> Response:
    looks, seen = services().looks, opened(game, given.get("invitation"))
    scene = looks.scene(seen, given.get("at"), given.get("eyes", seen.seat))
    return drawn(looks.view(seen, scene), form)


def _record(given: dict[str, Any], game: UUID, ending: str, content_type: str) -> Response:
    looks = services().looks
    seen = opened(game, given.get("invitation"))
    tag = conditional.etag(seen.position.head.version, f"{viewer(seen.seat)}-{ending.replace('.', '-')}")
    if may_have(tag):
        return unchanged(tag)
    record = looks.record(seen)
    response = streamed(compressed(record) if content_type == GZIP else record, tag, content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{game}.replay.{ending}"'
    return response


def compressed(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """A gzip file of these chunks; the same chunks give the same file."""
    packer = zlib.compressobj(wbits=31)
    for chunk in chunks:
        yield packer.compress(chunk)
    yield packer.flush()
