"""The record of a game as a file."""

import zlib
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from flask import Response
from marshmallow import fields

from app.api import conditional
from app.api.auth import requires
from app.api.boundary import GameBlueprint, may_have, opened, unchanged, viewer
from app.api.context import services
from app.api.events import JSON_LINES, streamed
from app.api.fields import Strict

GZIP = "application/gzip"

replays = GameBlueprint("replays", __name__, url_prefix="/games", description="The record of a game")


class ReplayQuery(Strict):
    """What a table that is not open to all asks for."""

    invitation = fields.String()


@replays.route("/<uuid:game>/replay.jsonl")
@requires("read", anonymous=True)
@replays.arguments(ReplayQuery, location="query")
@replays.response(200, {"type": "string", "format": "binary"}, content_type=JSON_LINES)
@replays.refuses(403, 404)
def replay_lines(given: dict[str, Any], game: UUID) -> Response:
    """The record

    A line an event, as it was hashed: what `python -m replays verify` checks.
    """
    return _file(given, game, "jsonl", JSON_LINES)


@replays.route("/<uuid:game>/replay.jsonl.gz")
@requires("read", anonymous=True)
@replays.arguments(ReplayQuery, location="query")
@replays.response(200, {"type": "string", "format": "binary"}, content_type=GZIP)
@replays.refuses(403, 404)
def replay_compressed(given: dict[str, Any], game: UUID) -> Response:
    """The record, compressed"""
    return _file(given, game, "jsonl.gz", GZIP)


def _file(given: dict[str, Any], game: UUID, ending: str, content_type: str) -> Response:
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
