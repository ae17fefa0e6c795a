"""A match: how many hands, until when, and the places."""

import pytest

from app.rules.dealer import GivenDealer
from app.rules.lifecycle import void
from tests.rules.specification import given

HELD = "r1 | g5 | b7"
"""Seat 0 wins this hand and 12 points with the r1."""


def won(options=(), scores=(0, 0, 0), hand=1, hands=HELD):
    """Seat 0 has just won a hand of 12 points."""
    table = given(hands, top="r5", options=dict(options), scores=list(scores))
    table.state = table.state.replace(hand=hand)
    table.dealer = GivenDealer((), decks={hand: table.dealer.cards(1, table.state.piles)})
    return table.when(0, "play r1")


@pytest.mark.rule("R35")
def test_a_match_is_one_hand():
    won().then("0 plays r1", "hand 1 ends: 0 wins 12", "the match ends (hands): 1 2 2").stands(reason="hands")


@pytest.mark.rule("R35")
def test_an_agreed_number_of_hands():
    table = won({"hands": 2}).then_first("0 plays r1", "hand 1 ends: 0 wins 12", "hand 2 is dealt by 0").stands(hand=2)
    assert table.state.last_hand.scores == (12, 0, 0)
    won({"hands": 2}, hand=2).then("0 plays r1", "hand 2 ends: 0 wins 12", "the match ends (hands): 1 2 2")


@pytest.mark.rule("R35")
def test_until_somebody_has_an_agreed_number_of_points():
    won({"target_score": 13}).stands(hand=2, scores=(12, 0, 0))
    won({"target_score": 12}).then_first("0 plays r1", "hand 1 ends: 0 wins 12", "the match ends (target_score): 1 2 2")


@pytest.mark.rule("R35")
@pytest.mark.parametrize("hands", [1, 7])
def test_with_a_target_score_the_number_of_hands_does_not_count(hands):
    won({"target_score": 100, "hands": hands}, hand=9).stands(hand=10)
    won({"target_score": 12, "hands": hands}).stands(phase="match_over")


@pytest.mark.rule("R35")
@pytest.mark.parametrize(
    "options", [{"target_score": 100_000}, {"hands": 255}, {"target_score": 50, "ties": "play_on"}]
)
def test_a_match_ends_after_hand_255_at_the_latest(options):
    won(options, hand=254).stands(hand=255, phase="turn")
    won(options, hand=255).stands(phase="match_over", reason="hands")


@pytest.mark.rule("R35", "R37")
def test_hand_255_is_the_last_also_when_the_first_place_is_tied():
    won({"ties": "play_on"}, scores=(0, 12, 0), hand=255).stands(phase="match_over", places=(1, 1, 3))


@pytest.mark.rule("R35", "R8")
def test_the_next_hand_is_dealt_in_the_same_request():
    table = won({"hands": 2}).stands(phase="turn", turn=1, counts=(7, 7, 7))
    assert [line.split(" is ")[0] for line in table.told[2:]] == ["hand 2", "rR", "rR", "rD", "rD", "y0"]


@pytest.mark.rule("R37")
def test_most_points_win_the_match():
    won(scores=(0, 5, 11)).stands(scores=(12, 5, 11), places=(1, 3, 2))
    won(scores=(0, 50, 11)).stands(scores=(12, 50, 11), places=(2, 1, 3))


@pytest.mark.rule("R37")
def test_equal_points_share_the_place_and_the_next_is_left_out():
    won(scores=(8, 20, 0)).stands(scores=(20, 20, 0), places=(1, 1, 3))
    won(scores=(8, 5, 5)).stands(places=(1, 2, 2))
    won(scores=(0, 12, 12)).stands(places=(1, 1, 1))


@pytest.mark.rule("R37")
def test_with_play_on_one_more_hand_is_played_while_the_first_place_is_tied():
    won({"ties": "play_on"}, scores=(8, 20, 0)).stands(hand=2, phase="turn")
    won({"ties": "play_on"}, scores=(8, 20, 0), hand=4).stands(hand=5)
    won({"ties": "play_on"}, scores=(9, 20, 0), hand=4).stands(phase="match_over", reason="hands", places=(1, 2, 3))


@pytest.mark.rule("R37")
def test_with_play_on_a_tie_further_down_is_shared():
    won({"ties": "play_on"}, scores=(8, 5, 5)).stands(phase="match_over", places=(1, 2, 2))


@pytest.mark.rule("R37", "R35")
def test_play_on_and_a_target_score():
    won({"ties": "play_on", "target_score": 20}, scores=(8, 20, 0)).stands(hand=2, phase="turn")
    won({"ties": "play_on", "target_score": 20}, scores=(9, 20, 0)).stands(phase="match_over", reason="target_score")
    won({"ties": "play_on", "target_score": 20}, scores=(0, 12, 0)).stands(hand=2)


@pytest.mark.rule("R37", "R38")
def test_play_on_looks_at_those_still_in():
    table = given(f"{HELD} | y1", top="r5", options={"ties": "play_on"}, scores=[8, 0, 0, 21]).when(3, "resign")
    table.when(0, "play r1").stands(phase="match_over", scores=(21, 0, 0, 21), places=(1, 2, 2, 4))
    table = given(f"{HELD} | y1", top="r5", options={"ties": "play_on"}, scores=[8, 21, 0, 90]).when(3, "resign")
    table.when(0, "play r1").stands(phase="turn", hand=2)


@pytest.mark.rule("R37", "R38")
def test_who_resigned_comes_after_all_who_did_not():
    table = given(f"{HELD} | y1 | y2", top="r5", scores=[0, 3, 0, 100, 50]).when(3, "resign").when(4, "resign")
    table.when(0, "play r1").stands(scores=(15, 3, 0, 100, 50), places=(1, 2, 3, 4, 5))


@pytest.mark.rule("R37", "R38")
def test_equal_points_share_the_place_among_those_who_resigned_too():
    table = given(f"{HELD} | y1 | y2", top="r5", scores=[0, 0, 0, 50, 50]).when(3, "resign").when(4, "resign")
    table.when(0, "play r1").stands(places=(1, 2, 2, 4, 4))


@pytest.mark.rule("R13", "R37")
def test_a_blocked_last_hand_ends_the_match_with_the_points_as_they_stand():
    table = (
        given("g1 | g5", top="r5", scores=[5, 9]).when(0, "draw").when(1, "draw").stands(places=(2, 1), scores=(5, 9))
    )
    table.stands(reason="hands", phase="match_over")


@pytest.mark.rule("R13", "R37")
def test_a_blocked_hand_leaves_a_tie_to_be_played_on():
    given("g1 | g5", top="r5", options={"ties": "play_on"}).when(0, "draw").when(1, "draw").stands(hand=2, phase="turn")


@pytest.mark.rule("R35")
def test_a_void_match_places_nobody_and_every_hand_begun_is_ended_before():
    table = given(HELD, top="r5", scores=[3, 2, 1])
    table.when_asked(void(table.state, table.dealer, 5), 5)
    table.then("hand 1 ends: nobody wins 0", "the match ends (void): - - -")
    table.stands(phase="match_over", reason="void", places=(None, None, None), scores=(3, 2, 1))
