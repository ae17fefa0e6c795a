"""Flask without its session: who asks stands in our own cookies and headers, and nothing is kept in between."""

from flask import Flask, Request, Response
from flask.sessions import NullSession, SessionInterface, SessionMixin


class NoSessions(SessionInterface):
    """Opens no session, which spares every request the work of making a signer for it; using one is an error."""

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """A session that can be read, is empty, and refuses to be written."""
        return _NOTHING

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """There is nothing to save."""


_NOTHING = NullSession()
