"""Places for streams: a process holds only so many of them open, and only so many of one caller's."""

from collections.abc import Callable
from threading import Lock


class Full(Exception):
    """No more streams fit: `own` if it is the caller who has as many as one may have."""

    def __init__(self, own: bool) -> None:
        super().__init__()
        self.own = own


class Places:
    """How many streams there may be at once in this process, and how many of one caller's."""

    def __init__(self, most: int, own: int) -> None:
        self.most = most
        self._own = own
        self._taken: dict[str, int] = {}
        self._all = 0
        self._lock = Lock()

    def take(self, whose: str) -> Callable[[], None]:
        """Takes a place; what comes back gives it back, once. Raises Full."""
        with self._lock:
            if self._all >= self.most:
                raise Full(own=False)
            if self._taken.get(whose, 0) >= self._own:
                raise Full(own=True)
            self._all += 1
            self._taken[whose] = self._taken.get(whose, 0) + 1
        given_back = iter([lambda: self._give(whose)])
        return lambda: next(given_back, _nothing)()

    @property
    def taken(self) -> int:
        """How many streams are open."""
        return self._all

    def _give(self, whose: str) -> None:
        with self._lock:
            self._all -= 1
            self._taken[whose] -= 1
            if not self._taken[whose]:
                del self._taken[whose]


def _nothing() -> None:
    """It has been given back."""
