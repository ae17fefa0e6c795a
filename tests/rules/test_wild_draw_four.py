"""The Wild Draw Four: declared, accepted, challenged, refused by option."""

import pytest

from app.rules.view import view
from tests.rules.specification import given

DRAW = "g1 g2 g3 g4 g6 g7 g8"
REJECT = {"illegal_wild_draw_four": "reject"}


def hit(hand="W4 b1 b2", by="r3 r4", **table):
    """Seat 0 has played a Wild Draw Four from `hand` on a red five, and declared yellow."""
    return given(f"{hand} | {by} | y2 y3", top="r5", draw=DRAW, **table).when(0, "play W4 y")


def shown(table, viewer: int | None) -> list[tuple[int, list[str]]]:
    """The hands that were shown to a viewer in challenges."""
    seen = view(table.state, table.dealer, viewer)
    return [(hand["seat"], [card["card"] for card in hand["hand"]]) for hand in seen.get("you", {}).get("shown", [])]


@pytest.mark.rule("R18")
def test_the_player_declares_the_colour_in_playing_it_and_the_next_player_answers():
    hit().then("0 plays W4 as y").stands(phase="challenge", turn=1, color="y", top="W4", counts=(2, 2, 2))


@pytest.mark.rule("R18")
def test_without_a_colour_it_is_refused_and_no_other_card_takes_one():
    table = given("W4 WB r1 | b1", top="r5", draw=DRAW).refuses(0, "play W4", "color_required", "R18")
    table.refuses(0, "play WB r", "color_not_allowed").refuses(0, "play r1 r", "color_not_allowed")


@pytest.mark.rule("R18", "R9")
def test_the_declared_colour_is_in_force():
    hit().when(1, "accept").stands(turn=2, color="y").offers(
        2, "play y2 uno", "play y2", "play y3 uno", "play y3", "draw"
    )


@pytest.mark.rule("R18", "R20")
def test_accepted_the_four_are_drawn_and_the_turn_is_lost():
    hit().when(1, "accept").then("1 accepts", "1 draws g1 g2 g3 g4 (draw_four)").stands(turn=2, phase="turn")


@pytest.mark.rule("R20")
def test_the_player_hit_can_do_nothing_but_answer():
    table = hit().offers(1, "accept", "challenge").offers(2).offers(0)
    for move in ("draw", "pass", "play r3", "choose_color r", "choose_target 0"):
        table.refuses(1, move, "wrong_phase")
    table.refuses(2, "accept", "not_your_turn").refuses(2, "challenge", "not_your_turn")
    table.refuses(0, "challenge", "not_your_turn")


@pytest.mark.rule("R19", "R21")
@pytest.mark.parametrize("rest", ["b1 b2", "W4 b2", "g5 y5", "b1 yD", "W4 W4 W4"])
def test_played_lawfully_the_challenger_draws_six_and_loses_the_turn(rest):
    table = hit(f"W4 {rest}").when(1, "challenge")
    table.then("1 challenges 0: lawful", "1 draws g1 g2 g3 g4 g6 g7 (challenge)").stands(
        turn=2, phase="turn", color="y"
    )


@pytest.mark.rule("R19", "R22")
@pytest.mark.parametrize("rest", ["r1 b2", "b1 WB", "rD b2", "r5 r5", "WB W4"])
def test_played_unlawfully_its_player_draws_the_four_and_the_challenger_takes_a_normal_turn(rest):
    table = hit(f"W4 {rest}").when(1, "challenge")
    table.then("1 challenges 0: unlawful", "0 draws g1 g2 g3 g4 (challenge)")
    table.stands(turn=1, phase="turn", color="y", top="W4", counts=(6, 2, 2))
    table.when(1, "draw").stands(turn=2)


@pytest.mark.rule("R22", "R19")
def test_what_counts_is_the_colour_in_force_before_it_not_the_one_declared():
    hit("W4 y1 b2").when(1, "challenge").then_first("1 challenges 0: lawful")
    given("W4 g1 b2 | r3 r4", top="W4", color="g", draw=DRAW).when(0, "play W4 r").when(1, "challenge").then_first(
        "1 challenges 0: unlawful"
    )


@pytest.mark.rule("R19")
def test_a_card_of_the_same_number_does_not_make_it_unlawful():
    hit("W4 g5 b5").when(1, "challenge").then_first("1 challenges 0: lawful")


@pytest.mark.rule("R22", "R19", "R31")
def test_the_hand_counts_as_it_was_when_its_player_was_caught_meanwhile():
    table = given("W4 b1 | r3 r4 | y2", top="r5", draw="r1 r2 WB g1 g2 g3 g4 g6 g7 g8").when(0, "play W4 y")
    table.when(2, "catch_uno 0").then("0 is caught by 2", "0 draws r1 r2 (uno)").stands(phase="challenge", turn=1)
    table.when(1, "challenge").then("1 challenges 0: lawful", "1 draws WB g1 g2 g3 g4 g6 (challenge)")
    assert shown(table, 1) == [(0, ["b1"])]


@pytest.mark.rule("R22", "R31")
def test_caught_and_then_found_out_its_player_draws_both_times():
    table = given("W4 r1 | r3 r4 | y2", top="r5", draw=DRAW).when(0, "play W4 y").when(1, "catch_uno 0")
    table.when(1, "challenge").then("1 challenges 0: unlawful", "0 draws g3 g4 g6 g7 (challenge)")
    table.stands(turn=1, hands={0: "r1 g1 g2 g3 g4 g6 g7"})


@pytest.mark.rule("R20")
def test_a_challenge_shows_the_hand_to_the_challenger_and_nobody_else():
    table = hit("W4 r1 b2").when(1, "challenge")
    assert shown(table, 1) == [(0, ["r1", "b2"])]
    assert [shown(table, viewer) for viewer in (0, 2, None)] == [[], [], []]
    assert "r1" not in str(view(table.state, table.dealer, None)["seats"])


@pytest.mark.rule("R20", "R22")
def test_the_hand_is_shown_as_it_was_also_later():
    table = hit("W4 r1 b2").when(1, "challenge", "draw").when(2, "play y2").when(0, "resign")
    assert shown(table, 1) == [(0, ["r1", "b2"])]


@pytest.mark.rule("R20")
def test_of_a_seat_that_was_shown_twice_the_last_time_tells_all():
    table = given("W4 W4 b1 b2 | r3 r4 | y2 y3", top="r5", draw=f"{DRAW} r1 r2 r6 r7 r8")
    table = table.when(0, "play W4 y").when(1, "challenge")
    assert shown(table, 1) == [(0, ["W4", "b1", "b2"])]
    table.when(2, "play y2 uno").when(0, "play W4 y").when(1, "challenge")
    assert shown(table, 1) == [(0, ["b1", "b2"])]


@pytest.mark.rule("R20")
def test_an_accepted_one_shows_nothing():
    table = hit("W4 r1 b2").when(1, "accept")
    assert [shown(table, viewer) for viewer in (0, 1, 2, None)] == [[], [], [], []]


@pytest.mark.rule("R20")
def test_what_was_shown_is_not_shown_in_the_next_hand():
    table = given("W4 r1 b2 | y3 | y2", top="r5", draw=DRAW, options={"hands": 2}).when(0, "play W4 y")
    table.when(1, "challenge", "play y3").stands(hand=2)
    assert shown(table, 1) == []


@pytest.mark.rule("R21", "R4")
def test_with_two_players_a_lost_challenge_brings_the_turn_back():
    table = given("W4 b1 b2 | r3", top="r5", draw=DRAW).when(0, "play W4 y").when(1, "challenge").stands(turn=0)
    given("W4 b1 b2 | r3", top="r5", draw=DRAW).when(0, "play W4 y").when(1, "accept").stands(turn=0)
    table.stands(counts=(2, 7))


@pytest.mark.rule("R18", "R15")
def test_it_hits_in_the_direction_of_play():
    table = given("W4 b1 b2 | r3 | y2", top="r5", draw=DRAW, direction=-1).when(0, "play W4 y").stands(turn=2)
    table.when(2, "accept").stands(turn=1)


@pytest.mark.rule("R19")
@pytest.mark.parametrize("rest", ["r1 b2", "b1 WB"])
def test_with_reject_an_unlawful_one_is_refused_and_not_offered(rest):
    table = given(f"W4 {rest} | y6", top="r5", draw=DRAW, options=REJECT)
    table.refuses(0, "play W4 y", "illegal_wild_draw_four", "R19")
    assert not [move for move in table.moves(0) if move.startswith("play W4")]


@pytest.mark.rule("R19", "R18")
def test_with_reject_a_lawful_one_is_not_challenged():
    table = hit("W4 W4 b2", options=REJECT).then("0 plays W4 as y", "1 draws g1 g2 g3 g4 (draw_four)")
    table.stands(phase="turn", turn=2, color="y").refuses(1, "challenge", "not_your_turn")


@pytest.mark.rule("R34", "R33")
def test_as_the_last_card_it_is_lawful_and_there_is_nothing_to_challenge():
    table = given("W4 | r3 y1 | y2", top="r5", draw=DRAW).when(0, "play W4 y")
    table.then(
        "0 plays W4 as y", "1 draws g1 g2 g3 g4 (draw_four)", "hand 1 ends: 0 wins 16", "the match ends (hands): 1 2 2"
    )


@pytest.mark.rule("R34", "R19")
def test_as_the_last_card_it_is_not_refused_with_reject_either():
    given("W4 | r3 y1", top="r5", draw=DRAW, options=REJECT).when(0, "play W4 y").stands(phase="match_over")
