"""How this browser likes its pages: kept in a cookie of its own, so that no page has to ask the database.

Signing in brings along what the account prefers; what cannot be read is nothing.
"""

import json
from dataclasses import asdict, dataclass
from typing import Any, cast

from flask import Response, current_app, g, request

from app.services.languages import LANGUAGES

COOKIE = "kartfold_preferences"
DAYS = 400  # browsers keep no cookie for longer
THEMES = ("system", "light", "dark", "contrast")
MOTIONS = ("system", "reduced")


@dataclass(frozen=True, slots=True)
class Preferences:
    """What can be chosen: a language (None: as the browser asks), looks, motion, sound, a question before each move,
    and the text mode."""

    language: str | None = None
    theme: str = "system"
    motion: str = "system"
    sound: bool = False
    confirm: bool = False
    text: bool = False


def current() -> Preferences:
    """Those of this request."""
    if "preferences" not in g:
        g.preferences = parse(_cookie())
    return cast(Preferences, g.preferences)


def parse(given: dict[str, Any]) -> Preferences:
    """What can be taken of this; the rest is as at the start."""
    plain = Preferences()
    return Preferences(
        language=given.get("language") if given.get("language") in LANGUAGES else None,
        theme=str(given["theme"]) if given.get("theme") in THEMES else plain.theme,
        motion=str(given["motion"]) if given.get("motion") in MOTIONS else plain.motion,
        sound=given.get("sound") is True,
        confirm=given.get("confirm") is True,
        text=given.get("text") is True,
    )


def keep(response: Response, preferences: Preferences) -> None:
    """Lets this browser keep them."""
    response.set_cookie(
        COOKIE,
        json.dumps(asdict(preferences), separators=(",", ":")),
        max_age=DAYS * 24 * 60 * 60,
        httponly=True,
        samesite="Lax",
        secure=current_app.config["SESSION_COOKIE_SECURE"],
    )


def _cookie() -> dict[str, Any]:
    try:
        given = json.loads(request.cookies.get(COOKIE, "{}"))
    except ValueError:
        return {}
    return given if isinstance(given, dict) else {}
