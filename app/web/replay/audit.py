"""The audit of a game: what the verifier found in its record, in plain words, and how anybody finds the same."""

from typing import Any
from uuid import UUID

from flask import request, url_for
from flask.typing import ResponseReturnValue

from app.api import limits
from app.api.boundary import opened
from app.api.context import services
from app.services.play.sight import Seen
from app.web.language import later
from app.web.pages import Pages
from app.web.render import page
from replays.verify import DIVERGED

audit = Pages("audit_page", __name__)

CHECKS = {
    "bytes": (
        later("The bytes of each line"),
        later("Every line has exactly the one form that a record may have."),
    ),
    "chain": (
        later("The chain"),
        later("Every event carries the hash of the one before it: nothing was changed, left out, put in or moved."),
    ),
    "shape": (
        later("The fields of each event"),
        later("Every event says what its kind has to say, and nothing else."),
    ),
    "seeds": (
        later("The seeds"),
        later("Each seed that was published leads back to the one before, and the first to the commitment."),
    ),
    "roots": (
        later("Decks and reshuffles"),
        later("Each lies in the order that was bound by its root before a card of it moved."),
    ),
    "cards": (
        later("Cards played and turned up"),
        later("Each is the one that lay in its place, in the hand of whoever played it."),
    ),
    "rules": (
        later("Requests, played again by the rules"),
        later("From what was asked for, the rules make exactly these events."),
    ),
}
"""What the verifier looks at, and what it means that it holds; in its order."""

FOUND = {"holds": later("holds"), "open": later("not open yet"), "fails": later("fails")}

FILES = ("jsonl", "jsonl.gz", "txt", "html")
"""The endings of what is offered here to be kept."""


@audit.get("/games/<uuid:game>/audit")
@limits.limited(limits.RECORDS)
def show(game: UUID) -> ResponseReturnValue:
    """What was found in the record of a game as it stands."""
    invitation = request.args.get("invitation")
    seen = opened(game, invitation)
    report = services().audits.of(seen)
    return page(
        "replay/audit.html",
        game=seen.game,
        invitation=invitation,
        report=report,
        checks=[(*CHECKS[check["name"]], check, FOUND[check["found"]]) for check in report["checks"]],
        hands=_hands(seen, report),
        seats=services().looks.now(seen)["seats"],
        players=seen.position.state.players,
        state=seen.position.state,
        head=seen.position.head,
        openings=_openings(seen, invitation),
        files={ending: _file(seen, ending, invitation) for ending in FILES},
    )


def _hands(seen: Seen, report: dict[str, Any]) -> list[Any] | None:
    """What binds each hand; None in a record that does not hold, of which nothing is told as if it did."""
    return None if report["verdict"] == DIVERGED else services().audits.hands(seen)


def _file(seen: Seen, ending: str, invitation: str | None) -> str:
    endpoint = f"exports.replay_{ending.replace('.', '_')}"
    return url_for(endpoint, game=seen.game, invitation=invitation)


def _openings(seen: Seen, invitation: str | None) -> str | None:
    """Where the openings are of a hand that is on, whose own cards a browser can check already."""
    state = seen.position.state
    if not state.hand or state.phase in ("hand_over", "match_over"):
        return None
    return url_for("events.list_openings", game=seen.game, hand=state.hand, invitation=invitation)
