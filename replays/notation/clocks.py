"""Clocks in a text: `decision 1d`, `bank 2d, increment 1h, max 3d`, and `none`."""

from typing import Any

from app.rules.clock import Clock
from app.rules.options import InvalidOption
from replays.notation.reader import Reader
from replays.notation.values import duration


def read_clock(reader: Reader, none: bool = False) -> Clock:
    """The clock that comes next; `none` where that has to be said, too."""
    at = reader.tokens.next.at
    kinds = ("decision", "bank", "none") if none else ("decision", "bank")
    kind = reader.word("decision, bank or none" if none else "decision or bank", kinds.__contains__)
    data: dict[str, Any] = {"kind": kind}
    if kind != "none":
        data["ms"] = reader.duration()
    if kind == "bank":
        reader.take(",", "increment")
        data["increment_ms"] = reader.duration()
        reader.take(",", "max")
        data["max_ms"] = reader.duration()
    try:
        return Clock.parse(data)
    except InvalidOption as error:
        raise reader.tokens.bad(at, str(error)) from None


def written(clock: Clock) -> str:
    """A clock as `read_clock` takes it."""
    if clock.kind == "none":
        return "none"
    if clock.kind == "decision":
        return f"decision {duration(clock.ms)}"
    return f"bank {duration(clock.ms)}, increment {duration(clock.increment_ms)}, max {duration(clock.max_ms)}"
