"""Orders: what a player can leave to be done when it is their turn, and which move a list of them makes.

Nothing here looks further than the player does: at their own cards, and at what lies open.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from app.rules.cards import WILD_DRAW_FOUR, is_wild
from app.rules.dealer import Dealer
from app.rules.evolve import following
from app.rules.legal import CALL_UNO, can_call_uno, hand_slots, legal_moves, targets
from app.rules.moves import Accept, ChooseColor, ChooseTarget, Draw, Move, Pass, Play
from app.rules.state import State
from replays.fold import data_of
from replays.format import quick

DRAW, PLAY_DRAWN, PASS = "draw_if_nothing_fits", "play_drawn", "pass"
ACCEPT, SAY_UNO, PLAY = "accept", "say_uno", "play"
STANDING = (DRAW, PLAY_DRAWN, PASS, ACCEPT, SAY_UNO)
"""Orders that hold until they are taken back, or the match ends. `draw_if_nothing_fits`: when no card can be played;
`play_drawn` and `pass`: what becomes of a drawn card that can be played; `accept`: a Wild Draw Four; `say_uno`: for the
last card, whenever it is one's own."""

SYMBOLS = (*"0123456789", "S", "R", "D", "W")
"""What can lie on top: a number, Skip, Reverse, Draw Two, or a wild card."""

MOST = 20
"""Orders in one list."""


class Condition(NamedTuple):
    """What has to be so, all of it: the colour in force, what lies on top, how many cards the next player has at most,
    the direction of play (1 or -1)."""

    color: str | None = None
    top: str | None = None
    next_at_most: int | None = None
    direction: int | None = None


class Order(NamedTuple):
    """One order. Of a `play`: the slot of the card, and when it is to be played. `color` and `target` are for what a
    wild card asks for; `color` for one that is drawn, too."""

    type: str
    slot: int | None = None
    condition: Condition = Condition()
    color: str | None = None
    target: int | None = None

    def data(self) -> dict[str, Any]:
        """The order as JSON values; what it does not say is left out."""
        said: dict[str, Any] = {"type": self.type, "slot": self.slot, "color": self.color, "target": self.target}
        when = {name: value for name, value in self.condition._asdict().items() if value is not None}
        return {name: value for name, value in (said | {"if": when or None}).items() if value is not None}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Order":
        """The order that `data` gave."""
        when = Condition(**data.get("if", {}))
        return cls(data["type"], data.get("slot"), when, data.get("color"), data.get("target"))


class Wish(NamedTuple):
    """A move that a list makes, and by which of its orders."""

    move: Move
    order: Order


def slots(state: State, seat: int, dealer: Dealer) -> dict[int, str]:
    """The cards of a seat, by their slots."""
    return dict(hand_slots(state.taken[seat], state.played[seat], dealer.cards(state.hand, state.piles)))


def wished(state: State, seat: int, dealer: Dealer, orders: Sequence[Order]) -> Wish | None:
    """The move that these orders make for a seat as things stand; None if they leave it to the player. What would not
    be lawful is passed over."""
    said = {order.type: order for order in orders}
    can = legal_moves(state, seat, dealer)
    if SAY_UNO in said and CALL_UNO in can and can_call_uno(state, seat):
        return Wish(CALL_UNO, said[SAY_UNO])
    if state.turn != seat:
        return None
    for order in orders:
        move = _move(state, seat, dealer, order, SAY_UNO in said)
        if move is not None and move in can and not (move == Draw() and any(isinstance(one, Play) for one in can)):
            return Wish(move, order)
    return None


def _move(state: State, seat: int, dealer: Dealer, order: Order, says_uno: bool) -> Move | None:
    if order.type == PLAY and order.slot is not None:
        card = slots(state, seat, dealer).get(order.slot)
        holds = card is not None and _holds(state, seat, order.condition)
        return _play(state, seat, card, order, says_uno) if card and holds else None
    if order.type == PLAY_DRAWN and state.phase == "drawn" and state.drawn is not None:
        card = dealer.cards(state.hand, state.piles)[state.drawn]
        return _play(state, seat, card, order, says_uno)
    return _PLAIN.get(order.type)


_PLAIN: Mapping[str, Move] = {DRAW: Draw(), PASS: Pass(), ACCEPT: Accept()}


def _play(state: State, seat: int, card: str, order: Order, says_uno: bool) -> Play:
    color = order.color if card == WILD_DRAW_FOUR else None
    return Play(card, color, says_uno and state.counts[seat] == 2)


def _holds(state: State, seat: int, condition: Condition) -> bool:
    color, top, most, direction = condition
    return (
        (color is None or color == state.color)
        and (top is None or (state.top is not None and top == symbol(state.top)))
        and (most is None or state.counts[following(state, seat)] <= most)
        and (direction is None or direction == state.direction)
    )


def symbol(card: str) -> str:
    """What a card shows besides its colour, as `SYMBOLS` has it."""
    return "W" if is_wild(card) else card[1]


def answer(state: State, seat: int, order: Order) -> Move | None:
    """What the same order answers right after its play, where the card asks for a colour or a target."""
    if state.turn != seat:
        return None
    if state.phase == "color" and order.color is not None:
        return ChooseColor(order.color)
    if state.phase == "target" and order.target is not None and order.target in targets(state, seat):
        return ChooseTarget(order.target)
    return None


def still_good(orders: Sequence[Order], same_hand: bool, seat: int, lines: Sequence[bytes]) -> list[Order]:
    """Those that still stand behind these events: plays are for the next turn of the seat, and for one hand."""
    if same_hand and not any(_ends_turn(data_of(one), one["kind"], seat) for one in quick(lines)):
        return list(orders)
    return standing(orders)


def standing(orders: Iterable[Order]) -> list[Order]:
    """Those that hold on."""
    return [order for order in orders if order.type != PLAY]


def _ends_turn(data: Mapping[str, Any], kind: str, seat: int) -> bool:
    return kind in ("card.played", "turn.passed") and data["seat"] == seat
