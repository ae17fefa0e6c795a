"""Orders: what a player wants done when it is their turn and they do not look. Nobody else is ever told of them."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from flask import Response, request
from marshmallow import RAISE, Schema, fields, post_load, validate
from marshmallow_oneofschema.one_of_schema import OneOfSchema

from app.api import conditional, limits, problems
from app.api.auth import caller, requires
from app.api.boundary import GameBlueprint, compact, may_have, opened, private, unchanged
from app.api.context import services
from app.api.fields import Integer, QueryBoolean, Strict
from app.api.problems import Problem
from app.rules.cards import COLORS
from app.rules.moves import move_data
from app.services.clock import rfc3339
from app.services.languages import ENGLISH
from app.services.orders.order_list import (
    ACCEPT,
    DRAW,
    MOST,
    PASS,
    PLAY,
    PLAY_DRAWN,
    SAY_UNO,
    SYMBOLS,
    Condition,
    Order,
)
from app.services.orders.order_words import english, now, words
from app.services.orders.orders import ListChanged, OwnOrders
from app.services.play.sight import Seen

orders = GameBlueprint("orders", __name__, url_prefix="/games", description="Moves that the service makes for you")

IF_MATCH = {
    "in": "header",
    "name": "If-Match",
    "required": True,
    "description": "The ETag of your list as you know it; its first part, the revision, is compared.",
    "schema": {"type": "string", "examples": ['"0.31"']},
}
EXAMPLE = [
    {"type": "play", "slot": 57, "if": {"color": "r", "next_at_most": 2}},
    {"type": "play", "slot": 108, "color": "b"},
    {"type": "draw_if_nothing_fits"},
    {"type": "pass"},
    {"type": "say_uno"},
]


def _color(said: str) -> fields.String:
    return fields.String(validate=validate.OneOf(list(COLORS)), metadata={"description": said})


class ConditionSchema(Strict):
    """What has to be so, all of it. All of it is public; that the card can be played is needed in any case."""

    color = _color("The colour in force")
    top = fields.String(
        validate=validate.OneOf(SYMBOLS),
        metadata={"description": "What lies on top: a number, or S Skip, R Reverse, D Draw Two, W a wild card"},
    )
    next_at_most = Integer(
        validate=validate.Range(1, 112), metadata={"description": "The next player holds at most so many cards"}
    )
    direction = Integer(
        validate=validate.OneOf([1, -1]), metadata={"description": "Of play, as in views: 1 is clockwise"}
    )

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Condition:
        """The condition itself."""
        return Condition(**data)


class OrderSchema(Strict):
    """An order that holds until you take it back, or the match ends."""

    @post_load
    def make(self, data: dict[str, Any], **kwargs: Any) -> Order:
        """The order itself."""
        return Order(**data)


def _type(name: str) -> fields.String:
    return fields.String(required=True, validate=validate.OneOf([name]))


class DrawOrder(OrderSchema):
    """Draw when none of your cards can be played."""

    type = _type(DRAW)


class PlayDrawnOrder(OrderSchema):
    """Play the card that was drawn, if it can be played: a Wild Draw Four only with a `color`."""

    type = _type(PLAY_DRAWN)
    color = _color("What a wild card asks for")


class PassOrder(OrderSchema):
    """Keep the card that was drawn."""

    type = _type(PASS)


class AcceptOrder(OrderSchema):
    """Accept a Wild Draw Four."""

    type = _type(ACCEPT)


class SayUnoOrder(OrderSchema):
    """Say UNO: with plays that are made by order, and at once behind your own."""

    type = _type(SAY_UNO)


class PlayOrder(OrderSchema):
    """Play a card of your hand on your next turn, if it can be played. The card is named by its `slot`, as your view
    has it."""

    type = _type(PLAY)
    slot = Integer(required=True, validate=validate.Range(0, 10_000))
    condition = fields.Nested(ConditionSchema, data_key="if", load_default=Condition())
    color = _color("Needed with a Wild Draw Four; with a Wild Item Box for a Bob-omb")
    target = Integer(
        validate=validate.Range(0, 9), metadata={"description": "With a Wild Item Box: the seat a Green Shell hits"}
    )


class AnyOrderSchema(OneOfSchema):
    """One order, by its `type`."""

    class Meta:
        unknown = RAISE

    type_field_remove = False
    type_schemas = {  # noqa: RUF012 - as the base class declares it
        PLAY: PlayOrder(),
        DRAW: DrawOrder(),
        PLAY_DRAWN: PlayDrawnOrder(),
        PASS: PassOrder(),
        ACCEPT: AcceptOrder(),
        SAY_UNO: SayUnoOrder(),
    }


class OrderListSchema(Strict):
    """Your whole list, in your order: the first that can be done is done."""

    orders = fields.List(
        fields.Nested(AnyOrderSchema),
        required=True,
        validate=validate.Length(max=MOST),
        metadata={"examples": [EXAMPLE]},
    )


class OrdersQuery(Strict):
    """Whether you only want to know."""

    preview = QueryBoolean(
        load_default=False,
        metadata={"description": "`true` answers what would stand, and what would be done now, and keeps nothing"},
    )


class WouldBeDoneSchema(Schema):
    """What would be done as things stand, in words; the move, unless it is left to you."""

    words = fields.String(required=True)
    move = fields.Dict(keys=fields.String(), required=True, allow_none=True)


class MadeByOrderSchema(Schema):
    """A request of the game that was made by your order; others see it as any move of yours."""

    request = fields.Integer(required=True)
    at = fields.String(required=True, metadata={"format": "date-time"})


class OrdersSchema(Schema):
    """Your orders that still stand, as they are put; `words` say each of them, in the same order."""

    revision = fields.Integer(required=True)
    orders = fields.List(fields.Dict(keys=fields.String()), required=True, metadata={"examples": [EXAMPLE]})
    words = fields.List(fields.String(), required=True)
    now = fields.Nested(WouldBeDoneSchema, required=True)
    made = fields.List(fields.Nested(MadeByOrderSchema), required=True)


@orders.route("/<uuid:game>/orders")
@requires("read", anonymous=True)
@orders.response(200, OrdersSchema)
@orders.refuses(403, 404, 409)
def get_orders(game: UUID) -> Response:
    """Your orders

    Those that still stand. Nobody else sees them, at no time.
    """
    seen = opened(game)
    own = services().orders.own(seen)
    tag = _tag(seen, own)
    return unchanged(tag) if may_have(tag) else private(_told(seen, own), tag)


@orders.route("/<uuid:game>/orders", methods=["PUT"], parameters=[IF_MATCH])
@requires("play")
@orders.arguments(OrdersQuery, location="query")
@orders.arguments(OrderListSchema)
@orders.response(200, OrdersSchema)
@orders.refuses(403, 404, 409, 412, 428, 429)
def put_orders(query: Mapping[str, Any], given: Mapping[str, Any], game: UUID) -> Response:
    """Leave orders

    This is your whole list from now on. When it is your turn, the service makes the first of these moves that the rules
    allow, as your own request, after the delay that the table gives its bots; one that they do not allow is passed
    over. A `play` is for your next turn alone, made or not, and ends with the hand; all others hold until you
    take them back, resign, or the match ends. The answer says in words what each would do, and what would be done now.
    """
    limits.spend(limits.ORDERS, caller().identity)
    seen = opened(game)
    if query["preview"]:
        own = services().orders.plan(seen, given["orders"])
    else:
        own = services().orders.put(seen, given["orders"], _revisions())
    return private(_told(seen, own), _tag(seen, own))


@orders.route("/<uuid:game>/orders", methods=["DELETE"])
@requires("play")
@orders.response(204)
@orders.refuses(403, 404, 409, 429)
def delete_orders(game: UUID) -> None:
    """Take all your orders back

    Whatever they are by now: when this is answered, none of them is carried out any more.
    """
    limits.spend(limits.ORDERS, caller().identity)
    services().orders.drop(opened(game))


@orders.errorhandler(ListChanged)
def list_changed(error: ListChanged) -> Response:
    """It is not the list that the caller knows."""
    detail = "Your list has changed since: an order was carried out, or you changed it elsewhere. Look at it anew."
    return problems.respond(Problem(412, "stale_orders", detail))


def _revisions() -> frozenset[int]:
    if "If-Match" not in request.headers:
        raise Problem(428, "version_required", "Say which list yours replaces: If-Match with its ETag.")
    return conditional.expected(None)


def _tag(seen: Seen, own: OwnOrders) -> str:
    """By the revision of the list, for If-Match; beside it the version, for what would be done now."""
    return conditional.etag(own.revision, str(seen.position.head.version))


def _told(seen: Seen, own: OwnOrders) -> bytes:
    state, seat = seen.position.state, seen.seat or 0
    said = {
        "revision": own.revision,
        "orders": [order.data() for order in own.orders],
        "words": _words(own.orders, own.cards, state.seats),
        "now": {
            "words": now(own.now, state, seat, ENGLISH, english),
            "move": None if own.now is None else move_data(own.now),
        },
        "made": [{"request": one.request, "at": rfc3339(one.created)} for one in own.made],
    }
    return compact(said)


def _words(orders: Sequence[Order], cards: Mapping[int, str], seats: int) -> list[str]:
    names = [f"seat {seat}" for seat in range(seats)]
    return [" ".join(words(order, cards, names, ENGLISH, english)) for order in orders]
