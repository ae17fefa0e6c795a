"""What is done at a table: forms of its page, each answered with the way back to it.

What came too late changes nothing: the page then tells what has happened meanwhile.
"""

import hashlib
import json
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec
from uuid import UUID

from flask import make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from marshmallow import Schema, fields, post_load, validate

from app.api import limits
from app.api.auth import SEAT_COOKIE, caller, drop_cookie
from app.api.boundary import SAYINGS
from app.api.context import services
from app.api.fields import Name, QueryInteger, Text
from app.api.links import keep_seat
from app.rules import moves as rules
from app.rules.cards import CODES, COLORS
from app.rules.refusals import Refused
from app.services.play.callers import Caller
from app.services.play.requests import Terms
from app.services.play.sight import Seen
from app.services.refusals import Malformed, NoSuchPlayer, NotAllowed, NotNow, Stale
from app.services.table.tables import Sitting, entropy_of
from app.store import Key
from app.web import errors, preferences
from app.web.forms import Wrong, read, whole
from app.web.pages import Pages
from app.web.render import page
from app.web.safety import kept_by_nobody, own_secret
from app.web.table.table import INVITATION, SINCE, address, seen_at, shown

P = ParamSpec("P")

deeds = Pages("deeds", __name__)
deeds.after_request(kept_by_nobody)


class Versioned(Schema):
    """The version of the game that a form was made for."""

    version = QueryInteger(required=True, validate=validate.Range(0, 2**53 - 1))


class MoveForm(Versioned):
    """A move, with the fields that its kind has; what is left over is refused as the rules refuse it."""

    type = fields.String(required=True, validate=validate.OneOf(list(rules.MOVES)))
    card = fields.String(validate=validate.OneOf(list(CODES)))
    color = fields.String(validate=validate.OneOf(list(COLORS)))
    target = QueryInteger(validate=validate.Range(0, 9))
    uno = fields.String()

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """UNO is said by a box that is ticked."""
        if data.pop("uno", None) is not None:
            data["uno"] = True
        return data


class SittingForm(Schema):
    """Somebody sits down: a guest under a name; `entropy` is put into the shuffle. By the `version` of its page a form
    that is sent twice is known again."""

    version = QueryInteger(validate=validate.Range(0, 2**53 - 1))
    name = Name()
    entropy = Text(1, 256)
    seat = QueryInteger(validate=validate.Range(0, 9))


class BotForm(Schema):
    """The host puts a bot at a free seat."""

    bot = fields.String(required=True)


class SeatForm(Versioned):
    """A seat that is given back, or taken from somebody."""

    seat = QueryInteger(required=True, validate=validate.Range(0, 9))


_ANSWERED = (Refused, NotAllowed, NotNow, NoSuchPlayer, Malformed)
"""What is told on the page of the table, which the reader can go on with."""


def comes_back(view: Callable[P, ResponseReturnValue]) -> Callable[P, ResponseReturnValue]:
    """A deed at the table in the address: whoever comes too late, or may not do it, is told so on the page of the
    table as it stands."""

    @wraps(view)
    def done(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        game = UUID(str(kwargs["game"]))
        try:
            return view(*args, **kwargs)
        except Stale:
            return redirect(address(game, said="stale", **{SINCE: whole(request.form.get("version", ""))}), 303)
        except _ANSWERED as refused:
            problem = SAYINGS[type(refused)](refused)
            return shown(seen_at(game), problem.code, problem=errors.words(problem), rule=problem.rule)
        except Wrong as wrong:
            return shown(seen_at(game), 422, errors=wrong.errors, given=request.form)

    return done


def terms_of(seen: Seen, version: int | None = None) -> Terms:
    """A deed rests on the version of its form, or on the game as it stands."""
    return Terms(frozenset({seen.position.head.version if version is None else version}), None, seen.asked)


# ------------------------------------------------------------ moves


@deeds.post("/games/<uuid:game>/moves")
@comes_back
def move(game: UUID) -> ResponseReturnValue:
    """A move of the reader's seat; first a question where the reader wants to be asked."""
    given = read(MoveForm)
    if given["type"] == "play" and preferences.current().confirm and "sure" not in request.form:
        return page("table/question.html", seen=seen_at(game), given=given, back=address(game))
    version = given.pop("version")
    services().games.move(
        str(game), caller(), rules.parse_move(given), Terms(frozenset({version}), None, caller().asked)
    )
    return redirect(address(game), 303)


@deeds.get("/games/<uuid:game>/resign")
def resign_question(game: UUID) -> ResponseReturnValue:
    """Whether the reader means it."""
    seen = seen_at(game)
    return page("table/resign.html", view=services().looks.now(seen), back=address(game), game=seen.game)


@deeds.post("/games/<uuid:game>/resign")
@comes_back
def resign(game: UUID) -> ResponseReturnValue:
    """The reader leaves the match: to a bot where the table has agreed to that. Whatever has happened since the
    question, they still mean it."""
    seen = seen_at(game)
    if seen.seat is None:
        services().games.move(str(game), caller(), rules.Resign(), terms_of(seen))
    else:
        services().seating.leave(str(game), caller(), seen.seat, terms_of(seen))
    return redirect(address(game), 303)


# ------------------------------------------------------------ before the match


@deeds.post("/games/<uuid:game>/start")
@comes_back
def start(game: UUID) -> ResponseReturnValue:
    """The host begins the match with those whom they see at the table."""
    given = read(Versioned)
    services().games.start(str(game), caller(), terms_of(seen_at(game), given["version"]))
    return redirect(address(game), 303)


@deeds.post("/games/<uuid:game>/sit")
@comes_back
def sit(game: UUID) -> ResponseReturnValue:
    """The reader sits down; without an account as a guest, whose seat this browser keeps."""
    given = read(SittingForm)
    who = caller()
    if who.account is None:
        limits.spend(limits.TABLES, limits.address())
    sitting = Sitting(given.get("seat"), None, entropy_of(given.get("entropy")), given.get("name"))
    once, secret = _once(game, who, given)
    terms = terms_of(seen_at(game))._replace(key=once, asked=None)
    made = services().seating.sit(str(game), who, sitting, terms, request.args.get(INVITATION), secret)
    response = make_response(redirect(address(game), 303))
    if made.link:
        keep_seat(response, str(game), made.link)
    return response


def _once(game: UUID, who: Caller, given: dict[str, Any]) -> tuple[Key | None, bytes | None]:
    """Under which key a guest sits down, and what their seat link is made from: a form that is sent twice, before the
    browser has the cookie of the seat, gives one seat. Whoever has an account has one seat anyway."""
    if who.account is not None or "version" not in given:
        return None, None
    secret = own_secret(f"sit:{game}:{given['version']}")
    said = hashlib.sha256(json.dumps(given, sort_keys=True).encode()).hexdigest()
    return Key(who.identity, hashlib.sha256(secret).hexdigest(), said), secret


@deeds.post("/games/<uuid:game>/leave")
@comes_back
def leave(game: UUID) -> ResponseReturnValue:
    """A seat is given back by who sits there, or taken by the host."""
    given, seen = read(SeatForm), seen_at(game)
    own = given["seat"] == seen.seat
    services().seating.leave(str(game), caller(), given["seat"], terms_of(seen, None if own else given["version"]))
    if not own:
        return redirect(address(game), 303)
    response = make_response(redirect(_way_out(seen), 303))
    if seen.caller.kind == "guest" and not seen.is_host:
        drop_cookie(response, f"{SEAT_COOKIE}{game}")
    return response


def _way_out(seen: Seen) -> str:
    """Where somebody goes who has left a table: back to it if they may still look at it."""
    visible = seen.is_host or seen.table.listed or request.args.get(INVITATION)
    return address(seen.game) if visible else url_for("home.index")


@deeds.post("/games/<uuid:game>/bots")
@comes_back
def add_bot(game: UUID) -> ResponseReturnValue:
    """The host puts a bot at the first free seat."""
    given = read(BotForm)
    services().seating.sit(str(game), caller(), Sitting(bot=given["bot"]), terms_of(seen_at(game)))
    return redirect(address(game), 303)


@deeds.post("/games/<uuid:game>/cancel")
@comes_back
def cancel(game: UUID) -> ResponseReturnValue:
    """The host closes the table."""
    services().games.cancel(str(game), caller(), terms_of(seen_at(game)))
    return redirect(address(game), 303)


@deeds.post("/games/<uuid:game>/invitation")
@comes_back
def new_link(game: UUID) -> ResponseReturnValue:
    """The host has a new link to send; the one before opens nothing any more."""
    invitation = services().seating.invite(str(game), caller())
    return redirect(address(game, **{INVITATION: invitation}), 303)
