"""The deal: who plays, who deals, what is dealt and turned up, who opens."""

import pytest

from app.rules.lifecycle import create, start
from app.rules.options import InvalidOption, Options
from app.rules.refusals import Refused
from app.rules.state import NO_CLOCK
from tests.rules.specification import HASH, NO_DEALER, dealt, deck_of, given, seated

SEVEN = "r1 r2 r3 r4 r6 r7 r8", "y1 y2 y3 y4 y6 y7 y8", "g1 g2 g3 g4 g6 g7 g8", "b1 b2 b3 b4 b6 b7 b8"


@pytest.mark.rule("R4")
@pytest.mark.parametrize("seats", range(2, 11))
def test_two_to_ten_players(seats):
    table = dealt(deck_of(dealt_to=seats, then="r5"), seats)
    table.stands(counts=(7,) * seats, turn=0, draw_count=112 - 7 * seats - 1)


@pytest.mark.rule("R4")
@pytest.mark.parametrize("seats", [-1, 0, 1, 11, True, "4", 2.0])
def test_a_table_of_another_size_is_refused(seats):
    with pytest.raises(InvalidOption) as refused:
        create(Options(), seats, "deal", HASH, NO_CLOCK, 0)
    assert refused.value.option == "seats"


@pytest.mark.rule("R4")
def test_a_match_needs_two_seats_taken():
    with pytest.raises(Refused) as refused:
        start(seated(4, empty=(0, 1, 3)), NO_DEALER, 0)
    assert refused.value.code == "too_few_seats"
    dealt(deck_of(SEVEN[:2], then="r5"), 4, empty=(0, 2)).stands(counts=(0, 7, 0, 7))


@pytest.mark.rule("R4", "R5", "R8")
def test_an_empty_seat_gets_no_cards_no_turns_no_effects_and_no_place():
    table = dealt(deck_of(("r1 rR rD", "y2 y3", "g1 gR"), then="r5"), 5, empty=(0, 3))
    table.stands(counts=(0, 7, 7, 0, 7), dealer=4, turn=1)
    table.when(1, "play r1").stands(turn=2).when(2, "resign").stands(turn=4)
    table.when(4, "play g1").stands(turn=1).when(1, "resign")
    table.then("1 leaves (resigned)", "hand 1 ends: nobody wins 0", "the match ends (last_player): - 2 2 - 1")
    table.stands(scores=(0, 0, 0, 0, 0), places=(None, 2, 2, None, 1))


@pytest.mark.rule("R4", "R8", "R15", "R25")
def test_next_and_previous_pass_over_empty_seats_in_both_directions():
    table = dealt(deck_of(("rR r2", "WB", "gR g1"), then="r5 y9 b1 b2"), 6, empty=(1, 3, 5))
    table.when(0, "play rR").stands(direction=-1, turn=4)
    table.when(4, "play gR").stands(direction=1, turn=0)
    table.when(0, "resign").stands(turn=2)
    table.when(2, "play WB").then("2 plays WB", "y9 is turned up", "4 draws b1 b2 (banana_peel)").stands(turn=4)
    table.when(4, "resign").then_first("4 leaves (resigned)", "hand 1 ends: nobody wins 0")


@pytest.mark.rule("R5")
def test_seven_cards_each_one_at_a_time_the_dealer_last():
    table = dealt(deck_of(SEVEN, then="r5"), 4)
    table.then("the match starts", "hand 1 is dealt by 3", "r5 is turned up")
    table.stands(hands=dict(enumerate(SEVEN)), dealer=3, draw_count=83, discard_count=0)
    assert table.state.taken[0] == (0, 4, 8, 12, 16, 20, 24)
    assert table.state.taken[3] == (3, 7, 11, 15, 19, 23, 27)


@pytest.mark.rule("R6")
def test_action_cards_are_passed_over_without_effect_and_stay_in_the_discard_pile():
    table = dealt(deck_of(SEVEN[:3], then="bS gD W4 rR rD yS y9"), 3)
    lines = [f"{card} is turned up" for card in ("bS", "gD", "W4", "rR", "rD", "yS", "y9")]
    table.then("the match starts", "hand 1 is dealt by 2", *lines)
    table.stands(turn=0, phase="turn", direction=1, color="y", top="y9", discard_count=6, counts=(7, 7, 7))
    table.stands(discard=("bS", "gD", "W4", "rR", "rD", "yS", "y9"))


@pytest.mark.rule("R6", "R7")
def test_a_wild_item_box_ends_the_turning_up():
    table = dealt(deck_of(SEVEN[:3], then="W4 WB y9"), 3)
    table.then("the match starts", "hand 1 is dealt by 2", "W4 is turned up", "WB is turned up").stands(discard_count=1)


@pytest.mark.rule("R7")
def test_a_wild_item_box_draws_no_item_and_the_first_player_names_its_colour_and_takes_a_turn():
    table = dealt(deck_of(SEVEN[:2], then="WB b9"), 2)
    table.stands(phase="color", turn=0, color=None, counts=(7, 7), draw_count=97)
    table.offers(0, *(f"choose_color {color}" for color in "rygb")).offers(1)
    table.when(0, "choose_color y").then("0 names y").stands(phase="turn", turn=0, color="y", top="WB")
    table.refuses(0, "play r1", "card_not_playable").when(0, "draw").then("0 draws b9 (turn)", "0 passes")


@pytest.mark.rule("R8")
def test_the_last_seat_deals_first_and_the_first_seat_opens():
    dealt(deck_of(SEVEN, then="r5"), 4).stands(dealer=3, turn=0, direction=1)


@pytest.mark.rule("R8", "R4")
def test_with_empty_seats_the_last_player_deals_first():
    dealt(deck_of(SEVEN[:2], then="r5"), 6, empty=(0, 2, 4, 5)).stands(dealer=3, turn=1)


WON = "r1 | b2 b3 | y2 y3"
"""Seat 0 wins the hand with its next play, a hand of one or more to come."""

TWO_HANDS = {"hands": 2}


@pytest.mark.rule("R8", "R35")
def test_the_deal_moves_to_the_next_player_and_who_sits_to_the_left_opens():
    table = given(WON, top="r5", options=TWO_HANDS).when(0, "play r1")
    table.then_first("0 plays r1", "hand 1 ends: 0 wins 10", "hand 2 is dealt by 0")
    table.stands(hand=2, dealer=0, turn=1, direction=1, counts=(7, 7, 7), scores=(10, 0, 0))
    assert [table.state.taken[seat][:2] for seat in (1, 2, 0)] == [(0, 3), (1, 4), (2, 5)]


@pytest.mark.rule("R8")
def test_the_deal_moves_to_the_left_also_after_a_hand_that_ended_counter_clockwise():
    table = given(WON, top="r5", options=TWO_HANDS, direction=-1, dealer=1).when(0, "play r1")
    table.stands(hand=2, dealer=2, turn=0, direction=1)


@pytest.mark.rule("R8", "R38")
def test_the_deal_passes_over_those_who_resigned_and_so_does_the_opening():
    table = given(f"{WON} | g1 g2", top="r5", options=TWO_HANDS, dealer=0)
    table.when(1, "resign").when(3, "resign").when(0, "play r1")
    table.stands(hand=2, dealer=2, turn=0, counts=(7, 0, 7, 0))
    assert table.state.taken[0] == (0, 2, 4, 6, 8, 10, 12)


@pytest.mark.rule("R8", "R38")
def test_when_the_dealer_has_resigned_the_next_player_deals():
    table = given(f"{WON} | g1 g2", top="r5", options=TWO_HANDS, dealer=2)
    table.when(2, "resign").when(0, "play r1").stands(hand=2, dealer=3, turn=0)


@pytest.mark.rule("R5", "R12", "R31")
def test_nothing_of_a_hand_is_left_in_the_next_one():
    table = given("r1 | b2 | y2 y3", top="r5", options=TWO_HANDS, draw="g1 g2", discard="b9", direction=-1)
    table.when(0, "play r1")
    table.stands(draw_count=112 - 21 - 5, turned=(21, 22, 23, 24, 25), discard=("rR", "rR", "rD", "rD", "y0"))
    table.stands(played=((), (), ()), uno=(0, 0, 0), shown=(), drawn=None, idle=0, catchable=[])
