"""What lists say of time off: the reader's own, and at which of their tables the clock stands still."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from app.api.context import services
from app.services.play.callers import Caller
from app.store.tables import PLAYING
from app.web import times
from app.web.table.clocks import standing_still

MOST = 20
"""Of so many tables of a page it is looked up."""


class Away(NamedTuple):
    """Time off that is on: until when, UTC milliseconds, and whether it is a vacation, which can be ended."""

    until: int
    vacation: bool


def away(who: Caller) -> Away | None:
    """The time off of somebody with an account that is on now."""
    if who.account is None:
        return None
    now = times.now()
    for one in services().vacations.of(who.account):
        if one.starts <= now < one.ends:
            return Away(one.ends, vacation=True)
    off = services().calendars.of(who.account).next
    return None if off is None or off.start > now else Away(off.end, vacation=False)


def mark_still(who: Caller, tables: Iterable[dict[str, Any]]) -> None:
    """Adds to those of one's own tables that are being played with a clock until when it stands still (`still`)."""
    timed = [table for table in tables if table["status"] == PLAYING and table["deadline"] is not None]
    for table in timed[:MOST] if who.account is not None else ():
        state = services().looks.open(table["id"], who).position.state
        table["still"] = standing_still(state, times.now())
