"""Work on one game after the other, of which none may hold up the others."""

import logging
import traceback
from collections.abc import Callable
from typing import TypeVar

from app.store import Unavailable

REST_SECONDS = 30
"""How long a game is left alone whose work has raised an error."""

log = logging.getLogger(__name__)

Result = TypeVar("Result")


class Resting:
    """The games that are left alone for now. `now` gives seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._until: dict[str, float] = {}

    def __contains__(self, game: str) -> bool:
        return self._rests(self._until.get(game, 0.0))

    def __len__(self) -> int:
        """How many there are: so many more have to be asked for where others are looked for."""
        self._until = {game: until for game, until in self._until.items() if self._rests(until)}
        return len(self._until)

    def _rests(self, until: float) -> bool:
        """Not for much longer than that, where a clock was ahead and has gone back."""
        return 0 < until - self._now() < REST_SECONDS + 1

    def leave(self, game: str) -> None:
        """Leaves a game alone for a while."""
        self._until[game] = self._now() + REST_SECONDS

    def attempt(self, name: str, game: str, job: Callable[[], Result]) -> Result | None:
        """What a job for a game gives; None for a game that rests, or whose job raises an error. Raises Unavailable."""
        given: list[Result] = []
        if game not in self:
            self.guarded(name, game, lambda: given.append(job()))
        return given[0] if given else None

    def guarded(self, name: str, game: str, job: Callable[[], object]) -> bool:
        """Does a job for a game, and says whether it was done; a game whose job raises an error rests.

        Raises Unavailable: then it is not the game that cannot go on.
        """
        try:
            job()
        except Unavailable:
            raise
        except Exception as error:
            _log(f"{name} of {game}", error)
            self.leave(game)
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
