"""Orders of players: what they want done when it is their turn and they do not look.

Only who sits at the seat ever sees them: no other player, no official, not the host. They are no part of a record, and
what is done by them is in it as the player's own move. `errands` carries them out.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from app.rules.cards import WILD_DRAW_FOUR, WILD_ITEM_BOX
from app.rules.legal import targets
from app.rules.moves import Move
from app.rules.refusals import Refused
from app.rules.state import ACTING_PHASES
from app.services.orders.order_list import MOST, PLAY, PLAY_DRAWN, Order, slots, still_good, wished
from app.services.play.games import not_seated
from app.services.play.positions import Positions
from app.services.play.sight import Seen
from app.services.refusals import Malformed
from app.store import Store
from app.store.orders import Changed, Made, OrderRow, OrderStore

NONE = 0
"""The revision of a list that is not there."""


class ListChanged(Exception):
    """The list has changed since it was looked at."""


class OwnOrders(NamedTuple):
    """The orders of a seat, with the revision of the list; `now` is the move that they would make as things stand, and
    `cards` are the seat's by slot. `made` are the requests that were made by order, the newest first."""

    revision: int
    orders: Sequence[Order]
    now: Move | None
    cards: dict[int, str]
    made: Sequence[Made]


class Orders:
    """The lists of players. `wake` tells whoever waits behind that there is something to do, `now` gives UTC ms.

    All of these raise Refused for a caller without a seat in a match that is on.
    """

    def __init__(
        self,
        store: Store,
        orders: OrderStore,
        positions: Positions,
        wake: Callable[[], None],
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._orders = orders
        self._positions = positions
        self._wake = wake
        self._now = now

    def own(self, seen: Seen) -> OwnOrders:
        """The caller's orders that still stand."""
        _check(seen)
        row = self._orders.find(seen.game, _player(seen))
        return self._told(seen, NONE if row is None else row.revision, self._good(seen, row))

    def count(self, seen: Seen) -> int:
        """How many there are; 0 for who has no seat."""
        if seen.seat is None or seen.position.state.phase not in ACTING_PHASES:
            return 0
        return len(self._good(seen, self._orders.find(seen.game, _player(seen))))

    def made(self, seen: Seen) -> frozenset[int]:
        """The numbers of the requests that were made by the caller's orders, the last ones."""
        if seen.seat is None:
            return frozenset()
        return frozenset([one.request for one in self._orders.made(seen.game, _player(seen))])

    def plan(self, seen: Seen, orders: Sequence[Order], revision: int | None = None) -> OwnOrders:
        """What would stand if this were the list, and nothing is changed. Raises Refused and Malformed for orders that
        could never be carried out."""
        _check(seen)
        self._check_all(seen, orders)
        row = self._orders.find(seen.game, _player(seen))
        return self._told(seen, (NONE if row is None else row.revision) if revision is None else revision, orders)

    def put(self, seen: Seen, orders: Sequence[Order], before: frozenset[int]) -> OwnOrders:
        """This is the list from now on, in place of one of the revisions `before`. Raises as `plan`, ListChanged."""
        _check(seen)
        self._check_all(seen, orders)
        row = self._orders.find(seen.game, _player(seen))
        revision = NONE if row is None else row.revision
        if revision not in before:
            raise ListChanged
        if not orders:
            self.drop(seen)
            return self._told(seen, NONE, ())
        state, version = seen.position.state, seen.position.head.version
        new = max(self._now(), revision + 1)  # no list has the revision of one that was taken back
        data = [order.data() for order in orders]
        try:
            self._orders.put(OrderRow(seen.game, _player(seen), new, state.hand, version, data), revision)
        except Changed:
            raise ListChanged from None
        self._wake()
        return self._told(seen, new, orders)

    def drop(self, seen: Seen) -> None:
        """All of them are taken back: none is carried out any more when this is answered."""
        if seen.seat is None:
            raise not_seated(seen)
        self._orders.remove(seen.game, _player(seen))

    def _good(self, seen: Seen, row: OrderRow | None) -> list[Order]:
        return [] if row is None else good(self._store, row, seen.position.state.hand, seen.seat, seen)

    def _told(self, seen: Seen, revision: int, orders: Sequence[Order]) -> OwnOrders:
        state, seat = seen.position.state, seen.seat
        assert seat is not None, "_check stands before this"
        dealer = self._positions.dealer(seen.game, state)
        wish = wished(state, seat, dealer, orders)
        made = self._orders.made(seen.game, _player(seen))
        return OwnOrders(revision, orders, wish and wish.move, slots(state, seat, dealer), made)

    def _check_all(self, seen: Seen, orders: Sequence[Order]) -> None:
        if len(orders) > MOST:
            raise Malformed("orders", f"A list has at most {MOST} orders.")
        kinds = [order.type for order in orders if order.type != PLAY]
        if len(set(kinds)) < len(kinds):
            raise Malformed("orders", "An order that holds on is given once.")
        state = seen.position.state
        assert seen.seat is not None, "_check stands before this"
        cards = slots(state, seen.seat, self._positions.dealer(seen.game, state))
        others = targets(state, seen.seat)
        for order in orders:
            _check_card(order, cards)
            if order.target is not None and order.target not in others:
                raise Refused("bad_target", "a Green Shell hits another player who is still in")


def good(store: Store, row: OrderRow, hand: int, seat: int | None, at: Seen | int) -> list[Order]:
    """The orders of a list that still stand: in this hand, at this version."""
    version = at if isinstance(at, int) else at.position.head.version
    found = [Order.read(one) for one in row.orders]
    if seat is None or not any(order.type == PLAY for order in found):
        return found
    lines = store.event_bytes(row.game, row.base, version) if hand == row.hand else []
    return still_good(found, hand == row.hand, seat, lines)


def _check(seen: Seen) -> None:
    """Raises Refused for whoever has nothing to order here."""
    if seen.seat is None or seen.position.state.phase not in ACTING_PHASES:
        raise not_seated(seen)
    if not seen.position.state.active[seen.seat]:
        raise Refused("not_seated", "you have resigned", "R38")


def _check_card(order: Order, cards: dict[int, str]) -> None:
    """What a card of the hand can be asked for. Nothing that is said of it names it."""
    if order.type != PLAY:
        if order.slot is not None or (order.target is not None and order.type != PLAY_DRAWN):
            raise Malformed("orders", "Only a play names a card or a target.")
        return
    card = cards.get(-1 if order.slot is None else order.slot)
    if card is None:
        raise Refused("card_not_in_hand", "a card that you order to play is not in your hand", "R9")
    if card == WILD_DRAW_FOUR and order.color is None:
        raise Refused("color_required", "a Wild Draw Four needs the colour that it declares")
    if card not in (WILD_DRAW_FOUR, WILD_ITEM_BOX) and order.color is not None:
        raise Refused("color_not_allowed", "only a wild card asks for a colour", "R18")
    if card != WILD_ITEM_BOX and order.target is not None:
        raise Refused("bad_target", "only a Wild Item Box asks for a target")


def _player(seen: Seen) -> str:
    return str(seen.caller.player)
