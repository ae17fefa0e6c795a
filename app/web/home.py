"""The first page: what this is, and a game at once."""

from flask import make_response, redirect, url_for
from flask.typing import ResponseReturnValue

from app.api import limits
from app.api.auth import caller, session_secret
from app.api.context import services
from app.api.links import keep_seat
from app.services.callers import Caller
from app.services.requests import Terms
from app.services.seating import Made
from app.services.tables import Setup
from app.web.language import _
from app.web.pages import Pages
from app.web.render import page

home = Pages("home", __name__)

OPPONENT = "racer"
"""The bot that waits for whoever wants to play now."""


@home.get("/")
def index() -> ResponseReturnValue:
    """What Kartfold is, and how to begin."""
    return page("home.html")


@home.post("/play")
def play() -> ResponseReturnValue:
    """A table with a bot, begun at once; without an account the browser keeps the seat."""
    who = caller()
    limits.spend(limits.TABLES, who.account or limits.address())
    made = services().seating.create(who, Setup(2, bots=(OPPONENT,), listed=False, name=_("Guest")))
    game, version = made.answer.game, made.answer.version
    services().games.start(game, _host(made), Terms(frozenset({version})))
    response = make_response(redirect(url_for("table.show", game=game), 303))
    if made.link:
        keep_seat(response, game, made.link)
    return response


def _host(made: Made) -> Caller:
    """Whoever made a table, as they are at it."""
    found = services().callers
    who = found.by_link(made.link) if made.link else found.by_session(session_secret() or "", made.answer.game)
    assert who is not None
    return who
