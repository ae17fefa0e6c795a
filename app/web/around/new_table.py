"""A new table: what people agree on, in plain words, and who is asked to come."""

from collections.abc import Mapping
from typing import Any

from flask import Response, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from marshmallow import EXCLUDE, fields, validate

from app.api import limits
from app.api.auth import caller
from app.api.context import services
from app.api.fields import Name, QueryInteger, Text
from app.api.links import keep_seat
from app.services.play.callers import Caller
from app.services.refusals import Malformed
from app.services.table.tables import LONGEST_BOT_DELAY, Setup, setup_of
from app.web import agreed, forms
from app.web.around import asking, clock_form, presets
from app.web.around.clock_form import ClockForm
from app.web.forms import Wrong
from app.web.language import _, later
from app.web.pages import Pages
from app.web.render import page

new_table = Pages("new_table", __name__)

TIMES = {**clock_form.TIMES, "bot_delay": (0, 1500, 5000, 15_000)}
"""What the lists of times offer, in milliseconds."""
MOST_BOTS = 9
LOOK = "look"
"""The button that asks how long one could have to wait, and makes no table yet."""

START = {
    "seats": "2",
    "length": "hands",
    "hands": "1",
    "points": "500",
    "ties": "share",
    "two_player_reverse": "skip",
    "illegal_wild_draw_four": "challenge",
    "last_card_effects": "on",
    "missed_decisions": "3",
    **clock_form.START,
    **dict.fromkeys(agreed.TIME_OFF, "1"),
    "bot_delay": "1500",
    "listed": "lobby",
    "spectators": "all",
    "takeover": "",
    "bots_alone": "play_on",
}
"""What the form holds before anything is chosen."""

CHOICES: dict[str, dict[str, str]] = {
    "length": {
        "hands": later("After a number of hands"),
        "points": later("When somebody has enough points"),
    },
    "ties": {
        "share": later("Equal points share the place"),
        "play_on": later("One more hand while the first place is tied"),
    },
    "two_player_reverse": {
        "skip": later("Reverse acts as Skip"),
        "turn": later("Reverse only turns the direction"),
    },
    "illegal_wild_draw_four": {
        "challenge": later("Anybody may bluff with it, and be challenged"),
        "reject": later("It can be played only when it is lawful, so there is nothing to challenge"),
    },
    "last_card_effects": {
        "on": later("It takes full effect, then the hand ends"),
        "off": later("The hand ends as it touches the pile"),
    },
    "clock": clock_form.CLOCKS,
    "listed": {
        "lobby": later("Anybody finds it in the lobby"),
        "link": later("Only people with the link find it"),
    },
    "spectators": agreed.SPECTATORS,
    "takeover": {
        "": later("Nobody: they resign"),
        "racer": later("A bot that plays to win"),
        "first": later("A bot that plays the first card that fits"),
        "random": later("A bot that plays anything that fits"),
    },
    "bots_alone": {
        "play_on": later("They finish the match"),
        "end": later("The match ends"),
    },
}
"""The questions that are answered by one of a few: the values, and what is said of each."""

FIELD_OF = {"bot": "bots", "target_score": "points"}
"""Where the form has what a service names otherwise."""


def _choice(name: str) -> fields.String:
    return fields.String(load_default=START[name], validate=validate.OneOf(list(CHOICES[name])))


def _count(name: str, low: int, high: int) -> QueryInteger:
    return QueryInteger(load_default=int(START[name]), validate=validate.Range(low, high))


class NewTable(ClockForm):
    """The form."""

    seats = _count("seats", 2, 10)
    bots_racer = QueryInteger(load_default=0, validate=validate.Range(0, MOST_BOTS))
    bots_first = QueryInteger(load_default=0, validate=validate.Range(0, MOST_BOTS))
    bots_random = QueryInteger(load_default=0, validate=validate.Range(0, MOST_BOTS))
    bot_delay = clock_form.time_field("bot_delay", START, LONGEST_BOT_DELAY)
    length = _choice("length")
    hands = _count("hands", 1, 255)
    points = _count("points", 1, 100_000)
    ties = _choice("ties")
    two_player_reverse = _choice("two_player_reverse")
    illegal_wild_draw_four = _choice("illegal_wild_draw_four")
    last_card_effects = _choice("last_card_effects")
    missed_decisions = _count("missed_decisions", 1, 100)
    quiet_hours = forms.Checkbox()
    vacations = forms.Checkbox()
    pauses = forms.Checkbox()
    listed = _choice("listed")
    spectators = _choice("spectators")
    takeover = _choice("takeover")
    bots_alone = _choice("bots_alone")
    watches = forms.Checkbox()
    entropy = Text(1, 256, load_default=None)
    name = Name(load_default=None)


@new_table.get("/new")
def show() -> ResponseReturnValue:
    """The form, filled in as a way to play says that is asked for."""
    preset = request.args.get("preset")
    filled = {**presets.filled(preset), asking.FIELD: request.args.get(asking.FIELD, "")}
    return _form(filled, preset=preset if preset in presets.PRESETS else None)


@new_table.post("/new")
def make() -> ResponseReturnValue:
    """Makes the table, asks to it whom the form names, and goes there; first only says how long it can keep somebody
    waiting, if that is what was asked."""
    who = caller()
    filled = dict.fromkeys(agreed.TIME_OFF, "") | request.form.to_dict()
    try:
        given = forms.read(NewTable)
        asked = asking.people(request.form.get(asking.FIELD, ""), who)
        setup = _setup(given, who)
    except Wrong as wrong:
        return _form(filled, wrong.errors, 422)
    if LOOK in request.form:
        return _form(filled)
    limits.spend(limits.TABLES, limits.of(who))
    asking.count(asked, who)
    made = services().seating.create(who, setup)
    asking.ask(made, asked)
    response: Response = make_response(
        redirect(url_for("table.show", game=made.answer.game, invitation=made.invitation), 303)
    )
    if made.link:
        keep_seat(response, made.answer.game, made.link)
    return response


def _form(
    filled: Mapping[str, str], errors: Mapping[str, str] | None = None, status: int = 200, preset: str | None = None
) -> tuple[str, int]:
    values = {**START, **filled}
    return page(
        "around/new_table.html",
        status,
        values=values,
        wait=None if errors else _wait(values),
        time_off=[(name, _(said)) for name, said in agreed.TIME_OFF.items()],
        errors=errors or {},
        preset=preset,
        presets=presets.told(),
        choices_of={name: [(value, _(said)) for value, said in each.items()] for name, each in CHOICES.items()},
        times=clock_form.offered(TIMES, values),
        bots={name: _(said) for name, said in agreed.BOTS.items()},
        most_bots=MOST_BOTS,
    )


def _wait(values: Mapping[str, str]) -> str:
    """How long this table can keep somebody waiting, in words."""
    clock = clock_form.clock_of(clock_form.ClockForm(unknown=EXCLUDE).load(values))
    return agreed.longest_wait(clock, {name: bool(values[name]) for name in agreed.TIME_OFF})


def _setup(given: Mapping[str, Any], who: Caller) -> Setup:
    """The table that was filled in. Raises Wrong."""
    sits = who.account is None or not given["watches"]
    bots = [bot for bot in agreed.BOTS for _each in range(given[f"bots_{bot}"])]
    body = {
        "seats": given["seats"],
        "options": _options(given),
        "clock": clock_form.clock_of(given),
        "time_off": {name: given[name] for name in agreed.TIME_OFF},
        "bots": bots,
        "bot_delay": given["bot_delay"],
        "listed": given["listed"] == "lobby",
        "spectators": given["spectators"],
        "takeover": given["takeover"] or None,
        "bots_alone": given["bots_alone"],
        "sits": sits,
        "entropy": given["entropy"] if sits else None,
        "name": given["name"] or _("Guest"),
    }
    if len(bots) + sits > given["seats"]:
        raise Wrong({"bots": _("There are not so many seats.")})
    try:
        return setup_of(body)
    except Malformed as error:
        raise _misfit(error, given["clock"]) from None


def _misfit(error: Malformed, clock: str) -> Wrong:
    if error.field.startswith("clock"):
        return clock_form.misfit(error, clock)
    return Wrong({FIELD_OF.get(error.field, error.field): error.detail})


def _options(given: Mapping[str, Any]) -> dict[str, Any]:
    names = ("ties", "two_player_reverse", "illegal_wild_draw_four", "missed_decisions")
    length = {"target_score": given["points"]} if given["length"] == "points" else {"hands": given["hands"]}
    return {name: given[name] for name in names} | length | {"last_card_effects": given["last_card_effects"] == "on"}
