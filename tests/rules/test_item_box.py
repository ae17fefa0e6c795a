"""The Wild Item Box and the five items."""

import pytest

from tests.rules.specification import given

REST = "g1 g2 g3 g4"


def opened(turned, hands="WB b1 r7 | g5 gD | b2 b3", seat=0, **table):
    """Seat 0 has played a Wild Item Box that turned up `turned`, above g1 g2 g3 g4."""
    return given(hands, top=table.pop("top", "r5"), draw=f"{turned} {REST}", **table).when(seat, "play WB")


@pytest.mark.rule("R23")
@pytest.mark.parametrize("top", ["r5", "bS", "gR", "yD", "W4", "WB"])
def test_it_can_be_played_on_any_card(top):
    opened("y1", top=top, color="g").then("0 plays WB", "y1 is turned up", "2 draws g1 g2 (banana_peel)")


@pytest.mark.rule("R23")
def test_it_turns_the_top_card_onto_the_discard_pile_and_play_goes_on_from_it():
    table = opened("y1").stands(top="y1", color="y", discard=("r5", "WB", "y1"), draw_count=2)
    table.refuses(1, "play g5", "card_not_playable")


@pytest.mark.rule("R23", "R3")
@pytest.mark.parametrize(("turned", "direction", "turn"), [("yS", 1, 1), ("yR", 1, 1), ("yD", 1, 1), ("yD", -1, 2)])
def test_the_action_of_the_card_turned_up_is_ignored(turned, direction, turn):
    table = opened(turned, direction=direction).stands(turn=turn, direction=direction)
    table.then("0 plays WB", f"{turned} is turned up", f"{3 - turn} draws g1 g2 (banana_peel)")


@pytest.mark.rule("R23", "R9")
def test_the_symbol_of_the_card_turned_up_is_matched():
    table = opened("yD").offers(1, "play gD uno", "play gD", "draw")
    table.when(1, "play gD").then("1 plays gD", "2 draws g3 g4 (draw_two)")


@pytest.mark.rule("R3", "R23")
@pytest.mark.parametrize(
    ("turned", "phase", "turn"),
    [
        ("r0", "turn", 0),
        ("y0", "turn", 1),
        ("g0", "target", 0),
        ("b0", "turn", 0),
        ("W4", "color", 0),
        ("WB", "color", 0),
    ],
)
def test_every_colour_has_its_item(turned, phase, turn):
    opened(turned).stands(phase=phase, turn=turn)


@pytest.mark.rule("R24")
def test_mushroom_another_turn_that_must_be_taken():
    table = opened("r7").then("0 plays WB", "r7 is turned up").stands(phase="turn", turn=0, color="r")
    table.offers(0, "play r7 uno", "play r7", "draw").refuses(0, "pass", "wrong_phase")
    table.when(0, "draw").then("0 draws g1 (turn)", "0 passes").stands(turn=1)


@pytest.mark.rule("R24")
def test_mushroom_the_other_turn_may_be_another_item_box():
    table = given("WB WB b1 | g5", top="b5", draw="r7 r8 g1").when(0, "play WB", "play WB")
    table.then("0 plays WB", "r8 is turned up").stands(turn=0)


@pytest.mark.rule("R25")
def test_banana_peel_the_player_before_draws_two():
    opened("y9").then("0 plays WB", "y9 is turned up", "2 draws g1 g2 (banana_peel)").stands(turn=1, phase="turn")


@pytest.mark.rule("R25", "R15")
def test_banana_peel_before_means_in_the_direction_of_play():
    table = opened("y9", direction=-1)
    table.then("0 plays WB", "y9 is turned up", "1 draws g1 g2 (banana_peel)").stands(turn=2)


@pytest.mark.rule("R25", "R17")
def test_banana_peel_hits_the_player_before_even_if_that_turn_was_skipped():
    table = given("rS b1 b2 | g5 g6 | WB y1 y2", top="r5", draw="y9 g1 g2").when(0, "play rS").when(2, "play WB")
    table.then("2 plays WB", "y9 is turned up", "1 draws g1 g2 (banana_peel)").stands(turn=0)


@pytest.mark.rule("R25", "R4", "R38")
def test_banana_peel_passes_over_who_resigned():
    table = given("WB b1 r7 | g5 g6 | b2 b3", top="r5", draw=f"y9 {REST}").when(2, "resign").when(0, "play WB")
    table.then("0 plays WB", "y9 is turned up", "1 draws g1 g2 (banana_peel)").stands(turn=1)


@pytest.mark.rule("R26")
def test_green_shell_the_player_chooses_who_draws_one():
    table = opened("g9").then("0 plays WB", "g9 is turned up").stands(phase="target", turn=0, color="g")
    table.offers(0, "choose_target 1", "choose_target 2").offers(1)
    table.when(0, "choose_target 2").then("0 aims at 2", "2 draws g1 (green_shell)").stands(phase="turn", turn=1)


@pytest.mark.rule("R26")
@pytest.mark.parametrize("target", [0, 3, 99])
def test_green_shell_hits_another_who_is_still_in(target):
    opened("g9").refuses(0, f"choose_target {target}", "bad_target", "R26")


@pytest.mark.rule("R26", "R38")
def test_green_shell_does_not_hit_who_resigned():
    table = given("WB b1 r7 | g5 | b2 | b3", top="r5", draw=f"g9 {REST}").when(2, "resign").when(0, "play WB")
    table.offers(0, "choose_target 1", "choose_target 3").refuses(0, "choose_target 2", "bad_target")


@pytest.mark.rule("R26")
def test_green_shell_with_one_other_there_is_nothing_to_choose():
    table = given("WB b1 r7 | g5 g6", top="r5", draw=f"g9 {REST}").when(0, "play WB")
    table.then("0 plays WB", "g9 is turned up", "0 aims at 1", "1 draws g1 (green_shell)").stands(phase="turn", turn=1)


@pytest.mark.rule("R26", "R38", "R4")
def test_green_shell_with_one_other_left_at_a_bigger_table():
    table = given("WB b1 r7 | g5 | b2", top="r5", draw=f"g9 {REST}").when(1, "resign").when(0, "play WB")
    table.then("0 plays WB", "g9 is turned up", "0 aims at 2", "2 draws g1 (green_shell)").stands(turn=2)


@pytest.mark.rule("R26", "R38")
def test_green_shell_only_one_is_left_to_choose_after_the_card_was_turned_up():
    table = opened("g9").when(2, "resign").stands(phase="target", turn=0).offers(0, "choose_target 1")
    table.when(0, "choose_target 1").then("0 aims at 1", "1 draws g1 (green_shell)").stands(turn=1)


@pytest.mark.rule("R27")
def test_lightning_everyone_else_draws_one_in_turn_order_and_the_player_goes_on():
    table = opened("b9").then("0 plays WB", "b9 is turned up", "1 draws g1 (lightning)", "2 draws g2 (lightning)")
    table.stands(phase="turn", turn=0, color="b").when(0, "draw").stands(turn=1)


@pytest.mark.rule("R27", "R15")
def test_lightning_counter_clockwise():
    opened("b9", direction=-1).then("0 plays WB", "b9 is turned up", "2 draws g1 (lightning)", "1 draws g2 (lightning)")


@pytest.mark.rule("R27", "R38")
def test_lightning_strikes_nobody_who_resigned():
    table = given("WB b1 r7 | g5 | b2", top="r5", draw=f"b9 {REST}").when(1, "resign").when(0, "play WB")
    table.then("0 plays WB", "b9 is turned up", "2 draws g1 (lightning)")


@pytest.mark.rule("R28")
@pytest.mark.parametrize("turned", ["W4", "WB"])
def test_bob_omb_the_player_draws_two_names_the_colour_and_the_turn_passes_on(turned):
    table = opened(turned).then("0 plays WB", f"{turned} is turned up", "0 draws g1 g2 (bob_omb)")
    table.stands(phase="color", turn=0, top=turned).offers(0, *(f"choose_color {color}" for color in "rygb"))
    table.when(0, "choose_color b").then("0 names b").stands(phase="turn", turn=1, color="b", counts=(4, 2, 2))


@pytest.mark.rule("R28")
def test_bob_omb_turned_up_again_opens_nothing_and_hits_nobody_with_four():
    opened("WB").stands(draw_count=2, counts=(4, 2, 2), draw_four=None)
    opened("W4").stands(draw_count=2, counts=(4, 2, 2), draw_four=None)


@pytest.mark.rule("R28", "R15")
def test_bob_omb_passes_the_turn_on_in_the_direction_of_play():
    opened("W4", direction=-1).when(0, "choose_color r").stands(turn=2)
