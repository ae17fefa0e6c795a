"""Letters that lead back: to an account whose password is lost, to a seat whose link is; and addresses confirmed.

Whoever asks for a letter is told nothing of whether there is anybody to write to. What a link in a letter does, it does
by a POST: programs that look into letters open links.
"""

from collections.abc import Callable
from typing import TypeVar

from flask import Response, jsonify
from marshmallow import Schema, fields

from app.api import limits
from app.api.blueprint import Blueprint
from app.api.context import services
from app.api.fields import Address, Password, Strict
from app.api.links import seat_link
from app.api.problems import Problem
from app.api.queries import language
from app.api.schemas import SeatLinkSchema
from app.services.account.guests import Redeemed
from app.services.account.recovery import AddressTaken

R = TypeVar("R")

recovery = Blueprint("recovery", __name__, description="Letters that lead back")


class Forgotten(Strict):
    """Whose password is lost."""

    name = fields.String(required=True, metadata={"description": "A name, or the address of an account"})


class ChosenPassword(Strict):
    """Another password."""

    password = Password(required=True)


class Confirmed(Schema):
    """What an account's address is now."""

    address = fields.String(required=True)


class Reminder(Strict):
    """Where seats were left an address."""

    address = Address(required=True)


class FoundSeat(SeatLinkSchema):
    """A seat that was found again."""

    game = fields.UUID(required=True)


@recovery.route("/password-resets", methods=["POST"])
@limits.limited(limits.LETTERS)
@recovery.arguments(Forgotten)
@recovery.response(202)
@recovery.refuses(429)
def ask_password(given: dict[str, str]) -> Response:
    """Ask for another password

    If there is an account of this name or address, with an address that was confirmed, a letter goes there. The answer
    is the same if not.
    """
    asked = given["name"][:LONGEST_ASKED]
    limits.spend(limits.LETTERS_TO, asked.casefold())
    services().recovery.ask_password(asked, language())
    return Response(status=202)


@recovery.route("/password-resets/<secret>", methods=["POST"])
@recovery.arguments(ChosenPassword)
@recovery.response(204)
@recovery.refuses(404, 429)
def reset_password(given: dict[str, str], secret: str) -> None:
    """Choose another password, by the link in a letter

    All sessions end, and all other such links.
    """
    redeeming(lambda: services().recovery.reset_password(secret, given["password"]))


@recovery.route("/address-confirmations/<secret>", methods=["POST"])
@recovery.response(200, Confirmed)
@recovery.refuses(404, 409, 429)
def confirm_address(secret: str) -> dict[str, str]:
    """Confirm an address, by the link in a letter

    It is the account's from now on; the one before is told.
    """
    try:
        return {"address": redeeming(lambda: services().recovery.confirm_address(secret))}
    except AddressTaken:
        raise Problem(409, "address_taken", "Another account has this address: take it away there first.") from None


@recovery.route("/seat-reminders", methods=["POST"])
@limits.limited(limits.LETTERS)
@recovery.arguments(Reminder)
@recovery.response(202)
@recovery.refuses(429)
def remind(given: dict[str, str]) -> Response:
    """Ask for the way back to seats

    To those at which guests have left this address, in games that are on. The answer is the same if there are none, and
    the links that there are stay good.
    """
    limits.spend(limits.LETTERS_TO, given["address"].lower())
    services().guests.remind(given["address"], language())
    return Response(status=202)


@recovery.route("/seat-recoveries/<secret>", methods=["POST"])
@recovery.response(201, FoundSeat)
@recovery.refuses(404, 429)
def come_back(secret: str) -> Response:
    """Come back to a seat, by the link in a letter

    Its new seat link is in this answer and never again; the old one is good for nothing any more.
    """
    found = redeeming(lambda: services().guests.come_back(secret))
    response = jsonify({"game": found.game, **seat_link(found.link)})
    response.status_code = 201
    response.headers["Cache-Control"] = "no-store"
    return response


def redeeming(do: Callable[[], R]) -> R:
    """What the link of a letter is good for. Raises Problem 404 for one that is good for nothing, which is counted as a
    guess, and 429."""
    limits.check(limits.GUESSES, limits.address())
    try:
        return do()
    except Redeemed:
        raise no_such_voucher() from None


def no_such_voucher() -> Problem:
    """The link of a letter that is good for nothing: a guess, for all that is known."""
    limits.spend(limits.GUESSES, limits.address())
    return Problem(404, "no_such_voucher", "This link is good for nothing (any more): ask for a new letter.")


LONGEST_ASKED = 320
"""Characters of a name that are looked at: neither a name nor an address is longer."""
