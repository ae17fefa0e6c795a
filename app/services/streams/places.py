"""Places for streams: a process holds only so many of them open, only so many of one caller's, and from one address."""

from collections import Counter
from collections.abc import Callable
from enum import Enum
from threading import Lock


class Share(Enum):
    """Of what there is no more: of all places, of those of one caller, of those of one address."""

    ALL = "all"
    CALLER = "caller"
    ADDRESS = "address"


class Full(Exception):
    """No more streams fit: `share` is the one that is used up."""

    def __init__(self, share: Share) -> None:
        super().__init__()
        self.share = share


class Places:
    """How many streams there may be at once in this process, how many of one caller's, and how many from one address,
    whoever asks there: one person may have many accounts."""

    def __init__(self, most: int, own: int, of_address: int) -> None:
        self.most = most
        self._own = own
        self._of_address = of_address
        self._taken: Counter[tuple[Share, str]] = Counter()
        self._all = 0
        self._lock = Lock()

    def take(self, whose: str, address: str) -> Callable[[], None]:
        """Takes a place; what comes back gives it back, once. Raises Full."""
        shares = ((Share.CALLER, whose, self._own), (Share.ADDRESS, address, self._of_address))
        with self._lock:
            if self._all >= self.most:
                raise Full(Share.ALL)
            for share, of, most in shares:
                if self._taken[share, of] >= most:
                    raise Full(share)
            self._all += 1
            self._taken.update((share, of) for share, of, _ in shares)
        given_back = iter([lambda: self._give(whose, address)])
        return lambda: next(given_back, _nothing)()

    @property
    def taken(self) -> int:
        """How many streams are open."""
        return self._all

    def _give(self, whose: str, address: str) -> None:
        with self._lock:
            self._all -= 1
            for of in ((Share.CALLER, whose), (Share.ADDRESS, address)):
                self._taken[of] -= 1
                if not self._taken[of]:
                    del self._taken[of]


def _nothing() -> None:
    """It has been given back."""
