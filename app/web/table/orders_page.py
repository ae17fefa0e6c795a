"""Orders on pages: what a player wants done when it is their turn and they do not look. It is shown in words before
anything is kept."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, ParamSpec
from uuid import UUID

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue
from marshmallow import Schema, ValidationError, fields, validate

from app.api import limits
from app.api.auth import caller
from app.api.boundary import SAYINGS
from app.api.context import services
from app.api.fields import QueryInteger
from app.api.orders import OrderListSchema
from app.rules.cards import COLORS, RANK
from app.rules.legal import targets
from app.rules.refusals import Refused
from app.services.orders.order_list import MOST, PLAY, STANDING, SYMBOLS, Condition, Order
from app.services.orders.order_words import now, symbol_name, words
from app.services.orders.orders import ListChanged, OwnOrders
from app.services.play.sight import Seen
from app.services.refusals import Malformed
from app.services.replay.exports import names_at
from app.web import errors, language
from app.web.forms import Checkbox, Wrong, read
from app.web.language import _
from app.web.pages import Pages
from app.web.render import page
from app.web.safety import kept_by_nobody
from app.web.table.table import INVITATION, address, seen_at
from replays.show.languages import color_name, seat_names
from replays.show.words import isolated

P = ParamSpec("P")

orders_page = Pages("orders_page", __name__)
orders_page.after_request(kept_by_nobody)

FIELD_OF = {"card_not_in_hand": "slot", "color_required": "color", "color_not_allowed": "color", "bad_target": "target"}
"""Beside which field it is said that a card cannot be ordered so."""


class Revised(Schema):
    """The list that a form was made for."""

    revision = QueryInteger(required=True)


class StandingForm(Revised):
    """Which orders hold on, each ticked or not."""

    draw_if_nothing_fits = Checkbox()
    play_drawn = Checkbox()
    pass_ = Checkbox(data_key="pass")
    accept = Checkbox()
    say_uno = Checkbox()


class PlayForm(Revised):
    """A card of the hand, and when it is to be played."""

    slot = QueryInteger(required=True, validate=validate.Range(0, 10_000))
    color = fields.String(load_default=None, validate=validate.OneOf(list(COLORS)))
    target = QueryInteger(load_default=None, validate=validate.Range(0, 9))
    if_color = fields.String(load_default=None, validate=validate.OneOf(list(COLORS)))
    if_top = fields.String(load_default=None, validate=validate.OneOf(SYMBOLS))
    if_next_at_most = QueryInteger(load_default=None, validate=validate.Range(1, 112))
    if_direction = fields.String(load_default=None, validate=validate.OneOf(["1", "-1"]))


class ListForm(Revised):
    """What becomes of one order of the list: it goes, or comes before the one before it."""

    remove = QueryInteger(load_default=None, validate=validate.Range(0, MOST - 1))
    earlier = QueryInteger(load_default=None, validate=validate.Range(1, MOST - 1))


class LeavingForm(Revised):
    """A whole list, as the question before had it."""

    orders = fields.String(required=True, validate=validate.Length(max=10_000))


def goes_on(view: Callable[P, ResponseReturnValue]) -> Callable[P, ResponseReturnValue]:
    """What is done with the orders of the game in the address: what cannot be is said on the page of the orders, beside
    its field, and whoever has an old list is shown the new one."""

    @wraps(view)
    def done(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        game = UUID(str(kwargs["game"]))
        limits.spend(limits.ORDERS, caller().identity)
        try:
            return view(*args, **kwargs)
        except ListChanged:
            return redirect(_here(game, said="orders-changed"), 303)
        except Refused as refused:
            if refused.code not in FIELD_OF:
                raise
            return _shown(seen_at(game), 422, {FIELD_OF[refused.code]: errors.words(SAYINGS[Refused](refused))})
        except Wrong as wrong:
            count = {"if_next_at_most": _("A whole number from 1 to 112.")} if "if_next_at_most" in wrong.errors else {}
            return _shown(seen_at(game), 422, wrong.errors | count)
        except Malformed:
            return _shown(seen_at(game), 422, {"list": _("So many orders cannot be left.")})

    return done


@orders_page.get("/games/<uuid:game>/orders")
def show(game: UUID) -> ResponseReturnValue:
    """The reader's orders, what they would do now, and what else can be ordered."""
    return _shown(seen_at(game))


@orders_page.post("/games/<uuid:game>/orders/standing")
@goes_on
def standing(game: UUID) -> ResponseReturnValue:
    """The orders that hold on, as they were ticked; then the question."""
    given, seen = read(StandingForm), seen_at(game)
    own = services().orders.own(seen)
    known = {order.type: order for order in own.orders}
    ticked = [kind for kind in STANDING if given["pass_" if kind == "pass" else kind]]
    stay = [order for order in own.orders if order.type == PLAY or order.type in ticked]
    return _asked(seen, [*stay, *(Order(kind) for kind in ticked if kind not in known)], given["revision"])


@orders_page.post("/games/<uuid:game>/orders/play")
@goes_on
def play(game: UUID) -> ResponseReturnValue:
    """One more card for the next turn, behind those that stand; then the question."""
    given, seen = read(PlayForm), seen_at(game)
    own = services().orders.own(seen)
    way = given["if_direction"]
    when = Condition(given["if_color"], given["if_top"], given["if_next_at_most"], int(way) if way else None)
    plays = [order for order in own.orders if order.type == PLAY]
    others = [order for order in own.orders if order.type != PLAY]
    more = Order(PLAY, given["slot"], when, given["color"], given["target"])
    return _asked(seen, [*plays, more, *others], given["revision"])


@orders_page.post("/games/<uuid:game>/orders/leave")
@goes_on
def leave(game: UUID) -> ResponseReturnValue:
    """The answer to the question: yes."""
    given = read(LeavingForm)
    services().orders.put(seen_at(game), _listed(given["orders"]), frozenset({given["revision"]}))
    return redirect(_here(game, said="saved"), 303)


@orders_page.post("/games/<uuid:game>/orders/list")
@goes_on
def change(game: UUID) -> ResponseReturnValue:
    """An order is taken back, or comes before another. Nothing more is done by it than before, so nobody is asked."""
    given, seen = read(ListForm), seen_at(game)
    orders = list(services().orders.own(seen).orders)
    removed, raised = given["remove"], given["earlier"]
    if removed is not None:
        del orders[removed : removed + 1]
    elif raised is not None and raised < len(orders):
        orders[raised - 1], orders[raised] = orders[raised], orders[raised - 1]
    services().orders.put(seen, orders, frozenset({given["revision"]}))
    return redirect(_here(game, said="removed" if removed is not None else "saved"), 303)


@orders_page.post("/games/<uuid:game>/orders/drop")
@goes_on
def drop(game: UUID) -> ResponseReturnValue:
    """All of them are taken back."""
    services().orders.drop(seen_at(game))
    return redirect(_here(game, said="removed"), 303)


def in_words(seen: Seen, own: OwnOrders) -> list[list[str]]:
    """What each order of a list says, in sentences."""
    return [_said(seen, own, order) for order in own.orders]


def _here(game: UUID | str, **values: Any) -> str:
    return url_for("orders_page.show", game=game, **{INVITATION: request.args.get(INVITATION), **values})


def _listed(text: str) -> list[Order]:
    """The list that the question carried. Raises Wrong for one that no question of ours has."""
    try:
        found: list[Order] = OrderListSchema().loads(f'{{"orders":{text}}}')["orders"]
    except (ValidationError, ValueError, RecursionError):
        raise Wrong({"list": _("Something cannot be so: it is said beside the field.")}) from None
    return found


def _shown(seen: Seen, status: int = 200, wrong: Mapping[str, str] | None = None) -> ResponseReturnValue:
    own = services().orders.own(seen)
    state, seat = seen.position.state, seen.seat or 0
    hand = sorted(own.cards.items(), key=lambda held: (RANK[held[1]], held[0]))
    return page(
        "table/orders.html",
        status,
        **_told(seen, own),
        hand=hand,
        standing=[(kind, _said(seen, own, Order(kind))[0]) for kind in STANDING],
        ticked={order.type for order in own.orders},
        wild=any(card[0] == "W" for card in own.cards.values()),
        symbols=[(symbol, symbol_name(symbol, _)) for symbol in SYMBOLS],
        targets=[(other, _names(seen)[other]) for other in targets(state, seat)],
        colors=[(color, color_name(color, language.current())) for color in COLORS],
        errors=wrong or {},
        given=request.form,
    )


def _asked(seen: Seen, orders: Sequence[Order], revision: int) -> ResponseReturnValue:
    """The question whether the reader means it: all in words, and nothing kept."""
    own = services().orders.plan(seen, orders, revision)
    said = json.dumps([order.data() for order in orders], separators=(",", ":"))
    return page("table/orders_question.html", **_told(seen, own), plan=said)


def _told(seen: Seen, own: OwnOrders) -> dict[str, Any]:
    """What both pages say of a list."""
    state, seat = seen.position.state, seen.seat or 0
    return {
        "game": seen.game,
        "back": address(seen.game),
        "orders_address": _here(seen.game),
        "to": lambda endpoint: url_for(f"orders_page.{endpoint}", game=seen.game, **_invited()),
        "revision": own.revision,
        "orders": in_words(seen, own),
        "now": now(own.now, state, seat, language.current(), _),
    }


def _invited() -> dict[str, Any]:
    return {INVITATION: request.args.get(INVITATION)}


def _said(seen: Seen, own: OwnOrders, order: Order) -> list[str]:
    return words(order, own.cards, _names(seen), language.current(), _)


def _names(seen: Seen) -> list[str]:
    """What to call who sits at each seat, within a sentence."""
    players = seen.position.state.players
    return [isolated(name) for name in seat_names(players, names_at(seen), language.current())]
