"""What time does: decisions whose time has run out, and tables that everybody has forgotten."""

from collections.abc import Callable, Sequence

from app.rules import lifecycle
from app.rules.decide import time_out
from app.rules.refusals import Refused
from app.rules.request import Decision
from app.services.clock import DAY
from app.services.games import time_of
from app.services.guard import Resting
from app.services.positions import Position, Positions
from app.services.requests import Requests
from app.store import Store, VersionConflict
from app.store.lobby import Lobby
from replays.chain import Head

ASLEEP_MS = 90 * DAY
"""A game without a clock in which nobody moves for so long ends void."""
FORGOTTEN_MS = 30 * DAY
"""A table at which nothing happens for so long before its start is cancelled."""

Deed = Callable[[str, Position, int], Decision]


class Sweeps:
    """Does what is due, each as one request of the service. Whoever moves at the same moment is first or second, and
    the other is refused; several sweeps do no harm. `now` gives UTC milliseconds."""

    def __init__(
        self, store: Store, lobby: Lobby, positions: Positions, requests: Requests, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._lobby = lobby
        self._positions = positions
        self._requests = requests
        self._now = now
        self._resting = Resting(lambda: now() / 1000)

    def decisions(self, limit: int = 100) -> int:
        """Takes the decisions whose deadline has passed; says how many."""
        due = self._store.due(self._now(), limit + len(self._resting))
        return self._each("decision", [head.game for head in due], self._time_out)

    def tables(self, limit: int = 100) -> int:
        """Ends games that sleep and cancels tables that nobody starts; says how many."""
        now, limit = self._now(), limit + len(self._resting)
        ended = self._each("end", self._lobby.asleep(now - ASLEEP_MS, limit), self._void)
        return ended + self._each("end", self._lobby.never_started(now - FORGOTTEN_MS, limit), _cancel)

    def _each(self, name: str, games: Sequence[str], deed: Deed) -> int:
        """Does it for each of these games that does not rest; says for how many it was done."""
        done: list[bool] = []
        for game in games:
            if game not in self._resting:
                self._resting.guarded(name, game, lambda game=game: done.append(self._do(game, deed)))  # type: ignore[misc]
        return sum(done)

    def _do(self, game: str, deed: Deed) -> bool:
        head = self._store.head(game)
        if head is None or head.over:
            return False
        position = self._positions.now(Head(head.version, head.hash, head.request, head.t), game)
        t = time_of(self._now, position)
        try:
            self._requests.append(game, position, deed(game, position, t), "service", t)
        except (Refused, VersionConflict):
            return False  # it was taken in the meantime
        return True

    def _time_out(self, game: str, position: Position, t: int) -> Decision:
        state = position.state
        if state.turn is None:
            raise Refused("not_your_turn", "nobody has to decide")
        return time_out(state, state.turn, self._positions.dealer(game, state), t)

    def _void(self, game: str, position: Position, t: int) -> Decision:
        if t - position.head.t < ASLEEP_MS:
            raise Refused("bad_pause", "somebody has moved")
        return lifecycle.void(position.state, self._positions.dealer(game, position.state), t)


def _cancel(game: str, position: Position, t: int) -> Decision:
    if t - position.head.t < FORGOTTEN_MS:
        raise Refused("game_started", "somebody came")
    return lifecycle.cancel(position.state, "never_started", t)
