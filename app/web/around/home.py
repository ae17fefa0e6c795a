"""The first page: what this is, a game at once, and for who plays already the games that wait for them."""

from flask.typing import ResponseReturnValue

from app.api.auth import caller
from app.api.context import services
from app.web.around.away import away, mark_still
from app.web.around.mine import FEW, games, to_act
from app.web.around.quick import play_a_bot
from app.web.navigation import where_played
from app.web.pages import Pages
from app.web.render import page

home = Pages("home", __name__)

MOST_COUNTED = 20
"""As many tables that wait are counted."""


@home.get("/")
def index() -> ResponseReturnValue:
    """What Kartfold is, and how to begin."""
    who = caller()
    waiting = to_act(who, [] if who.account else games(who).shown)
    open_tables = services().lists.page("lobby", who, None, MOST_COUNTED).shown
    joinable = sum(table["free"] > 0 for table in open_tables)
    shown = waiting[:FEW]
    mark_still(who, shown)
    return page("around/home.html", to_act=shown, to_act_count=len(waiting), tables_waiting=joinable, away=away(who))


@home.post("/play")
def play() -> ResponseReturnValue:
    """A game with a bot."""
    return play_a_bot(where_played())
