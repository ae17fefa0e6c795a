"""The one place that looks at a clock, and how times are written for people and programs outside of the record."""

import time
from datetime import UTC, datetime
from functools import lru_cache

MINUTE = 60 * 1000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
"""In milliseconds, as the two before."""


def now() -> int:
    """UTC milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@lru_cache(maxsize=4096)
def rfc3339(t: int | None) -> str | None:
    """UTC milliseconds as RFC 3339 writes them, `2026-01-01T00:00:00.000Z`; None for no time."""
    if t is None:
        return None
    return datetime.fromtimestamp(t / 1000, UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
