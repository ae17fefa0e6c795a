"""Lists of games, page by page."""

from typing import Any

from app.services.callers import Caller
from app.services.clock import rfc3339
from app.services.pages import Cursor, Page, cut
from app.services.views import branch_of
from app.store.lobby import Listed, Lobby, Place, Who
from replays.show.words import bot_name

LISTS = ("lobby", "running", "finished", "mine", "to_act")
LONGEST_PAGE = 100

_PLACE = Cursor(r"([0-9]{1,15})\.([0-9a-f-]{36})")


class Lists:
    """What tables there are, for whoever asks."""

    def __init__(self, lobby: Lobby) -> None:
        self._of = {
            "lobby": lobby.waiting,
            "running": lobby.running,
            "finished": lobby.finished,
            "mine": lobby.mine,
            "to_act": lobby.to_act,
        }

    def page(self, name: str, caller: Caller, cursor: str | None, limit: int) -> Page:
        """A page of one of `LISTS`. Raises Malformed for a cursor that is none of ours."""
        who = Who(caller.account, caller.game, caller.player)
        shown, next = cut(self._of[name](who, place_of(cursor), limit + 1), limit, cursor_of)
        return Page([summary(one) for one in shown], next)


def summary(one: Listed) -> dict[str, Any]:
    """A table as lists tell of it, as JSON values."""
    taken = [{"seat": seat, "name": name, "bot": None} for seat, name in one.people.items() if seat not in one.bots]
    taken += [{"seat": seat, "name": bot_name(bot), "bot": bot} for seat, bot in one.bots.items()]
    return {
        "id": one.game,
        "version": one.version,
        "status": one.status,
        "created": rfc3339(one.created),
        "options": one.options,
        "clock": one.clock,
        "spectators": one.spectators,
        "seats": one.seats,
        "taken": sorted(taken, key=lambda each: each["seat"]),
        "turn": one.turn,
        "deadline": rfc3339(one.deadline),
        "your_seat": one.mine,
        "branch_of": branch_of(one.branch),
    }


def cursor_of(last: Listed) -> str:
    """Where a page ends whose last table this is."""
    return _PLACE.write(last.created, last.game)


def place_of(cursor: str | None) -> Place | None:
    """The place behind which a page begins. Raises Malformed for a cursor that is none of ours."""
    if cursor is None:
        return None
    created, game = _PLACE.read(cursor)
    return int(created), game
