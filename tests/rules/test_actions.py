"""Draw Two, Reverse and Skip."""

import pytest

from tests.rules.specification import given

TURN = {"two_player_reverse": "turn"}


@pytest.mark.rule("R14")
def test_draw_two_makes_the_next_player_draw_two_and_lose_the_turn():
    table = given("rD b1 b2 | gD r1 | y2 y3", top="r5", draw="g1 g2 g3").when(0, "play rD")
    table.then("0 plays rD", "1 draws g1 g2 (draw_two)").stands(turn=2, phase="turn", color="r")
    table.refuses(1, "play gD", "not_your_turn", "R8").refuses(1, "draw", "not_your_turn", "R8")


@pytest.mark.rule("R14")
def test_draw_two_fits_on_its_colour_and_on_any_draw_two():
    given("gD b1 b2 | g5", top="rD", draw="g1 g2").when(0, "play gD").then("0 plays gD", "1 draws g1 g2 (draw_two)")
    given("rD b1 b2 | g5", top="r1", draw="g1 g2").when(0, "play rD")
    given("rD b1 b2 | g5", top="g1").refuses(0, "play rD", "card_not_playable")


@pytest.mark.rule("R14")
def test_draw_twos_are_not_added_up():
    table = given("rD b1 b2 | gD | gD y2 y3", top="r5", draw="g1 g2 g3 g4").when(0, "play rD").when(2, "play gD")
    table.then("2 plays gD", "0 draws g3 g4 (draw_two)").stands(turn=1)


@pytest.mark.rule("R14", "R15")
def test_draw_two_hits_in_the_direction_of_play():
    table = given("rD b1 b2 | g5 | y2 y3", top="r5", draw="g1 g2", direction=-1).when(0, "play rD")
    table.then("0 plays rD", "2 draws g1 g2 (draw_two)").stands(turn=1)


@pytest.mark.rule("R14", "R4")
def test_with_two_players_left_who_plays_a_draw_two_goes_on():
    table = given("rD b1 b2 | g5 | y2 y3", top="r5", draw="g1 g2").when(1, "resign").when(0, "play rD")
    table.then("0 plays rD", "2 draws g1 g2 (draw_two)").stands(turn=0)


@pytest.mark.rule("R15")
def test_reverse_turns_the_direction():
    table = given("rR b1 | g5 | y2 gR r3 | b3 r4", top="r5").when(0, "play rR").stands(direction=-1, turn=3)
    table.when(3, "play r4").stands(turn=2).when(2, "play r3").stands(turn=1)


@pytest.mark.rule("R15")
def test_reverse_fits_on_its_colour_and_on_any_reverse():
    table = given("rR b1 b2 | g5 | gR y2 y4", top="r5").when(0, "play rR").when(2, "play gR")
    table.stands(turn=0, direction=1, color="g")
    given("gR b1 b2 | g5", top="r5").refuses(0, "play gR", "card_not_playable")


@pytest.mark.rule("R16")
@pytest.mark.parametrize("direction", [1, -1])
def test_with_two_players_reverse_is_a_skip_and_leaves_the_direction_alone(direction):
    table = given("rR r1 r2 | r3 r4", top="r5", direction=direction).when(0, "play rR").then("0 plays rR")
    table.stands(turn=0, phase="turn", direction=direction).refuses(1, "play r3", "not_your_turn")


@pytest.mark.rule("R16")
@pytest.mark.parametrize("direction", [1, -1])
def test_with_two_players_reverse_may_only_turn(direction):
    table = given("rR r1 r2 | r3 r4", top="r5", direction=direction, options=TURN).when(0, "play rR")
    table.stands(turn=1, direction=-direction)


@pytest.mark.rule("R16", "R4", "R38")
@pytest.mark.parametrize("direction", [1, -1])
def test_two_players_left_at_a_bigger_table_are_two_players(direction):
    table = given("rR r1 r2 | g5 | r3 r4 | b1", top="r5", direction=direction).when(1, "resign").when(3, "resign")
    table.when(0, "play rR").stands(turn=0, direction=direction)


@pytest.mark.rule("R16", "R4")
def test_two_players_left_with_the_option_turn():
    table = given("rR r1 r2 | g5 | r3 r4 | b1", top="r5", options=TURN).when(1, "resign").when(3, "resign")
    table.when(0, "play rR").stands(turn=2, direction=-1)


@pytest.mark.rule("R16")
@pytest.mark.parametrize("option", ["skip", "turn"])
def test_with_three_players_the_option_says_nothing(option):
    table = given("rR r1 r2 | g5 | r3 r4 | b1", top="r5", options={"two_player_reverse": option}).when(1, "resign")
    table.when(0, "play rR").stands(turn=3, direction=-1)


@pytest.mark.rule("R17")
def test_skip_passes_over_the_next_player():
    table = given("rS r1 r2 | r3 r4 | b3 yS | b4", top="r5").when(0, "play rS").then("0 plays rS")
    table.stands(turn=2, direction=1, counts=(2, 2, 2, 1)).refuses(1, "play r3", "not_your_turn")


@pytest.mark.rule("R17")
def test_skip_fits_on_its_colour_and_on_any_skip():
    given("yS r1 r2 | r3 r4", top="gS").when(0, "play yS").stands(color="y")
    given("yS r1 r2 | r3 r4", top="g1").refuses(0, "play yS", "card_not_playable")


@pytest.mark.rule("R17", "R4")
@pytest.mark.parametrize(("direction", "turn"), [(1, 3), (-1, 2)])
def test_skip_passes_over_a_player_and_not_over_a_seat_that_is_out(direction, turn):
    table = given("rS r1 r2 | r3 | b3 | b4", top="r5", direction=direction).when(1, "resign").when(0, "play rS")
    table.stands(turn=turn)


@pytest.mark.rule("R17", "R4")
def test_with_two_players_left_who_skips_goes_on():
    given("rS r1 r2 | r3 | b3", top="r5").when(2, "resign").when(0, "play rS").stands(turn=0)
