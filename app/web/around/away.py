"""What lists say of time: the reader's own time off, at which of their tables the clock stands still, and what a table
asks them to agree on."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from app.api.context import services
from app.services.play.callers import Caller
from app.services.play.sight import Seen
from app.store.tables import PLAYING
from app.web import times
from app.web.language import current
from app.web.table.agreement import Proposed, proposal
from app.web.table.clocks import standing_still
from replays.show.languages import seat_names

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
    """Adds to those of one's own tables that are being played with a clock until when it stands still (`still`), and
    what one is asked to agree on there (`proposal`)."""
    timed = [table for table in tables if table["status"] == PLAYING and table["deadline"] is not None]
    for table in timed[:MOST] if who.account is not None else ():
        seen = services().looks.open(table["id"], who)
        table["still"] = standing_still(seen.position.state, times.now())
        table["proposal"] = _asked(seen, table["your_seat"])


def _asked(seen: Seen, seat: int) -> Proposed | None:
    """What the table asks a seat to agree on, which has not."""
    if seen.table.proposal is None:
        return None
    view = services().looks.now(seen)
    names = seat_names(seen.position.state.players, [one["name"] for one in view["seats"]], current())
    found = proposal(view, names, times.now())
    return found if found is not None and seat in view["proposal"]["waits_for"] else None
