"""UNO: when it is due, until when it can be said, and until when its player can be caught."""

import pytest

from tests.rules.specification import DECISION, given

DRAW = "g1 g2 g3 g4 g6 g7 g8"


def left_with_one(card="r1", others="y5 r6 | b3 b4", top="r5", **table):
    """Seat 0 has played down to one card without a word."""
    return given(f"{card} b2 | {others}", top=top, draw=table.pop("draw", DRAW), **table).when(0, f"play {card}")


@pytest.mark.rule("R30")
def test_said_with_the_play_nobody_can_be_caught():
    table = given("r1 b2 | g5 r6", top="r5").when(0, "play r1 uno").then("0 plays r1, UNO").stands(catchable=[])
    table.refuses(1, "catch_uno 0", "nobody_to_catch").refuses(0, "call_uno", "cannot_call_uno", "R32")


@pytest.mark.rule("R30", "R31")
def test_not_said_with_the_play_it_may_be_said_after_it_until_caught():
    table = left_with_one().stands(catchable=[0]).when(0, "call_uno").then("0 says UNO").stands(catchable=[], turn=1)
    table.refuses(2, "catch_uno 0", "nobody_to_catch").refuses(0, "call_uno", "cannot_call_uno", "R32")


@pytest.mark.rule("R30")
def test_it_may_still_be_said_when_nobody_can_be_caught_any_more():
    left_with_one().when(1, "draw").stands(catchable=[]).when(0, "call_uno").then("0 says UNO")


@pytest.mark.rule("R30")
@pytest.mark.parametrize(("hand", "card"), [("r1 r2 r3", "r1"), ("r1", "r1")])
def test_said_with_a_play_that_does_not_leave_one_card_the_play_is_refused(hand, card):
    given(f"{hand} | g5 r6", top="r5").refuses(0, f"play {card} uno", "cannot_call_uno", "R30").stands(top="r5")


@pytest.mark.rule("R30", "R28")
def test_the_card_is_counted_before_the_effects():
    table = given("WB b1 | g5 r6", top="r5", draw=f"W4 {DRAW}").when(0, "play WB uno")
    table.then("0 plays WB, UNO", "W4 is turned up", "0 draws g1 g2 (bob_omb)").stands(catchable=[], counts=(3, 2))


@pytest.mark.rule("R30", "R28")
def test_who_has_another_number_of_cards_after_the_effects_cannot_be_caught():
    table = given("WB b1 | g5 r6", top="r5", draw=f"W4 {DRAW}").when(0, "play WB").stands(catchable=[])
    table.refuses(1, "catch_uno 0", "nobody_to_catch").refuses(0, "call_uno", "cannot_call_uno")


@pytest.mark.rule("R30", "R22")
def test_it_must_be_said_again_on_coming_to_one_again():
    table = given("r1 b2 | y5 y6", top="r5", draw="g9 r9 g1").when(0, "play r1 uno").when(1, "draw").when(0, "draw")
    table.stands(phase="drawn").when(0, "play r9").stands(catchable=[0], hands={0: "b2"})


@pytest.mark.rule("R30", "R22")
def test_said_and_then_made_to_draw_it_is_due_again_later():
    table = given("W4 r1 | y5 y6 y7", top="r5", draw=f"{DRAW} y1").when(0, "play W4 y uno").when(1, "challenge")
    table.then("1 challenges 0: unlawful", "0 draws g1 g2 g3 g4 (challenge)").stands(uno=(0, 0))


@pytest.mark.rule("R30", "R31", "R28")
def test_left_with_one_card_by_a_bob_omb_it_is_due_too():
    table = given("WB | g5 g6 | y1 y2", top="W4", color="r", reshuffles=["W4", "WB"]).when(0, "play WB")
    table.stands(catchable=[0], counts=(1, 2, 2)).offers(
        0, *(f"choose_color {color}" for color in "rygb"), "call_uno"
    ).offers(2, "catch_uno 0")
    table.when(0, "choose_color g").stands(catchable=[0], turn=1)
    table.when(1, "play g5").stands(catchable=[1]).refuses(2, "catch_uno 0", "nobody_to_catch")


@pytest.mark.rule("R30")
def test_left_with_one_card_by_a_bob_omb_it_may_be_said():
    table = given("WB | g5 g6 | y1 y2", top="W4", color="r", reshuffles=["W4", "WB"]).when(0, "play WB", "call_uno")
    table.then("0 says UNO").stands(phase="color", turn=0, catchable=[])


@pytest.mark.rule("R31")
@pytest.mark.parametrize("by", [1, 2])
def test_any_other_player_may_catch_and_the_one_caught_draws_two(by):
    table = left_with_one().when(by, "catch_uno 0").then(f"0 is caught by {by}", "0 draws g1 g2 (uno)")
    table.stands(turn=1, phase="turn", catchable=[], counts=(3, 2, 2))


@pytest.mark.rule("R31")
@pytest.mark.parametrize("move", ["draw", "play r6", "play r6 uno"])
def test_the_chance_ends_when_the_next_player_plays_or_draws(move):
    left_with_one().when(1, move).refuses(2, "catch_uno 0", "nobody_to_catch", "R32")


@pytest.mark.rule("R31", "R13")
def test_a_draw_that_finds_nothing_begins_a_turn_too():
    table = left_with_one(draw="")
    table.state = table.state.replace(discard=("r1",))
    table.when(1, "draw").then("1 passes").refuses(2, "catch_uno 0", "nobody_to_catch")


@pytest.mark.rule("R31", "R39")
def test_a_turn_taken_by_the_service_begins_too():
    table = left_with_one(clock=DECISION).when_time_runs_out(1).stands(catchable=[])
    table.refuses(2, "catch_uno 0", "nobody_to_catch")


@pytest.mark.rule("R31")
def test_before_acting_the_next_player_can_always_catch():
    left_with_one().when(1, "catch_uno 0", "play r6").stands(turn=2)


@pytest.mark.rule("R31", "R14")
def test_the_chance_stays_open_through_a_forced_draw():
    table = left_with_one("rD").then("0 plays rD", "1 draws g1 g2 (draw_two)").stands(catchable=[0], turn=2)
    table.when(2, "catch_uno 0", "draw").stands(turn=0)


@pytest.mark.rule("R31", "R17")
def test_the_chance_stays_open_through_a_skipped_turn():
    left_with_one("rS").stands(catchable=[0], turn=2).when(1, "catch_uno 0")


@pytest.mark.rule("R31", "R17", "R16", "R14")
@pytest.mark.parametrize("card", ["rS", "rR", "rD"])
def test_the_chance_stays_open_in_an_extra_turn_with_two_players(card):
    table = left_with_one(card, others="y5 r6").stands(turn=0, catchable=[0])
    table.offers(0, "draw", "call_uno").when(1, "catch_uno 0").stands(
        turn=0, phase="turn", counts=(3, len(table.hand(1)))
    )


@pytest.mark.rule("R31", "R24")
def test_the_chance_stays_open_in_the_extra_turn_of_a_mushroom():
    table = given("WB b2 | y5 r6 | b3", top="r5", draw=f"r9 {DRAW}").when(0, "play WB").stands(turn=0, catchable=[0])
    table.when(2, "catch_uno 0").then("0 is caught by 2", "0 draws g1 g2 (uno)").stands(turn=0)


@pytest.mark.rule("R31", "R13", "R24")
def test_the_chance_stays_open_when_the_extra_turn_ends_with_nothing_drawn():
    table = given("WB b2 | y5 r6 | b3", top="r5", draw="r9").when(0, "play WB")
    table.state = table.state.replace(discard=("r9",))
    table.when(0, "draw").then("0 passes").stands(turn=1, catchable=[0])
    table.when(1, "draw").stands(catchable=[])


@pytest.mark.rule("R31", "R30", "R24")
def test_who_draws_in_the_extra_turn_cannot_be_caught_any_more():
    table = given("WB b2 | y5 r6 | b3", top="r5", draw=f"r9 {DRAW}").when(0, "play WB", "draw").stands(catchable=[])
    table.refuses(0, "call_uno", "cannot_call_uno")


@pytest.mark.rule("R31", "R26")
def test_the_chance_stays_open_while_a_target_is_chosen_and_after():
    table = given("WB b2 | y5 r6 | b3", top="r5", draw=f"g9 {DRAW}").when(0, "play WB").stands(catchable=[0])
    table.offers(0, "choose_target 1", "choose_target 2", "call_uno").when(0, "choose_target 1").stands(catchable=[0])
    table.when(2, "catch_uno 0").stands(turn=1)


@pytest.mark.rule("R31", "R26")
def test_caught_while_choosing_the_target_is_still_owed():
    table = given("WB b2 | y5 r6 | b3", top="r5", draw=f"g9 {DRAW}").when(0, "play WB").when(1, "catch_uno 0")
    table.stands(phase="target", turn=0, counts=(3, 2, 1))


@pytest.mark.rule("R31", "R27", "R25")
@pytest.mark.parametrize(("turned", "turn"), [("b9", 0), ("y9", 1)])
def test_the_chance_stays_open_through_lightning_and_banana_peels(turned, turn):
    table = given("WB b2 | y5 r6 | b3 b4", top="r5", draw=f"{turned} {DRAW}").when(0, "play WB")
    table.stands(turn=turn, catchable=[0])


@pytest.mark.rule("R31", "R20")
def test_the_chance_stays_open_while_a_wild_draw_four_waits():
    table = given("W4 b2 | y5 r6 | b3 b4", top="r5", draw=DRAW).when(0, "play W4 y").stands(catchable=[0])
    table.offers(1, "accept", "challenge", "catch_uno 0").offers(0, "call_uno").offers(2, "catch_uno 0")
    table.when(2, "catch_uno 0").stands(phase="challenge", turn=1)


@pytest.mark.rule("R31", "R20", "R21")
@pytest.mark.parametrize("answer", ["accept", "challenge"])
def test_the_chance_stays_open_after_the_answer(answer):
    table = given("W4 b2 | y5 r6 | b3", top="r5", draw=f"{DRAW} g9 g0").when(0, "play W4 y").when(1, answer)
    table.stands(turn=2, catchable=[0]).when(1, "catch_uno 0").when(2, "draw").stands(turn=0)


@pytest.mark.rule("R31", "R38")
def test_the_chance_stays_open_when_the_next_player_resigns():
    table = left_with_one().when(1, "resign").stands(turn=2, catchable=[0]).when(2, "catch_uno 0")
    table.then("0 is caught by 2", "0 draws g1 g2 (uno)")


@pytest.mark.rule("R31", "R38")
def test_who_resigned_cannot_be_caught_and_catches_nobody():
    table = left_with_one().when(0, "resign").stands(catchable=[]).refuses(1, "catch_uno 0", "nobody_to_catch", "R32")
    left_with_one().when(2, "resign").refuses(2, "catch_uno 0", "not_seated", "R38")
    table.refuses(0, "call_uno", "not_seated", "R38")


@pytest.mark.rule("R32")
def test_nobody_is_caught_twice_for_the_same_card():
    table = left_with_one().when(1, "catch_uno 0").refuses(2, "catch_uno 0", "nobody_to_catch", "R32")
    table.refuses(1, "catch_uno 0", "nobody_to_catch")


@pytest.mark.rule("R32", "R13")
def test_caught_with_nothing_to_draw_it_is_the_same_card_all_the_same():
    table = left_with_one(draw="")
    table.state = table.state.replace(discard=("r1",))
    table.when(1, "catch_uno 0").refuses(2, "catch_uno 0", "nobody_to_catch").refuses(
        0, "call_uno", "cannot_call_uno", "R32"
    )


@pytest.mark.rule("R32")
def test_a_player_with_another_number_of_cards_cannot_say_uno():
    given("r1 r2 | g5", top="r5").refuses(0, "call_uno", "cannot_call_uno", "R32")


@pytest.mark.rule("R32")
def test_a_catch_with_nobody_to_catch_is_refused_without_a_penalty():
    table = left_with_one()
    for target in (1, 3, 99):
        table.refuses(2, f"catch_uno {target}", "nobody_to_catch", "R32")
    table.refuses(2, "catch_uno 2", "nobody_to_catch", "R31").refuses(0, "catch_uno 0", "nobody_to_catch", "R31")
    table.stands(counts=(1, 2, 2))


@pytest.mark.rule("R31", "R30")
def test_only_the_last_to_come_to_one_card_can_be_caught():
    table = left_with_one().when(1, "play r6").stands(catchable=[1]).refuses(2, "catch_uno 0", "nobody_to_catch")
    table.when(0, "catch_uno 1").then("1 is caught by 0", "1 draws g1 g2 (uno)")


@pytest.mark.rule("R30", "R33")
def test_the_last_card_needs_no_uno():
    given("r1 | g5", top="r5").when(0, "play r1").stands(catchable=[], phase="match_over")


@pytest.mark.rule("R31", "R11")
def test_who_drew_in_an_extra_turn_and_thinks_about_the_card_cannot_be_caught():
    table = (
        given("rS b2 | y5", top="r5", draw="r9 g1 g2").when(0, "play rS", "draw").stands(phase="drawn", catchable=[])
    )
    table.refuses(1, "catch_uno 0", "nobody_to_catch")
