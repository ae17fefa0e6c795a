"""What is kept in memory of what was asked for last. All of it may be thrown away at any moment."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


def _one(value: object) -> int:
    return 1


class Kept(Generic[T]):
    """Values by the name of what they are of, those that were asked for last; for several threads.

    Together they weigh at most `most`, as `weigh` says, which is asked once of each; without it each weighs one.
    """

    def __init__(self, most: int, weigh: Callable[[T], int] = _one) -> None:
        self._most = most
        self._weigh = weigh
        self._weight = 0
        self._values: OrderedDict[str, tuple[T, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: str) -> T | None:
        """What is kept under this name."""
        with self._lock:
            if name not in self._values:
                return None
            self._values.move_to_end(name)
            return self._values[name][0]

    def put(self, name: str, value: T) -> None:
        """Keeps a value in place of another of this name, unless it is too heavy; lets go of those that nobody has
        asked for the longest."""
        weight = self._weigh(value)
        with self._lock:
            self._weight -= self._values.pop(name, (value, 0))[1]
            if weight > self._most:
                return
            self._values[name] = (value, weight)
            self._weight += weight
            while self._weight > self._most:
                self._weight -= self._values.popitem(last=False)[1][1]

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._values.clear()
            self._weight = 0
