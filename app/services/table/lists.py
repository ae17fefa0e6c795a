"""Lists of games, page by page, and which of them waits for somebody next."""

from collections.abc import Callable
from typing import Any, NamedTuple

from app.rules.clock import Clock
from app.rules.options import Options
from app.services.clock import rfc3339
from app.services.clocks.waits import TimeOff, longest_wait
from app.services.pages import Cursor, Page, cut
from app.services.play.callers import Caller
from app.services.play.views import branch_of
from app.store.lobby import Listed, Lobby, Place, Who
from app.store.tables import CANCELLED, FINISHED, PLAYING, WAITING
from replays.show.words import bot_name

LISTS = ("lobby", "running", "finished", "mine", "to_act", "invited")
LONGEST_PAGE = 100
STATUSES = (PLAYING, WAITING, FINISHED, CANCELLED)
"""What a table in a list can be."""
MOST_TO_ACT = 1000
"""Games that are looked at to say which waits for somebody next."""

_PLACE = Cursor(r"([0-9]{1,15})\.([0-9a-f-]{36})")
_DEFAULTS = Options().data()


class Next(NamedTuple):
    """The game that waits for somebody next, if one does, and how many wait."""

    game: str | None
    waiting: int


class Lists:
    """What tables there are, for whoever asks."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._of = {
            "lobby": lobby.waiting,
            "running": lobby.running,
            "finished": lobby.finished,
            "mine": lobby.mine,
            "to_act": lobby.to_act,
            "invited": lobby.invited,
        }

    def page(self, name: str, caller: Caller, cursor: str | None, limit: int) -> Page:
        """A page of one of `LISTS`. Raises Malformed for a cursor that is none of ours."""
        said: Callable[[Listed], str] = urgency_of if name == "to_act" else cursor_of
        shown, next = cut(self._of[name](who_of(caller), place_of(cursor), limit + 1), limit, said)
        return Page([summary(one) for one in shown], next)

    def next(self, caller: Caller, after: str | None = None) -> Next:
        """Of the games that wait for the caller the one behind `after`, in their order and round again; and how many
        wait besides that one."""
        games = self._lobby.acting(who_of(caller), MOST_TO_ACT)
        begin = games.index(after) + 1 if after in games else 0
        others = [game for game in games[begin:] + games[:begin] if game != after]
        return Next(others[0] if others else None, len(others))


def who_of(caller: Caller) -> Who:
    """Whose games are meant where the caller asks for their own."""
    return Who(caller.account, caller.game, caller.player)


def summary(one: Listed) -> dict[str, Any]:
    """A table as lists tell of it, as JSON values."""
    taken = [
        {"seat": seat, "name": name, "bot": None, "account": one.accounts.get(seat)}
        for seat, name in one.people.items()
        if seat not in one.bots
    ]
    taken += [{"seat": seat, "name": bot_name(bot), "bot": bot, "account": None} for seat, bot in one.bots.items()]
    return {
        "id": one.game,
        "version": one.version,
        "status": one.status,
        "created": rfc3339(one.created),
        "host": one.host,
        "options": one.options,
        "differs": differing(one),
        "clock": one.clock,
        "time_off": one.time_off,
        "longest_wait_ms": longest_wait(Clock.parse(one.clock), TimeOff.of(one.time_off)),
        "spectators": one.spectators,
        "seats": one.seats,
        "taken": sorted(taken, key=lambda each: each["seat"]),
        "free": free_seats(one),
        "turn": one.turn,
        "deadline": rfc3339(one.deadline),
        "your_seat": one.mine,
        "branch_of": branch_of(one.branch),
        "invited_by": one.invited_by,
    }


def differing(one: Listed) -> dict[str, Any]:
    """The options of a table that are not what they are without a word."""
    return {name: value for name, value in one.options.items() if value != _DEFAULTS.get(name)}


def free_seats(one: Listed) -> int:
    """At how many seats whoever asks could sit down: none after the start, and none that is kept for others. In a
    branch the seats that were empty stay so."""
    if one.status != WAITING:
        return 0
    seats = range(one.seats) if one.branch is None else one.branch.put_in
    return sum(seat not in one.people and seat not in one.bots and seat not in one.kept for seat in seats)


def cursor_of(last: Listed) -> str:
    """Where a page ends whose last table this is."""
    return _PLACE.write(last.created, last.game)


def urgency_of(last: Listed) -> str:
    """The same where games stand in the order in which they wait."""
    return _PLACE.write(last.due, last.game)


def place_of(cursor: str | None) -> Place | None:
    """The place behind which a page begins. Raises Malformed for a cursor that is none of ours."""
    if cursor is None:
        return None
    number, game = _PLACE.read(cursor)
    return int(number), game
