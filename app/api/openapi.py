"""The OpenAPI document and the error handler, as flask-smorest makes them, with our kind of errors."""

import logging
from http import HTTPStatus
from typing import Any

import flask_smorest
from flask import Flask, Response, request
from flask_smorest.utils import prepare_response
from werkzeug.exceptions import HTTPException

from app.api import codes, problems
from app.api.auth import CSRF_HEADER, SESSION_COOKIE
from app.api.logs import outline
from app.api.oneof import Plugin
from app.api.problems import Problem
from app.store import Unavailable

PREFIX = "/api/v1"

log = logging.getLogger(__name__)

DESCRIPTION = """Play matches of cards by web, each when they have time, and check every game that was played.

Every error is a problem document (RFC 9457) with a `code` for programs. Bodies are JSON, their fields are
strict: an unknown one is refused, `"7"` is no number. Writes that come with a cookie need the `X-CSRF-Token`
that signing in (or `GET /session`) gives; bearers need none.

These are the codes, with their statuses; of a refusal by the rules `rule` says which rule was broken, by default
the one in brackets. More may come: what a program does not know it can take by its status.

"""

SECURITY_SCHEMES: dict[str, dict[str, str]] = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": SESSION_COOKIE,
        "description": "An account's session, from POST /session",
    },
    "csrf": {
        "type": "apiKey",
        "in": "header",
        "name": CSRF_HEADER,
        "description": "Goes with the session in every request that writes; POST and GET /session give it",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token with scopes, from POST /tokens",
    },
    "seat": {
        "type": "http",
        "scheme": "bearer",
        "description": "A guest's seat link secret, good for that one game",
    },
}


class Api(flask_smorest.Api):
    """flask-smorest's Api whose errors are problems under /api, while pages keep Flask's own."""

    ERROR_SCHEMA = problems.ProblemSchema

    def handle_http_exception(self, error: HTTPException) -> Response | HTTPException:
        """What flask-smorest calls for every HTTP error of the whole application."""
        if request.path == "/api" or request.path.startswith("/api/"):
            return problems.respond(error)
        return error

    def _register_responses(self) -> None:
        """As the base class does, with the media type of problems."""
        for status in HTTPStatus:
            self._register_response(status.name, status.phrase, status >= 400)
        self._register_response("DEFAULT_ERROR", "Any other refusal", True)

    def _register_response(self, name: str, description: str, problem: bool) -> None:
        response: dict[str, Any] = {"description": description}
        if problem:
            response["schema"] = self.ERROR_SCHEMA
        prepare_response(response, self.spec, problems.MEDIA_TYPE)
        self.spec.components.response(name, response, lazy=True)


def busy(error: Unavailable) -> Problem:
    """The database does not answer, as a problem; what was wrong is in the log."""
    log.error("unavailable in %s: %s", request.endpoint, outline(error))
    detail = "The database cannot answer now. Try again; a write that has an Idempotency-Key is done once."
    return Problem(503, "unavailable", detail, headers={"Retry-After": "1"})


def make_api(app: Flask) -> Api:
    """The Api of this app, its document served at /api/v1/openapi.json."""
    app.config.update(
        API_TITLE="Kartfold",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        OPENAPI_URL_PREFIX=PREFIX,
        API_SPEC_OPTIONS={"info": {"description": DESCRIPTION + codes.table()}, "servers": [{"url": "/"}]},
    )
    app.register_error_handler(Unavailable, lambda error: problems.respond(busy(error)))
    api = Api(app, spec_kwargs={"marshmallow_plugin": Plugin()})
    for name, scheme in SECURITY_SCHEMES.items():
        api.spec.components.security_scheme(name, scheme)
    return api
