"""The page for when there is no network: the worker keeps it, so it names nobody."""

from flask import render_template

from app.services.languages import LANGUAGES
from app.web import language, preferences
from app.web.pages import Pages

offline = Pages("offline", __name__)


@offline.get("/offline")
def show() -> str:
    """That there is no network, and how to go on."""
    return render_template(
        "offline.html",
        languages=LANGUAGES,
        language=language.current(),
        direction=language.direction(),
        preferences=preferences.current(),
    )
