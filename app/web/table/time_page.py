"""Time at a table: what was agreed, each clock, what happens when time runs out, and what people can agree on anew."""

from typing import Any
from uuid import UUID

from flask.typing import ResponseReturnValue

from app.api.context import services
from app.services.sight import Seen
from app.web import language, times
from app.web.language import _
from app.web.pages import Pages
from app.web.render import page
from app.web.safety import kept_by_nobody
from app.web.table import clocks, zero
from app.web.table.table import address, deed, seen_at
from replays.show.languages import seat_names

time_page = Pages("time_page", __name__)
time_page.after_request(kept_by_nobody)


@time_page.get("/games/<uuid:game>/time")
def show(game: UUID) -> ResponseReturnValue:
    """How time stands here."""
    return told(seen_at(game))


def told(seen: Seen, status: int = 200, **more: Any) -> ResponseReturnValue:
    """The page of the clocks of a game."""
    view, state, t = services().looks.now(seen), seen.position.state, times.now()
    return page(
        "table/time.html",
        status,
        view=view,
        names=seat_names(state.players, [one["name"] for one in view["seats"]], language.current()),
        you=seen.seat,
        back=address(seen.game),
        deed=lambda endpoint: deed(endpoint, seen.game),
        clocks=clocks.clocks(state, t),
        table_pause=clocks.table_pause(state, t),
        still=clocks.standing_still(state, t),
        most_missed=state.options.missed_decisions,
        decided=[_(each) for each in zero.DECIDED],
        consequence=zero.consequence(seen),
        **more,
    )
