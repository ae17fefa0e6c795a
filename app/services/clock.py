"""The one place that looks at a clock."""

import time


def now() -> int:
    """UTC milliseconds since 1970."""
    return time.time_ns() // 1_000_000
