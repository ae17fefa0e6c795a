"""The clock of a table: how long a decision may take (R39), in milliseconds.

Nothing here looks at a clock: when a decision falls due follows from events and their times, in `deadlines`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.rules.options import InvalidOption, whole_number

LONGEST_MS = 14 * 24 * 60 * 60 * 1000
"""No decision is given more than 14 days, and no pause is longer."""

QUIET_HOURS, DAYS_OFF, VACATION, AGREED = "quiet_hours", "days_off", "vacation", "agreed"
"""Why a clock is paused, or is another one, in words of a record. Older records have others, free ones."""
COMES_AGAIN = frozenset({QUIET_HOURS, DAYS_OFF})
"""Such pauses come by themselves and leave the row of missed decisions as it is: who is away for good would stall a
table for ever otherwise (R39)."""


@dataclass(frozen=True, slots=True)
class Clock:
    """`none`: nothing times out. `decision`: `ms` for each. `bank`: `ms` to start with, `increment_ms` more for
    each decision taken, never above `max_ms`."""

    kind: str = "none"
    ms: int = 0
    increment_ms: int = 0
    max_ms: int = 0

    @classmethod
    def parse(cls, data: Mapping[str, Any]) -> "Clock":
        """A clock from JSON values; raises InvalidOption for an unknown kind or field, or a time out of range."""
        kind = data.get("kind")
        if not isinstance(kind, str) or kind not in _FIELDS:
            raise InvalidOption("clock", f"kind has to be one of {', '.join(_FIELDS)}")
        wanted = _FIELDS[kind]
        if set(data) != {"kind", *wanted}:
            raise InvalidOption("clock", f"{kind} takes {', '.join(wanted) or 'no field'} and nothing else")
        for name, low in wanted.items():
            whole_number(f"clock.{name}", data[name], low, LONGEST_MS)
        if kind == "bank" and data["ms"] > data["max_ms"]:
            raise InvalidOption("clock.max_ms", "a bank cannot start above its maximum")
        return cls(**data)

    def data(self) -> dict[str, Any]:
        """The clock as JSON values."""
        return {"kind": self.kind, **{name: getattr(self, name) for name in _FIELDS[self.kind]}}

    def banks(self, seats: int) -> tuple[int, ...]:
        """The banks of so many seats, full; none without one."""
        return (self.ms,) * seats if self.kind == "bank" else ()

    def allowance(self, bank: int) -> int:
        """How many ms a decision that falls due now may take, with `bank` ms left."""
        return self.ms if self.kind == "decision" else bank

    def bank_after(self, bank: int, spent: int, taken: bool) -> int:
        """What is left of `bank` after a decision that took `spent` ms; `taken` by the seat itself, it earns more."""
        left = max(0, bank - max(0, spent))
        return min(self.max_ms, left + self.increment_ms) if taken else left


_FIELDS: dict[str, dict[str, int]] = {
    "none": {},
    "decision": {"ms": 1},
    "bank": {"ms": 1, "increment_ms": 0, "max_ms": 1},
}
