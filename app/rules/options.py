"""The options of a match (RULES.md, "Options"): stored complete, unknown ones refused."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any


class InvalidOption(ValueError):
    """An option that does not exist, or a value that it does not take; `option` names it."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(f"{option}: {message}")
        self.option = option
        self.message = message


@dataclass(frozen=True, slots=True)
class Options:
    """How a match is played; each field is an option of RULES.md with its default."""

    hands: int = 1
    target_score: int | None = None
    ties: str = "share"
    two_player_reverse: str = "skip"
    illegal_wild_draw_four: str = "challenge"
    last_card_effects: bool = True
    missed_decisions: int = 3

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> "Options":
        """Options from JSON values, defaults filled in.

        Raises InvalidOption for an option that does not exist or a value outside its range.
        """
        for name, value in data.items():
            check = _CHECKS.get(name)
            if check is None:
                raise InvalidOption(str(name), f"there is no such option; there are {', '.join(_CHECKS)}")
            check(name, value)
        return cls(**data)

    def data(self) -> dict[str, Any]:
        """All options as JSON values, defaults included."""
        return asdict(self)


def whole_number(name: str, value: object, low: int, high: int) -> int:
    """`value` if it is an integer (no boolean) from `low` to `high`; raises InvalidOption else."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise InvalidOption(name, f"a whole number from {low:,} to {high:,} is needed")
    return value


def _range(low: int, high: int) -> Callable[[str, object], None]:
    def check(name: str, value: object) -> None:
        whole_number(name, value, low, high)

    return check


def _score(name: str, value: object) -> None:
    if value is not None:
        whole_number(name, value, 1, 100_000)


def _choice(*choices: object) -> Callable[[str, object], None]:
    def check(name: str, value: object) -> None:
        if not any(type(value) is type(choice) and value == choice for choice in choices):
            raise InvalidOption(name, f"one of {', '.join(str(choice) for choice in choices)} is needed")

    return check


_CHECKS: dict[str, Callable[[str, object], None]] = {
    "hands": _range(1, 255),
    "target_score": _score,
    "ties": _choice("share", "play_on"),
    "two_player_reverse": _choice("skip", "turn"),
    "illegal_wild_draw_four": _choice("challenge", "reject"),
    "last_card_effects": _choice(True, False),
    "missed_decisions": _range(1, 100),
}
assert list(_CHECKS) == [field.name for field in fields(Options)]
