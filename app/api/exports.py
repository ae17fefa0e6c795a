"""A game or an import as a file: the record, a document for viewers, a notation, a page that plays it, pictures.

`offer` makes the same routes for whatever can be handed out; how it is opened is all that differs.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from flask import Response
from marshmallow import fields, validate

from app.api import conditional, limits
from app.api.auth import requires
from app.api.blueprint import Blueprint
from app.api.boundary import GameBlueprint, compact, may_have, opened, private, unchanged, viewer
from app.api.context import services
from app.api.events import GZIP, JSON_LINES, streamed
from app.api.fields import QueryBoolean, Strict
from app.api.queries import InvitationQuery, SeatMomentQuery
from app.services.replay.exports import POSITIONS, REPLAYS, export, names_at
from replays.exports import SPOKEN, Names
from replays.format import sha256_hex
from replays.recording import Recording
from replays.show.document import schema
from replays.show.languages import DEFAULT, LANGUAGES

V = TypeVar("V", bound=Callable[..., object])
Given = dict[str, Any]
"""What the query says."""

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A picture may have a style of its own, for light and dark."""

SAID = {
    "replay.jsonl": """The record

    A line an event, as it was hashed: what `python -m replays verify` checks. An import that came as a notation
    has none.
    """,
    "replay.jsonl.gz": """The record, compressed""",
    "replay.json": """The game for viewers

    Players, hands, and for every event a sentence and the position after it; its form is that of the JSON Schema at
    `/api/v1/replay.schema.json`. Of a hand that is still on: what everybody knows.
    """,
    "replay.txt": """The game in notation

    A line a turn, for people and forums; it can be read back into the same game.
    """,
    "replay.html": """One page that plays the game by itself

    To keep or to send: it needs no network.
    """,
    "replay.svg": """The race chart

    How many cards everybody held, turn by turn, with what happened on the way.
    """,
    "position.svg": """The table as a picture

    At any moment and through any eyes, as a view. It says in words what it shows.
    """,
    "position.png": """The table as a picture of pixels

    For link previews: 1200 wide.
    """,
    "position.txt": """The picture in words

    The text that stands for the picture where it cannot be seen.
    """,
}
"""What the document says of each file."""

exports = GameBlueprint("exports", __name__, url_prefix="/games", description="A game as a file")
schemas = Blueprint("schemas", __name__, description="What a file looks like")


class LanguageQuery(Strict):
    """In which language what is for people is written."""

    language = fields.String(
        load_default=DEFAULT,
        validate=validate.OneOf(LANGUAGES),
        metadata={"description": "What people read in it is in this language"},
    )


class DecksQuery(Strict):
    """How much of the notation."""

    decks = QueryBoolean(
        load_default=True,
        metadata={"description": "`false`: without the order of the cards, for people who only read"},
    )


class NotationQuery(DecksQuery, InvitationQuery):
    """How much of a game's notation."""


class Record(NamedTuple):
    """The lines of a record, each with its newline, in chunks; up to which version, and who asks, as a tag says it."""

    chunks: Iterable[bytes]
    version: int
    viewer: str


class Source(NamedTuple):
    """What is handed out: how one of them is opened by its id for what the query gives, as a record, as a recording
    with the names of its seats, and as a view of one position. `place` is its id in a path."""

    place: str
    record: Callable[[UUID, Given], Record]
    replay: Callable[[UUID, Given], tuple[Recording, Names]]
    view: Callable[[UUID, Given], dict[str, Any]]
    query: type[Strict]
    notation_query: type[Strict]
    moment_query: type[Strict]


def offer(blueprint: Blueprint, source: Source) -> None:
    """Makes the routes of all files."""
    for ending in ("jsonl", "jsonl.gz"):
        _offer_record(blueprint, source, ending)
    for form in REPLAYS:
        _offer_replay(blueprint, source, form)
    for form in POSITIONS:
        _offer_position(blueprint, source, form)


def _offer_record(blueprint: Blueprint, source: Source, ending: str) -> None:
    content_type = GZIP if ending.endswith(".gz") else JSON_LINES

    @_route(blueprint, source, f"replay.{ending}")
    @requires("read", anonymous=True)
    @blueprint.arguments(source.query, location="query")
    @blueprint.response(200, **_documented(content_type))
    @blueprint.refuses(403, 404)
    @_saying(f"replay.{ending}")
    def record_file(given: Given, **place: UUID) -> Response:
        (id,) = place.values()
        record = source.record(id, given)
        tag = conditional.etag(record.version, f"{record.viewer}-{ending.replace('.', '-')}")
        if may_have(tag):
            return unchanged(tag)
        response = streamed(compressed(record.chunks) if content_type == GZIP else record.chunks, tag, content_type)
        response.headers["Content-Disposition"] = f'attachment; filename="{id}.replay.{ending}"'
        return response


def _offer_replay(blueprint: Blueprint, source: Source, form: str) -> None:
    content_type = REPLAYS[form].content_type
    query = _in_a_language(source.query) if form in SPOKEN else source.notation_query

    @_route(blueprint, source, f"replay.{form}")
    @requires("read", anonymous=True)
    @limits.limited(limits.RECORDS)
    @blueprint.arguments(query, location="query")
    @blueprint.response(200, **_documented(content_type))
    @blueprint.refuses(403, 404, 429)
    @_saying(f"replay.{form}")
    def replay_file(given: Given, **place: UUID) -> Response:
        (id,) = place.values()
        options = {name: given.pop(name) for name in ("decks", "language") if name in given}
        recording, names = source.replay(id, given)
        body = export(recording, names, form, **options)
        # A picture is shown at once.
        return _file(body, len(recording.lines) - 1, content_type, None if form == "svg" else f"{id}.replay.{form}")


def _offer_position(blueprint: Blueprint, source: Source, form: str) -> None:
    content_type, make, spoken = POSITIONS[form]

    @_route(blueprint, source, f"position.{form}")
    @requires("read", anonymous=True)
    @limits.limited(limits.PICTURES)
    @blueprint.arguments(_in_a_language(source.moment_query) if spoken else source.moment_query, location="query")
    @blueprint.response(200, **_documented(content_type))
    @blueprint.refuses(403, 404, 429)
    @_saying(f"position.{form}")
    def position_file(given: Given, **place: UUID) -> Response:
        (id,) = place.values()
        options = {"language": given.pop("language")} if spoken else {}
        view = source.view(id, given)
        return _file(make(view, **options), view["version"], content_type)


def _in_a_language(query: type[Strict]) -> type[Strict]:
    """The same query, that may say a language too."""
    return type(f"Spoken{query.__name__}", (LanguageQuery, query), {"__doc__": query.__doc__})


def _route(blueprint: Blueprint, source: Source, file: str) -> Callable[[V], V]:
    route: Callable[[V], V] = blueprint.route(f"/{source.place}/{file}", endpoint=file.replace(".", "_"))
    return route


def _saying(file: str) -> Callable[[V], V]:
    """A view whose docstring is what the document says of a file."""

    def decorate(view: V) -> V:
        view.__doc__ = SAID[file]
        return view

    return decorate


def _documented(content_type: str) -> dict[str, Any]:
    media_type = content_type.partition(";")[0]
    text = {"type": "string"}
    binary = text | {"format": "binary"}
    schema = {"application/json": {"type": "object"}, "image/png": binary, JSON_LINES: binary, GZIP: binary}
    return {"schema": schema.get(media_type, text), "content_type": media_type}


def _file(body: bytes, version: int, content_type: str, name: str | None = None) -> Response:
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


def compressed(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """A gzip file of these chunks; the same chunks give the same file."""
    packer = zlib.compressobj(wbits=31)
    for chunk in chunks:
        yield packer.compress(chunk)
    yield packer.flush()


# ---------------------------------------------------------------- games


def _record(game: UUID, given: Given) -> Record:
    seen = opened(game, given.get("invitation"))
    return Record(services().looks.record(seen), seen.position.head.version, viewer(seen.seat))


def _replay(game: UUID, given: Given) -> tuple[Recording, Names]:
    seen = opened(game, given.get("invitation"))
    return services().recordings.of(seen), names_at(seen)


def _view(game: UUID, given: Given) -> dict[str, Any]:
    looks, seen = services().looks, opened(game, given.get("invitation"))
    return looks.view(seen, looks.scene(seen, given.get("at"), given.get("eyes", seen.seat)))


offer(exports, Source("<uuid:game>", _record, _replay, _view, InvitationQuery, NotationQuery, SeatMomentQuery))


@schemas.route("/replay.schema.json")
@schemas.response(200, {"type": "object"}, content_type="application/schema+json")
def replay_schema() -> Response:
    """The form of `replay.json`

    A JSON Schema, 2020-12.
    """
    response = Response(compact(schema()), content_type="application/schema+json")
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response
