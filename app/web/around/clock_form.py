"""The part of a form that says how much time there is: for a new table, and for another clock while a match is on."""

from collections.abc import Mapping
from typing import Any

from marshmallow import fields, validate

from app.api.fields import QueryInteger, Strict
from app.rules.clock import LONGEST_MS
from app.services.clock import DAY, HOUR, MINUTE
from app.services.refusals import Malformed
from app.web.forms import Wrong, whole
from app.web.language import _, later
from app.web.times import lasting

TIMES = {
    "decision": (MINUTE, 2 * MINUTE, 10 * MINUTE, HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY),
    "bank": (5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY),
    "more": (0, 5000, 15_000, MINUTE, 10 * MINUTE, HOUR, 12 * HOUR, DAY),
    "most": (5 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, DAY, 3 * DAY, 7 * DAY, 14 * DAY),
}
"""What the lists of times offer, in milliseconds."""
START = {
    "clock": "decision",
    "decision": str(DAY),
    "bank": str(3 * DAY),
    "more": str(12 * HOUR),
    "most": str(7 * DAY),
}
"""What the form holds before anything is chosen."""
CLOCKS = {
    "none": later("No clock"),
    "decision": later("So much time for each decision"),
    "bank": later("A bank of time for each player"),
}


def time_field(name: str, start: Mapping[str, str] = START, longest: int = LONGEST_MS) -> QueryInteger:
    """A time in milliseconds."""
    return QueryInteger(load_default=int(start[name]), validate=validate.Range(0, longest))


class ClockForm(Strict):
    """How much time there is."""

    clock = fields.String(load_default=START["clock"], validate=validate.OneOf(list(CLOCKS)))
    decision = time_field("decision")
    bank = time_field("bank")
    more = time_field("more")
    most = time_field("most")


def clock_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The clock that was filled in, as bodies of the API have it."""
    if given["clock"] == "decision":
        return {"kind": "decision", "ms": given["decision"]}
    if given["clock"] == "bank":
        return {"kind": "bank", "ms": given["bank"], "increment_ms": given["more"], "max_ms": given["most"]}
    return {"kind": "none"}


def filled(clock: Mapping[str, Any]) -> dict[str, str]:
    """What the form holds for a clock that there is."""
    of = {"decision": {"decision": "ms"}, "bank": {"bank": "ms", "more": "increment_ms", "most": "max_ms"}}
    given = {name: str(clock[field]) for name, field in of.get(clock["kind"], {}).items()}
    return {**START, "clock": clock["kind"], **given}


def misfit(error: Malformed, kind: str) -> Wrong:
    """What no clock of this kind can be, beside its field."""
    if error.field == "clock.ms":
        return Wrong({kind: _("From one minute to 14 days.")})
    if error.field == "clock.max_ms":
        return Wrong({"most": _("The bank cannot hold less than it begins with.")})
    return Wrong({"more" if error.field == "clock.increment_ms" else error.field: error.detail})


def offered(times: Mapping[str, tuple[int, ...]], values: Mapping[str, str]) -> dict[str, list[tuple[str, str]]]:
    """The times of the lists, each with what is said of it; those that are filled in are among them."""
    return {name: [(str(ms), said(name, ms)) for ms in _with(each, values[name])] for name, each in times.items()}


def _with(times: tuple[int, ...], value: str) -> list[int]:
    chosen = whole(value)
    return sorted({*times, chosen} if chosen is not None and chosen <= LONGEST_MS else times)


def said(name: str, ms: int) -> str:
    """What a list says of one of its times."""
    if ms == 0:
        return _("At once") if name == "bot_delay" else _("Nothing")
    return lasting(ms)
