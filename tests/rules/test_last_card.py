"""The last card: who wins a hand, what takes effect before, what it scores."""

import pytest

from tests.rules.specification import DECISION, given

NO_EFFECTS = {"last_card_effects": False}
OTHERS = "g5 g1 | b3 b4"
"""13 points in the hands of seats 1 and 2."""

DRAW = "W4 b9 g2 rS r0 y1"


def ends(points: int, places="1 2 2", winner=0) -> tuple[str, str]:
    """How the last hand is told to end."""
    return f"hand 1 ends: {winner} wins {points}", f"the match ends (hands): {places}"


@pytest.mark.rule("R33", "R36")
def test_the_first_player_without_cards_wins_the_hand():
    table = given(f"r1 | {OTHERS}", top="r5").when(0, "play r1").then("0 plays r1", *ends(13))
    table.stands(scores=(13, 0, 0), phase="match_over", turn=None).refuses(1, "draw", "game_over")


@pytest.mark.rule("R33", "R14")
def test_a_draw_two_is_drawn_before_the_count():
    table = given(f"rD | {OTHERS}", top="r5", draw=DRAW).when(0, "play rD")
    table.then("0 plays rD", "1 draws W4 b9 (draw_two)", *ends(13 + 59))


@pytest.mark.rule("R33", "R34", "R18")
def test_a_wild_draw_four_is_drawn_before_the_count():
    table = given(f"W4 | {OTHERS}", top="r5", draw=DRAW).when(0, "play W4 r")
    table.then("0 plays W4 as r", "1 draws W4 b9 g2 rS (draw_four)", *ends(13 + 50 + 9 + 2 + 20))


@pytest.mark.rule("R33", "R12")
def test_a_draw_two_as_last_card_shuffles_when_it_must():
    table = given(f"rD | {OTHERS}", top="r5", draw="b9", reshuffles=["r5"]).when(0, "play rD")
    table.then("0 plays rD", "1 shuffled into pile 1", "1 draws b9 r5 (draw_two)", *ends(13 + 14))


@pytest.mark.rule("R33")
@pytest.mark.parametrize("card", ["rS", "rR", "r0"])
def test_skip_reverse_and_numbers_change_nothing_any_more(card):
    given(f"{card} | {OTHERS}", top="r5", draw=DRAW).when(0, f"play {card}").then(f"0 plays {card}", *ends(13))


@pytest.mark.rule("R33", "R16")
def test_a_reverse_as_last_card_with_two_players_is_no_extra_turn():
    given("rR | g5 g1", top="r5").when(0, "play rR").then("0 plays rR", *ends(6, "1 2"))


@pytest.mark.rule("R33", "R24")
def test_the_extra_turn_of_a_mushroom_is_not_taken():
    given(f"WB | {OTHERS}", top="r5", draw=f"r9 {DRAW}").when(0, "play WB").then(
        "0 plays WB", "r9 is turned up", *ends(13)
    )


@pytest.mark.rule("R33", "R27")
def test_lightning_strikes_everyone_else_and_the_extra_turn_is_not_taken():
    given(f"WB | {OTHERS}", top="r5", draw=f"b9 {DRAW}").when(0, "play WB").then(
        "0 plays WB", "b9 is turned up", "1 draws W4 (lightning)", "2 draws b9 (lightning)", *ends(13 + 59)
    )


@pytest.mark.rule("R33", "R25")
def test_a_banana_peel_hits_before_the_count():
    given(f"WB | {OTHERS}", top="r5", draw=f"y9 {DRAW}").when(0, "play WB").then(
        "0 plays WB", "y9 is turned up", "2 draws W4 b9 (banana_peel)", *ends(13 + 59)
    )


@pytest.mark.rule("R33", "R26")
def test_the_player_chosen_by_a_green_shell_draws_before_the_count():
    table = (
        given(f"WB | {OTHERS}", top="r5", draw=f"g9 {DRAW}").when(0, "play WB").then("0 plays WB", "g9 is turned up")
    )
    table.stands(phase="target", turn=0, counts=(0, 2, 2))
    table.when(0, "choose_target 2").then("0 aims at 2", "2 draws W4 (green_shell)", *ends(13 + 50))


@pytest.mark.rule("R33", "R26")
def test_a_green_shell_with_one_other_ends_the_hand_at_once():
    given("WB | g5 g1", top="r5", draw=f"g9 {DRAW}").when(0, "play WB").then(
        "0 plays WB", "g9 is turned up", "0 aims at 1", "1 draws W4 (green_shell)", *ends(56, "1 2")
    )


@pytest.mark.rule("R33", "R26", "R39")
def test_a_green_shell_aimed_by_the_service_ends_the_hand_too():
    table = (
        given(f"WB | {OTHERS}", top="r5", draw=f"g9 {DRAW}", clock=DECISION).when(0, "play WB").when_time_runs_out(0)
    )
    table.then("time runs out for 0 (target)", "0 aims at 1", "1 draws W4 (green_shell)", *ends(13 + 50))


@pytest.mark.rule("R33", "R26", "R30")
def test_while_the_shell_is_aimed_its_player_owes_no_uno():
    table = given(f"WB | {OTHERS}", top="r5", draw=f"g9 {DRAW}").when(0, "play WB").stands(catchable=[])
    table.offers(0, "choose_target 1", "choose_target 2").refuses(1, "catch_uno 0", "nobody_to_catch")


@pytest.mark.rule("R33", "R28")
@pytest.mark.parametrize("turned", ["W4", "WB"])
def test_a_bob_omb_keeps_the_hand_going(turned):
    table = given(f"WB | {OTHERS}", top="r5", draw=f"{turned} g2 g3").when(0, "play WB")
    table.then("0 plays WB", f"{turned} is turned up", "0 draws g2 g3 (bob_omb)").stands(phase="color", turn=0)
    table.when(0, "choose_color g").stands(phase="turn", turn=1, hand=1)


@pytest.mark.rule("R33")
@pytest.mark.parametrize("card", ["rD", "rS", "rR", "r0", "WB", "W4 y"])
def test_without_effects_the_hand_ends_as_the_last_card_touches_the_pile(card):
    table = given(f"{card.split()[0]} | {OTHERS}", top="r5", draw=DRAW, options=NO_EFFECTS).when(0, f"play {card}")
    table.then(f"0 plays {card.replace(' ', ' as ')}", *ends(13)).stands(draw_count=6)


@pytest.mark.rule("R33")
def test_without_last_card_effects_other_cards_have_theirs():
    table = given(f"rD b1 | {OTHERS}", top="r5", draw=DRAW, options=NO_EFFECTS).when(0, "play rD")
    table.then("0 plays rD", "1 draws W4 b9 (draw_two)").stands(turn=2)


@pytest.mark.rule("R33", "R11")
def test_a_drawn_card_cannot_be_the_last_one_but_the_next_to_last():
    given(f"b1 | {OTHERS}", top="r5", draw="r9").when(0, "draw", "play r9").stands(counts=(1, 2, 2), phase="turn")


@pytest.mark.rule("R36")
def test_the_printed_example():
    given("r1 | r3 y4 rS W4 b1 | g8 b9 gR yD", top="r5").when(0, "play r1").then_first(
        "0 plays r1", "hand 1 ends: 0 wins 135"
    )


@pytest.mark.rule("R36", "R38")
def test_cards_laid_aside_count_too():
    table = given("r1 b1 | g5 WB | b3 b4", top="r5").when(1, "resign").when(0, "play r1").when(2, "resign")
    table.then("2 leaves (resigned)", "hand 1 ends: nobody wins 0", "the match ends (last_player): 1 2 2")
    given("r1 | g5 WB | b3 b4", top="r5").when(1, "resign").when(0, "play r1").then("0 plays r1", *ends(62, "1 3 2"))
