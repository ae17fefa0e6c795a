"""A game at once: a table with a bot, begun as it is made."""

from flask import make_response, redirect, url_for
from flask.typing import ResponseReturnValue

from app.api import limits
from app.api.auth import caller, session_secret
from app.api.context import services
from app.api.links import keep_seat
from app.services.play.callers import Caller
from app.services.play.requests import Terms
from app.services.table.seating import Made
from app.services.table.tables import Setup
from app.web.language import _

OPPONENT = "racer"
"""The bot that waits for whoever wants to play now."""


def play_a_bot(endpoint: str) -> ResponseReturnValue:
    """Makes the game, and goes to it at this endpoint; without an account the browser keeps the seat."""
    who = caller()
    limits.spend(limits.TABLES, limits.of(who))
    made = services().seating.create(who, Setup(2, bots=(OPPONENT,), listed=False, name=_("Guest")))
    game, version = made.answer.game, made.answer.version
    services().games.start(game, host(made), Terms(frozenset({version})))
    response = make_response(redirect(url_for(endpoint, game=game), 303))
    if made.link:
        keep_seat(response, game, made.link)
    return response


def host(made: Made) -> Caller:
    """Whoever has just made a table, as they are at it."""
    found = services().callers
    who = found.by_link(made.link) if made.link else found.by_session(session_secret() or "", made.answer.game)
    assert who is not None
    return who
