"""`shapes.json`: what the data of every kind look like in every version, and what options and clocks the rules take.

The code says it too; here it stands still. What has been written down once is never changed.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.rules.clock import Clock
from app.rules.lifecycle import RULES
from app.rules.options import InvalidOption, Options
from app.rules.shapes import SHAPES, Shape
from tests.golden import corpus

PATH = corpus.FOLDER / "shapes.json"

Written = dict[str, Any]

PROBES: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 3, 99, 100, 101, 254, 255, 256, 99_999, 100_000, 100_001,
    "", "share", "play_on", "skip", "turn", "challenge", "reject", [], {},
)  # fmt: skip
"""What every option is offered: the values that it has to take or refuse at the ends of its range."""

HOUR, FORTNIGHT = 3_600_000, 1_209_600_000
CLOCKS: tuple[dict[str, Any], ...] = (
    {},
    {"kind": "none"},
    {"kind": "none", "ms": HOUR},
    {"kind": "hourglass", "ms": HOUR},
    {"kind": "decision"},
    *({"kind": "decision", "ms": ms} for ms in (0, 1, HOUR, FORTNIGHT, FORTNIGHT + 1)),
    {"kind": "bank", "ms": HOUR},
    *({"kind": "bank", "ms": ms, "increment_ms": 0, "max_ms": HOUR} for ms in (0, 1, HOUR, HOUR + 1)),
    *({"kind": "bank", "ms": 1, "increment_ms": ms, "max_ms": HOUR} for ms in (-1, 1, FORTNIGHT, FORTNIGHT + 1)),
    *({"kind": "bank", "ms": 1, "increment_ms": 0, "max_ms": ms} for ms in (FORTNIGHT, FORTNIGHT + 1)),
)


def events_of(shapes: Mapping[str, Sequence[Shape]] = SHAPES) -> Written:
    """Each kind in each version: the fields in their order, and what they may be, in words."""
    return {
        f"{kind} {version}": {name: check.words for name, check in shape.items()}
        for kind, versions in shapes.items()
        for version, shape in enumerate(versions, 1)
    }


def rules_of() -> Written:
    """Of the rules by name: each option with its default and the probes that it takes, and the clocks."""
    options = {name: {"default": default, "takes": _takes(name)} for name, default in Options().data().items()}
    return {f"{RULES} options": options, f"{RULES} clocks": list(filter(_is_clock, CLOCKS))}


def _takes(name: str) -> list[object]:
    return [probe for probe in PROBES if _is_taken(Options.parse, {name: probe})]


def _is_clock(clock: Written) -> bool:
    return _is_taken(Clock.parse, clock)


def _is_taken(parse: Callable[[Written], object], value: Written) -> bool:
    try:
        parse(value)
    except InvalidOption:
        return False
    return True


def now() -> Written:
    """What the code says."""
    return events_of() | rules_of()


def written() -> Written:
    """What is written down."""
    found: Written = json.loads(PATH.read_text()) if PATH.exists() else {}
    return found


def changed(said: Written, then: Written) -> list[str]:
    """What of that which was written down is no longer `said`, in words. The order of fields counts."""
    gone = [f"{name} is gone, and records are full of it" for name in then if name not in said]
    other = [name for name in then if name in said and json.dumps(said[name]) != json.dumps(then[name])]
    return gone + [f"{name} has changed: what is new needs another version, and a step to it" for name in other]


def add() -> list[str]:
    """Writes down what is new, and gives its names. Raises ValueError if anything has changed."""
    said, then = now(), written()
    wrong = changed(said, then)
    if wrong:
        raise ValueError("; ".join(wrong))
    new = [name for name in said if name not in then]
    text = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in (then | said).items())
    PATH.write_text(f"{{\n{text}\n}}\n")
    return new
