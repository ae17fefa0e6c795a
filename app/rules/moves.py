"""The moves a player can make (RULES.md, "Moves, phases and refusals"), and their JSON bodies."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from app.rules.cards import COLORS, is_card
from app.rules.refusals import Refused


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card; `color` with a Wild Draw Four and no other card, `uno` to say UNO with it."""

    card: str
    color: str | None = None
    uno: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw one card instead of playing (R11)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Keep the drawn card (R11)."""


@dataclass(frozen=True, slots=True)
class ChooseColor:
    """Name the colour in force (R7, R28)."""

    color: str


@dataclass(frozen=True, slots=True)
class ChooseTarget:
    """Choose who is hit by a Green Shell (R26)."""

    target: int


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept a Wild Draw Four (R20)."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Challenge a Wild Draw Four (R20)."""


@dataclass(frozen=True, slots=True)
class CallUno:
    """Say UNO after the play (R30)."""


@dataclass(frozen=True, slots=True)
class CatchUno:
    """Catch a player who has not said UNO (R31)."""

    target: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Leave the match (R38)."""


Move = Play | Draw | Pass | ChooseColor | ChooseTarget | Accept | Challenge | CallUno | CatchUno | Resign

MOVES: dict[str, type[Move]] = {
    "play": Play,
    "draw": Draw,
    "pass": Pass,
    "choose_color": ChooseColor,
    "choose_target": ChooseTarget,
    "accept": Accept,
    "challenge": Challenge,
    "call_uno": CallUno,
    "catch_uno": CatchUno,
    "resign": Resign,
}
"""The name of a move in the API and in scenarios → its type, in the order of the table of phases."""

NAME_OF_MOVE: dict[type[Move], str] = {kind: name for name, kind in MOVES.items()}


def _is_color(value: object) -> bool:
    return isinstance(value, str) and len(value) == 1 and value in COLORS


def _is_seat(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


_FIELDS: dict[str, tuple[Callable[[object], bool], str]] = {
    "card": (is_card, "a card code as g7, W4"),
    "color": (_is_color, "one of r, y, g, b"),
    "uno": (lambda value: isinstance(value, bool), "true or false"),
    "target": (_is_seat, "the number of a seat"),
}


def parse_move(data: Mapping[str, Any]) -> Move:
    """The move that a JSON body with its `type` says.

    Raises Refused: `unknown_move` for a type that does not exist, `malformed_move` for a field that is missing,
    unknown or of a wrong type, and for a card or colour that does not exist.
    """
    name = data.get("type")
    kind = MOVES.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Refused("unknown_move", f"the moves are {', '.join(MOVES)}")
    given = {key: value for key, value in data.items() if key != "type"}
    known = {field.name for field in fields(kind)}
    for key, value in given.items():
        if key not in known:
            raise Refused("malformed_move", f"{name} has no field {str(key)[:40]!r}")
        fits, wanted = _FIELDS[key]
        if not fits(value):
            raise Refused("malformed_move", f"{key} has to be {wanted}")
    for field in fields(kind):
        if field.name not in given and field.default is MISSING:
            raise Refused("malformed_move", f"{name} needs {field.name}")
    return kind(**given)


def move_data(move: Move) -> dict[str, Any]:
    """The JSON body of `move`, ready to be posted; what has its default is left out."""
    body: dict[str, Any] = {"type": NAME_OF_MOVE[type(move)]}
    for field in fields(move):
        value = getattr(move, field.name)
        if value != field.default:
            body[field.name] = value
    return body
