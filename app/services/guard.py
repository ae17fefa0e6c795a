"""Work on one game after the other, or account, or letter, of which none may hold up the others."""

import logging
import traceback
from collections.abc import Callable
from typing import TypeVar

from app.store import Unavailable

REST_SECONDS = 30
"""How long something is left alone whose work has raised an error."""

log = logging.getLogger(__name__)

Result = TypeVar("Result")


class Resting:
    """What is left alone for now, by its id. `now` gives seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._until: dict[str, float] = {}

    def __contains__(self, id: str) -> bool:
        return self._rests(self._until.get(id, 0.0))

    def __len__(self) -> int:
        """How many there are: so many more have to be asked for where others are looked for."""
        self._until = {id: until for id, until in self._until.items() if self._rests(until)}
        return len(self._until)

    def _rests(self, until: float) -> bool:
        """Not for much longer than that, where a clock was ahead and has gone back."""
        return 0 < until - self._now() < REST_SECONDS + 1

    def leave(self, id: str) -> None:
        """Leaves it alone for a while."""
        self._until[id] = self._now() + REST_SECONDS

    def attempt(self, name: str, id: str, job: Callable[[], Result]) -> Result | None:
        """What a job gives; None for what rests, or whose job raises an error. Raises Unavailable."""
        given: list[Result] = []
        if id not in self:
            self.guarded(name, id, lambda: given.append(job()))
        return given[0] if given else None

    def guarded(self, name: str, id: str, job: Callable[[], object]) -> bool:
        """Does a job, and says whether it was done; what raises an error rests.

        Raises Unavailable: then it is not this one that cannot go on.
        """
        try:
            job()
        except Unavailable:
            raise
        except Exception as error:
            _log(f"{name} of {id}", error)
            self.leave(id)
            return False
        return True


def guarded(name: str, job: Callable[[], object]) -> bool:
    """Does a job, and says whether it was done; an error is logged by its kind and place, without what it says."""
    try:
        job()
    except Exception as error:  # whatever it is, the rest of the work goes on
        _log(name, error)
        return False
    return True


def attempt(name: str, job: Callable[[], Result]) -> Result | None:
    """What a job gives; None where it raises an error, which is logged so."""
    given: list[Result] = []
    guarded(name, lambda: given.append(job()))
    return given[0] if given else None


def _log(name: str, error: Exception) -> None:
    places = traceback.extract_tb(error.__traceback__)
    log.error("%s: %s at %s:%s", name, type(error).__qualname__, places[-1].filename, places[-1].lineno)
