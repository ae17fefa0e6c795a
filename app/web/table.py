"""The table: what one sees of a game, and what one can do there."""

from uuid import UUID

from flask.typing import ResponseReturnValue

from app.api.boundary import opened
from app.api.context import services
from app.web.pages import Pages
from app.web.render import page

table = Pages("table", __name__)


@table.get("/games/<uuid:game>")
def show(game: UUID) -> ResponseReturnValue:
    """The game as it stands, before whoever asks."""
    return page("table.html", view=services().looks.now(opened(game)))
