"""What the logs may hold: where something failed, and never with which values.

A message of an exception can quote a card, a password or a statement's parameters, so of an exception only its kind
and the places it came through are logged. A server that logs requests would log the secrets in their addresses.
"""

import logging
import re
import traceback
import uuid
from collections.abc import Iterable, Iterator
from types import TracebackType

from flask import Flask, g, request

SERVER_LOGS = ("werkzeug", "gunicorn.access", "gunicorn.error")
SECRET_PATHS = (
    "seat|seat-again|seat-recoveries",
    "password|password-resets",
    "address|address-confirmations",
    "feed|letters/stop/[a-z0-9_]+",
)
"""What stands before a secret in a path."""
INVITATION = "(?:[?&]|%3F|%26)invitation(?:=|%3D)"
"""What stands before a secret in a query, also of an address within another one, to which somebody goes on."""
SECRETS = re.compile(rf"(/(?:{'|'.join(SECRET_PATHS)})/|{INVITATION})[^\s\"'&/?]+", re.IGNORECASE)

log = logging.getLogger(__name__)

ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType] | tuple[None, None, None]


class Application(Flask):
    """Flask that logs an error without what it says, under a number that the answer shows too."""

    def log_exception(self, exc_info: ExceptionInfo) -> None:
        g.incident = str(uuid.uuid4())
        self.logger.error("incident %s in %s: %s", g.incident, request.endpoint, outline(exc_info[1]))


class Scrubber(logging.Filter):
    """Takes the secrets out of the addresses in a line."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = SECRETS.sub(r"\1…", record.getMessage()), ()
        return True


_SCRUBBER = Scrubber()


def scrub_server_logs() -> None:
    """Lets no server of this process log a secret address. Doing it twice does nothing more."""
    for name in SERVER_LOGS:
        logging.getLogger(name).addFilter(_SCRUBBER)


class BrokenOff(Exception):
    """An answer could not be sent to its end; what it was is in the log. The server cuts the connection, which tells
    the client that something is missing."""


def until_it_breaks(body: Iterable[bytes]) -> Iterator[bytes]:
    """A body that is made while it is sent. The server would log an error in it whole, so it gets another one."""
    endpoint = request.endpoint

    def send() -> Iterator[bytes]:
        try:
            yield from body
        except Exception as error:
            log.error("incident %s in %s: %s", uuid.uuid4(), endpoint, outline(error))
            raise BrokenOff from None

    return send()


def outline(error: BaseException | None) -> str:
    """The kinds of an error and its causes, the last one first, each with the places it came through."""
    outlines = []
    while error is not None:
        places = traceback.extract_tb(error.__traceback__)
        way = " > ".join(f"{place.filename}:{place.lineno} {place.name}" for place in places)
        outlines.append(f"{type(error).__module__}.{type(error).__qualname__} at {way}")
        error = error.__cause__ or error.__context__
    return "; from ".join(outlines)
