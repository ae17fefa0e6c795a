"""The blueprint of every page: what its services refuse is told on a page, and what it takes comes from our forms."""

from typing import Any

from flask import Blueprint, Flask, make_response, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from app.api import problems
from app.api.boundary import SAYINGS
from app.api.openapi import busy
from app.api.problems import Problem
from app.services.languages import Languages
from app.store import Unavailable
from app.web import assets, install, language, render
from app.web.errors import error_page
from app.web.forms import Wrong
from app.web.safety import check_token, dress


class Pages(Blueprint):
    """Pages of one kind. Every form that is posted to them carries the token of its page."""

    def __init__(self, name: str, import_name: str, **kwargs: Any) -> None:
        super().__init__(name, import_name, **kwargs)
        self.url_defaults(language.keep)
        self.before_request(check_token)
        self.after_request(dress)
        self.register_error_handler(HTTPException, error_page)
        self.register_error_handler(Unavailable, lambda error: error_page(busy(error)))
        self.register_error_handler(Wrong, lambda wrong: error_page(_unfit(wrong)))
        for kind, say in SAYINGS.items():
            self.register_error_handler(kind, lambda error, say=say: error_page(say(error)))


def _unfit(wrong: Wrong) -> Problem:
    """A form that no page of ours would have sent so: there is no field to say it beside."""
    return Problem(422, "invalid", " ".join(wrong.errors.values()))


def init_app(app: Flask, languages: Languages) -> None:
    """Makes this app one with pages. Errors under /api stay problem documents."""
    language.init_app(app, languages)
    render.init_app(app)
    app.register_blueprint(assets.assets)
    app.register_blueprint(install.install)
    app.register_error_handler(HTTPException, _told)
    app.register_error_handler(Unavailable, lambda error: _told(busy(error)))


def _told(error: HTTPException) -> ResponseReturnValue:
    """What no page raised: an address that is nobody's, an error inside."""
    if request.path.startswith("/api/") or request.path == "/api":
        return problems.respond(error)
    return dress(make_response(error_page(error)))
