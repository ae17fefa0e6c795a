"""Errands: orders that players have left, carried out as their own requests when it is their turn."""

from collections.abc import Callable, Sequence

from app.rules.decide import decide
from app.rules.moves import CallUno, Play
from app.rules.refusals import Refused
from app.rules.state import State
from app.services.orders.order_list import Order, Wish, answer, standing, wished
from app.services.orders.orders import good
from app.services.play.games import time_of
from app.services.play.positions import Position, Positions
from app.services.play.requests import Requests
from app.store import Connection, Store, VersionConflict
from app.store.orders import Changed, Left, Made, OrderRow, OrderStore
from app.store.tables import Tables
from replays.branch import Deed
from replays.deal import MissingSeed


class Errands:
    """Carries orders out, each once. Several workers may do so at once: of two that make the same move one loses, as
    it does against the player's own. `now` gives UTC milliseconds."""

    def __init__(
        self,
        store: Store,
        orders: OrderStore,
        tables: Tables,
        positions: Positions,
        requests: Requests,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._orders = orders
        self._tables = tables
        self._positions = positions
        self._requests = requests
        self._now = now

    def waiting(self, limit: int = 100) -> list[Left]:
        """The lists that have to be looked at, the longest due first. Nothing but the store is needed to know."""
        return self._orders.left(limit)

    def run(self, left: Left) -> bool:
        """Looks at a list, and makes the move that it makes now, if it is due. Says whether to look again.

        UNO is said at once. Before all else the others have as long as a bot of this table would give them.
        """
        return self._guarded(left, out_of_time=False)

    def run_out(self, game: str, player: str) -> bool:
        """The same for somebody whose time has run out, at once: what they have ordered goes before what the service
        would decide. Says whether to look again."""
        return self._guarded(Left(game, player, self._now()), out_of_time=True)

    def _guarded(self, left: Left, out_of_time: bool) -> bool:
        try:
            return self._run(left, out_of_time)
        except MissingSeed:  # the match has ended since
            return False

    def _run(self, left: Left, out_of_time: bool) -> bool:
        row, asked = self._orders.find(left.game, left.player), self._tables.ask(left.game)
        table = self._positions.table(left.game, asked.revision) if asked is not None else None
        if row is None or asked is None or table is None:
            return False
        position = self._positions.now(asked, row.game)
        state = position.state
        seat = _seat_of(state, row.player)
        if seat is None:
            self._orders.remove(row.game, row.player)
            return False
        orders = good(self._store, row, state.hand, seat, position.head.version)
        if len(orders) < len(row.orders):
            self._orders.trim(row, _data(orders))
            return True
        wish = wished(state, seat, self._positions.dealer(row.game, state), orders)
        due = None if wish is None else self._due(position, wish, 0 if out_of_time else table.bot_delay)
        if wish is None or due is None or due > self._now():
            self._orders.rest(row, position.head.version, due)
            return False
        return self._make(row, position, seat, wish)

    def _due(self, position: Position, wish: Wish, delay: int) -> int:
        return position.head.t + (0 if isinstance(wish.move, CallUno) else delay)

    def _make(self, row: OrderRow, position: Position, seat: int, wish: Wish) -> bool:
        """The move, and what its card asks for, in one transaction with what is left of the list."""
        t = time_of(self._now, position)
        orders = [Order.read(one) for one in row.orders]
        left = _data(standing(orders) if isinstance(wish.move, Play) else orders)
        try:
            deeds = self._deeds(row.game, position.state, seat, wish, t)
            requests = [Made(position.head.request + number, t) for number in range(1, len(deeds) + 1)]

            def also(connection: Connection) -> None:
                self._orders.use(connection, row, left, requests)

            self._requests.append_all(row.game, position, deeds, t, None, also)
        except (VersionConflict, Changed, Refused):
            return False  # somebody was first: the player, at the table or by taking the order back
        return True

    def _deeds(self, game: str, state: State, seat: int, wish: Wish, t: int) -> Sequence[Deed]:
        actor, dealer = f"seat:{seat}", self._positions.dealer(game, state)
        first = decide(state, seat, wish.move, dealer, t)
        then = None if first.state.over else answer(first.state, seat, wish.order)
        if then is None:
            return [Deed(actor, first)]
        return [Deed(actor, first), Deed(actor, decide(first.state, seat, then, dealer, t))]


def _seat_of(state: State, player: str) -> int | None:
    """Where this player plays; None where they do not any more."""
    if state.over:
        return None
    found = (seat for seat, one in enumerate(state.players) if one and one.player == player and one.bot is None)
    seat = next(found, None)
    return seat if seat is not None and state.active[seat] else None


def _data(orders: Sequence[Order]) -> list[dict[str, object]]:
    return [order.data() for order in orders]
