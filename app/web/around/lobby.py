"""The lobby: tables that wait for players, and what somebody looks for among them."""

from typing import Any

from flask import request
from flask.typing import ResponseReturnValue

from app.api.auth import caller
from app.services.clock import DAY
from app.web import agreed
from app.web.around.lists import Table, fitting
from app.web.language import _, later
from app.web.pages import Pages
from app.web.render import page

lobby = Pages("lobby", __name__)

QUICK = DAY // 24
"""A clock that is no slower, in milliseconds, is one for an evening."""

FILTERS: dict[str, dict[str, str]] = {
    "seats": {
        "": later("Any number"),
        "two": later("Two players"),
        "few": later("Three or four"),
        "many": later("Five or more"),
    },
    "clock": {
        "": later("Any clock"),
        "quick": later("An hour or less for a decision"),
        "days": later("Longer than an hour for a decision"),
        "none": later("No clock"),
    },
    "rules": {
        "": later("Any rules"),
        "usual": later("The usual rules"),
        "house": later("With house rules"),
    },
    "match": {
        "": later("Any length"),
        "hand": later("A single hand"),
        "long": later("More than one hand"),
    },
}
"""What one may look for: the values of each question, and what is said of them."""


@lobby.get("/lobby")
def show() -> ResponseReturnValue:
    """The tables that wait, the newest first."""
    asked = {name: request.args.get(name, "") for name in FILTERS}
    chosen = {name: value if value in FILTERS[name] else "" for name, value in asked.items()}
    found = fitting("lobby", caller(), request.args.get("cursor"), lambda table: _fits(table, chosen))
    words = {name: [(value, _(said)) for value, said in values.items()] for name, values in FILTERS.items()}
    return page("around/lobby.html", tables=found, chosen=chosen, filters=words, narrowed=any(chosen.values()))


def _fits(table: Table, chosen: dict[str, str]) -> bool:
    options: dict[str, Any] = agreed.PLAIN | table["options"]
    kinds = {
        "seats": "two" if table["seats"] == 2 else "few" if table["seats"] <= 4 else "many",
        "clock": _clock(table["clock"]),
        "rules": "house" if agreed.house_rules(options) else "usual",
        "match": "hand" if options["hands"] == 1 and options["target_score"] is None else "long",
    }
    return table["free"] > 0 and all(chosen[name] in ("", kind) for name, kind in kinds.items())


def _clock(clock: dict[str, Any]) -> str:
    if clock["kind"] == "none":
        return "none"
    return "quick" if clock["ms"] <= QUICK else "days"
