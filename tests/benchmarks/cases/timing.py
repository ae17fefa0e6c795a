"""The loop that most cases share."""

import time
from collections.abc import Callable
from typing import NamedTuple

WARM_UP_S = 0.5


class Repeated(NamedTuple):
    """How often something was done, the sum of what it gave back, and the time it took: on the clock, and of the
    processor for this process alone."""

    calls: int
    total: int
    seconds: float
    cpu_seconds: float


def repeat(operation: Callable[[int], int], seconds: float) -> Repeated:
    """Call `operation` with 0, 1, 2, … until the time is over, after a warm-up of half a second."""
    _repeat(operation, WARM_UP_S)
    return _repeat(operation, seconds)


def _repeat(operation: Callable[[int], int], seconds: float) -> Repeated:
    calls = total = 0
    cpu, start = time.process_time(), time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        total += operation(calls)
        calls += 1
    return Repeated(calls, total, passed, time.process_time() - cpu)
