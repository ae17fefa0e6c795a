"""No more letters: by the link of a letter, without signing in, and in a way that mail programs can do by themselves.

The page asks first, since programs look at all links of letters; what it posts, mail servers post too (RFC 8058), who
have no token of ours and follow no redirect. Neither tells whether the link is good for anything, or whose it is.
"""

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from app.api.context import services
from app.services.notices.notice_choices import ALL
from app.services.notices.notice_words import KIND_WORDS
from app.web import language
from app.web.account.tried import form, unspoken
from app.web.pages import Pages
from app.web.safety import dress, kept_by_nobody

stopping = Pages("stopping", __name__)
stopping.after_request(kept_by_nobody)

one_click = Blueprint("one_click", __name__)
"""What is posted without a token: it switches letters off, and can do nothing else."""
one_click.url_defaults(language.keep)
one_click.after_request(dress)
one_click.after_request(kept_by_nobody)


@stopping.get("/letters/stop/<kind>/<secret>")
def ask(kind: str, secret: str) -> ResponseReturnValue:
    """Whether one means it."""
    return _page(kind, secret, done=False)


@one_click.post("/letters/stop/<kind>/<secret>")
def stop(kind: str, secret: str) -> ResponseReturnValue:
    """No more letters of this kind; done again it is as it was."""
    services().notice_choices.stop(kind, secret)
    return _page(kind, secret, done=True)


def _page(kind: str, secret: str, done: bool) -> Response:
    return unspoken(form("account/stop.html", kind=kind, secret=secret, done=done, words=KIND_WORDS, all=ALL))
