"""Seat links: how a guest comes back to a table."""

from uuid import UUID

from flask import Blueprint as PageBlueprint
from flask import Response, abort, jsonify, request

from app.api import limits
from app.api.auth import LONGEST_DAYS, SEAT_COOKIE, caller, drop_cookie, requires, set_cookie
from app.api.boundary import GameBlueprint
from app.api.context import services
from app.api.problems import Problem
from app.api.schemas import SeatLinkSchema
from app.services.table.players import NoGuest

links = GameBlueprint("links", __name__, description="How guests come back to their seats")
doors = PageBlueprint("doors", __name__)

MOST_SEATS = 30
"""Cookies of seats that one browser keeps."""


@links.route("/games/<uuid:game>/seats/<int:seat>/link", methods=["POST"])
@requires("play")
@links.response(201, SeatLinkSchema)
@links.refuses(403, 404, 409)
def replace_link(game: UUID, seat: int) -> Response:
    """Replace a guest's seat link

    By its holder, or by the host for a guest who has lost it. The old link and its cookies are worth nothing.
    """
    try:
        secret = services().players.replace_link(str(game), seat, caller())
    except NoGuest:
        raise Problem(409, "no_guest", "Nobody sits there who comes by a link.") from None
    response = jsonify(seat_link(secret))
    response.status_code = 201
    response.headers["Cache-Control"] = "no-store"
    return response


def seat_link(secret: str) -> dict[str, str]:
    """A seat link as SeatLinkSchema shows it; for the guest alone."""
    return {"link": f"/seat/{secret}", "secret": secret}


@doors.get("/seat/<secret>")
def enter(secret: str) -> Response:
    """A guest opens the link: it becomes a cookie, and the address bar keeps nothing of it.

    The link stays good until it is replaced: what fetches it for a preview must not use it up.
    """
    limits.check(limits.GUESSES, limits.address())
    guest = services().callers.by_link(secret)
    if guest is None:
        limits.spend(limits.GUESSES, limits.address())
        abort(404)
    response = Response(status=303, headers={"Location": f"/games/{guest.game}"})
    keep_seat(response, str(guest.game), secret)
    response.headers.update({"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"})
    return response


def keep_seat(response: Response, game: str, secret: str) -> None:
    """Lets this browser keep a seat."""
    set_cookie(response, f"{SEAT_COOKIE}{game}", secret, LONGEST_DAYS)
    _make_room(response)


def _make_room(response: Response) -> None:
    """Forgets the oldest seats: a browser sends all it has with every request, the oldest first, and no server takes
    headers of any length. A seat that was forgotten opens again by its link."""
    held = [name for name in request.cookies if name.startswith(SEAT_COOKIE)]
    for name in held[: max(0, len(held) + 1 - MOST_SEATS)]:
        drop_cookie(response, name)
