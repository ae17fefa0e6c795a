"""Where the header of every page leads."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import request, url_for

from app.web import preferences
from app.web.language import _, later

_UNFIT = re.compile(r"[/\\]")
"""What means something else in the path of an address, however it is written."""


class Place(NamedTuple):
    """A link of the header: where to, what it is called, its picture, and whether this page belongs to it."""

    address: str
    name: str
    icon: str
    here: bool


PLACES = (
    ("lobby.show", later("Play"), "flag", ("home.index", "new_table")),
    ("watch.show", later("Watch"), "eye", ("viewer", "replays_page", "audit_page")),
    ("mine.show", later("My games"), "cards", ("table",)),
    ("rules_page.show", later("Rules"), "book", ("learn",)),
)
"""Each place's endpoint, its name, its picture, and what else belongs to it: endpoints, or whole blueprints."""


def places() -> list[Place]:
    """The links of the header, in order."""
    return [
        Place(url_for(endpoint), _(name), icon, _belongs(endpoint, others)) for endpoint, name, icon, others in PLACES
    ]


NO_WAY_BACK = frozenset({"sign_in", "passwords", "addresses", "seats_page"})
"""Pages that nobody comes back to who goes from them to sign in."""


def come_back_to() -> str | None:
    """The page that one comes back to after signing in, if it is one that can be asked for again."""
    if request.method != "GET" or request.blueprint in NO_WAY_BACK or request.endpoint == "home.index":
        return None
    return request.full_path.rstrip("?")


def address_of(table: Mapping[str, Any]) -> str:
    """Where a table of a list is looked at: one that waits as a page, for that is where one sits down and begins."""
    return url_for(where_played() if table["status"] == "playing" else "table.show", game=table["id"])


def where_played() -> str:
    """The endpoint at which the reader likes to play: in pictures or in words."""
    return "text_mode.game" if preferences.current().text else "table.show"


def profile_of(account: str | None, name: str) -> str | None:
    """The page of somebody with an account: under their name, where an address can hold it."""
    if account is None:
        return None
    return url_for("player.show", name=account if _UNFIT.search(name) or name in (".", "..") else name)


def _belongs(endpoint: str, others: tuple[str, ...]) -> bool:
    return request.endpoint == endpoint or request.blueprint in others or request.endpoint in others
