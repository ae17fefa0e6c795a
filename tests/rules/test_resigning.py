"""Resigning: in every phase, in turn and out of turn, down to the last player."""

import pytest

from app.rules.view import view
from tests.rules.specification import dealt, deck_of, given

DRAW = "g1 g2 g3 g4 g6 g7 g8 g9"
OVER = ("hand 1 ends: nobody wins 0",)


@pytest.mark.rule("R38")
def test_the_hand_is_laid_aside_unseen():
    table = given("r3 r1 | g5 WB | b3", top="r5").when(1, "resign").then("1 leaves (resigned)")
    table.stands(turn=0, phase="turn", resigned=(1,), hands={1: "g5 WB"})
    assert all("WB" not in str(view(table.state, table.dealer, viewer)) for viewer in (0, 2, None))


@pytest.mark.rule("R38")
@pytest.mark.parametrize("move", ["draw", "play g5", "call_uno", "catch_uno 0", "resign", "accept"])
def test_who_resigned_makes_no_move_any_more(move):
    table = given("r3 r1 | g5 WB | b3", top="r5").when(1, "resign").refuses(1, move, "not_seated", "R38")
    assert table.moves(1) == []


@pytest.mark.rule("R38")
def test_in_turn_the_turn_passes_on_and_nothing_is_drawn():
    given("r3 r1 | g5 WB | b3", top="r5", draw=DRAW).when(0, "resign").then("0 leaves (resigned)").stands(
        turn=1, phase="turn", draw_count=8
    )


@pytest.mark.rule("R38", "R15")
def test_the_turn_passes_on_in_the_direction_of_play():
    given("r3 r1 | g5 WB | b3", top="r5", direction=-1).when(0, "resign").stands(turn=2)


@pytest.mark.rule("R38", "R11")
def test_a_drawn_card_stays_in_the_hand_laid_aside():
    table = given("g1 g2 | b1 | y1", top="r5", draw="r9 b8").when(0, "draw").stands(phase="drawn").when(0, "resign")
    table.then("0 leaves (resigned)").stands(phase="turn", turn=1, drawn=None, hands={0: "g1 g2 r9"}, draw_count=1)


@pytest.mark.rule("R38", "R28", "R39")
def test_a_colour_owed_is_the_one_held_most_after_the_resignation():
    table = given("WB b1 b2 r7 | g5 | b3", top="r5", draw="W4 b9 g2 g3").when(0, "play WB").stands(phase="color")
    table.when(0, "resign").then("0 leaves (resigned)", "0 names b").stands(phase="turn", turn=1, color="b")


@pytest.mark.rule("R38", "R7", "R39")
def test_the_opening_colour_owed_is_named_and_the_next_player_takes_the_turn():
    deck = deck_of(("r1 r2 y1 y2 y3 g1 b1", "b2 b3", "g2 g3"), then="WB b9")
    table = dealt(deck, 3).stands(phase="color", turn=0).when(0, "resign")
    table.then("0 leaves (resigned)", "0 names y").stands(phase="turn", turn=1, color="y", opening=False)


@pytest.mark.rule("R38", "R26", "R39")
def test_a_target_owed_is_the_next_player():
    table = given("WB b1 r7 | g5 | b2", top="r5", draw=f"g9 {DRAW}", direction=-1).when(0, "play WB")
    table.when(0, "resign").then("0 leaves (resigned)", "0 aims at 2", "2 draws g1 (green_shell)").stands(
        phase="turn", turn=2
    )


@pytest.mark.rule("R38", "R33", "R26")
def test_who_resigns_with_the_last_card_played_does_not_win_the_hand():
    table = given("WB | g5 | b2", top="r5", draw=f"g9 {DRAW}").when(0, "play WB").stands(phase="target")
    table.when(0, "resign").then("0 leaves (resigned)", "0 aims at 1", "1 draws g1 (green_shell)").stands(
        phase="turn", turn=1, hand=1
    )


@pytest.mark.rule("R38", "R20", "R18")
def test_a_wild_draw_four_that_waits_is_accepted_and_goes_to_the_hand_laid_aside():
    table = given("W4 b1 b2 | r3 | y2", top="r5", draw=DRAW).when(0, "play W4 y").when(1, "resign")
    table.then("1 leaves (resigned)", "1 accepts", "1 draws g1 g2 g3 g4 (draw_four)")
    table.stands(phase="turn", turn=2, hands={1: "r3 g1 g2 g3 g4"}, catchable=[])


@pytest.mark.rule("R38", "R20")
def test_the_hand_of_who_accepted_by_resigning_counts_for_the_winner():
    table = given("W4 b1 r1 | r3 | y2", top="r5", draw=DRAW).when(0, "play W4 y").when(1, "resign").when(2, "play y2")
    table.then("2 plays y2", "hand 1 ends: 2 wins 15", "the match ends (hands): 2 3 1")


@pytest.mark.rule("R38", "R21")
def test_a_challenge_against_who_resigned_is_judged_as_usual_lawful():
    table = given("W4 b1 b2 | r3 | y2", top="r5", draw=DRAW).when(0, "play W4 y").when(0, "resign")
    table.then("0 leaves (resigned)").stands(phase="challenge", turn=1).when(1, "challenge")
    table.then("1 challenges 0: lawful", "1 draws g1 g2 g3 g4 g6 g7 (challenge)").stands(turn=2)


@pytest.mark.rule("R38", "R22", "R20")
def test_a_challenge_against_who_resigned_is_judged_as_usual_unlawful():
    table = (
        given("W4 r1 b2 | r3 r4 | y2", top="r5", draw=DRAW).when(0, "play W4 y").when(0, "resign").when(1, "challenge")
    )
    table.then("1 challenges 0: unlawful", "0 draws g1 g2 g3 g4 (challenge)").stands(
        turn=1, phase="turn", hands={0: "r1 b2 g1 g2 g3 g4"}
    )
    shown = view(table.state, table.dealer, 1)["you"]["shown"]
    assert [[card["card"] for card in hand["hand"]] for hand in shown] == [["r1", "b2"]]


@pytest.mark.rule("R38", "R18")
def test_a_wild_draw_four_of_who_resigned_can_be_accepted():
    table = given("W4 r1 b2 | r3 r4 | y2", top="r5", draw=DRAW).when(0, "play W4 y").when(0, "resign").when(1, "accept")
    table.then("1 accepts", "1 draws g1 g2 g3 g4 (draw_four)").stands(turn=2, color="y")


@pytest.mark.rule("R38", "R30", "R31")
def test_cards_that_come_to_a_hand_laid_aside_owe_no_uno():
    table = given("WB | g5 | b2", top="W4", color="r", reshuffles=["W4", "WB"]).when(0, "play WB").when(0, "resign")
    table.stands(catchable=[], counts=(1, 1, 1))


@pytest.mark.rule("R38")
def test_out_of_turn_nothing_else_changes():
    table = given("g1 g2 | b1 | y1", top="r5", draw="r9 b8").when(0, "draw").when(2, "resign")
    table.then("2 leaves (resigned)").stands(phase="drawn", turn=0).offers(0, "play r9", "pass")


@pytest.mark.rule("R38", "R28")
def test_out_of_turn_while_a_colour_is_owed():
    table = given("WB b1 b2 | g5 | b3", top="r5", draw=f"W4 {DRAW}").when(0, "play WB").when(1, "resign")
    table.stands(phase="color", turn=0).when(0, "choose_color b").stands(turn=2)


@pytest.mark.rule("R38", "R20")
def test_out_of_turn_while_a_wild_draw_four_waits_for_another():
    table = given("W4 b1 b2 | r3 | y2 | b9", top="r5", draw=DRAW).when(0, "play W4 y").when(2, "resign")
    table.stands(phase="challenge", turn=1).when(1, "accept").stands(turn=3)


@pytest.mark.rule("R38")
def test_the_last_player_left_wins_and_the_hand_is_not_scored():
    table = given("r3 r1 | g5 WB", top="r5", scores=[0, 40]).when(1, "resign")
    table.then("1 leaves (resigned)", *OVER, "the match ends (last_player): 1 2").stands(
        scores=(0, 40), phase="match_over", turn=None, reason="last_player"
    )


@pytest.mark.rule("R38")
def test_the_last_player_left_wins_also_in_the_middle_of_a_longer_match():
    table = (
        given("r3 r1 | g5 | b1", top="r5", scores=[0, 40, 7], options={"hands": 9}).when(1, "resign").when(0, "resign")
    )
    table.then("0 leaves (resigned)", *OVER, "the match ends (last_player): 3 2 1")


@pytest.mark.rule("R38", "R28")
def test_nothing_owed_is_settled_for_the_last_player_a_colour():
    table = given("WB b1 b2 | g5", top="r5", draw=f"W4 {DRAW}").when(0, "play WB").when(0, "resign")
    table.then("0 leaves (resigned)", *OVER, "the match ends (last_player): 2 1")


@pytest.mark.rule("R38", "R26", "R33")
def test_nothing_owed_is_settled_for_the_last_player_a_target():
    table = given("WB | g5 | b1", top="r5", draw=f"g9 {DRAW}").when(0, "play WB").when(1, "resign").when(0, "resign")
    table.then("0 leaves (resigned)", *OVER, "the match ends (last_player): 2 2 1")


@pytest.mark.rule("R38", "R26", "R33")
def test_who_is_left_alone_while_aiming_the_last_card_wins_the_match_and_not_the_hand():
    table = given("WB | g5 | b1", top="r5", draw=f"g9 {DRAW}").when(0, "play WB").when(1, "resign").when(2, "resign")
    table.then("2 leaves (resigned)", *OVER, "the match ends (last_player): 1 2 2").stands(scores=(0, 0, 0))


@pytest.mark.rule("R38", "R20")
@pytest.mark.parametrize(("seat", "places"), [(0, "2 1"), (1, "1 2")])
def test_nothing_owed_is_settled_for_the_last_player_a_wild_draw_four(seat, places):
    table = given("W4 b1 b2 | g5", top="r5", draw=DRAW).when(0, "play W4 y").when(seat, "resign")
    table.then(f"{seat} leaves (resigned)", *OVER, f"the match ends (last_player): {places}")


@pytest.mark.rule("R38", "R11")
def test_the_last_two_with_a_drawn_card():
    table = given("g1 g2 | b1", top="r5", draw="r9").when(0, "draw").when(0, "resign")
    table.then("0 leaves (resigned)", *OVER, "the match ends (last_player): 2 1")


@pytest.mark.rule("R38", "R4")
def test_several_may_go_until_two_are_left():
    table = (
        given("r1 r2 | g5 | b3 | y1 | y2", top="r5", draw="g9").when(1, "resign").when(4, "resign").when(2, "resign")
    )
    table.stands(turn=0, resigned=(1, 4, 2)).when(0, "play r1").stands(turn=3).when(3, "draw").stands(turn=0)


@pytest.mark.rule("R38", "R5")
def test_who_resigned_gets_no_cards_in_the_next_hand():
    table = given("r1 | g5 | b3", top="r5", options={"hands": 2}).when(1, "resign").when(0, "play r1")
    table.stands(hand=2, counts=(7, 0, 7), resigned=(1,)).refuses(1, "draw", "not_seated", "R38")
