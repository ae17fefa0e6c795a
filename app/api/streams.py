"""Server-Sent Events: a feed as bytes, over a connection that stays open.

A process holds only so many at once: each takes a thread, or a greenlet where the process is made for streams. One
whose client reads slowly is cut off as soon as the little that the kernel holds for it is full; it resumes by itself.
"""

import contextlib
import random
import socket
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn
from uuid import UUID

from flask import Response, request
from marshmallow import fields, validate

from app.api import limits
from app.api.auth import Again, caller, requires
from app.api.boundary import GameBlueprint, opened, private
from app.api.context import services
from app.api.fields import QueryInteger, Strict
from app.api.logs import until_it_breaks
from app.api.problems import Problem
from app.services.play.callers import Caller
from app.services.refusals import NotAllowed, NotFound
from app.services.streams.feeds import Feed
from app.services.streams.places import Full, Share

MEDIA_TYPE = "text/event-stream"
RETRY_MS = (2_000, 5_000)
"""When a client comes back that was cut off: not all of them at the same moment."""
BUSY_SECONDS = 30
"""After how long it may be worth while to try again for a place."""
SEND_BUFFER = 16 * 1024
"""Bytes that the kernel keeps for a client."""
POLL = " Polling with If-None-Match tells the same."
TOO_MANY = {
    Share.CALLER: "You have as many streams open as one may have: one of all your games is enough.",
    Share.ADDRESS: "From your address as many streams are open as there may be from one, by all who share it.",
}
LONGEST_ID = 15
"""Digits."""
LAST_EVENT_ID = {
    "in": "header",
    "name": "Last-Event-ID",
    "description": "The id of the last message that you have: the stream goes on behind it",
    "schema": {"type": "string", "pattern": "^[0-9]{1,15}$"},
}
SAID = {"description": "Messages as they come: `event`, `data`, and `id` where one can go on behind it"}

streams = GameBlueprint("streams", __name__, url_prefix="/events", description="What happens, as it happens")


def yes_or_no(default: str, description: str) -> fields.String:
    """A word of a query that is `yes` or `no`."""
    said = {"description": description}
    return fields.String(load_default=default, validate=validate.OneOf(["yes", "no"]), metadata=said)


class StreamQuery(Strict):
    """What the stream says."""

    views = yes_or_no("no", "`yes`: your view of the game in each message")
    follow = yes_or_no("yes", "`no`: end where it would wait")
    after = QueryInteger(metadata={"description": "Instead of `Last-Event-ID`"})


@streams.route("", parameters=[LAST_EVENT_ID])
@requires("read")
@streams.arguments(StreamQuery, location="query")
@streams.response(200, SAID, content_type=MEDIA_TYPE)
@streams.refuses(429, 503)
def follow_mine(given: dict[str, Any]) -> Response:
    """All of your games, as they go on

    Server-Sent Events. On connecting a message `game` for each of your games that waits or is on, then one for each
    change: `game`, `version`, `status`, `seat`, `turn`, `your_turn`, `deadline`, `over`, `events` (those since the
    last message), and with `views=yes` your `view`, in whose `you.moves` every legal move is. Games at which you sit
    down join by themselves. `invited` (`game`, `by`) says that somebody has asked you to a table by name.

    With `Last-Event-ID` (browsers send it by themselves) only what has changed since; who comes back very late gets
    everything anew. A comment now and then says that the stream is alive; `retry` says after how long to come back.
    """
    again = Again()
    own = services().feeds.own(caller(), again.at, last_id(given), given["views"] == "yes", given["follow"] == "yes")
    return streamed(own)


def follow_game(game: UUID, given: dict[str, Any]) -> Response:
    """The events of one game as a stream. Raises as looking at the game does, and Problem 429 and 503."""
    invitation, again = given.get("invitation"), Again()
    seen, last = opened(game, invitation), last_id(given)
    if last is not None and seen.position.state.over and last >= seen.position.head.version:
        return private(b"", status=204)  # which tells a browser not to come back
    after = -1 if last is None else min(last, seen.position.head.version)
    looks = services().looks

    def allowed() -> Caller | None:
        """Who asks, if they may still see the game."""
        who = again.at(str(game))
        if who is None or "read" not in who.scopes:
            return None
        try:
            return looks.open(str(game), who, invitation, who.asked).caller
        except (NotFound, NotAllowed):
            return None

    return streamed(services().feeds.game(seen, after, allowed, given["follow"] == "yes"))


def streamed(feed: Feed) -> Response:
    """A feed as an answer that goes on and on. Raises Problem 429 and 503 where no more of them fit."""
    limits.spend(limits.STREAMS, limits.of(caller()))
    give_back = _place()
    slow_ones_go(request.environ, services().feeds.heartbeat)
    response = private(b"")
    response.response = until_it_breaks(_written(feed))
    response.call_on_close(give_back)
    del response.headers["Content-Length"]
    response.headers["Content-Type"] = MEDIA_TYPE
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["X-Accel-Buffering"] = "no"  # nginx would keep messages until there are many
    return response


def last_id(given: dict[str, Any]) -> int | None:
    """Behind which message the stream goes on: browsers that come back name it in a header, whatever the address says.

    Raises Problem 422 for an id that is none of ours.
    """
    header = request.headers.get("Last-Event-ID", "")
    if not header:
        after: int | None = given.get("after")
        return after
    if not (header.isascii() and header.isdigit() and len(header) <= LONGEST_ID):
        raise Problem(422, "invalid_event_id", "Last-Event-ID is the id of a message of this stream.")
    return int(header)


def slow_ones_go(environ: Mapping[str, Any], seconds: float) -> None:
    """Little is kept for the client of this request, which may take nothing in for so long. Servers that do not show
    their socket have times of their own."""
    connection = environ.get("gunicorn.socket") or environ.get("werkzeug.socket")
    if isinstance(connection, socket.socket):
        connection.settimeout(seconds)
        with contextlib.suppress(OSError):  # it may be no TCP
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _place() -> Callable[[], None]:
    places = services().places
    try:
        return places.take(limits.of(caller()), limits.address())
    except Full as error:
        if error.share is not Share.ALL:
            headers = {"Retry-After": str(BUSY_SECONDS)}
            raise Problem(429, "too_many_streams", TOO_MANY[error.share] + POLL, headers=headers) from None
        _none_left(places.most)


def _none_left(most: int) -> NoReturn:
    detail = (
        "All places for streams are taken."
        if most
        else "This process has no streams: those of the service are held by a process of their own (`flask streams`)."
    )
    raise Problem(503, "no_stream_left", detail + POLL, headers={"Retry-After": str(BUSY_SECONDS)})


def _written(feed: Feed) -> Iterator[bytes]:
    yield b"retry: %d\n\n" % random.randint(*RETRY_MS)
    with contextlib.closing(feed):
        for message in feed:
            if message is None:
                yield b":\n\n"
            elif message.id is None:
                yield b"event: %b\ndata: %b\n\n" % (message.event.encode(), message.data)
            else:
                yield b"id: %d\nevent: %b\ndata: %b\n\n" % (message.id, message.event.encode(), message.data)
