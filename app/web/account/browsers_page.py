"""Browsers that tell their owners of games while no page is open: the switch is a script's, what there is a form's."""

from collections.abc import Callable
from typing import Any

from flask import redirect, url_for
from flask.typing import ResponseReturnValue
from marshmallow import Schema, fields

from app.api.auth import own_id, page_csrf_token
from app.api.context import services
from app.web.forms import read
from app.web.pages import Pages
from app.web.people import signed_in
from app.web.safety import kept_by_nobody

browsers_page = Pages("browsers_page", __name__)
browsers_page.after_request(kept_by_nobody)


class BrowserForm(Schema):
    """Which browser is told no more."""

    browser = fields.UUID(required=True)


@browsers_page.app_context_processor
def known() -> dict[str, Callable[[], dict[str, Any]]]:
    """What the part of a page about browsers is made of, for whichever page has it."""
    return {"push_channel": channel}


def channel() -> dict[str, Any]:
    """The key that browsers subscribe with, None where the service tells them nothing; those that are told; and what
    makes a script's writes good."""
    push = services().push
    return {"key": push.public_key, "browsers": push.browsers(own_id()), "csrf": page_csrf_token()}


@browsers_page.post("/account/browsers/remove")
@signed_in
def remove() -> ResponseReturnValue:
    """A browser is told no more; one that is not told is as good as removed."""
    services().push.remove(own_id(), str(read(BrowserForm)["browser"]))
    return redirect(url_for("notices_page.show", said="saved"), 303)
