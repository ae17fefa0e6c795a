"""The one place that looks at a clock, and how times are written for people and programs outside of the record."""

import re
import time
from datetime import UTC, datetime, timedelta
from functools import lru_cache

MINUTE = 60 * 1000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
"""In milliseconds, as the two before."""
ROUNDS_UP = 1.2
"""From how many of a unit on a time is told in it, where it is told roughly: 25 hours are a day, 30 are 30 hours."""

_RFC3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)", re.ASCII)
_EPOCH, _MILLISECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(milliseconds=1)


def now() -> int:
    """UTC milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def milliseconds(text: str) -> int | None:
    """UTC milliseconds from RFC 3339; None for what is none, or before 1970."""
    if not _RFC3339.fullmatch(text):
        return None
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    return (moment - _EPOCH) // _MILLISECOND if moment >= _EPOCH else None


@lru_cache(maxsize=4096)
def rfc3339(t: int | None) -> str | None:
    """UTC milliseconds as RFC 3339 writes them, `2026-01-01T00:00:00.000Z`; None for no time."""
    if t is None:
        return None
    return datetime.fromtimestamp(t / 1000, UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
