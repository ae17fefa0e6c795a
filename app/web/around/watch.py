"""Games that anybody may watch: those that are on, and those that are over."""

from flask import request
from flask.typing import ResponseReturnValue

from app.api.auth import caller
from app.api.context import services
from app.web.around.lists import SHOWN
from app.web.pages import Pages
from app.web.render import page

watch = Pages("watch", __name__)

KINDS = ("running", "finished")


@watch.get("/watch")
def show() -> ResponseReturnValue:
    """Games of one kind, the newest first."""
    asked = request.args.get("list", "")
    kind = asked if asked in KINDS else KINDS[0]
    found = services().lists.page(kind, caller(), request.args.get("cursor"), SHOWN)
    return page("around/watch.html", kind=kind, tables=found)
