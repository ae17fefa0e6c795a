"""An empty draw pile: what is shuffled, when, and what happens when nothing is left."""

import pytest

from tests.rules.specification import DECISION, given


def drained(table, left: str):
    """The table with nothing to draw and nothing to shuffle: only `left`, the top card, lies in the discard pile."""
    table.state = table.state.replace(discard=(left,), next=table.state.end)
    return table


@pytest.mark.rule("R12")
def test_the_discard_pile_but_its_top_card_becomes_the_draw_pile():
    table = given("g1 g2 | g5", top="r5", discard="b7 y3 b1", reshuffles=["y3 b1 b7"]).when(0, "draw")
    table.then("3 shuffled into pile 1", "0 draws y3 (turn)", "0 passes")
    table.stands(top="r5", color="r", discard_count=0, draw_count=2)
    assert table.state.piles[-1].cards == ("y3", "b1", "b7")  # in deck order, as everybody knows it


@pytest.mark.rule("R12")
def test_a_pile_is_shuffled_only_when_a_card_has_to_be_taken_and_none_is_there():
    table = given("g1 g2 | g5 g6", top="r5", draw="b9", discard="b7 y3", reshuffles=["y3 b7"])
    table.when(0, "draw").then("0 draws b9 (turn)", "0 passes").stands(draw_count=0, discard_count=2)
    table.when(1, "draw").then("2 shuffled into pile 1", "1 draws y3 (turn)", "1 passes")


@pytest.mark.rule("R12")
def test_playing_with_an_empty_draw_pile_shuffles_nothing():
    given("r1 g2 g3 | g5 g6", top="r5", discard="b7").when(0, "play r1").then("0 plays r1").stands(draw_count=0)


@pytest.mark.rule("R12", "R14")
def test_in_the_middle_of_a_penalty_the_rest_is_taken_from_the_new_pile():
    table = given("rD b1 b2 | g5 | y2 y3", top="r5", draw="g1", discard="b7 b8", reshuffles=["b8 r5 b7"])
    table.when(0, "play rD").then("0 plays rD", "3 shuffled into pile 1", "1 draws g1 b8 (draw_two)")
    shuffled = table.events[1]
    assert (shuffled.pile, shuffled.first, shuffled.cards) == (1, 6 + 1, 3)
    assert table.events[2].slots == (6, 7)


@pytest.mark.rule("R12")
def test_the_next_reshuffle_goes_on_with_the_next_numbers():
    table = given("g1 g2 | g5 g6", top="r5", discard="b7", reshuffles=["b7", "r5"])
    table.when(0, "draw").then("1 shuffled into pile 1", "0 draws b7 (turn)", "0 passes")
    table.state = table.state.replace(discard=("r5", "r2"), top="r2")
    table.when(1, "draw").then("1 shuffled into pile 2", "1 draws r5 (turn)")
    assert (table.events[0].first, table.events[1].slots) == (5, (5,))


@pytest.mark.rule("R12", "R9")
def test_a_wild_loses_its_declared_colour():
    table = given("g1 g2 | y5 y6", top="r5", discard="W4", reshuffles=["W4"]).when(0, "draw").stands(phase="drawn")
    table.when(0, "play W4 b").stands(color="b")


@pytest.mark.rule("R12", "R27")
def test_a_pile_that_runs_out_between_two_draws_of_one_request_is_shuffled_between_them():
    table = given("WB b1 b2 | g5 | y2", top="r5", draw="b9 g1", discard="y9", reshuffles=["r5 y9 WB"])
    table.when(0, "play WB").then(
        "0 plays WB", "b9 is turned up", "1 draws g1 (lightning)", "3 shuffled into pile 1", "2 draws r5 (lightning)"
    )


@pytest.mark.rule("R29")
def test_with_an_empty_draw_pile_what_lies_under_the_item_box_is_shuffled_first():
    table = given("WB b2 b3 | g5 g6", top="r5", discard="g9", reshuffles=["g9 r5"])
    table.when(0, "play WB").then(
        "0 plays WB", "2 shuffled into pile 1", "g9 is turned up", "0 aims at 1", "1 draws r5 (green_shell)"
    )


@pytest.mark.rule("R29", "R12")
def test_the_card_an_item_box_was_played_on_may_be_the_only_one_to_turn_up():
    table = given("WB b2 b3 | g5 g6", top="r5", reshuffles=["r5"]).when(0, "play WB")
    table.then("0 plays WB", "1 shuffled into pile 1", "r5 is turned up").stands(draw_count=0, discard_count=1, turn=0)


@pytest.mark.rule("R29", "R28", "R30", "R31")
def test_a_bob_omb_may_find_the_item_box_alone_and_leave_its_player_with_one_card():
    table = given("WB | g5 g6 | y1", top="W4", color="r", reshuffles=["W4", "WB"]).when(0, "play WB")
    table.then(
        "0 plays WB", "1 shuffled into pile 1", "W4 is turned up", "1 shuffled into pile 2", "0 draws WB (bob_omb)"
    )
    table.stands(phase="color", turn=0, hands={0: "WB"}, catchable=[0], draw_count=0, discard_count=0)


@pytest.mark.rule("R13")
def test_a_penalty_takes_what_there_is():
    table = given("W4 b1 b2 | g5 | y2 y3", top="r5", draw="g1 g2", reshuffles=["r5"]).when(0, "play W4 b")
    table.when(1, "accept").then("1 accepts", "1 shuffled into pile 1", "1 draws g1 g2 r5 (draw_four)").stands(turn=2)


@pytest.mark.rule("R13", "R25")
def test_a_penalty_that_finds_nothing_is_no_event_and_the_turn_is_lost_all_the_same():
    table = given("WB b1 b2 | y5 y6 | y2 y3", top="y9", reshuffles=["y9", "WB"]).when(0, "play WB")
    table.then(
        "0 plays WB", "1 shuffled into pile 1", "y9 is turned up", "1 shuffled into pile 2", "2 draws WB (banana_peel)"
    )
    table.when(1, "draw").then("1 passes").stands(turn=2)


@pytest.mark.rule("R13", "R27")
def test_lightning_strikes_with_what_there_is():
    table = given("WB b1 b2 | y5 y6 | y2 y3", top="b9", reshuffles=["b9", "WB"]).when(0, "play WB")
    table.then(
        "0 plays WB", "1 shuffled into pile 1", "b9 is turned up", "1 shuffled into pile 2", "1 draws WB (lightning)"
    )
    table.stands(turn=0, counts=(2, 3, 2))


@pytest.mark.rule("R13", "R32")
def test_a_catch_that_finds_nothing_to_draw_counts_all_the_same():
    table = drained(given("r1 b1 | y5 y6 | y2 y3", top="r5").when(0, "play r1"), left="r1")
    table.when(2, "catch_uno 0").then("0 is caught by 2").stands(catchable=[], hands={0: "b1"})
    table.refuses(1, "catch_uno 0", "nobody_to_catch").refuses(0, "call_uno", "cannot_call_uno", "R32")


@pytest.mark.rule("R13")
def test_a_turn_in_which_nothing_can_be_drawn_ends():
    given("g1 | g5 | b1", top="r5").when(0, "draw").then("0 passes").stands(turn=1, phase="turn", counts=(1, 1, 1))


@pytest.mark.rule("R13")
def test_when_every_player_passes_so_the_hand_is_blocked():
    table = given("g1 | g5 | b1", top="r5", scores=[10, 20, 30]).when(0, "draw").when(1, "draw").when(2, "draw")
    table.then("2 passes", "hand 1 ends: nobody wins 0", "the match ends (hands): 3 2 1")
    table.stands(scores=(10, 20, 30))


@pytest.mark.rule("R13", "R35")
def test_a_blocked_hand_counts_as_a_hand_and_the_next_one_is_dealt():
    table = given("g1 | g5", top="r5", options={"hands": 2}).when(0, "draw").when(1, "draw")
    table.then_first("1 passes", "hand 1 ends: nobody wins 0", "hand 2 is dealt by 0").stands(hand=2, turn=1)


@pytest.mark.rule("R13")
def test_a_card_played_in_between_begins_the_row_anew():
    """Seats 0 and 1 passed before the Skip; behind it only 1 and 2 have, and 0 not again."""
    table = given("g1 | g5 | rS b2 b3", top="r5").when(0, "draw").when(1, "draw")
    drained(table.when(2, "play rS"), left="rS").stands(turn=1)
    table.when(1, "draw").when(2, "draw").then("2 passes").stands(phase="turn", turn=0)
    table.when(0, "draw").then_first("0 passes", "hand 1 ends: nobody wins 0")


@pytest.mark.rule("R13")
def test_a_card_drawn_in_between_begins_the_row_anew():
    """A turn that drew is no turn in which nothing could be drawn."""
    table = given("g1 | g5 | b1", top="r5", draw="b9").when(0, "draw").then("0 draws b9 (turn)", "0 passes")
    drained(table, left="r5").when(1, "draw").when(2, "draw").then("2 passes").stands(phase="turn", turn=0)
    table.when(0, "draw").then_first("0 passes", "hand 1 ends: nobody wins 0")


@pytest.mark.rule("R13", "R10")
def test_passing_so_with_a_playable_card_counts_too():
    given("r1 | r2", top="r5").when(0, "draw").when(1, "draw").then_first("1 passes", "hand 1 ends: nobody wins 0")


@pytest.mark.rule("R13", "R38")
def test_who_resigned_need_not_pass():
    table = given("g1 | g5 | b1", top="r5").when(0, "draw").when(1, "resign").stands(turn=2, phase="turn")
    table.when(2, "draw").then_first("2 passes", "hand 1 ends: nobody wins 0")


@pytest.mark.rule("R13", "R38")
def test_a_resignation_blocks_no_hand_by_itself():
    table = given("g1 | g5 | b1", top="r5").when(0, "draw").when(1, "draw").when(2, "resign")
    table.then("2 leaves (resigned)").stands(phase="turn", turn=0)
    table.when(0, "draw").then_first("0 passes", "hand 1 ends: nobody wins 0")


@pytest.mark.rule("R13", "R39")
def test_time_running_out_can_block_a_hand():
    table = given("g1 | g5", top="r5", clock=DECISION).when(0, "draw").when_time_runs_out(1)
    table.then_first("time runs out for 1 (turn)", "1 passes", "hand 1 ends: nobody wins 0")
