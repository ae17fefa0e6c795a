"""Which move a list of orders makes: on given hands, as things stand at the table."""

from typing import Any

import pytest

from app.rules.moves import move_data
from app.services.orders.order_list import Condition, Order, answer, slots, still_good, wished
from tests.rules.specification import Table, given

DRAW, PLAY_DRAWN, PASS = Order("draw_if_nothing_fits"), Order("play_drawn"), Order("pass")
ACCEPT, SAY_UNO = Order("accept"), Order("say_uno")


def play(
    table: Table, seat: int, card: str, choose: str | None = None, target: int | None = None, **when: Any
) -> Order:
    """The order to play this card of a hand."""
    held = slots(table.state, seat, table.dealer)
    return Order("play", next(slot for slot, code in held.items() if code == card), Condition(**when), choose, target)


def made(table: Table, seat: int, *orders: Order) -> dict[str, Any] | None:
    """The move that these orders make now."""
    wish = wished(table.state, seat, table.dealer, orders)
    return wish and move_data(wish.move)


def test_a_card_is_played_that_fits() -> None:
    table = given("r5 b1 g1 | g5 | y2", top="r9")
    assert made(table, 0, play(table, 0, "r5")) == {"type": "play", "card": "r5"}


def test_one_that_does_not_fit_is_passed_over() -> None:
    table = given("r5 b1 b9 | g5 | y2", top="r9")
    assert made(table, 0, play(table, 0, "b1"), play(table, 0, "b9")) == {"type": "play", "card": "b9"}
    assert made(table, 0, play(table, 0, "b1")) is None


def test_nothing_is_done_before_the_turn() -> None:
    table = given("r5 b1 | r6 r7 | y2", top="r9")
    assert made(table, 1, play(table, 1, "r6"), DRAW, PASS, ACCEPT, SAY_UNO) is None


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ({"color": "r"}, True),
        ({"color": "g"}, False),
        ({"top": "9"}, True),
        ({"top": "8"}, False),
        ({"top": "W"}, False),
        ({"next_at_most": 2}, True),
        ({"next_at_most": 1}, False),
        ({"direction": 1}, True),
        ({"direction": -1}, False),
        ({"color": "r", "top": "9", "next_at_most": 3, "direction": 1}, True),
        ({"color": "r", "top": "8"}, False),
    ],
)
def test_all_conditions_have_to_hold(when: dict[str, Any], holds: bool) -> None:
    table = given("r5 b1 | g5 g6 | y2 y3 y4", top="r9")
    assert (made(table, 0, play(table, 0, "r5", **when)) is not None) is holds


def test_the_next_player_is_the_one_in_the_direction_of_play() -> None:
    table = given("r5 b1 | g5 g6 | y2", top="r9", direction=-1)
    assert made(table, 0, play(table, 0, "r5", next_at_most=1, direction=-1)) == {"type": "play", "card": "r5"}


def test_a_wild_card_on_top_is_neither_number_nor_symbol() -> None:
    table = given("r5 b1 | g5 | y2", top="W4", color="r")
    assert made(table, 0, play(table, 0, "r5", top="W")) == {"type": "play", "card": "r5"}


def test_a_card_is_drawn_when_none_fits_and_only_then() -> None:
    assert made(given("b1 b2 | g5 | y2", top="r9"), 0, DRAW) == {"type": "draw"}
    assert made(given("b1 r2 | g5 | y2", top="r9"), 0, DRAW) is None
    assert made(given("b1 WB | g5 | y2", top="r9"), 0, DRAW) is None, "a wild card always fits"


def test_a_wild_draw_four_that_the_table_refuses_counts_as_none_that_fits() -> None:
    strict = {"illegal_wild_draw_four": "reject"}
    table = given("r1 W4 | g5 | y2", top="r9", options=strict)
    assert made(table, 0, play(table, 0, "W4", "b"), DRAW) is None, "the red card fits"
    assert made(table, 0, play(table, 0, "W4", "b"), play(table, 0, "r1")) == {"type": "play", "card": "r1"}


def test_a_wild_draw_four_declares_the_colour_that_was_ordered() -> None:
    table = given("b1 W4 g1 | g5 | y2", top="r9")
    assert made(table, 0, play(table, 0, "W4", "b")) == {"type": "play", "card": "W4", "color": "b"}
    assert made(table, 0, play(table, 0, "W4")) is None


def test_a_drawn_card_is_played_or_kept_by_what_comes_first() -> None:
    table = given("b1 b2 | g5 | y2", top="r9", draw="r3 g1")
    table.when(0, "draw")
    assert made(table, 0, PLAY_DRAWN, PASS) == {"type": "play", "card": "r3"}
    assert made(table, 0, PASS, PLAY_DRAWN) == {"type": "pass"}
    assert made(table, 0, DRAW, ACCEPT) is None, "what is not ordered is left to the player"


def test_a_drawn_wild_draw_four_needs_its_colour() -> None:
    table = given("b1 b2 | g5 | y2", top="r9", draw="W4 g1")
    table.when(0, "draw")
    assert made(table, 0, PLAY_DRAWN, PASS) == {"type": "pass"}
    assert made(table, 0, Order("play_drawn", color="g"), PASS) == {"type": "play", "card": "W4", "color": "g"}


def test_behind_a_draw_no_other_card_is_played() -> None:
    table = given("b1 r2 | g5 | y2", top="r9", draw="r3 g1")
    order = play(table, 0, "r2")
    table.when(0, "draw")
    assert made(table, 0, order) is None


def test_a_wild_draw_four_is_accepted() -> None:
    table = given("W4 b1 | g5 g6 | y2", top="r9", draw="y1 y3 y4 y5 y6 y7")
    table.when(0, "play W4 b")
    assert made(table, 1, ACCEPT) == {"type": "accept"}
    assert made(table, 1, DRAW, PASS, SAY_UNO) is None


def test_uno_is_said_with_a_play_that_leaves_one_card() -> None:
    table = given("r5 b1 | g5 | y2", top="r9")
    assert made(table, 0, play(table, 0, "r5"), SAY_UNO) == {"type": "play", "card": "r5", "uno": True}
    assert made(table, 0, play(table, 0, "r5")) == {"type": "play", "card": "r5"}
    assert made(given("r5 b1 b2 | g5 | y2", top="r9"), 0, DRAW, SAY_UNO) is None


def test_uno_is_said_behind_a_play_without_it_and_once() -> None:
    table = given("r5 b1 | g5 g6 | y2 y3", top="r9")
    table.when(0, "play r5")
    assert made(table, 0, SAY_UNO) == {"type": "call_uno"}
    assert made(table, 0, DRAW, PASS) is None
    table.when(0, "call_uno")
    assert made(table, 0, SAY_UNO) is None


def test_a_colour_that_is_asked_for_is_answered_by_the_same_order() -> None:
    table = given("WB b1 b2 | g5 g6 | y2 y3", top="r9", draw="W4 g1 g2 g3")
    order = play(table, 0, "WB", "y", 1)
    table.when(0, "play WB")
    assert table.state.phase == "color"
    found = answer(table.state, 0, order)
    assert found is not None
    assert move_data(found) == {"type": "choose_color", "color": "y"}
    assert answer(table.state, 0, play(table, 0, "b1")) is None


def test_a_target_that_is_asked_for_is_answered_by_the_same_order() -> None:
    table = given("WB b1 b2 | g5 g6 | y2 y3", top="r9", draw="g4 g1 g2 g3")
    order = play(table, 0, "WB", "y", 2)
    table.when(0, "play WB")
    assert table.state.phase == "target"
    found = answer(table.state, 0, order)
    assert found is not None
    assert move_data(found) == {"type": "choose_target", "target": 2}


def test_a_target_that_is_gone_is_left_to_the_player() -> None:
    table = given("WB b1 b2 | g5 g6 | y2 y3", top="r9", draw="g4 g1 g2 g3")
    order = play(table, 0, "WB", "y", 2)
    table.when(0, "play WB")
    table.when(2, "resign")
    assert table.state.phase == "target"
    assert answer(table.state, 0, order) is None


def test_what_asks_for_nothing_is_not_answered() -> None:
    table = given("WB b1 b2 | g5 g6 | y2 y3", top="r9", draw="r4 g1 g2 g3")
    order = play(table, 0, "WB", "y", 2)
    table.when(0, "play WB")
    assert answer(table.state, 0, order) is None, "a Mushroom: it is still the turn, and nothing is owed"


def test_an_order_is_written_down_and_read_again() -> None:
    orders = (DRAW, SAY_UNO, Order("play", 57, Condition("r", "7", 3, -1), "b", 2), Order("play", 3))
    assert [Order.read(order.data()) for order in orders] == list(orders)
    assert orders[2].data() == {
        "type": "play",
        "slot": 57,
        "color": "b",
        "target": 2,
        "if": {"color": "r", "top": "7", "next_at_most": 3, "direction": -1},
    }


def test_plays_are_for_one_hand() -> None:
    orders = [Order("play", 3), DRAW]
    assert still_good(orders, True, 0, []) == orders
    assert still_good(orders, False, 0, []) == [DRAW]
