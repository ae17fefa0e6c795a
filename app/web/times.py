"""Times as people say them: how long something lasts, and how far off a moment is."""

from datetime import datetime, timedelta

from babel import dates, units

from app.services.clock import now
from app.web.language import locale

_UNITS = (("day", 86_400_000), ("hour", 3_600_000), ("minute", 60_000), ("second", 1000))
_ROUNDS_UP = 1.2
"""From how many of a unit on a time is told in it: 25 hours are a day, 30 are 30 hours."""


def instant(moment: str | int) -> int:
    """UTC milliseconds of a time as answers have it, in RFC 3339."""
    return moment if isinstance(moment, int) else round(datetime.fromisoformat(moment).timestamp() * 1000)


def lasting(ms: int) -> str:
    """How long this is, in the largest unit that it is a whole number of: `36 hours`."""
    name, size = next((unit for unit in _UNITS if ms % unit[1] == 0), _UNITS[-1])
    count = ms // size if ms % size == 0 else ms / size
    return units.format_unit(count, f"duration-{name}", length="long", locale=locale())


def away(moment: str | int) -> str:
    """How far off a moment is, roughly: `3 hours ago`, `in 2 days`."""
    span = timedelta(milliseconds=instant(moment) - now())
    return dates.format_timedelta(span, threshold=_ROUNDS_UP, add_direction=True, locale=locale())
