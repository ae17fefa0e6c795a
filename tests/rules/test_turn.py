"""A turn: what fits, drawing instead, keeping or playing the drawn card."""

import pytest

from app.rules.cards import CODES
from tests.rules.specification import given

HELD = "r5 g1"


def playable(table, seat=0) -> set[str]:
    """The codes that `seat` may play."""
    return {move.split()[1] for move in table.moves(seat) if move.startswith("play")}


@pytest.mark.rule("R9")
@pytest.mark.parametrize("color", "rygb")
@pytest.mark.parametrize("symbol", "0123456789SRD")
def test_a_card_fits_by_colour_number_symbol_or_as_a_wild(color, symbol):
    table = given(" ".join(CODES) + " | g1", top=color + symbol, options={"illegal_wild_draw_four": "challenge"})
    fitting = {code for code in CODES if code[0] in (color, "W") or code[1] == symbol}
    assert playable(table) == fitting


@pytest.mark.rule("R9")
@pytest.mark.parametrize("color", "rygb")
@pytest.mark.parametrize("wild", ["W4", "WB"])
def test_a_wild_on_top_is_matched_by_its_declared_colour_only(wild, color):
    table = given(" ".join(CODES) + " | g1", top=wild, color=color)
    assert playable(table) == {code for code in CODES if code[0] in (color, "W")}
    other = "y" if color != "y" else "r"
    table.refuses(0, f"play {other}4", "card_not_playable", "R9")


@pytest.mark.rule("R9")
def test_a_card_played_sets_the_colour_in_force():
    given("g5 b1 b2 | r1 r2", top="r5").when(0, "play g5").then("0 plays g5").stands(color="g", top="g5", turn=1)


@pytest.mark.rule("R9")
def test_a_refused_card_leaves_everything_as_it_was():
    given("g1 r2 | b1", top="r5").refuses(0, "play g1", "card_not_playable", "R9").stands(turn=0, top="r5")


@pytest.mark.rule("R10")
def test_who_has_a_playable_card_may_draw_instead():
    table = given("r1 r2 | b1", top="r5", draw="b9 b8").offers(
        0, "play r1 uno", "play r1", "play r2 uno", "play r2", "draw"
    )
    table.when(0, "draw").then("0 draws b9 (turn)", "0 passes").stands(turn=1, hands={0: "r1 r2 b9"})


@pytest.mark.rule("R11")
def test_an_unplayable_drawn_card_is_kept_and_the_turn_ends():
    given("g1 g2 | b1", top="r5", draw="b9").when(0, "draw").then("0 draws b9 (turn)", "0 passes").stands(
        phase="turn", turn=1, drawn=None, hands={0: "g1 g2 b9"}
    )


@pytest.mark.rule("R11")
def test_a_playable_drawn_card_may_be_played_at_once_and_only_that():
    table = given("r1 g2 | b1", top="r5", draw="r9 b8").when(0, "draw").then("0 draws r9 (turn)")
    table.stands(phase="drawn", turn=0).offers(0, "play r9", "pass")
    table.refuses(0, "play r1", "only_drawn_card", "R11").refuses(0, "draw", "wrong_phase", "R11")
    table.when(0, "play r9").then("0 plays r9").stands(turn=1, phase="turn", top="r9", hands={0: "r1 g2"})


@pytest.mark.rule("R11")
def test_a_playable_drawn_card_may_be_kept():
    table = given("r1 g2 | b1", top="r5", draw="r9 b8").when(0, "draw", "pass").then("0 passes")
    table.stands(turn=1, phase="turn", top="r5", drawn=None, hands={0: "r1 g2 r9"})


@pytest.mark.rule("R11")
@pytest.mark.parametrize("drawn", ["g5", "W4", "WB", "rD"])
def test_what_can_be_played_of_a_draw(drawn):
    given("y1 | b1", top="r5", draw=drawn).when(0, "draw").then(f"0 draws {drawn} (turn)").stands(phase="drawn")


@pytest.mark.rule("R11")
def test_a_card_equal_to_the_drawn_one_is_the_drawn_one():
    table = given("r9 g2 b3 | b1", top="r5", draw="r9").when(0, "draw").offers(0, "play r9", "pass")
    table.when(0, "play r9").stands(hands={0: "r9 g2 b3"}, turn=1)


@pytest.mark.rule("R11", "R30")
def test_a_drawn_card_played_can_leave_one_card():
    table = given("g2 | b1", top="r5", draw="r9").when(0, "draw").offers(0, "play r9 uno", "play r9", "pass")
    table.when(0, "play r9 uno").then("0 plays r9, UNO").stands(catchable=[], hands={0: "g2"})


@pytest.mark.rule("R11", "R18")
def test_a_drawn_wild_draw_four_is_played_with_its_colour():
    table = given("y1 | b1 b2 | g1", top="r5", draw="W4 r1").when(0, "draw")
    table.refuses(0, "play W4", "color_required").when(0, "play W4 y").stands(phase="challenge", turn=1)


@pytest.mark.rule("R11", "R19")
def test_a_drawn_wild_draw_four_that_would_be_unlawful_cannot_be_played_with_reject():
    table = given("r1 | b1 b2", top="r5", draw="W4", options={"illegal_wild_draw_four": "reject"})
    table.when(0, "draw").then("0 draws W4 (turn)", "0 passes").stands(turn=1)


@pytest.mark.rule("R11")
def test_a_draw_does_not_show_the_card_to_the_table():
    table = given("g1 | b1", top="r5", draw="r9").when(0, "draw")
    assert [event._asdict() for event in table.events] == [{"seat": 0, "slots": (2,), "reason": "turn"}]
