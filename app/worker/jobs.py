"""What runs behind the requests: bots, orders, what time does, and what people are told. Each round begins with what
the store says, so whatever was going on when a worker died is gone on with by the next."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from threading import Event, Thread
from typing import Protocol, TypeVar

from app.services.clocks.proposals import Proposals
from app.services.clocks.rests import Rests
from app.services.guard import Resting, attempt, guarded
from app.services.letters.deliveries import Deliveries
from app.services.notices.notices import Notices
from app.services.orders.errands import Errands
from app.services.replay.analyses import Analyses
from app.services.upkeep.attendance import Attendance
from app.services.upkeep.sweeps import Sweeps
from app.store.analyses import Analysis
from app.store.election import ANALYSIS, Election
from app.store.lobby import Waiting
from app.store.orders import Left
from app.worker.aside import Aside, Crew
from app.worker.ordering import Ordering

SWEEP_SECONDS = 1.0
"""How often deadlines are looked at."""
AT_ONCE = 25
"""How many games are looked at in a round."""
RECEIVERS = 200
"""Among how many receivers one chooses whose turn it is."""
BROOM_SECONDS = 600.0
"""How often tables are looked for that everybody has forgotten, and what nobody needs any more."""
POST_SECONDS = 1.0
"""How often letters are looked for."""

Result = TypeVar("Result")


class Channel(Protocol):
    """A way to the outside: to receivers, of which none may hold up the others."""

    name: str

    def waiting(self, limit: int) -> list[tuple[str, str]]:
        """Receivers to which something is to be sent now, and whose they are."""

    def deliver(self, id: str) -> int:
        """Sends what a receiver is to have now."""

    def sweep(self) -> None:
        """Forgets what nobody needs any more."""


class Jobs:
    """One round of work after the other. `now` gives UTC milliseconds."""

    def __init__(
        self,
        ordering: Ordering,
        attendance: Attendance,
        errands: Errands,
        rests: Rests,
        proposals: Proposals,
        sweeps: Sweeps,
        analyses: Analyses,
        deliveries: Deliveries,
        notices: Notices,
        election: Election,
        now: Callable[[], int],
        channels: Sequence[Channel] = (),
    ) -> None:
        self._ordering = ordering
        self._attendance = attendance
        self._errands = errands
        self._rests = rests
        self._proposals = proposals
        self._sweeps = sweeps
        self._analyses = analyses
        self._deliveries = deliveries
        self._notices = notices
        self._postman = Aside("letters")
        self._election = election
        self._now = now
        self._crews = [(channel, Crew(channel.name)) for channel in channels]
        self._next: dict[str, float] = {}
        self._more: set[str] = set()
        self._resting_bots = Resting(time.monotonic)
        self._resting_orders = Resting(time.monotonic)
        self._resting_analyses = Resting(time.monotonic)

    def run(self, stop: Event, wake: Event, poll: float) -> None:
        """Works until `stop` is set, and then `wake`. Looks again after `poll` seconds, or when `wake` is set, or a bot
        is due; events get their places in a thread of their own, so that their readers wait for no other work."""
        again = Event()
        order = Thread(target=self._ordering.keep, args=(stop, wake, again), name="kartfold-order", daemon=True)
        order.start()
        while not stop.is_set():
            again.clear()
            wait = self.work()
            again.wait(max(0.0, min(poll, wait)))
        order.join()
        self.finish()

    def finish(self) -> None:
        """Waits for what is done beside the rounds."""
        self._postman.finish()
        for _, crew in self._crews:
            crew.finish()

    def round(self) -> float:
        """Does all that is due, and says for how many seconds nothing more will be, as far as is known now."""
        self._ordering.once()
        return self.work()

    def work(self) -> float:
        """As `round`, without the order of events."""
        self._every("rests", SWEEP_SECONDS, self._rests.sweep)  # before time runs out for those who are off
        self._every("proposals", SWEEP_SECONDS, self._proposals.sweep)
        self._in_portions("decisions", SWEEP_SECONDS, self._sweeps.decisions)
        self._every("rested", BROOM_SECONDS, self._rests.forget)
        self._in_portions("tables", BROOM_SECONDS, self._sweeps.tables)
        guarded("notices", self._notices.work)
        self._every("notice letters", POST_SECONDS, self._notices.post)
        self._every("letters", POST_SECONDS, self._post)
        self._every("post", BROOM_SECONDS, self._deliveries.sweep)
        self._every("old notices", BROOM_SECONDS, self._notices.sweep)
        for channel, crew in self._crews:
            self._every(channel.name, POST_SECONDS, partial(_send, channel, crew))
            self._every(f"old {channel.name}", BROOM_SECONDS, channel.sweep)
        waits = (
            attempt("bots", self._attend),
            attempt("orders", self._run_errands),
            attempt("analyses", self._analyse),
        )
        return 0.0 if self._more else min(BROOM_SECONDS if wait is None else wait for wait in waits)

    def _attend(self) -> float:
        """Asks the bots of every game that is due, once; gives the seconds until more are."""
        for waiting in self._waiting(AT_ONCE):
            wait = (waiting.due - self._now()) / 1000
            if wait > 0:
                return wait
            self._attend_game(waiting.game)
        return 0.0 if self._waiting(1) else BROOM_SECONDS

    def _waiting(self, limit: int) -> list[Waiting]:
        """The games whose bots have to be asked, without those that rest."""
        found = self._attendance.waiting(limit + len(self._resting_bots))
        return [one for one in found if one.game not in self._resting_bots]

    def _attend_game(self, game: str) -> None:
        with self._election.of(game) as elected:
            if elected:
                self._resting_bots.guarded("bots", game, lambda: self._attendance.attend(game))

    def _run_errands(self) -> float:
        """Looks once at every list of orders that may have something to do; gives the seconds until more may have."""
        again = False
        for left in self._errands.waiting(AT_ONCE + len(self._resting_orders)):
            wait = (left.due - self._now()) / 1000
            if wait > 0:
                return 0.0 if again else wait
            again = self._run_errand(left) or again
        return 0.0 if again else BROOM_SECONDS

    def _run_errand(self, left: Left) -> bool:
        """Whether to look at this list again."""
        if left.game in self._resting_orders:
            return False
        with self._election.of(left.game) as elected:
            return elected and bool(self._resting_orders.attempt("orders", left.game, partial(self._errands.run, left)))

    def _analyse(self) -> float:
        """Goes on for a while with the analysis that nobody has worked on for the longest; gives the seconds until
        there is more to do."""
        for one in self._analyses.waiting():
            if one.subject not in self._resting_analyses:
                with self._election.of(one.subject, ANALYSIS) as elected:
                    if elected:
                        self._go_on_with(one)
                        return 0.0
        return BROOM_SECONDS

    def _go_on_with(self, one: Analysis) -> None:
        if not self._resting_analyses.guarded("analysis", one.subject, partial(self._analyses.work, one)):
            self._analyses.fail(one)

    def _post(self) -> None:
        """Sends letters beside the rounds: mail servers take their time."""
        if self._deliveries.due():
            self._postman.start(self._deliveries.deliver)

    def _every(self, name: str, seconds: float, job: Callable[[], Result]) -> Result | None:
        """Does a job, unless it was done a moment ago, and gives what it gives."""
        if time.monotonic() < self._next.get(name, 0.0):
            return None
        self._next[name] = time.monotonic() + seconds
        return attempt(name, job)

    def _in_portions(self, name: str, seconds: float, job: Callable[[], int]) -> None:
        """As `_every`; where a portion was done there may be more, which is done in the next round."""
        if name in self._more:
            self._next[name] = 0.0
        done = self._every(name, seconds, job)
        (self._more.add if done else self._more.discard)(name)


def _send(channel: Channel, crew: Crew) -> None:
    """Sends beside the rounds: whoever is sent to takes their time."""
    for id, owner in crew.in_turn(channel.waiting(RECEIVERS)):
        crew.start(id, owner, partial(channel.deliver, id))
