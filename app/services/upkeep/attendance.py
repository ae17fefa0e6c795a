"""Bots at their tables: each move a request of its own, made from what the bot's seat may see and nothing else."""

import random
from collections.abc import Callable, Iterable
from typing import NamedTuple

from app.rules.bots import BOTS
from app.rules.bots.driver import may_act
from app.rules.decide import decide
from app.rules.moves import Move, Resign, parse_move
from app.rules.state import State
from app.services.clock import DAY
from app.services.kept import Kept
from app.services.play.games import time_of
from app.services.play.positions import Position, Positions
from app.services.play.requests import Requests
from app.services.play.views import view_of
from app.services.table.tables import bots_of
from app.services.table.takeovers import is_person
from app.store import Store, VersionConflict
from app.store.lobby import Lobby, Waiting
from app.store.tables import Table, Tables
from replays.format import quick

ALONE_MS = DAY
"""So long bots play on that everybody has left."""
OF_BOTS_MS = 30 * DAY
"""So long a match may take in which there have only ever been bots."""
LEAVING = ("seat.resigned", "seat.taken_over")
"""With which events a person leaves a match."""


class Wish(NamedTuple):
    """What a bot wants to do."""

    seat: int
    move: Move


class Attendance:
    """Lets bots move. Several may do so at once, on one database too: of two that move at once one loses, and nothing
    is lost. `now` gives UTC milliseconds."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        lobby: Lobby,
        positions: Positions,
        requests: Requests,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._tables = tables
        self._lobby = lobby
        self._positions = positions
        self._requests = requests
        self._now = now
        self._chance = random.SystemRandom()
        self._left: Kept[int] = Kept(1024)

    def waiting(self, limit: int = 100) -> list[Waiting]:
        """The games whose bots have to be asked, the longest due first. Nothing but the store is needed to know."""
        return self._lobby.attended(limit)

    def attend(self, game: str) -> bool:
        """Asks the bots of a game, and makes the first move that one of them wants. Says whether there was one."""
        asked = self._tables.ask(game)
        table = self._positions.table(game, asked.revision) if asked is not None else None
        if asked is None or table is None or asked.over:
            return False
        position = self._positions.now(asked, game)
        wish = self._wish(table, position)
        if wish is None:
            self._tables.rest(game, position.head.version)
            return False
        return self._grant(game, position, wish)

    def _wish(self, table: Table, position: Position) -> Wish | None:
        """What the first bot that wants something wants: UNO first, then a catch, last the bot whose turn it is."""
        state = position.state
        bots = bots_of(state)
        if self._is_enough(table, state):
            return _give_up(state, bots)
        for seat in may_act(state):
            name = bots.get(seat)
            if name is not None and state.active[seat]:
                body = BOTS[name].choose(view_of(table, position, self._positions, seat), self._chance)
                if body is not None:
                    return Wish(seat, parse_move(body))
        return None

    def _is_enough(self, table: Table, state: State) -> bool:
        """Whether bots that nobody plays with have played for long enough: what nobody sees must not go on for ever."""
        if _somebody_plays(state):
            return False
        if left_alone(state):
            return table.bots_alone == "end" or self._now() - self._left_at(table.game, state) > ALONE_MS
        return self._now() - table.created > OF_BOTS_MS

    def _left_at(self, game: str, state: State) -> int:
        """When the last person left; a bot that took over may have resigned since."""
        known = self._left.get(game)
        if known is None:
            people = {seat for seat, one in enumerate(state.players) if one is not None and one.player is not None}
            left: dict[int, int] = {}
            for one in quick([event.bytes for kind in LEAVING for event in self._store.events_of_kind(game, kind)]):
                seat = one["data"]["seat"]
                left[seat] = min(one["t"], left.get(seat, one["t"]))
            known = max(t for seat, t in left.items() if seat in people)
            self._left.put(game, known)
        return known

    def _grant(self, game: str, position: Position, wish: Wish) -> bool:
        t = time_of(self._now, position)
        dealer = self._positions.dealer(game, position.state)
        decision = decide(position.state, wish.seat, wish.move, dealer, t)
        try:
            self._requests.append(game, position, decision, f"seat:{wish.seat}", t)
        except VersionConflict:
            return False  # somebody else was first; the bots are asked anew
        return True


def left_alone(state: State) -> bool:
    """Whether people have played in this match and none of them plays any more."""
    people = any(one is not None and one.player is not None for one in state.players)
    return people and not _somebody_plays(state)


def _somebody_plays(state: State) -> bool:
    return any(active and is_person(state, seat) for seat, active in enumerate(state.active))


def _give_up(state: State, bots: Iterable[int]) -> Wish | None:
    """Bots that nobody plays with resign, one by one."""
    still_in = [seat for seat in bots if state.active[seat]]
    return Wish(still_in[-1], Resign()) if still_in and state.turn is not None else None
