"""How this browser likes its pages: kept in a cookie of its own, so that no page has to ask the database.

Signing in brings along what the account prefers; what cannot be read is nothing.
"""

from typing import cast

from flask import Response, g, request

from app.api.context import services
from app.services.account.preferences import MOTIONS, THEMES, Preferences, read
from app.web.safety import keep_long

__all__ = ["MOTIONS", "THEMES", "Preferences", "bring", "current", "keep"]

COOKIE = "kartfold_preferences"


def current() -> Preferences:
    """Those of this request."""
    if "preferences" not in g:
        g.preferences = read(request.cookies.get(COOKIE))
    return cast(Preferences, g.preferences)


def keep(response: Response, preferences: Preferences) -> None:
    """Lets this browser keep them."""
    keep_long(response, COOKIE, preferences.stored())


def bring(response: Response, account: str) -> None:
    """Lets this browser keep what an account prefers, that has just signed in here; an account that never chose
    anything takes over what the browser has."""
    chosen = services().accounts.own(account).preferences
    if chosen == Preferences():
        services().accounts.prefer(account, current().data())
    else:
        keep(response, chosen)
