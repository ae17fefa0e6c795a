"""The first page: what this is, and a game at once."""

from flask.typing import ResponseReturnValue

from app.web.pages import Pages
from app.web.quick import play_a_bot
from app.web.render import page

home = Pages("home", __name__)


@home.get("/")
def index() -> ResponseReturnValue:
    """What Kartfold is, and how to begin."""
    return page("home.html")


@home.post("/play")
def play() -> ResponseReturnValue:
    """A game with a bot."""
    return play_a_bot("table.show")
