"""The feed of what somebody was told, by an address that is a secret: news readers cannot sign in."""

import hashlib
from datetime import UTC, datetime

from flask import Response, abort, request
from flask.typing import ResponseReturnValue

from app.api import limits
from app.api.context import services
from app.web.pages import Pages

feed = Pages("feed", __name__)


@feed.get("/feed/<secret>")
def show(secret: str) -> ResponseReturnValue:
    """The feed, or nothing where there has been none since."""
    limits.check(limits.GUESSES, limits.address())
    account = services().notice_choices.reader(secret)
    if account is None:
        limits.spend(limits.GUESSES, limits.address())
        abort(404)
    found = services().atom.of(account)
    response = Response(found.document, content_type="application/atom+xml; charset=utf-8")
    response.set_etag(hashlib.sha256(found.document).hexdigest()[:24])
    response.last_modified = datetime.fromtimestamp(found.updated / 1000, UTC)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response.make_conditional(request)
