"""My games: those that wait for me first. Without an account, the seats that this browser keeps."""

from typing import Any

from flask import request
from flask.typing import ResponseReturnValue

from app.api.auth import SEAT_COOKIE, caller
from app.api.context import services
from app.services.pages import Page
from app.services.play.callers import Caller
from app.services.table.lists import LONGEST_PAGE, STATUSES
from app.store.tables import PLAYING
from app.web.around.away import away, mark_still
from app.web.around.lists import Table
from app.web.pages import Pages
from app.web.render import page

mine = Pages("mine", __name__)

FEW = 5
"""How many games the first page shows of those that wait."""


@mine.get("/mine")
def show() -> ResponseReturnValue:
    """All games of whoever asks, by what they ask of them."""
    who = caller()
    found = games(who, request.args.get("cursor"))
    waiting = to_act(who, found.shown)
    urgent = {table["id"] for table in waiting}
    by_status: dict[str, list[Table]] = {status: [] for status in STATUSES}
    for table in found.shown:
        if table["id"] not in urgent:
            by_status[table["status"]].append(table)
    by_status[PLAYING].sort(key=urgency)
    mark_still(who, [*waiting, *by_status[PLAYING]])
    return page(
        "around/mine.html",
        to_act=waiting,
        invited=_invited(who),
        tables=by_status,
        next=found.next,
        away=away(who),
    )


def games(who: Caller, cursor: str | None = None) -> Page:
    """The games of somebody, a page of them; of somebody without an account those whose seats this browser keeps."""
    if who.account:
        return services().lists.page("mine", who, cursor, LONGEST_PAGE)
    return Page(_kept(), None)


def to_act(who: Caller, kept: list[Table]) -> list[Table]:
    """The games that wait for somebody, the most urgent first; `kept` are those that this browser keeps seats in."""
    found = services().lists.page("to_act", who, None, LONGEST_PAGE).shown if who.account else _my_turn(kept)
    return sorted(found, key=urgency)


def urgency(table: Table) -> tuple[bool, str, str]:
    """By what games are sorted that are on: the next deadline first, those without one last, the oldest first."""
    return table["deadline"] is None, table["deadline"] or "", table["created"]


def _my_turn(tables: list[Table]) -> list[Table]:
    return [table for table in tables if table["your_seat"] is not None and table["turn"] == table["your_seat"]]


def _kept() -> list[Table]:
    """The tables at which this browser keeps a guest's seat, the newest first."""
    secrets = (secret for name, secret in request.cookies.items() if name.startswith(SEAT_COOKIE))
    guests = filter(None, map(services().callers.by_link, secrets))
    found = [table for guest in guests for table in services().lists.page("mine", guest, None, 1).shown]
    return sorted(found, key=lambda table: str(table["created"]), reverse=True)


def _invited(who: Caller) -> list[dict[str, Any]]:
    """The tables to which somebody is asked by name."""
    return services().lists.page("invited", who, None, LONGEST_PAGE).shown if who.account else []
