"""What each bot does in a given situation, and that it sees nothing but its seat's view."""

import json
import random
from collections import Counter

import pytest

from app.rules.bots import BOTS, wants_to_act
from app.rules.view import view
from tests.rules.specification import Table, given, line


def chosen(table: Table, seat: int = 0, bot: str = "racer", seed: int = 1) -> str | None:
    """What a bot at `seat` does, as a line."""
    seen = {**view(table.state, table.dealer, seat), "options": table.state.options.data()}
    before = json.dumps(seen)
    move = BOTS[bot].choose(seen, random.Random(seed))
    assert json.dumps(seen) == before, "a bot wrote to its view"
    return None if move is None else line(move)


MANY = "g1 g2 g3 g4 g5 g6 g7"
"""A hand that is no danger."""


# The racer


def test_wilds_are_kept_while_something_else_fits():
    assert chosen(given(f"r3 W4 WB g5 y2 | {MANY}", top="r5")) == "play r3"
    assert chosen(given(f"r3 W4 | {MANY}", top="r5")) == "play r3 uno"
    assert chosen(given(f"r3 WB | {MANY} | y1 y2 y3", top="r5")) == "play r3 uno"


def test_a_wild_draw_four_hits_who_is_about_to_go_out():
    assert chosen(given("W4 b1 b2 g3 g4 b7 | y9", top="r5")) == "play W4 b"


def test_drawing_is_better_than_wasting_a_wild_early():
    assert chosen(given("b8 bR g5 b9 WB | g1 g2 g3 g4", top="y3")) == "draw"
    assert chosen(given(f"yS y2 W4 gD g5 | {MANY} | {MANY} | {MANY}", top="r3")) == "draw"


def test_an_action_stops_who_is_about_to_go_out():
    assert chosen(given(f"rD r3 r4 b5 b6 | y9 | {MANY}", top="r5")) == "play rD"
    assert chosen(given(f"rS r3 r4 b5 b6 | y9 | {MANY}", top="r5")) == "play rS"
    assert chosen(given(f"rR r3 r4 b5 b6 | y9 | {MANY}", top="r5")) == "play rR"


def test_who_is_next_follows_from_direction_and_who_is_still_in():
    hands = f"rS r1 r3 b5 b6 | {MANY} | {MANY} | y9"
    assert chosen(given(hands, top="r5", direction=-1)) == "play rS"
    assert chosen(given(hands, top="r5")) != "play rS"
    assert chosen(given(hands, top="r5").when(1, "resign").when(2, "resign")) == "play rS"


def test_a_reverse_does_not_hand_the_turn_to_who_is_about_to_go_out():
    assert chosen(given(f"rR r3 r4 b5 b6 | {MANY} | y9", top="r5")) != "play rR"


@pytest.mark.parametrize(("rule", "move"), [("skip", "play rR uno"), ("turn", "play r3 uno")])
def test_a_reverse_between_two_is_worth_what_the_options_say(rule, move):
    """As a Skip it leads to a turn with the last card, which fits; if it only turns, the number goes first."""
    assert chosen(given("rR r3 | g1 g2 g3", top="r5", options={"two_player_reverse": rule})) == move


def test_the_colour_held_most_is_named():
    assert chosen(given("WB b1 g2 g3 | y1 y2", top="WB", phase="color")) == "choose_color g"
    assert chosen(given("W4 y1 y2 g3 | b9", top="r5")) == "play W4 y"


def test_a_hand_that_was_shown_tells_which_colour_to_avoid():
    """Among equals the first of r y g b, but not one that the rival was seen to hold."""
    table = given("y1 b2 g5 y7 | W4 y2 y3 y4 y5 r6 r7 WB", top="r5", turn=1, draw="r1 r2 r3 r4 b3 WB g7")
    table.when(1, "play W4 r").when(0, "challenge")
    seen = view(table.state, table.dealer, 0)
    assert [card["card"][0] for card in seen["you"]["shown"][0]["hand"]].count("y") == 4
    seen |= {"phase": "color", "you": seen["you"] | {"hand": [{"slot": 0, "card": "y1"}, {"slot": 1, "card": "b2"}]}}
    seen["you"]["moves"] = [{"type": "choose_color", "color": color} for color in "rygb"]
    assert BOTS["racer"].choose(seen, random.Random(1)) == {"type": "choose_color", "color": "b"}
    seen["you"]["shown"] = []
    assert BOTS["racer"].choose(seen, random.Random(1)) == {"type": "choose_color", "color": "y"}


def test_uno_is_said_with_the_play_or_as_soon_as_it_was_forgotten():
    assert chosen(given("r3 g9 | b1 b2 b3", top="r5")) == "play r3 uno"
    forgot = given("r3 g9 | b1 b2 b3", top="r5").when(0, "play r3")
    assert chosen(forgot, 0) == "call_uno"
    assert chosen(forgot.when(0, "call_uno"), 0) is None


def test_who_forgot_uno_is_caught_in_turn_and_out_of_turn():
    forgot = given("r3 g9 | b1 b2 b3 r4 | y1 y2", top="r5").when(0, "play r3")
    assert chosen(forgot, 1) == "catch_uno 0"
    assert chosen(forgot, 2) == "catch_uno 0"
    said = given("r3 g9 | b1 b2 b3 r4 | y1 y2", top="r5").when(0, "play r3 uno")
    assert chosen(said, 1) in ("play r4", "play b3")
    assert chosen(said, 2) is None


@pytest.mark.parametrize(("held", "move"), [("g1 g2 g3 g4 g5 g6 g7", "challenge"), ("g1 g2", "accept")])
def test_a_wild_draw_four_is_challenged_when_the_odds_are_good(held, move):
    """The more cards are left to who played it, the likelier one of them should have been played."""
    for others in "b1 b2 b3", "b1 b2 b3 b4 | y5 y6 y7 y8":
        assert chosen(given(f"W4 {held} | {others}", top="r5").when(0, "play W4 g"), 1) == move


def test_a_shell_is_aimed_at_who_is_about_to_go_out():
    table = given(f"WB r1 r2 | {MANY} | y1 | b1 b2 b3", top="r5", draw="g5 r9", scores=[0, 300, 10, 90])
    assert chosen(table.when(0, "play WB")) == "choose_target 2"


def test_a_shell_is_aimed_at_who_leads_while_nobody_is_about_to_go_out():
    table = given(f"WB r1 r2 | {MANY} | y1 y2 y3 y4 | b1 b2 b3 b4", top="r5", draw="g5", scores=[0, 300, 10, 90])
    assert chosen(table.when(0, "play WB")) == "choose_target 1"


def test_points_count_where_more_hands_follow():
    """Of two cards that are as good to play, the dear one goes first when somebody is about to go out."""
    for options, move in ({"hands": 5}, "play r9"), ({"target_score": 500}, "play r9"), ({}, "play r1"):
        assert chosen(given("r1 r9 g3 g4 | y2", top="r5", options=options)) == move


@pytest.mark.parametrize("last", ["r3", "rD", "W4", "WB"])
def test_the_last_card_is_played(last):
    color = " r" if last == "W4" else ""
    table = given(f"{last} | b1 b2 b3 b4", top="r5", draw="g1 g2 g3 g4 g5").when(0, "call_uno")
    assert chosen(table) == f"play {last}{color}"


def test_a_drawn_card_is_played_or_kept():
    assert chosen(given(f"g1 b2 | {MANY}", top="r5", draw="r7").when(0, "draw")) == "play r7"
    early = given(f"g1 b2 g2 g3 y4 b5 b6 | {MANY}", top="r5", draw="W4 r1").when(0, "draw")
    assert chosen(early) == "pass"


# The simple ones


def test_first_takes_the_first_thing_that_comes():
    assert chosen(given("WB r7 r2 W4 | g1", top="r5"), bot="first") == "play r2"
    assert chosen(given("W4 g2 g3 | g1", top="r5"), bot="first") == "play W4 r"
    assert chosen(given("r7 g2 | g1", top="r5"), bot="first") == "play r7 uno"
    assert chosen(given("y1 y2 | g1", top="r5"), bot="first") == "draw"
    assert chosen(given("y1 y2 | g1", top="r5", draw="r1").when(0, "draw"), bot="first") == "play r1"
    assert chosen(given("WB y2 | g1", top="WB", phase="color"), bot="first") == "choose_color r"
    assert chosen(given("W4 r1 | g1 g2", top="r5").when(0, "play W4 g"), 1, bot="first") == "accept"


def test_random_is_even_over_the_distinct_cards_and_drawing():
    table = given("r1 r1 r1 W4 WB b2 | g1", top="r5")
    times = Counter(chosen(table, bot="random", seed=seed) for seed in range(4000))
    ways = Counter({way: times[way] for way in ("play r1", "play WB", "draw")})
    ways["W4"] = sum(times[f"play W4 {color}"] for color in "rygb")
    assert sum(ways.values()) == 4000
    assert all(900 < count < 1100 for count in ways.values()), ways
    assert all(200 < times[f"play W4 {color}"] < 300 for color in "rygb"), times


def test_random_says_uno_and_answers_every_way():
    assert {chosen(given("r1 W4 | g1", top="r5"), bot="random", seed=seed) for seed in range(99)} == {
        "play r1 uno", "draw", *(f"play W4 {color} uno" for color in "rygb"),
    }  # fmt: skip
    hit = given("W4 r1 r2 | g1 g2", top="r5").when(0, "play W4 g")
    assert {chosen(hit, 1, "random", seed) for seed in range(20)} == {"accept", "challenge"}
    shell = given("WB r1 r2 | g1 | y1 | b1", top="r5", draw="g5 r9").when(0, "play WB")
    assert {chosen(shell, 0, "random", seed) for seed in range(40)} == {f"choose_target {seat}" for seat in (1, 2, 3)}
    opening = given("WB r1 | g1", top="WB", phase="color")
    assert {chosen(opening, 0, "random", seed) for seed in range(40)} == {f"choose_color {color}" for color in "rygb"}


# All of them


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_with_nothing_to_do_does_nothing(bot):
    table = given("r3 g9 | b1 b2 b3 | y1 y2", top="r5")
    assert chosen(table, 1, bot) is None
    assert not wants_to_act(view(table.state, table.dealer, 1))
    assert wants_to_act(view(table.state, table.dealer, 0))
    assert chosen(table.when(1, "resign"), 1, bot) is None
    assert chosen(table.when(2, "resign"), 0, bot) is None
    assert not wants_to_act(view(table.state, table.dealer, 0))


@pytest.mark.parametrize("bot", BOTS)
def test_uno_that_was_forgotten_is_said_by_every_bot(bot):
    table = given("r3 g9 | b1 b2 b3 | y1 y2", top="r5").when(0, "play r3")
    assert chosen(table, 0, bot) == "call_uno"
    assert all(wants_to_act(view(table.state, table.dealer, seat)) for seat in range(3))


@pytest.mark.parametrize("bot", BOTS)
def test_what_a_bot_cannot_see_changes_nothing(bot):
    """The same table but for the cards of the others and those to be drawn: the same moves."""
    one = given("r1 WB rS b2 W4 | g1 g2 g3 | y1 y2", top="r5", draw="b1 b2 b3")
    other = given("r1 WB rS b2 W4 | W4 WB rD | r2 r3", top="r5", draw="WB WB W4")
    for seed in range(30):
        assert chosen(one, 0, bot, seed) == chosen(other, 0, bot, seed)


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_can_do_with_what_the_wire_carries(bot):
    table = given("r1 WB rS b2 W4 | g1 g2 g3 | y1 y2", top="r5")
    seen = view(table.state, table.dealer, 0)
    carried = json.loads(json.dumps(seen))
    assert BOTS[bot].choose(carried, random.Random(5)) == BOTS[bot].choose(seen, random.Random(5))
