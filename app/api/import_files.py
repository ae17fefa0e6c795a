"""An import as a file, and its positions as pictures: in all the forms in which a game is handed out."""

from typing import Any
from uuid import UUID

from flask import Response

from app.api import limits
from app.api.auth import requires
from app.api.context import services
from app.api.events import JSON_LINES
from app.api.fields import QueryBoolean, Strict
from app.api.imports import ImportBlueprint
from app.api.problems import Problem
from app.api.queries import MomentQuery
from app.api.replays import BINARY, GZIP, TEXT, compressed, drawn, exported, file
from app.services.exports import POSITIONS, REPLAYS
from app.services.imports import RECORD
from app.services.views import view_of_recording

import_files = ImportBlueprint("import_files", __name__, url_prefix="/replays", description="An import as a file")


class DecksQuery(Strict):
    """How much of the notation."""

    decks = QueryBoolean(load_default=True)


def _documented(content_type: str) -> dict[str, Any]:
    media_type = content_type.partition(";")[0]
    schema = {"application/json": {"type": "object"}, "image/png": BINARY}.get(media_type, TEXT)
    return {"schema": schema, "content_type": media_type}


def _offer_replay(form: str) -> None:
    """The route of one form of the whole replay."""

    @import_files.route(f"/<uuid:replay>/replay.{form}", endpoint=f"replay_{form.replace('.', '_')}")
    @requires("read", anonymous=True)
    @limits.limited(limits.RECORDS)
    @import_files.response(200, **_documented(REPLAYS[form].content_type))
    @import_files.refuses(403, 404, 429)
    def replay_file(replay: UUID) -> Response:
        """The import in another form"""
        one = services().imports.open(str(replay))
        return exported(one.recording, one.names, form, str(replay))


def _offer_position(form: str) -> None:
    """The route of one form of a position."""

    @import_files.route(f"/<uuid:replay>/position.{form}", endpoint=f"position_{form}")
    @requires("read", anonymous=True)
    @limits.limited(limits.PICTURES)
    @import_files.arguments(MomentQuery, location="query")
    @import_files.response(200, **_documented(POSITIONS[form].content_type))
    @import_files.refuses(403, 404, 429)
    def position_file(given: dict[str, Any], replay: UUID) -> Response:
        """A position of the import as a picture, or in words"""
        one = services().imports.open(str(replay))
        seq = one.seq_at(given["at"])
        return drawn(view_of_recording(one.recording, one.names, seq, given["eyes"]), form)


for _form in ("json", "html", "svg"):
    _offer_replay(_form)
for _form in POSITIONS:
    _offer_position(_form)


@import_files.route("/<uuid:replay>/replay.txt")
@requires("read", anonymous=True)
@limits.limited(limits.RECORDS)
@import_files.arguments(DecksQuery, location="query")
@import_files.response(200, TEXT, content_type="text/plain")
@import_files.refuses(403, 404, 429)
def replay_notation(given: dict[str, Any], replay: UUID) -> Response:
    """The import in notation"""
    one = services().imports.open(str(replay))
    return exported(one.recording, one.names, "txt" if given["decks"] else "bare.txt", str(replay))


@import_files.route("/<uuid:replay>/replay.jsonl")
@requires("read", anonymous=True)
@import_files.response(200, BINARY, content_type=JSON_LINES)
@import_files.refuses(404)
def replay_lines(replay: UUID) -> Response:
    """The record, as far as it is sound

    Of a record alone: a notation has none.
    """
    return _record(replay, "jsonl", JSON_LINES)


@import_files.route("/<uuid:replay>/replay.jsonl.gz")
@requires("read", anonymous=True)
@import_files.response(200, BINARY, content_type=GZIP)
@import_files.refuses(404)
def replay_compressed(replay: UUID) -> Response:
    """The record, compressed"""
    return _record(replay, "jsonl.gz", GZIP)


def _record(replay: UUID, ending: str, content_type: str) -> Response:
    one = services().imports.open(str(replay))
    if one.meta.form != RECORD:
        raise Problem(404, "no_record", "This replay came as a notation, which is no record.")
    lines = b"".join(line + b"\n" for line in one.recording.lines)
    body = b"".join(compressed(iter([lines]))) if content_type == GZIP else lines
    return file(body, len(one.recording.lines) - 1, content_type, f"{replay}.replay.{ending}")
