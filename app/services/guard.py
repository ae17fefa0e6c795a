"""Work on one game after the other, of which none may hold up the others."""

import logging
import traceback
from collections.abc import Callable

REST_SECONDS = 30
"""How long a game is left alone whose work has raised an error."""

log = logging.getLogger(__name__)


class Resting:
    """The games that are left alone for now. `now` gives seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._until: dict[str, float] = {}

    def __contains__(self, game: str) -> bool:
        return self._now() < self._until.get(game, 0.0)

    def __len__(self) -> int:
        """How many there are: so many more have to be asked for where others are looked for."""
        self._until = {game: until for game, until in self._until.items() if self._now() < until}
        return len(self._until)

    def guarded(self, name: str, game: str, job: Callable[[], object]) -> bool:
        """Does a job for a game, and says whether it was done; a game whose job raises an error rests."""
        done = guarded(f"{name} of {game}", job)
        if not done:
            self._until[game] = self._now() + REST_SECONDS
        return done


def guarded(name: str, job: Callable[[], object]) -> bool:
    """Does a job, and says whether it was done; an error is logged by its kind and place, without what it says."""
    try:
        job()
    except Exception as error:  # whatever it is, the rest of the work goes on
        places = traceback.extract_tb(error.__traceback__)
        log.error("%s: %s at %s:%s", name, type(error).__qualname__, places[-1].filename, places[-1].lineno)
        return False
    return True
