"""For those who write programs: the API, bots, and the papers that fix every byte of a record."""

from flask import abort, request, url_for
from flask.typing import ResponseReturnValue

from app.api import limits
from app.api.openapi import PREFIX
from app.rules.bots import BOTS
from app.services.play.callers import EVERYBODY, SCOPES
from app.web.language import later
from app.web.pages import Pages
from app.web.reading import papers
from app.web.render import page

developers = Pages("developers", __name__)

LIMITS = (
    (limits.TABLES, later("tables made, by an account, or by an address without one")),
    (limits.RECORDS, later("questions for which a whole record is played again, by an address")),
    (limits.PICTURES, later("pictures of positions, by an address")),
    (limits.IMPORTS, later("records brought from elsewhere, by an account")),
    (limits.ANALYSES, later("analyses asked for, by an account or an address")),
)
"""The limits that a program may meet; moves are not counted."""

SCOPE_WORDS = {
    "read": later("look at what its account may see"),
    "play": later("sit down and move"),
    "manage": later("change the account, and what is its own"),
}

NEEDED = (
    ("GET", "/events?views=yes", later("all its games as they go on, with every legal move, and who invites it")),
    ("POST", "/games/{game}/moves", later("make one of those moves")),
    ("GET", "/games?list=invited", later("the tables that it is invited to")),
    ("POST", "/games/{game}/seats", later("sit down there")),
    ("GET", "/games?list=mine", later("its games")),
    ("DELETE", "/games/{game}/seats/{seat}", later("leave")),
)
"""What a bot asks for, with a token that may read and play."""

FORMS = (
    ("replay.jsonl", later("the record itself, an event a line")),
    ("replay.json", later("everything a viewer needs, with a sentence and the position for each event")),
    ("replay.txt", later("the game in notation; it reads back into the same moves")),
    ("replay.html", later("one page that plays the game without a network")),
    ("replay.svg", later("the race chart: cards in each hand, turn by turn")),
    ("position.png", later("the table at any moment, as a picture")),
)


@developers.get("/developers")
def show() -> ResponseReturnValue:
    """What there is, how to begin, and where everything is written down."""
    scopes = [(scope, SCOPE_WORDS[scope]) for scope in SCOPES if scope in EVERYBODY]
    return page(
        "reading/developers.html",
        prefix=PREFIX,
        root=request.url_root.rstrip("/"),
        bots=list(BOTS),
        needed=NEEDED,
        scopes=scopes,
        limits=[(limit.amount, limit.GRANULARITY.name, said) for limit, said in LIMITS],
        forms=FORMS,
    )


@developers.get("/developers/<paper>")
def show_paper(paper: str) -> ResponseReturnValue:
    """A paper."""
    if paper not in papers.PAPERS:
        abort(404)
    return page(
        "reading/paper.html", paper=papers.paper(paper, lambda other: url_for("developers.show_paper", paper=other))
    )
