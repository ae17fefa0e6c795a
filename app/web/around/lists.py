"""Tables in lists, as pages show them: those of a list that fit what somebody looks for, some pages of it at once."""

from collections.abc import Callable
from typing import Any

from app.api.context import services
from app.services.pages import Page
from app.services.play.callers import Caller

Table = dict[str, Any]

SHOWN = 24
"""How many tables a page shows, or a few more."""
MOST_READ = 10
"""Of so many pages in a row a reader gets what fits, and then has to ask on."""


def fitting(name: str, caller: Caller, cursor: str | None, fits: Callable[[Table], bool]) -> Page:
    """The tables of a list that fit, and where to go on. Raises Malformed for a cursor that is none of ours."""
    found: list[Table] = []
    for _ in range(MOST_READ):
        page = services().lists.page(name, caller, cursor, SHOWN)
        found += filter(fits, page.shown)
        cursor = page.next
        if cursor is None or len(found) >= SHOWN:
            break
    return Page(found, cursor)
