"""The loop that most cases share."""

import time
from collections.abc import Callable

WARM_UP_S = 0.5


def repeat(operation: Callable[[int], int], seconds: float) -> tuple[int, int, float]:
    """Call `operation` with 0, 1, 2, … until the time is over, after a warm-up of half a second.

    Gives how often it was called, the sum of what it gave back, and the seconds passed.
    """
    _repeat(operation, WARM_UP_S)
    return _repeat(operation, seconds)


def _repeat(operation: Callable[[int], int], seconds: float) -> tuple[int, int, float]:
    calls = total = 0
    start = time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        total += operation(calls)
        calls += 1
    return calls, total, passed
