"""When a digest comes: at an hour of the day, on the clock of whoever reads it."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo

ZoneOf = Callable[[str], tzinfo | None]
"""The time zone of an account, None where it has set none."""


def next_digest(now: int, hour: int, zone: tzinfo | None) -> int:
    """The first time after `now` when it is this hour in a zone (UTC without one), in UTC milliseconds.

    On a day that has no such hour it is when that hour would have been, and on one that has it twice the first of them:
    once a day, whatever clocks do.
    """
    here = zone or UTC
    day = datetime.fromtimestamp(now / 1000, here).date()
    while True:
        at = datetime(day.year, day.month, day.day, hour, tzinfo=here).astimezone(UTC)
        if round(at.timestamp() * 1000) > now:
            return round(at.timestamp() * 1000)
        day += timedelta(days=1)
