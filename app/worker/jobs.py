"""What runs behind the requests: positions, bots, and what time does. Each round begins with what the store says, so
whatever was going on when a worker died is gone on with by the next."""

import logging
import time
import traceback
from collections.abc import Callable
from threading import Event

from app.services.attendance import Attendance
from app.services.sweeps import Sweeps
from app.store.election import Election
from app.store.sequencer import Sequencer

SWEEP_SECONDS = 1.0
"""How often deadlines are looked at."""
BROOM_SECONDS = 600.0
"""How often tables are looked for that everybody has forgotten."""
REST_SECONDS = 30.0
"""How long a game is left alone whose bots have raised an error."""

log = logging.getLogger(__name__)


class Jobs:
    """One round of work after the other. `now` gives UTC milliseconds."""

    def __init__(
        self,
        sequencer: Sequencer,
        attendance: Attendance,
        sweeps: Sweeps,
        election: Election,
        now: Callable[[], int],
    ) -> None:
        self._sequencer = sequencer
        self._attendance = attendance
        self._sweeps = sweeps
        self._election = election
        self._now = now
        self._next: dict[str, float] = {}
        self._resting: dict[str, float] = {}

    def run(self, stop: Event, wake: Event, poll: float) -> None:
        """Works until `stop` is set. Looks again after `poll` seconds, or when `wake` is set, or a bot is due."""
        while not stop.is_set():
            wake.clear()
            wait = self.round()
            wake.wait(max(0.0, min(poll, wait)))

    def round(self) -> float:
        """Does all that is due, and says for how many seconds nothing more will be, as far as is known now."""
        self._guarded("sequencer", self._sequence)
        self._every("decisions", SWEEP_SECONDS, self._sweeps.decisions)
        self._every("tables", BROOM_SECONDS, self._sweeps.tables)
        waits = [BROOM_SECONDS]
        self._guarded("bots", lambda: waits.append(self._attend()))
        return min(waits)

    def _sequence(self) -> None:
        while self._sequencer.run_once():
            pass

    def _attend(self) -> float:
        """Asks the bots of every game that is due, once; gives the seconds until more are."""
        for waiting in self._attendance.waiting():
            wait = (waiting.due - self._now()) / 1000
            if wait > 0:
                return wait
            if time.monotonic() >= self._resting.get(waiting.game, 0.0):
                self._attend_game(waiting.game)
        return 0.0 if self._any_due() else BROOM_SECONDS

    def _any_due(self) -> bool:
        return any(time.monotonic() >= self._resting.get(one.game, 0.0) for one in self._attendance.waiting(1))

    def _attend_game(self, game: str) -> None:
        self._resting.pop(game, None)
        with self._election.of(game) as elected:
            if elected and not self._guarded(f"bots of {game}", lambda: self._attendance.attend(game)):
                self._resting[game] = time.monotonic() + REST_SECONDS

    def _every(self, name: str, seconds: float, job: Callable[[], object]) -> None:
        if time.monotonic() >= self._next.get(name, 0.0):
            self._next[name] = time.monotonic() + seconds
            self._guarded(name, job)

    @staticmethod
    def _guarded(name: str, job: Callable[[], object]) -> bool:
        """Does a job; an error is logged by its kind and place, without what it says, and the others go on."""
        try:
            job()
        except Exception as error:  # whatever it is, the rest of the work goes on
            places = traceback.extract_tb(error.__traceback__)
            log.error("%s: %s at %s:%s", name, type(error).__qualname__, places[-1].filename, places[-1].lineno)
            return False
        return True
