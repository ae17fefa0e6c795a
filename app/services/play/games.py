"""Playing: moves, and the start that the host gives. Each is a request that is taken once or not at all."""

from collections.abc import Callable

from app.rules import lifecycle
from app.rules.decide import decide
from app.rules.moves import Move
from app.rules.refusals import Refused
from app.rules.request import Decision
from app.services.play.callers import Caller
from app.services.play.dealers import dealer_of
from app.services.play.positions import Position, Positions
from app.services.play.requests import Answer, Requests, Terms
from app.services.play.sight import Seen, Sight, is_replaced
from app.services.refusals import NotAllowed
from app.services.replay.origins import Origins
from app.services.table.tables import bots_of
from app.store import Store
from app.store.tables import PLAYING, change
from replays.branch import Deed


class Games:
    """What people do at their tables. `now` gives UTC milliseconds.

    All of these raise Stale, KeyReused, NotFound, NotAllowed or Refused, and then nothing has changed.
    """

    def __init__(
        self,
        store: Store,
        positions: Positions,
        sight: Sight,
        requests: Requests,
        origins: Origins,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._positions = positions
        self._sight = sight
        self._requests = requests
        self._origins = origins
        self._now = now

    def move(self, game: str, caller: Caller, move: Move, terms: Terms) -> Answer:
        """A move of the caller's seat."""
        seen = self._sight.open(game, caller, None, terms.key, terms.asked)
        if (known := self._requests.known(seen, terms)) is not None:
            return known
        seat, state, t = seen.seat, seen.position.state, time_of(self._now, seen.position)
        if seat is None:
            raise not_seated(seen)

        def deciding() -> Decision:
            return decide(state, seat, move, self._positions.dealer(game, state), t)

        return self._requests.write(seen, deciding, f"seat:{seat}", t, terms)

    def start(self, game: str, caller: Caller, terms: Terms) -> Answer:
        """The host begins the match with the seats taken. A branch begins where it was branched: with all that was
        played before that."""
        seen = self._sight.open(game, caller, None, terms.key, terms.asked)
        if (known := self._requests.known(seen, terms)) is not None:
            return known
        actor, t = host_of(seen), time_of(self._now, seen.position)
        state, bots, branch = seen.position.state, bots_of(seen.position.state), seen.table.branch

        def deciding() -> list[Deed]:
            if branch is not None:
                return self._origins.begin(branch, state, bots, actor, t)
            return [Deed(actor, lifecycle.start(state, dealer_of(self._store, game, state), t))]

        return self._requests.write_all(
            seen, deciding, t, terms, lambda c: change(c, game, status=PLAYING, attended=bool(bots))
        )

    def cancel(self, game: str, caller: Caller, terms: Terms) -> Answer:
        """The host closes a table whose match has not begun."""
        seen = self._sight.open(game, caller, None, terms.key, terms.asked)
        if (known := self._requests.known(seen, terms)) is not None:
            return known
        actor, t = host_of(seen), time_of(self._now, seen.position)
        return self._requests.write(seen, lambda: lifecycle.cancel(seen.position.state, "host", t), actor, t, terms)


def time_of(now: Callable[[], int], position: Position) -> int:
    """The time of a request, UTC milliseconds: a record's time never goes back, whatever clocks do."""
    return max(now(), position.head.t)


def host_of(seen: Seen) -> str:
    """The caller as the actor of what a host does. Raises NotAllowed for everybody else."""
    if not seen.is_host:
        raise NotAllowed("not_host", "Only the host of the table may do this.")
    return f"player:{seen.table.host}"


def not_seated(seen: Seen) -> Refused:
    """Why somebody without a seat cannot move, in the order in which the rules look for what is wrong."""
    state = seen.position.state
    if state.over:
        return Refused("game_over", "the match is over", "R35")
    if not state.started:
        return Refused("game_not_started", "the match has not started", "R4")
    if is_replaced(seen):
        return Refused("not_seated", "a bot plays on for you", "R39")
    return Refused("not_seated", "you have no seat in this match")
