"""What went wrong, on a page: in the reader's language where the words are ours, with a way to go on."""

from flask import Response, g, make_response, render_template
from werkzeug.exceptions import HTTPException

from app.api import problems
from app.services.languages import LANGUAGES
from app.web import language, preferences
from app.web.language import _, later

WORDS = {
    "not_found": later("There is no such page."),
    "no_such_game": later("There is no such game, or it is not for everybody to see."),
    "csrf": later("This page was open for too long, or in another sign-in. Load it again, and try once more."),
    "too_many_requests": later("That was too often. Wait a little, and try again."),
    "internal": later("Something went wrong here, and we have a note of it. Nothing that you did is lost."),
    "unavailable": later("The service cannot answer just now. Try again in a moment."),
    "stale_version": later("The game has gone on since. Look at what is new, and choose again."),
}
"""What is said of an error, by its code; of any other what the API says."""


def error_page(error: HTTPException) -> Response:
    """The page that tells this error, with its status."""
    told = problems.document(error)
    values = {
        "languages": LANGUAGES,
        "language": language.current(),
        "direction": language.direction(),
        "preferences": preferences.current(),
        "status": told["status"],
        "said": words(error),
        "rule": told.get("rule"),
        "incident": g.get("incident"),
    }
    response = make_response(render_template("error.html", **values), told["status"])
    for name, value in getattr(error, "headers", {}).items():
        response.headers[name] = value
    response.headers["Cache-Control"] = "no-store"
    return response


def words(error: HTTPException) -> str:
    """What is said of this error to people."""
    told = problems.document(error)
    known = WORDS.get(told["code"])
    return _(known) if known else str(told["detail"])
