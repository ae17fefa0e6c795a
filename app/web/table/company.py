"""People at a table: who is asked to come, what is said, who is not heard, the way back of a guest, and once more."""

from contextlib import suppress
from uuid import UUID

from flask import Response, make_response, redirect, url_for
from flask.typing import ResponseReturnValue
from marshmallow import Schema, fields, validate

from app.api import limits
from app.api import phrases as said
from app.api.auth import SEAT_COOKIE, caller, drop_cookie
from app.api.context import services
from app.api.fields import Address, Name, QueryInteger
from app.api.guests import claimants, take_along
from app.api.guests import no_guest as no_guest_problem
from app.api.links import keep_seat
from app.services.refusals import NotFound
from app.services.table.invitations import NoSuchInvitation
from app.services.table.phrases import PHRASES, NoSuchPhrase
from app.services.table.players import NoGuest
from app.web.errors import error_page
from app.web.forms import read
from app.web.pages import Pages
from app.web.safety import kept_by_nobody
from app.web.table.deeds import comes_back
from app.web.table.table import INVITATION, address, seen_at

company = Pages("company", __name__)
company.after_request(kept_by_nobody)


class InvitingForm(Schema):
    """Somebody with an account, by name."""

    name = Name(required=True)


class AccountForm(Schema):
    """Whose invitation is taken back."""

    account = fields.UUID(required=True)


class PhraseForm(Schema):
    """What is said."""

    phrase = fields.String(required=True, validate=validate.OneOf(PHRASES))


class ReportForm(Schema):
    """What was said that should not have been."""

    phrase = QueryInteger(required=True)


class OfSeatForm(Schema):
    """Who is meant."""

    seat = QueryInteger(required=True, validate=validate.Range(0, 9))


class AddressForm(Schema):
    """Where a guest may be written to; nothing forgets it."""

    address = Address(load_default=None)


# ------------------------------------------------------------ who is asked to come


@company.post("/games/<uuid:game>/invite")
@comes_back
def invite(game: UUID) -> ResponseReturnValue:
    """Somebody is asked to this table by name."""
    name = read(InvitingForm)["name"]
    limits.spend(limits.INVITATIONS, limits.of(caller()))
    services().invitations.invite(seen_at(game), name)
    return redirect(address(game, said="invited"), 303)


@company.post("/games/<uuid:game>/withdraw")
@comes_back
def withdraw(game: UUID) -> ResponseReturnValue:
    """They are not asked any more; an invitation that is not there any more is as good as taken back."""
    account = str(read(AccountForm)["account"])
    with suppress(NoSuchInvitation):
        services().invitations.withdraw(seen_at(game), account)
    return redirect(address(game), 303)


@company.post("/games/<uuid:game>/decline")
@comes_back
def decline(game: UUID) -> ResponseReturnValue:
    """The reader does not want to come, whether or not they are still asked to."""
    with suppress(NoSuchInvitation):
        services().invitations.decline(seen_at(game))
    return redirect(url_for("home.index", said="declined"), 303)


# ------------------------------------------------------------ what is said


@company.post("/games/<uuid:game>/phrases")
@comes_back
def say(game: UUID) -> ResponseReturnValue:
    """The reader says something."""
    phrase, seen = read(PhraseForm)["phrase"], seen_at(game)
    said.count(seen)
    services().phrases.say(seen, phrase)
    return redirect(address(game), 303)


@company.post("/games/<uuid:game>/report")
@comes_back
def report(game: UUID) -> ResponseReturnValue:
    """The officials are told of something that was said; what is forgotten meanwhile is gone from the page, too."""
    phrase, seen = read(ReportForm)["phrase"], seen_at(game)
    limits.spend(limits.PHRASES_AN_HOUR, caller().identity)
    try:
        services().phrases.report(seen, phrase)
    except NoSuchPhrase:
        return redirect(address(game), 303)
    return redirect(address(game, said="reported"), 303)


@company.post("/games/<uuid:game>/mute")
@comes_back
def mute(game: UUID) -> ResponseReturnValue:
    """The reader does not hear somebody any more, at this table."""
    limits.spend(limits.MUTES, caller().identity)
    services().mutes.mute_seat(seen_at(game), read(OfSeatForm)["seat"])
    return redirect(address(game), 303)


@company.post("/games/<uuid:game>/unmute")
@comes_back
def unmute(game: UUID) -> ResponseReturnValue:
    """The reader hears them again."""
    limits.spend(limits.MUTES, caller().identity)
    services().mutes.unmute_seat(seen_at(game), read(OfSeatForm)["seat"])
    return redirect(address(game), 303)


# ------------------------------------------------------------ a guest's way back


@company.post("/games/<uuid:game>/seat-link")
@comes_back
def replace_link(game: UUID) -> ResponseReturnValue:
    """A guest has a new way back made; the old one, and other browsers that came by it, are worth nothing."""
    seat = _own_seat(game)
    response = make_response(redirect(address(game, said="seat-link"), 303))
    keep_seat(response, str(game), services().players.replace_link(str(game), seat, caller()))
    return response


@company.post("/games/<uuid:game>/seat-address")
@comes_back
def leave_address(game: UUID) -> ResponseReturnValue:
    """A guest leaves an address, in case the link gets lost."""
    services().guests.leave_address(str(game), caller(), _own_seat(game), read(AddressForm)["address"])
    return redirect(address(game, said="saved"), 303)


@company.post("/games/<uuid:game>/claim")
@comes_back
def claim(game: UUID) -> ResponseReturnValue:
    """A guest who is signed in, too, plays on as their account."""
    account, guest, link = claimants(str(game), None)
    take_along(str(game), _own_seat(game), account, guest, link)
    response = make_response(redirect(address(game, said="claimed"), 303))
    drop_cookie(response, f"{SEAT_COOKIE}{game}")
    return response


def _own_seat(game: UUID) -> int:
    seat = seen_at(game).seat
    if seat is None:
        raise NotFound
    return seat


@company.errorhandler(NoGuest)
def no_guest(error: NoGuest) -> Response:
    """The seat is an account's by now: it needs no way back."""
    return error_page(no_guest_problem())


# ------------------------------------------------------------ once more


@company.post("/games/<uuid:game>/rematch")
@comes_back
def rematch(game: UUID) -> ResponseReturnValue:
    """The reader comes to the rematch, which the first who asks makes."""
    limits.spend(limits.TABLES, limits.of(caller()))
    made = services().rematches.ask(seen_at(game))
    there = made.answer.game
    response = make_response(redirect(address(there, **{INVITATION: made.invitation}), 303))
    if made.link:
        keep_seat(response, there, made.link)
    return response
