"""Time running out: the decisions that the service takes, and the row of missed ones that ends in resigning."""

import pytest

from app.rules.clock import Clock
from app.rules.decide import time_out
from app.rules.lifecycle import pause, resume, take_over
from app.rules.refusals import Refused
from tests.rules.specification import DECISION, dealt, deck_of, given

DRAW = "g1 g2 g3 g4 g6 g7 g8 g9"


def timed(hands, **table):
    """A table with 100 ms for each decision."""
    return given(hands, **{"top": "r5", "clock": DECISION, **table})


def missed(missed_before: int, hands="g1 g2 | b5 b6 | y2 y3", **table):
    """A table at which seat 0 has missed so many decisions in a row."""
    made = timed(hands, **table)
    made.state = made.state.replace(missed=(missed_before, *made.state.missed[1:]))
    return made


@pytest.mark.rule("R39", "R11")
@pytest.mark.parametrize("drawn", ["r9", "b9", "WB"])
def test_a_turn_draws_and_passes_also_when_the_card_fits(drawn):
    table = timed("g1 g2 | b1", draw=drawn).when_time_runs_out(0)
    table.then("time runs out for 0 (turn)", f"0 draws {drawn} (turn)", "0 passes").stands(turn=1, phase="turn")
    assert table.events[0].deadline == 100


@pytest.mark.rule("R39", "R13")
def test_a_turn_with_nothing_to_draw_passes():
    timed("g1 g2 | b1").when_time_runs_out(0).then("time runs out for 0 (turn)", "0 passes")


@pytest.mark.rule("R39", "R11")
def test_a_drawn_card_is_kept():
    table = timed("g1 g2 | b1", draw="r9").when(0, "draw", at=40).stands(deadline=100).when_time_runs_out(0)
    table.then("time runs out for 0 (drawn)", "0 passes").stands(turn=1, hands={0: "g1 g2 r9"})


@pytest.mark.rule("R39", "R20")
def test_a_wild_draw_four_is_accepted():
    table = timed("W4 b1 b2 | g5 | y2", draw=DRAW).when(0, "play W4 y").when_time_runs_out(1)
    table.then("time runs out for 1 (challenge)", "1 accepts", "1 draws g1 g2 g3 g4 (draw_four)").stands(turn=2)


@pytest.mark.rule("R39", "R28")
@pytest.mark.parametrize(
    ("rest", "drawn", "color"),
    [
        ("b1 b2 r3", "y1 y2", "y"),
        ("b1 b2 r3", "r1 b3", "b"),
        ("b1 g1 y1", "r1 W4", "r"),
        ("b1 g1 g2", "b2 r1", "g"),
        ("WB W4 W4", "WB WB", "r"),
        ("b1 WB W4", "WB WB", "b"),
    ],
)
def test_a_colour_is_the_one_held_most_the_first_of_r_y_g_b_among_equals(rest, drawn, color):
    table = timed(f"WB {rest} | g5", draw=f"W4 {drawn}").when(0, "play WB").when_time_runs_out(0)
    table.then("time runs out for 0 (color)", f"0 names {color}").stands(turn=1, color=color, phase="turn")


@pytest.mark.rule("R39", "R7")
def test_an_opening_colour_is_named_and_the_turn_is_a_decision_of_its_own():
    deck = deck_of(("r1 r2 y1 y2 y3 g1 b1", "b2 b3"), then="WB b9")
    table = dealt(deck, 2, clock=DECISION).stands(deadline=100).when_time_runs_out(0)
    table.then("time runs out for 0 (color)", "0 names y").stands(phase="turn", turn=0, deadline=200)


@pytest.mark.rule("R39", "R26")
@pytest.mark.parametrize(("direction", "target"), [(1, 1), (-1, 2)])
def test_a_green_shell_goes_to_the_next_player(direction, target):
    table = timed("WB b1 r7 | g5 | b2", draw=f"g9 {DRAW}", direction=direction).when(0, "play WB").when_time_runs_out(0)
    table.then("time runs out for 0 (target)", f"0 aims at {target}", f"{target} draws g1 (green_shell)")


@pytest.mark.rule("R39")
def test_turn_and_drawn_together_are_one_decision_with_one_deadline():
    table = timed("g1 g2 | b1 | y1", draw="r9 r8").when(0, "draw", at=90).stands(phase="drawn", deadline=100)
    table.when(0, "pass", at=95).stands(turn=1, deadline=195)


@pytest.mark.rule("R39", "R24", "R28", "R26", "R20")
def test_each_extra_turn_colour_target_and_answer_is_a_decision_of_its_own():
    timed("WB b1 b2 | g5", draw=f"r9 {DRAW}").when(0, "play WB", at=60).stands(turn=0, phase="turn", deadline=160)
    table = timed("WB b1 b2 | g5", draw=f"W4 {DRAW}").when(0, "play WB", at=60).stands(phase="color", deadline=160)
    table.when(0, "choose_color r", at=100).stands(turn=1, deadline=200)
    timed("WB b1 b2 | g5 | b9", draw=f"g9 {DRAW}").when(0, "play WB", at=60).stands(phase="target", deadline=160)
    timed("W4 b1 b2 | g5 | b9", draw=DRAW).when(0, "play W4 r", at=60).stands(phase="challenge", deadline=160)


@pytest.mark.rule("R39")
def test_moves_out_of_turn_move_no_deadline():
    table = timed("r1 b1 | g5 g6 | b9 b8 | y1", draw=DRAW).when(0, "play r1", at=10).stands(turn=1, deadline=110)
    table.when(2, "catch_uno 0", at=50).stands(deadline=110).when(3, "resign", at=60).stands(deadline=110)


@pytest.mark.rule("R39")
def test_the_next_decision_falls_due_with_the_time_out():
    timed("g1 g2 | b1", draw=DRAW).when_time_runs_out(0, at=170).stands(turn=1, deadline=270)


@pytest.mark.rule("R39")
@pytest.mark.parametrize(("seat", "t"), [(0, 99), (1, 100), (2, 100), (7, 100)])
def test_before_the_deadline_and_for_a_seat_that_need_not_act_nothing_is_decided(seat, t):
    table = timed("g1 g2 | b1 | y1", draw=DRAW)
    with pytest.raises(Refused) as refused:
        time_out(table.state, seat, table.dealer, t)
    assert (refused.value.code, refused.value.rule) == ("not_your_turn", "R39")


@pytest.mark.rule("R39", "R38")
def test_nothing_is_due_when_the_match_is_over():
    timed("g1 g2 | b1", draw=DRAW).when(1, "resign").stands(phase="match_over", deadline=None)
    timed("r1 | b1", draw=DRAW).when(0, "play r1").stands(phase="match_over", deadline=None)


@pytest.mark.rule("R39")
def test_without_a_clock_nothing_times_out():
    table = given("g1 g2 | b1", top="r5", draw=DRAW)
    with pytest.raises(Refused):
        time_out(table.state, 0, table.dealer, 10**15)


@pytest.mark.rule("R39", "R38")
def test_at_the_agreed_number_of_missed_decisions_in_a_row_the_decision_is_taken_and_the_seat_resigns():
    missed(1, draw=DRAW).when_time_runs_out(0).stands(resigned=(), missed=(2, 0, 0))
    table = missed(2, draw=DRAW).when_time_runs_out(0)
    table.then("time runs out for 0 (turn)", "0 draws g1 (turn)", "0 passes", "0 leaves (timeout)")
    table.stands(turn=1, phase="turn", hands={0: "g1 g2 g1"}, resigned=(0,))


@pytest.mark.rule("R39")
@pytest.mark.parametrize("agreed", [1, 2, 100])
def test_the_number_is_agreed(agreed):
    options = {"missed_decisions": agreed}
    missed(agreed - 1, draw=DRAW, options=options).when_time_runs_out(0).stands(resigned=(0,))
    if agreed > 1:
        missed(agreed - 2, draw=DRAW, options=options).when_time_runs_out(0).stands(resigned=())


@pytest.mark.rule("R39", "R38")
def test_with_two_left_resigning_so_ends_the_match():
    missed(2, "g1 g2 | b5", draw=DRAW).when_time_runs_out(0).then(
        "time runs out for 0 (turn)",
        "0 draws g1 (turn)",
        "0 passes",
        "0 leaves (timeout)",
        "hand 1 ends: nobody wins 0",
        "the match ends (last_player): 2 1",
    )


@pytest.mark.rule("R39", "R7", "R38")
def test_after_an_opening_colour_the_turn_passes_on():
    deck = deck_of(("r1 r2 y1 y2 y3 g1 b1", "b2 b3", "g2"), then="WB b9")
    table = dealt(deck, 3, clock=DECISION, options={"missed_decisions": 1}).when_time_runs_out(0)
    table.then("time runs out for 0 (color)", "0 names y", "0 leaves (timeout)").stands(turn=1, phase="turn")


@pytest.mark.rule("R39", "R35")
def test_if_the_decision_ended_the_hand_the_seat_resigns_before_the_next_deal():
    table = timed("g1 | b5 | y1", options={"hands": 2, "missed_decisions": 1}).when(0, "draw").when(1, "draw")
    table.when_time_runs_out(2).then_first(
        "time runs out for 2 (turn)",
        "2 passes",
        "hand 1 ends: nobody wins 0",
        "2 leaves (timeout)",
        "hand 2 is dealt by 0",
    )
    table.stands(counts=(7, 7, 0), turn=1)


@pytest.mark.rule("R39", "R35", "R38")
def test_if_the_decision_ended_the_hand_and_the_resignation_leaves_one_the_match_ends():
    table = timed("g1 | b5", options={"hands": 2, "missed_decisions": 1}).when(0, "draw").when_time_runs_out(1)
    table.then(
        "time runs out for 1 (turn)",
        "1 passes",
        "hand 1 ends: nobody wins 0",
        "1 leaves (timeout)",
        "the match ends (last_player): 1 2",
    )


@pytest.mark.rule("R39", "R35")
def test_if_the_decision_ended_the_match_the_seat_does_not_resign():
    table = timed("g1 | b5", options={"missed_decisions": 1}).when(0, "draw").when_time_runs_out(1)
    table.then("time runs out for 1 (turn)", "1 passes", "hand 1 ends: nobody wins 0", "the match ends (hands): 1 1")


@pytest.mark.rule("R39", "R33", "R26")
def test_the_winner_of_a_hand_may_miss_the_last_shell_and_resign_behind_it():
    table = timed("WB | g5 g1 | b3", draw=f"g9 {DRAW}", options={"hands": 2, "missed_decisions": 1}).when(0, "play WB")
    table.when_time_runs_out(0).then_first(
        "time runs out for 0 (target)",
        "0 aims at 1",
        "1 draws g1 (green_shell)",
        "hand 1 ends: 0 wins 10",
        "0 leaves (timeout)",
        "hand 2 is dealt by 1",
    )
    table.stands(scores=(10, 0, 0), counts=(0, 7, 7))


@pytest.mark.rule("R39", "R37")
def test_who_resigns_behind_a_hand_may_break_a_tie_that_would_be_played_on():
    options = {"missed_decisions": 1, "ties": "play_on"}
    table = (
        timed("g1 | b5 | y1", options=options, scores=[5, 3, 5]).when(0, "draw").when(1, "draw").when_time_runs_out(2)
    )
    table.then(
        "time runs out for 2 (turn)",
        "2 passes",
        "hand 1 ends: nobody wins 0",
        "2 leaves (timeout)",
        "the match ends (hands): 1 2 3",
    )


@pytest.mark.rule("R39")
def test_the_row_goes_on_from_hand_to_hand():
    table = timed("r1 | b5 | y1", options={"hands": 2}, draw=DRAW, turn=1).when_time_runs_out(1).when(2, "draw")
    table.when(0, "play r1").stands(hand=2, missed=(0, 1, 0), turn=1)
    table.when_time_runs_out(1).stands(missed=(0, 2, 0))


@pytest.mark.rule("R39")
@pytest.mark.parametrize("move", ["draw", "play r1", "play r1 uno"])
def test_a_move_of_ones_own_breaks_the_row(move):
    missed(2, "r1 b2 | b5 b6 | y2 y3", draw=DRAW).when(0, move).stands(missed=(0, 0, 0))


@pytest.mark.rule("R39", "R30", "R31")
def test_a_move_out_of_turn_breaks_the_row_too():
    table = missed(2, "r1 b2 | b5 b6 | y2 y3", draw=DRAW).when(0, "play r1")
    table.state = table.state.replace(missed=(2, 2, 2))
    table.when(2, "catch_uno 0").stands(missed=(2, 2, 0))
    table.when(1, "resign").stands(missed=(2, 0, 0))
    table = timed("r1 b2 | b5 b6 | y2 y3", draw=DRAW).when(0, "play r1")
    table.state = table.state.replace(missed=(2, 2, 2))
    table.when(0, "call_uno").stands(missed=(0, 2, 2))


@pytest.mark.rule("R39")
def test_a_refused_move_does_not_break_the_row():
    table = missed(2, draw=DRAW)
    table.refuses(0, "play g1", "card_not_playable").refuses(0, "call_uno", "cannot_call_uno").stands(missed=(2, 0, 0))


@pytest.mark.rule("R39")
def test_the_moves_of_others_do_not_break_the_row():
    missed(1, draw=DRAW).when_time_runs_out(0).when(1, "draw").when(2, "draw").stands(missed=(2, 0, 0), turn=0)


@pytest.mark.rule("R39")
def test_a_pause_breaks_the_row_of_who_it_is_for():
    table = timed("g1 g2 | b5 b6 | y2 y3", draw=DRAW)
    table.state = table.state.replace(missed=(2, 2, 2))
    table.when_asked(pause(table.state, 1, 500, "away", 10), 10).stands(missed=(2, 0, 2))
    table.when_asked(resume(table.state, 1, 20), 20).stands(missed=(2, 0, 2))
    table.when_asked(pause(table.state, None, 500, "storm", 30), 30).stands(missed=(0, 0, 0))


@pytest.mark.rule("R39")
def test_a_bot_that_takes_over_breaks_the_row():
    table = missed(2, draw=DRAW)
    table.state = table.state.replace(missed=(2, 2, 2))
    table.when_asked(take_over(table.state, 0, "racer", 10), 10).stands(missed=(0, 2, 2), deadline=100)
    assert table.state.players[0].bot == "racer"


@pytest.mark.rule("R39")
def test_a_long_time_of_everybody_away_ends_the_match():
    table = timed("g1 g2 | b5 b6", draw=DRAW, clock=Clock("decision", 100))
    for _ in range(5):
        table.when_time_runs_out(table.state.turn)
    table.then_first("time runs out for 0 (turn)").stands(reason="last_player", places=(2, 1), missed=(3, 2))
