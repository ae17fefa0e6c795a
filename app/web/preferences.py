"""How this browser likes its pages: kept in a cookie of its own, so that no page has to ask the database.

Signing in brings along what the account prefers; what cannot be read is nothing.
"""

from typing import cast

from flask import Response, current_app, g, request

from app.api.context import services
from app.services.preferences import MOTIONS, THEMES, Preferences, read

__all__ = ["MOTIONS", "THEMES", "Preferences", "bring", "current", "keep"]

COOKIE = "kartfold_preferences"
DAYS = 400  # browsers keep no cookie for longer


def current() -> Preferences:
    """Those of this request."""
    if "preferences" not in g:
        g.preferences = read(request.cookies.get(COOKIE))
    return cast(Preferences, g.preferences)


def keep(response: Response, preferences: Preferences) -> None:
    """Lets this browser keep them."""
    response.set_cookie(
        COOKIE,
        preferences.stored(),
        max_age=DAYS * 24 * 60 * 60,
        httponly=True,
        samesite="Lax",
        secure=current_app.config["SESSION_COOKIE_SECURE"],
    )


def bring(response: Response, account: str) -> None:
    """Lets this browser keep what an account prefers, that has just signed in here; an account that never chose
    anything takes over what the browser has."""
    chosen = services().accounts.own(account).preferences
    if chosen == Preferences():
        services().accounts.prefer(account, current().data())
    else:
        keep(response, chosen)
