"""The order of legal moves, phase by phase.

Clients show the moves in this order, bots with a seed choose by it, and views with the same moves have the same bytes:
so the order is pinned here, and not only that the moves are the right ones. It is that of the table of phases; cards
come in deck order, a play that leaves one card first with UNO said, resigning last.
"""

import pytest

from app.rules.legal import legal_moves
from app.rules.state import START
from tests.rules.specification import dealt, deck_of, given, seated

DRAW = "g1 g2 g3 g4 g6 g7 g8 g9"
REJECT = {"illegal_wild_draw_four": "reject"}


@pytest.mark.rule("R9", "R10", "R18", "R23")
def test_turn():
    table = given("WB b5 W4 gS r9 r0 rD y5 r9 W4 b1 | g1", top="r5", draw=DRAW)
    table.offers(
        0,
        "play r0",
        "play r9",
        "play rD",
        "play y5",
        "play b5",
        "play W4 r",
        "play W4 y",
        "play W4 g",
        "play W4 b",
        "play WB",
        "draw",
    )


@pytest.mark.rule("R30")
def test_turn_with_two_cards():
    given("W4 r1 | g1 g2", top="r5", draw=DRAW).offers(
        0,
        "play r1 uno",
        "play r1",
        "play W4 r uno",
        "play W4 r",
        "play W4 y uno",
        "play W4 y",
        "play W4 g uno",
        "play W4 g",
        "play W4 b uno",
        "play W4 b",
        "draw",
    )


@pytest.mark.rule("R30", "R33")
def test_turn_with_one_card():
    given("WB | g1 g2", top="r5", draw=DRAW).offers(0, "play WB", "draw", "call_uno")


@pytest.mark.rule("R19")
def test_turn_with_reject():
    given("W4 r1 WB | g1 g2", top="r5", options=REJECT).offers(0, "play r1", "play WB", "draw")
    given("W4 W4 b1 | g1 g2", top="r5", options=REJECT).offers(
        0, "play W4 r", "play W4 y", "play W4 g", "play W4 b", "draw"
    )
    given("W4 r1 b1 | g1 g2", top="r5").offers(0, "play r1", "play W4 r", "play W4 y", "play W4 g", "play W4 b", "draw")


@pytest.mark.rule("R11")
def test_drawn():
    given("r1 r2 | g1 g2", top="r5", draw="r9").when(0, "draw").offers(0, "play r9", "pass").offers(1)


@pytest.mark.rule("R11", "R30")
def test_drawn_with_two_cards():
    given("r1 | g1 g2", top="r5", draw="WB").when(0, "draw").offers(0, "play WB uno", "play WB", "pass")


@pytest.mark.rule("R11", "R18")
def test_drawn_wild_draw_four():
    given("r1 b1 | g1 g2", top="r5", draw="W4").when(0, "draw").offers(
        0, "play W4 r", "play W4 y", "play W4 g", "play W4 b", "pass"
    )


@pytest.mark.rule("R7", "R28")
def test_color():
    colors = [f"choose_color {color}" for color in "rygb"]
    given("WB b1 | g5 g1", top="r5", draw=f"W4 {DRAW}").when(0, "play WB").offers(0, *colors).offers(1)
    dealt(deck_of(("r1", "r2"), then="WB"), 2).offers(0, *colors).offers(1)


@pytest.mark.rule("R26")
def test_target():
    table = (
        given("b1 | g5 | WB b2 b3 | b4 | y1", top="r5", turn=2, draw=f"g9 {DRAW}").when(3, "resign").when(2, "play WB")
    )
    table.offers(2, "choose_target 0", "choose_target 1", "choose_target 4")


@pytest.mark.rule("R20", "R31")
def test_challenge():
    table = given("W4 b1 | g5 g1 | b2 b3", top="r5", draw=DRAW).when(0, "play W4 y")
    table.offers(1, "accept", "challenge", "catch_uno 0").offers(2, "catch_uno 0").offers(0, "call_uno")


@pytest.mark.rule("R30", "R31")
def test_in_turn_with_somebody_to_catch_and_uno_to_say():
    table = given("r1 b1 | r9 | b2 b3", top="r5", draw=DRAW).when(0, "play r1")
    table.offers(1, "play r9", "draw", "call_uno", "catch_uno 0").offers(0, "call_uno").offers(2, "catch_uno 0")


@pytest.mark.rule("R4", "R35", "R38")
def test_no_moves_before_the_start_after_the_end_for_who_is_out_and_for_nobody():
    over = given("r1 | b1", top="r5").when(0, "play r1")
    out = given("r1 | b1 | g1", top="r5").when(1, "resign")
    nobody = [
        (START, 0),
        (seated(2), 0),
        (over.state, 0),
        (over.state, 1),
        (out.state, 1),
        (out.state, 3),
        (out.state, -1),
    ]
    assert [legal_moves(state, seat, over.dealer) for state, seat in nobody] == [[]] * len(nobody)
    assert legal_moves(out.state.replace(phase="hand_over", turn=None), 0, out.dealer) == []
