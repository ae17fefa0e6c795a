"""The records of all matches that are over, as one stream."""

from typing import Any

from flask import Response
from marshmallow import fields, validate

from app.api import limits, problems
from app.api.auth import caller, requires, unauthorized
from app.api.boundary import GameBlueprint
from app.api.context import services
from app.api.events import JSON_LINES, streamed
from app.api.fields import QueryInteger, Strict
from app.api.problems import Problem
from app.services.replay.archives import NoAccount, Place

MOST = 1_000_000

archives = GameBlueprint("archives", __name__, description="The records of all matches that are over")


class ArchiveQuery(Strict):
    """Whose matches, and behind which line."""

    player = fields.String(
        load_default=None,
        validate=validate.Length(1, 64),
        metadata={"description": "Only those of this account; `me`: all of your own"},
    )
    after = fields.String(
        load_default=None,
        metadata={
            "description": "The last line that you have, by its own `game` and `seq`",
            "examples": ["7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37:31"],
        },
    )
    limit = QueryInteger(load_default=MOST, validate=validate.Range(1, MOST), metadata={"description": "Lines"})


@archives.route("/archive.jsonl")
@requires("read", anonymous=True)
@limits.limited(limits.RECORDS)
@archives.arguments(ArchiveQuery, location="query")
@archives.response(200, {"type": "string", "format": "binary"}, content_type=JSON_LINES)
@archives.refuses(403, 404, 429)
def read_archive(given: dict[str, Any]) -> Response:
    """The records of matches that are over

    One behind the other, in the order in which they ended: a line an event, as in each record. An answer ends after
    some time, or broken off by the network: ask again behind the last whole line that you have, until nothing comes.
    Later the same question gives what has ended since.
    """
    after = None if given["after"] is None else Place.parse(given["after"])
    lines = services().archives.lines(caller(), given["player"], after, given["limit"])
    return streamed(lines, None, JSON_LINES)


@archives.errorhandler(NoAccount)
def no_account(error: NoAccount) -> Response:
    """`me` is somebody with an account: strangers are asked who they are, guests have none."""
    if caller().kind == "anonymous":
        return problems.respond(unauthorized("Sign in, or send a token: `me` is whoever asks."))
    return problems.respond(
        Problem(403, "account_needed", "Only somebody with an account has matches of their own here.")
    )
