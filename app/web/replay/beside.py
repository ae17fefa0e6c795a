"""What stands beside a position: what is said of it, what else could have been done, branches, and files."""

from typing import Any

from flask import url_for

from app.api.context import services
from app.services.replay.branches import BOT
from app.web.agreed import BOTS
from app.web.language import _, current
from app.web.replay.board import eyes_text
from app.web.replay.decisions import decision_at, losses
from app.web.replay.replayed import Game, Replayed, Scene

MOST_BRANCHES = 5
"""Branches that the viewer names."""


def beside(one: Replayed, scene: Scene) -> dict[str, Any]:
    """All of it, for the page's template."""
    return _talk(one, scene.seq) | _tools(one, scene) | _analysis(one, scene)


def _talk(one: Replayed, seq: int) -> dict[str, Any]:
    """What is said at this event, and where in the game there is more."""
    comments, talk = services().comments, one.talk
    found = comments.at_event(talk, seq)
    answers: dict[str | None, list[Any]] = {}
    for each in found:
        answers.setdefault(each["parent"], []).append(each)
    return {
        "answers": answers,
        "comments": len(found),
        "talked": comments.places(talk),
        "may_write": talk.author != (None, None),
        "may_say": talk.over(seq),
        "official": talk.official,
    }


def _tools(one: Replayed, scene: Scene) -> dict[str, Any]:
    """Branches, and files."""
    branches = services().branches
    if isinstance(one, Game):
        found = branches.page_of_game(one.seen, None, MOST_BRANCHES)
    else:
        found = branches.page_of_replay(one.id, one.caller, None, MOST_BRANCHES)
    return {
        "branches": found.shown,
        "may_branch": scene.view["hand_number"] in one.branched,
        "bot": BOT,
        "bots": {name: _(said) for name, said in BOTS.items()},
        "audit": None if one.imported else url_for("audit_page.show", **one.place),
        "files": {name: one.file(name) for name in one.files},
        "positions": {
            name: one.file(name, at=scene.seq, **{"as": eyes_text(scene.eyes)})
            for name in ("position.png", "position.svg", "position.txt")
        },
    }


def _analysis(one: Replayed, scene: Scene) -> dict[str, Any]:
    """How far an analysis has come, and what it says of the decision at this position."""
    told = services().analyses.told(one.id, scene.view["hand_number"] or None)
    decisions = told["decisions"] or []
    hand = next((each for each in told["hands"] if each["hand"] == scene.view["hand_number"]), None)
    return {
        "analysis": told,
        "decision": decision_at(decisions, scene.seq, one.seats(current())),
        "losses": losses(decisions),
        "swings": {each["seq"] for each in (hand and hand["swings"]) or ()},
        "may_analyse": one.over or one.imported,
    }
