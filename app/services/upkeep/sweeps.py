"""What time does: decisions whose time has run out, and tables that everybody has left or forgotten."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from app.rules import lifecycle
from app.rules.decide import time_out
from app.rules.refusals import Refused
from app.rules.request import Decision
from app.rules.state import State
from app.services.clock import DAY, MINUTE
from app.services.clocks.overlooked import Overlooked
from app.services.guard import Resting
from app.services.orders.errands import Errands
from app.services.play.games import time_of
from app.services.play.positions import Position, Positions
from app.services.play.requests import Requests
from app.services.table.players import Players
from app.services.table.tables import bots_of
from app.services.table.takeovers import is_person, take_over
from app.services.upkeep.attendance import Attendance
from app.store import Also, Store, StreamHead, VersionConflict
from app.store.election import Election
from app.store.lobby import Lobby
from app.store.tables import Tables
from replays.deal import MissingSeed

ASLEEP_MS = 90 * DAY
"""A game without a clock in which nobody moves for so long ends void."""
FORGOTTEN_MS = 30 * DAY
"""A table at which nothing happens for so long before its start is cancelled."""
LEFT_MS = DAY
"""The same for one that everybody who sat there has left."""
PORTION = 25
"""How many games are done at once: bots and positions wait for no more."""
OUTAGE_MS = 10 * MINUTE
"""When a decision is so long overdue and this worker has not looked for as long, nobody has: people may have been shut
out, too."""
GRACE_MS = 5 * MINUTE
"""So long after an outage everybody may still decide for themselves."""


class Deed(NamedTuple):
    """What the service does to a game, and what is written beside."""

    decision: Decision
    also: Also | None = None


Doing = Callable[[str, Position, int], Deed]
"""Decides on a game at a position and a time; raises Refused where nothing is to be done any more."""


class Sweeps:
    """Does what is due, each as one request of the service. Whoever moves at the same moment is first or second, and
    the other is refused. Several sweeps on one database share the games. `now` gives UTC milliseconds."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        lobby: Lobby,
        players: Players,
        positions: Positions,
        requests: Requests,
        attendance: Attendance,
        errands: Errands,
        overlooked: Overlooked,
        election: Election,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._tables = tables
        self._lobby = lobby
        self._players = players
        self._positions = positions
        self._requests = requests
        self._attendance = attendance
        self._errands = errands
        self._overlooked = overlooked
        self._election = election
        self._now = now
        self._resting, self._bots, self._orders = (Resting(lambda: now() / 1000) for _ in range(3))
        self._looked = 0
        self._patient_until = 0

    def decisions(self, limit: int = PORTION) -> int:
        """Takes decisions whose deadline has passed, the longest overdue first; says how many."""
        now = self._now()
        due = self._store.due(now, limit + len(self._resting))
        if self._is_patient(now, due):
            return 0
        return self._each("decision", [head.game for head in due], self._decide)

    def tables(self, limit: int = PORTION) -> int:
        """Ends games that sleep, and tables that nobody starts or that everybody has left; says how many."""
        now, limit = self._now(), limit + len(self._resting)
        ended = self._each("end", self._lobby.asleep(now - ASLEEP_MS, limit), self._void)
        ended += self._each("end", self._lobby.left(now - LEFT_MS, limit), _close_left)
        return ended + self._each("end", self._lobby.never_started(now - FORGOTTEN_MS, limit), _close_forgotten)

    def _is_patient(self, now: int, due: Sequence[StreamHead]) -> bool:
        """Whether nobody has worked until a moment ago: then players come first, who may not have got through.

        A player's own move is taken as long as the service has not decided, however late it is.
        """
        away, self._looked = now - self._looked, now
        overdue = max((now - head.deadline for head in due if head.deadline is not None), default=0)
        if away > OUTAGE_MS and overdue > OUTAGE_MS:
            self._patient_until = now + GRACE_MS
        return now < self._patient_until <= now + GRACE_MS  # the machine's clock may have been ahead, and gone back

    def _each(self, name: str, games: Sequence[str], doing: Doing) -> int:
        """Does it for each of these games that does not rest; says for how many it was done."""
        return sum(bool(self._resting.attempt(name, game, partial(self._do, game, doing))) for game in games)

    def _do(self, game: str, doing: Doing) -> bool:
        """Does it, unless another worker is at this game, or bots and orders have something to do there first."""
        with self._election.of(game) as elected:
            if not elected:
                return False
            position = self._positions.latest(game)
            if position is None or position.state.over:
                return False
            if position.state.started:
                if self._bots_act(game, position.state) or self._orders_act(game, position.state):
                    return True
                position = self._positions.latest(game) or position
            return self._append(game, position, doing)

    def _bots_act(self, game: str, state: State) -> bool:
        """Whether a bot has moved: none loses its seat because nobody has asked it in time. For one that cannot
        decide, the service does."""
        return bool(bots_of(state) and self._bots.attempt("bots", game, partial(self._attendance.attend, game)))

    def _orders_act(self, game: str, state: State) -> bool:
        """Whether an order was carried out, of whoever has to decide: nobody who has left one misses a decision because
        nobody has looked in time."""
        one = None if state.turn is None else state.players[state.turn]
        if one is None or one.player is None:
            return False
        return bool(self._orders.attempt("orders", game, partial(self._errands.run_out, game, one.player)))

    def _append(self, game: str, position: Position, doing: Doing) -> bool:
        t = time_of(self._now, position)
        try:
            deed = doing(game, position, t)
            self._requests.append(game, position, deed.decision, "service", t, also=deed.also)
        except (Refused, VersionConflict):
            return False  # somebody was first
        except MissingSeed:  # it is forgotten when a match ends
            head = self._store.head(game)
            if head is None or not head.over:
                raise
            return False
        return True

    def _decide(self, game: str, position: Position, t: int) -> Deed:
        """The decision of R39; or a bot sits down to take it, where the table agreed to that and the decision would be
        one too many."""
        state, seat = position.state, position.state.turn
        if seat is None or state.deadline is None or t < state.deadline:
            raise Refused("not_your_turn", "nobody's time has run out", "R39")
        if self._overlooked.until(game, state, t) > t:
            self._resting.leave(game)
            raise Refused("not_your_turn", "nobody has stopped the clock in time", "R39")
        if is_person(state, seat) and state.missed[seat] + 1 >= state.options.missed_decisions:
            table = self._tables.find(game)
            if table is not None and table.takeover is not None:
                return Deed(*take_over(self._players, game, state, seat, table.takeover, t))
        return Deed(time_out(state, seat, self._positions.dealer(game, state), t))

    def _void(self, game: str, position: Position, t: int) -> Deed:
        if t - position.head.t < ASLEEP_MS:
            raise Refused("bad_pause", "somebody has moved")
        return Deed(lifecycle.void(position.state, self._positions.dealer(game, position.state), t))


def _close_forgotten(game: str, position: Position, t: int) -> Deed:
    return _close(position, t, FORGOTTEN_MS, "never_started")


def _close_left(game: str, position: Position, t: int) -> Deed:
    if any(is_person(position.state, seat) for seat in range(position.state.seats)):
        raise Refused("game_started", "somebody came")
    return _close(position, t, LEFT_MS, "everybody_left")


def _close(position: Position, t: int, quiet: int, reason: str) -> Deed:
    if t - position.head.t < quiet:
        raise Refused("game_started", "somebody came")
    return Deed(lifecycle.cancel(position.state, reason, t))
