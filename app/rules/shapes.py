"""What the data of every kind look like in a record, in each version that there ever was.

A shape that has been written once is never changed, since records are full of it. A kind whose data change gets another
shape behind its last one, a step that leads up to it (`steps`), and a golden record that has it; the tests hold the
shapes here to those in `replays/golden/shapes.json`. For that, a check says in words what it accepts.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from app.rules.cards import CODES, COLORS
from app.rules.events import DRAW_REASONS, MATCH_REASONS, RESIGN_REASONS
from app.rules.state import ACTING_PHASES


@dataclass(frozen=True, slots=True)
class Check:
    """What a field may be: in words, and as a question.

    `optional`: it may be left out, and then is None; such fields are the last. `a_list`: JSON has a list where the
    event has a tuple.
    """

    words: str
    holds: Callable[[object], bool]
    optional: bool = False
    a_list: bool = False


# What `options` and `clock` hold is not said here: it hangs on the rules that a record names.

Shape = Mapping[str, Check]
"""The fields of a kind's data in one version, in the order of the event, each with what it may be."""


def whole(low: int) -> Check:
    """A whole number from `low` up; true and false are none."""
    return Check(f"a whole number from {low}", lambda value: type(value) is int and value >= low)


def one_of(*choices: str) -> Check:
    """One of these words."""
    known = frozenset(choices)
    return Check(f"one of {' '.join(choices)}", lambda value: isinstance(value, str) and value in known)


def or_null(check: Check) -> Check:
    """Null, or what `check` accepts."""
    return Check(f"{check.words}, or null", lambda value: value is None or check.holds(value))


def or_absent(check: Check) -> Check:
    """What `check` accepts; or the field is not there."""
    return Check(f"{check.words}, or left out", check.holds, optional=True)


def list_of(check: Check) -> Check:
    """A list; an event that has not been written yet has a tuple."""

    def holds(value: object) -> bool:
        return isinstance(value, list | tuple) and all(map(check.holds, value))

    return Check(f"a list, each ({check.words})", holds, a_list=True)


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and len(value) == 64 and not set(value) - set("0123456789abcdef")


TEXT = Check("text", lambda value: isinstance(value, str))
OBJECT = Check("an object", lambda value: isinstance(value, dict))
BOOL = Check("true or false", lambda value: isinstance(value, bool))
HASH = Check("64 digits of 0123456789abcdef", _is_hash)
NUMBER, COUNT = whole(0), whole(1)
SEAT = MILLISECONDS = NUMBER
CARD, COLOR = one_of(*CODES), one_of(*COLORS)

SHAPES: dict[str, tuple[Shape, ...]] = {
    "game.created": (
        {"rules": TEXT, "options": OBJECT, "seats": whole(2), "deal": TEXT, "commitment": HASH, "clock": OBJECT},
    ),
    "seat.taken": ({"seat": SEAT, "player": or_null(TEXT), "bot": or_null(TEXT), "entropy": or_null(HASH)},),
    "seat.left": ({"seat": SEAT},),
    "seat.taken_over": ({"seat": SEAT, "bot": TEXT},),
    "game.started": ({},),
    "game.cancelled": ({"reason": TEXT},),
    "hand.started": ({"hand": COUNT, "dealer": SEAT, "cards": COUNT, "root": HASH},),
    "card.turned": ({"slot": NUMBER, "card": CARD},),
    "color.chosen": ({"seat": SEAT, "color": COLOR},),
    "target.chosen": ({"seat": SEAT, "target": SEAT},),
    "card.played": ({"seat": SEAT, "card": CARD, "uno": BOOL, "color": or_absent(COLOR)},),
    "cards.drawn": ({"seat": SEAT, "slots": list_of(NUMBER), "reason": one_of(*DRAW_REASONS)},),
    "turn.passed": ({"seat": SEAT},),
    "pile.shuffled": ({"pile": COUNT, "first": NUMBER, "cards": COUNT, "root": HASH},),
    "draw_four.accepted": ({"seat": SEAT},),
    "draw_four.challenged": ({"seat": SEAT, "against": SEAT, "lawful": BOOL},),
    "uno.called": ({"seat": SEAT},),
    "uno.caught": ({"seat": SEAT, "by": SEAT},),
    "decision.timed_out": ({"seat": SEAT, "phase": one_of(*ACTING_PHASES), "deadline": MILLISECONDS},),
    "clock.paused": ({"seat": or_null(SEAT), "until": MILLISECONDS, "reason": TEXT},),
    "clock.resumed": ({"seat": or_null(SEAT)},),
    "clock.changed": ({"clock": OBJECT, "reason": TEXT},),
    "seat.resigned": ({"seat": SEAT, "reason": one_of(*RESIGN_REASONS)},),
    "hand.ended": (
        {"hand": COUNT, "winner": or_null(SEAT), "points": NUMBER, "scores": list_of(NUMBER), "seed": HASH},
    ),
    "match.ended": ({"places": list_of(or_null(COUNT)), "reason": one_of(*MATCH_REASONS)},),
}
"""The name of a kind → its shapes from version 1 on; the last is the one that is written."""
