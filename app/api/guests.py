"""Guests at their tables: an address for the way back, and a seat that an account takes along."""

from typing import Any
from uuid import UUID

from flask import Response, request
from marshmallow import Schema, fields

from app.api.accounts import CallerSchema, said
from app.api.auth import SEAT_COOKIE, caller, drop_cookie, requires, session_secret
from app.api.boundary import GameBlueprint
from app.api.context import services
from app.api.fields import Address, Strict
from app.api.problems import Problem
from app.rules.refusals import Refused
from app.services.account.guests import AlreadyThere
from app.services.play.callers import Caller
from app.services.table.players import NoGuest

guests = GameBlueprint("guests", __name__, url_prefix="/games", description="Guests who want to be found")


class SeatAddress(Strict):
    """Where a guest may be written to."""

    address = Address(required=True, allow_none=True, metadata={"description": "null forgets it"})


class KeptAddress(Schema):
    """What is kept."""

    address = fields.String(required=True, allow_none=True)


class Claim(Strict):
    """A guest's seat that becomes an account's."""

    secret = fields.String(
        metadata={
            "description": "Of the seat link; without, the cookie that it was exchanged for says whose seat it is"
        }
    )


@guests.route("/<uuid:game>/seats/<int:seat>/address", methods=["PUT"])
@requires("play")
@guests.arguments(SeatAddress)
@guests.response(200, KeptAddress)
@guests.refuses(403, 404, 409)
def leave_address(given: dict[str, Any], game: UUID, seat: int) -> dict[str, Any]:
    """Leave an address at my seat

    By a guest, in case the seat link gets lost: `POST /seat-reminders` writes there. It is shown to nobody, and
    forgotten when the game is over.
    """
    try:
        return {"address": services().guests.leave_address(str(game), caller(), seat, given["address"])}
    except NoGuest:
        raise no_guest() from None


@guests.route("/<uuid:game>/seats/<int:seat>/claim", methods=["POST"])
@requires("play")
@guests.arguments(Claim)
@guests.response(200, CallerSchema)
@guests.refuses(403, 404, 409)
def claim(given: dict[str, Any], game: UUID, seat: int) -> Response:
    """Take a guest's seat into my account

    By somebody who has both: signed in (or with a token), with the seat link or its cookie. The player stays the same
    in the record; the link is good for nothing any more.
    """
    account, guest, link = claimants(str(game), given.get("secret"))
    taken = take_along(str(game), seat, account, guest, link)
    response = Response(CallerSchema().dumps(said(taken)), content_type="application/json")
    drop_cookie(response, f"{SEAT_COOKIE}{game}")
    return response


def claimants(game: str, secret: str | None) -> tuple[Caller, Caller, str]:
    """The account and the guest that one request speaks for, and the guest's link. Raises Problem 403 if one is
    missing."""
    who, link = caller(), secret or request.cookies.get(f"{SEAT_COOKIE}{game}") or ""
    session = None if "Authorization" in request.headers else session_secret()
    if who.account is None and session:  # the seat's cookie speaks before the session's
        who = services().callers.by_session(session, game) or who
    guest = services().callers.by_link(link)
    if who.account is None:
        raise Problem(403, "account_needed", "Sign in, or make an account: it takes the seat along.")
    if guest is None or guest.game != game:
        raise Problem(403, "seat_needed", "Bring the seat link of the guest whose seat it is.")
    return who, guest, link


def take_along(game: str, seat: int, account: Caller, guest: Caller, link: str) -> Caller:
    """The claim itself. Raises Refused (409) for somebody who is at this table already."""
    try:
        return services().guests.claim(game, seat, guest, link, account)
    except AlreadyThere:
        raise Refused("already_seated", "you are at this table already") from None


def no_guest() -> Problem:
    """The seat is an account's."""
    return Problem(409, "no_guest", "Nobody sits there who comes by a link.")
