"""Times as people say them: on the clock of the reader's zone; how long something lasts, how far off a moment is."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo

from babel import dates, units

from app.services.clock import DAY, HOUR, MINUTE, ROUNDS_UP, now
from app.web.language import current, locale
from app.web.zone import zone
from replays.show.languages import listing

__all__ = ["away", "day", "instant", "lasting", "now", "roughly", "span", "to_the_minute", "when"]

_UNITS = (("day", DAY), ("hour", HOUR), ("minute", MINUTE), ("second", 1000))


def instant(moment: str | int) -> int:
    """UTC milliseconds of a time as answers have it, in RFC 3339."""
    return moment if isinstance(moment, int) else round(datetime.fromisoformat(moment).timestamp() * 1000)


def when(ms: int, form: str = "medium") -> str:
    """A time, UTC milliseconds, as this language writes it: in the zone that the reader's account keeps, else in UTC,
    which it says, and which scripts put into the zone of the browser."""
    return _with_zone(dates.format_datetime(_local(ms), form, locale=locale()))


def to_the_minute(ms: int) -> str:
    """The same without seconds."""
    day, time = (write(_local(ms), form, locale=locale()) for write, form in _PARTS)
    pattern = str(dates.get_datetime_format("medium", locale=locale()))
    return _with_zone(pattern.replace("'", "").replace("{0}", time).replace("{1}", day))


_PARTS: tuple[tuple[Callable[..., str], str], ...] = ((dates.format_date, "medium"), (dates.format_time, "short"))


def _with_zone(written: str) -> str:
    return written if zone() else f"{written} UTC"


def day(ms: int) -> str:
    """The day of a time, UTC milliseconds."""
    return dates.format_date(_local(ms), "medium", locale=locale())


def _local(ms: int) -> datetime:
    here: tzinfo = zone() or UTC
    return datetime.fromtimestamp(ms / 1000, here)


def lasting(ms: int) -> str:
    """How long this is, in the largest unit that it is a whole number of: `36 hours`."""
    name, size = next((unit for unit in _UNITS if ms % unit[1] == 0), _UNITS[-1])
    count = ms // size if ms % size == 0 else ms / size
    return units.format_unit(count, f"duration-{name}", length="long", locale=locale())


def span(ms: int) -> str:
    """How long this is, from days to seconds: `30 days and 12 hours`."""
    parts, left = [], ms
    for name, size in _UNITS:
        count, left = divmod(left, size)
        if count:
            parts.append(units.format_unit(count, f"duration-{name}", length="long", locale=locale()))
    return listing(parts, current())


def roughly(ms: int) -> str:
    """How long is left of a time, in the largest unit that says it well: `2 days`, `40 minutes`."""
    return dates.format_timedelta(timedelta(milliseconds=ms), threshold=ROUNDS_UP, locale=locale())


def away(moment: str | int) -> str:
    """How far off a moment is, roughly: `3 hours ago`, `in 2 days`."""
    span = timedelta(milliseconds=instant(moment) - now())
    return dates.format_timedelta(span, threshold=ROUNDS_UP, add_direction=True, locale=locale())
