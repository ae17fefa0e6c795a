"""What people agree on at a table, in plain words: how long the match is, the house rules, the clock, who may watch."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.rules.clock import Clock
from app.rules.options import Options
from app.services.clocks import waits
from app.services.clocks.waits import TimeOff
from app.web.language import _, later, ngettext, number
from app.web.times import lasting, span

PLAIN = Options().data()
"""How a match is played that says nothing else."""

HOUSE_RULES: dict[tuple[str, object], str] = {
    ("ties", "play_on"): later("One more hand while the first place is tied"),
    ("two_player_reverse", "turn"): later("With two players, Reverse only turns the direction"),
    ("illegal_wild_draw_four", "reject"): later("Wild Draw Four only when it is lawful, and no challenges"),
    ("last_card_effects", False): later("The last card has no effect"),
}
"""What is said of an option that is not as usual."""

SPECTATORS = {
    "all": later("Anybody may watch"),
    "link": later("Whoever has the link may watch"),
    "none": later("Nobody else may watch"),
}

TIME_OFF = {
    "quiet_hours": later("Quiet hours and days off stop the clock"),
    "vacations": later("Vacations stop the clock"),
    "pauses": later("Everybody together can stop the clock, or take another one"),
}
"""What may stop a clock, in the order in which it is asked for."""

BOTS = {
    "racer": later("Racer: plays to win"),
    "first": later("First: plays the first card that fits"),
    "random": later("Random: plays anything that fits"),
}
"""The bots, the best one first."""


def length(options: Mapping[str, Any]) -> str:
    """How long a match is."""
    if (points := options.get("target_score")) is not None:
        return _("First to %(points)s points", points=number(points))
    return ngettext("One hand", "%(num)d hands", options.get("hands", PLAIN["hands"]))


def house_rules(options: Mapping[str, Any]) -> list[str]:
    """The rules of this table that are not the usual ones, the length apart."""
    said = [_(HOUSE_RULES[option]) for option in options.items() if option in HOUSE_RULES]
    missed = options.get("missed_decisions", PLAIN["missed_decisions"])
    if missed != PLAIN["missed_decisions"]:
        said.append(
            ngettext(
                "Out after one decision that is missed", "Out after %(num)d decisions in a row that are missed", missed
            )
        )
    return said


def clock(agreed: Mapping[str, Any]) -> str:
    """How long decisions may take."""
    if agreed["kind"] == "decision":
        return _("%(time)s for each decision", time=lasting(agreed["ms"]))
    if agreed["kind"] == "bank":
        start, more = lasting(agreed["ms"]), lasting(agreed["increment_ms"])
        return _("%(start)s in the bank, and %(more)s more for each decision", start=start, more=more)
    return _("No clock: everybody takes the time they need")


def longest_wait(agreed: Mapping[str, Any], allowed: Mapping[str, bool]) -> str:
    """How long one decision can keep everybody waiting, with all the time off that the table allows."""
    clock, time_off = Clock.parse(agreed), TimeOff.of(allowed)
    most = waits.longest_wait(clock, time_off)
    if most is None:
        return _("Nothing runs out: a player who does not come back holds up the game.")
    usual = waits.longest_wait(clock, replace(time_off, vacations=False)) or 0
    if usual == most:
        return _("Nobody waits longer than %(time)s for one decision.", time=span(most))
    return _(
        "Nobody waits longer than %(time)s for one decision, or %(most)s if somebody goes on vacation.",
        time=span(usual),
        most=span(most),
    )


def time_off(agreed: Mapping[str, Any], allowed: Mapping[str, bool]) -> list[str]:
    """What may stop a clock of this table; nothing is said where there is none."""
    if agreed["kind"] == "none":
        return []
    said = [_(words) for name, words in TIME_OFF.items() if allowed[name]]
    return said or [_("No time off: the clock always runs")]
