"""Guests' seats: those that this browser keeps, which an account can take along, and the way back where a link got
lost."""

from typing import NamedTuple

from flask import make_response, redirect, url_for
from flask.typing import ResponseReturnValue
from marshmallow import Schema, fields

from app.api import limits
from app.api.auth import SEAT_COOKIE, caller, drop_cookie, session_secret
from app.api.context import services
from app.api.fields import Address
from app.api.guests import take_along
from app.api.links import keep_seat
from app.api.problems import Problem
from app.api.recovery import redeeming
from app.rules.refusals import Refused
from app.services.account.guests import Redeemed
from app.services.refusals import NotFound
from app.web import language
from app.web.account.kept_seats import KeptSeat, at_table, kept_seats, to_take_along
from app.web.account.tried import NOT_TAKEN, form, over, unspoken
from app.web.around.lists import Table
from app.web.forms import read
from app.web.pages import Pages
from app.web.people import signed_in
from app.web.safety import destination

seats_page = Pages("seats_page", __name__)


class ReminderForm(Schema):
    """Where seats were left an address."""

    address = Address(required=True)


class ClaimForm(Schema):
    """The table whose seat is taken along; none means all of them."""

    game = fields.UUID(load_default=None)


class Shown(NamedTuple):
    """A seat that the browser keeps, at a table as lists have it; whether the account can take it along."""

    table: Table
    name: str
    claimable: bool


@seats_page.get("/seats")
def show() -> ResponseReturnValue:
    """The seats that the browser keeps, and the form for a letter."""
    return _shown()


@seats_page.post("/seats")
def remind() -> ResponseReturnValue:
    """A letter with the way back to each seat that this address was left at."""
    try:
        address = read(ReminderForm)["address"]
        limits.letter(address.lower())
    except NOT_TAKEN as error:
        return _shown(error)
    services().guests.remind(address, language.current())
    return redirect(url_for("seats_page.show", said="seats-letter", next=destination()), 303)


@seats_page.post("/seats/claim")
@signed_in
def claim() -> ResponseReturnValue:
    """The account plays on where the browser was a guest: at one table, or at all."""
    game = read(ClaimForm)["game"]
    session = session_secret() or ""
    wanted = [one for one in to_take_along(session) if game is None or one.game == str(game)]
    taken = [one.game for one in wanted if _taken(one, session)]
    response = make_response(redirect(_onward(session, taken), 303))
    for one in taken:
        drop_cookie(response, f"{SEAT_COOKIE}{one}")
    return response


@seats_page.get("/seat-again/<secret>")
def again(secret: str) -> ResponseReturnValue:
    """The link of a letter: it asks first, for programs that look into letters open links."""
    try:
        redeeming(lambda: _check(secret))
    except Problem as error:
        return over(error, url_for("seats_page.show"))
    return unspoken(form("account/seat_again.html", secret=secret))


@seats_page.post("/seat-again/<secret>")
def come_back(secret: str) -> ResponseReturnValue:
    """The browser keeps the seat from now on; the link that there was before opens nothing any more."""
    try:
        found = redeeming(lambda: services().guests.come_back(secret))
    except Problem as error:
        return over(error, url_for("seats_page.show"))
    response = make_response(redirect(url_for("table.show", game=found.game, said="seat-link"), 303))
    keep_seat(response, found.game, found.link)
    return unspoken(response)


def _shown(error: Exception | None = None) -> ResponseReturnValue:
    session = session_secret() if caller().kind == "account" else None
    open_to = {one.game for one in to_take_along(session)} if session else set()
    seats = [shown for one in kept_seats() if (shown := _seat(one, open_to)) is not None]
    return form("account/seats.html", error, seats=seats, claimable=len(open_to), next=destination())


def _seat(kept: KeptSeat, open_to: set[str]) -> Shown | None:
    tables = services().lists.page("mine", kept.guest, None, 1).shown
    return Shown(tables[0], kept.guest.name, kept.game in open_to) if tables else None


def _taken(kept: KeptSeat, session: str) -> bool:
    """Takes a seat along; one that was replaced or claimed meanwhile is none any more."""
    account, seat = at_table(session, kept.game), kept.guest.seat
    if account is None or seat is None:
        return False
    try:
        take_along(kept.game, seat, account, kept.guest, kept.link)
    except (Refused, NotFound):
        return False
    return True


def _onward(session: str, taken: list[str]) -> str:
    """Back to what is still there to be taken, else to where one was going, or to the seat that was taken."""
    if any(one.game not in taken for one in to_take_along(session)):
        return url_for("seats_page.show", next=destination())
    if destination() or not taken:
        return destination() or url_for("mine.show")
    return url_for("table.show", game=taken[0], said="claimed") if len(taken) == 1 else url_for("mine.show")


def _check(secret: str) -> None:
    if not services().guests.is_open(secret):
        raise Redeemed
