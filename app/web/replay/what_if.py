"""What else could have been: a practice table that goes on from a position, and the analysis of a game."""

from typing import Any
from uuid import UUID

from flask import make_response, redirect, url_for
from flask.typing import ResponseReturnValue
from marshmallow import Schema, fields, validate

from app.api import limits
from app.api.auth import caller
from app.api.context import services
from app.api.fields import QueryInteger
from app.api.links import keep_seat
from app.rules.refusals import Refused
from app.services.refusals import Malformed, NotBranched
from app.services.replay.branches import BOT, WhatIf
from app.services.replay.moments import At
from app.services.table.seating import Made
from app.web.errors import said_of
from app.web.forms import Checkbox, Wrong, misfit, read
from app.web.language import _
from app.web.pages import Pages
from app.web.replay.replayed import Game, Replayed
from app.web.replay.viewer import asked, back, on_both, opened_to_write, shown
from app.web.safety import kept_by_nobody

what_if = Pages("what_if", __name__)
what_if.after_request(kept_by_nobody)


class BranchForm(Schema):
    """From where, at which seat (the one that has to act, if none is said), against whom."""

    at = QueryInteger(required=True)
    seat = QueryInteger(validate=validate.Range(0, 9))
    bot = fields.String(load_default=BOT)
    open = Checkbox()


@on_both(what_if, "/branch", "POST")
def branch(**place: UUID) -> ResponseReturnValue:
    """A practice table with the cards as they lay there; the reader sits at it."""
    one = opened_to_write(**place)
    try:
        given = read(BranchForm)
        limits.spend(limits.BRANCHES, limits.of(caller()))
        made = _branch(one, _wish(one, given))
    except (Wrong, Malformed, Refused, NotBranched) as error:
        return shown(one, asked(), 422, errors=_errors(error))
    game = made.answer.game
    invitation = made.invitation if given["open"] else None
    response = make_response(redirect(url_for("table.show", game=game, invitation=invitation), 303))
    if made.link:
        keep_seat(response, game, made.link)
    return response


@on_both(what_if, "/analysis", "POST")
def analyse(**place: UUID) -> ResponseReturnValue:
    """Asks for the analysis, which is made behind the requests."""
    one = opened_to_write(**place)
    if not (one.over or one.imported):
        return shown(one, asked(), 422, errors={"analysis": _("A game is analysed when it is over.")})
    limits.spend(limits.ANALYSES, limits.of(caller()))
    services().analyses.ask(one.id, one.imported)
    return redirect(back(one, None, "analysis"), 303)


def _wish(one: Replayed, given: dict[str, Any]) -> WhatIf:
    others = frozenset(seat for seat, player in enumerate(one.players) if player is not None)
    seat = given.get("seat")
    if not given["open"]:
        return WhatIf(At("seq", given["at"]), seat, given["bot"])
    if seat is None:
        raise Wrong({"branch": _("Choose your seat, so that the others are left open.")})
    return WhatIf(At("seq", given["at"]), seat, given["bot"], open=others - {seat})


def _branch(one: Replayed, wish: WhatIf) -> Made:
    branches = services().branches
    return branches.of_game(one.seen, wish) if isinstance(one, Game) else branches.of_replay(one.id, one.caller, wish)


def _errors(error: Wrong | Malformed | Refused | NotBranched) -> dict[str, str]:
    """What is wrong, beside the form."""
    if isinstance(error, Malformed):
        error = misfit(error)
    if isinstance(error, Wrong):
        return {"branch": next(iter(error.errors.values()))}
    return {"branch": said_of(error.code, error.detail)}
