"""Where services meet HTTP: what a refusal of theirs is as a problem, and how an answer is put into bytes."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from flask import Response, request

from app.api import conditional, problems
from app.api.auth import caller
from app.api.blueprint import Blueprint
from app.api.codes import status_of
from app.api.context import services
from app.api.problems import Problem
from app.rules.refusals import Refused
from app.services.play.sight import Seen
from app.services.play.views import Eyes
from app.services.refusals import (
    KeyReused,
    Malformed,
    NoSuchPlayer,
    NotAllowed,
    NotBranched,
    NotFound,
    NotNow,
    Stale,
)


class GameBlueprint(Blueprint):
    """A resource of games: what its services refuse is answered as a problem."""

    def __init__(self, name: str, import_name: str, **kwargs: Any) -> None:
        super().__init__(name, import_name, **kwargs)
        for kind, say in SAYINGS.items():
            self.register_error_handler(kind, lambda error, say=say: problems.respond(say(error)))


def opened(game: UUID, invitation: str | None = None) -> Seen:
    """The game that the request is about, before its caller."""
    who = caller()
    return services().looks.open(str(game), who, invitation, who.asked)


def compact(value: object) -> bytes:
    """JSON without spaces."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def told(lines: Sequence[bytes], version: int, **more: object) -> bytes:
    """An answer with events, whose bytes are those of the record, and other members."""
    rest = b"".join(b',"%b":%b' % (name.encode(), compact(value)) for name, value in more.items())
    return b'{"version":%d,"events":[%b]%b}' % (version, b",".join(lines), rest)


def private(body: bytes, tag: str | None = None, status: int = 200) -> Response:
    """What one caller may see, and no cache may show to another; asked again it is told to be the same by its tag."""
    response = Response(body, status, content_type="application/json")
    if tag is not None:
        response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie, Authorization"
    return response


def unchanged(tag: str) -> Response:
    """The client has this already."""
    response = private(b"", tag, 304)
    del response.headers["Content-Type"]
    return response


def viewer(eyes: Eyes) -> str:
    """Who sees a view, as its entity tag says."""
    if eyes is None:
        return "public"
    return "all" if eyes == "all" else f"seat-{eyes}"


def may_have(tag: str) -> bool:
    """Whether the request asks only for something newer than this."""
    return "If-None-Match" in request.headers and conditional.not_modified(tag)


def _refused(error: Refused) -> Problem:
    return Problem(status_of(error.code), error.code, error.detail, rule=error.rule)


def _stale(error: Stale) -> Problem:
    status = 412 if "If-Match" in request.headers else 409
    detail = f"The game has gone on to version {error.version}: look at what changed, and ask again."
    events = [json.loads(line) for line in error.lines]
    return Problem(status, "stale_version", detail, version=error.version, events=events)


def _not_found(error: NotFound) -> Problem:
    return Problem(404, "no_such_game", "There is no such game, or no such place in it.")


def _not_allowed(error: NotAllowed) -> Problem:
    return Problem(403, error.code, error.detail)


def _not_now(error: NotNow | NotBranched) -> Problem:
    return Problem(409, error.code, error.detail)


def _no_such_player(error: NoSuchPlayer) -> Problem:
    return Problem(404, "no_such_player", "No account goes by this name.")


def _key_reused(error: KeyReused) -> Problem:
    return Problem(422, "key_reused", "This Idempotency-Key came with another request before.")


def _malformed(error: Malformed) -> Problem:
    return Problem(422, "invalid", error.detail, errors={"json": {error.field: [error.detail]}})


SAYINGS: dict[type[Exception], Any] = {
    Refused: _refused,
    Stale: _stale,
    NotFound: _not_found,
    NotAllowed: _not_allowed,
    NotNow: _not_now,
    NotBranched: _not_now,
    NoSuchPlayer: _no_such_player,
    KeyReused: _key_reused,
    Malformed: _malformed,
}
"""What each refusal of the services is as a problem."""
