"""How long a table can make one wait: what time off it allows, and the longest that any one decision of it can take."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from app.rules.clock import Clock
from app.services.clock import DAY, HOUR

QUIET_MS = 12 * HOUR
"""The longest quiet hours of a day."""
DAYS_OFF = 2
"""So many days of a week may be days off."""
WEEK_MS = 7 * DAY
OFF_IN_A_WEEK_MS = DAYS_OFF * DAY + (7 - DAYS_OFF) * QUIET_MS + HOUR
"""No calendar has more quiet hours and days off in any seven days; an hour of it comes with the end of summer time."""
VACATION_MS = 28 * DAY
"""The vacation of a year."""


@dataclass(frozen=True, slots=True)
class TimeOff:
    """What a table allows: the quiet hours and days off of its players, their vacations, and pauses that all agree on
    (and with them another clock)."""

    quiet_hours: bool = True
    vacations: bool = True
    pauses: bool = True

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "TimeOff":
        """From JSON values; what is not said is allowed."""
        return cls(**data)

    def data(self) -> dict[str, bool]:
        """As JSON values."""
        return asdict(self)


def longest_wait(clock: Clock, time_off: TimeOff) -> int | None:
    """The most ms from the moment when a decision falls to somebody until it is taken, by them or for them; None
    without a clock.

    A clock that runs for D needs D, and what stands still meanwhile. Of a day that is no day off 12 hours may be quiet,
    so each 12 hours of D, or what is left of them, can cost 12 quiet ones; 5 days of a week are no days off, so each
    60 hours of D can cost both days off. With that comes the vacation of a year. A bank is at most its maximum.

    It is kept, not only reckoned: the service pauses no clock beyond it (`pauses`), whatever becomes of calendars and
    zones meanwhile, and of the vacation in it only what is taken as such; nor does any seat have more quiet hours and
    days off in seven days than one calendar can have. Pauses that all agree on are not counted: they need whoever
    waits.
    """
    if clock.kind == "none":
        return None
    running = clock.ms if clock.kind == "decision" else clock.max_ms
    longest = running
    if time_off.quiet_hours:
        waking = DAY - QUIET_MS
        longest += QUIET_MS * _begun(running, waking) + DAYS_OFF * DAY * _begun(running, (7 - DAYS_OFF) * waking)
    return longest + (VACATION_MS if time_off.vacations else 0)


def _begun(time: int, part: int) -> int:
    """How many such parts of a time have begun."""
    return -(-time // part)
