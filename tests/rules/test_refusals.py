"""Refused moves: every code, the rule it names, and which one is told when several things are wrong at once."""

import pytest

from app.rules.decide import decide
from app.rules.lifecycle import cancel, start
from app.rules.moves import MOVES, move_data, parse_move
from app.rules.refusals import RULE_OF_CODE, Refused
from app.rules.state import START
from tests.rules.specification import DECISION, NO_DEALER, body, dealt, deck_of, given, refusal, seated

DRAW = "g1 g2 g3 g4 g6 g7 g8 g9"
REJECT = {"illegal_wild_draw_four": "reject"}


def in_turn(hand="g1 r1 W4 | r3 r4 | b9", **table):
    """Seat 0 is in turn on a red five."""
    return given(hand, top="r5", draw=DRAW, **table)


def with_drawn_card(hand="g1 r1 | r3 r4 | b9", drawn="r9", **table):
    """Seat 0 has drawn a playable card."""
    return given(hand, top="r5", draw=f"{drawn} {DRAW}", **table).when(0, "draw")


def choosing_color():
    """Seat 0 owes a colour; seat 2 has left."""
    return given("WB r1 | r3 r4 | b9 | y1", top="r5", draw=f"W4 {DRAW}").when(2, "resign").when(0, "play WB")


def choosing_target():
    """Seat 0 owes a target; seat 2 has left."""
    return given("WB r1 b1 | r3 r4 | b9 | y1", top="r5", draw=f"g9 {DRAW}").when(2, "resign").when(0, "play WB")


def answering():
    """Seat 1 owes an answer; seat 2 has left."""
    return given("W4 r1 b1 | r3 r4 | b9 | y1", top="r5", draw=DRAW).when(2, "resign").when(0, "play W4 y")


# 1. What is no move


@pytest.mark.rule("R2")
@pytest.mark.parametrize(
    "data",
    [
        {},
        {"type": "fly"},
        {"type": None},
        {"type": 5},
        {"type": ["play"]},
        {"type": "Play"},
        {"type": "timeout"},
        {"card": "r5"},
    ],
)
def test_an_unknown_move(data):
    with pytest.raises(Refused) as refused:
        parse_move(data)
    assert (refused.value.code, refused.value.rule) == ("unknown_move", None)
    assert "choose_color" in refused.value.detail


@pytest.mark.rule("R2", "R18")
@pytest.mark.parametrize(
    "data",
    [
        {"type": "play"},
        {"type": "play", "card": None},
        {"type": "play", "card": "r12"},
        {"type": "play", "card": 5},
        {"type": "play", "card": ["r5"]},
        {"type": "play", "card": "r5", "colour": "r"},
        {"type": "play", "card": "W4", "color": "purple"},
        {"type": "play", "card": "W4", "color": "ry"},
        {"type": "play", "card": "W4", "color": ""},
        {"type": "play", "card": "W4", "color": None},
        {"type": "play", "card": "r5", "uno": 1},
        {"type": "play", "card": "r5", "uno": None},
        {"type": "draw", "card": "r5"},
        {"type": "draw", "uno": True},
        {"type": "choose_color"},
        {"type": "choose_color", "color": "w"},
        {"type": "choose_target"},
        {"type": "choose_target", "target": "1"},
        {"type": "choose_target", "target": True},
        {"type": "choose_target", "target": 1.0},
        {"type": "choose_target", "target": -1},
        {"type": "catch_uno", "target": None},
        {"type": "call_uno", "target": 1},
        {"type": "resign", "reason": "tired"},
    ],
)
def test_a_malformed_move(data):
    with pytest.raises(Refused) as refused:
        parse_move(data)
    assert (refused.value.code, refused.value.rule) == ("malformed_move", None)


@pytest.mark.parametrize(
    "data",
    [
        {"type": "play", "card": "r5"},
        {"type": "play", "card": "W4", "color": "g"},
        {"type": "play", "card": "W4", "color": "g", "uno": True},
        {"type": "draw"},
        {"type": "pass"},
        {"type": "choose_color", "color": "b"},
        {"type": "choose_target", "target": 3},
        {"type": "accept"},
        {"type": "challenge"},
        {"type": "call_uno"},
        {"type": "catch_uno", "target": 0},
        {"type": "resign"},
    ],
)
def test_a_move_survives_being_written_down(data):
    assert move_data(parse_move(data)) == data


def test_what_has_its_default_need_not_be_said():
    assert parse_move({"type": "play", "card": "r5", "uno": False}) == parse_move({"type": "play", "card": "r5"})


# 2. The match, the seat, the hand


@pytest.mark.rule("R4", "R35", "R38")
def test_before_the_start_after_the_end_and_for_who_is_not_in():
    every = [move for move in MOVES if move not in ("play", "choose_color", "choose_target", "catch_uno")]
    every += ["play r1", "choose_color r", "choose_target 0", "catch_uno 0"]
    waiting, over = seated(3), in_turn("r1 | b1").when(0, "play r1")
    cancelled = cancel(waiting, "nobody came", 0).state
    resigned = in_turn().when(1, "resign")
    empty = dealt(deck_of(("r1", "r2"), then="r5"), 3, empty=(1,))
    for move in every:
        for seat in (0, 2, 99, -1):
            assert refusal(waiting, seat, body(move), NO_DEALER).code == "game_not_started"
            assert refusal(cancelled, seat, body(move), NO_DEALER).code == "game_over"
            over.refuses(seat, move, "game_over")
        for seat in (3, 99, -1):
            in_turn().refuses(seat, move, "not_seated", "R4")
        resigned.refuses(1, move, "not_seated", "R38")
        empty.refuses(1, move, "not_seated", "R4")


@pytest.mark.rule("R33")
def test_between_two_hands_the_phase_is_wrong():
    table = in_turn("r1 | b1 | g1 ", options={"hands": 2})
    ended = table.when(0, "play r1")
    between = ended.state.replace(phase="hand_over", turn=None)
    for move in ("draw", "play r1", "resign", "call_uno", "catch_uno 1", "accept"):
        assert refusal(between, 1, body(move), ended.dealer).code == "wrong_phase"
    assert refusal(between, 3, body("draw"), ended.dealer).code == "not_seated"


# 3. and 4. Pairs of faults: the table, a move that has both, and the code that comes first

PAIRS = {
    "not your turn, wrong phase": (in_turn, 1, "pass", "not_your_turn"),
    "not your turn, wrong phase (answer)": (in_turn, 1, "challenge", "not_your_turn"),
    "not your turn, card not in hand": (in_turn, 1, "play b1", "not_your_turn"),
    "not your turn, card not playable": (in_turn, 2, "play b9", "not_your_turn"),
    "not your turn, colour missing": (lambda: in_turn("r1 | W4 r1"), 1, "play W4", "not_your_turn"),
    "not your turn, colour too many": (in_turn, 1, "play r3 r", "not_your_turn"),
    "not your turn, unlawful": (lambda: in_turn("r1 | W4 r1", options=REJECT), 1, "play W4 y", "not_your_turn"),
    "not your turn, UNO": (lambda: in_turn("r1 | r2 r3 r4"), 1, "play r2 uno", "not_your_turn"),
    "not your turn, bad target": (choosing_target, 1, "choose_target 1", "not_your_turn"),
    "wrong phase, card not in hand": (choosing_color, 0, "play b1", "wrong_phase"),
    "wrong phase, card not playable": (choosing_target, 0, "play r1", "wrong_phase"),
    "wrong phase, colour too many": (choosing_color, 0, "play r1 r", "wrong_phase"),
    "wrong phase, UNO": (answering, 1, "play r3 uno", "wrong_phase"),
    "wrong phase, bad target": (in_turn, 0, "choose_target 0", "wrong_phase"),
    "card not in hand, only the drawn one": (with_drawn_card, 0, "play b1", "card_not_in_hand"),
    "card not in hand, not playable": (in_turn, 0, "play b1", "card_not_in_hand"),
    "card not in hand, colour missing": (lambda: in_turn("r1 | b1"), 0, "play W4", "card_not_in_hand"),
    "card not in hand, colour too many": (in_turn, 0, "play r9 r", "card_not_in_hand"),
    "card not in hand, unlawful": (lambda: in_turn("r1 b1 | b1", options=REJECT), 0, "play W4 y", "card_not_in_hand"),
    "card not in hand, UNO": (in_turn, 0, "play r9 uno", "card_not_in_hand"),
    "only the drawn one, not playable": (with_drawn_card, 0, "play g1", "only_drawn_card"),
    "only the drawn one, colour missing": (lambda: with_drawn_card("g1 W4 | b1"), 0, "play W4", "only_drawn_card"),
    "only the drawn one, colour too many": (with_drawn_card, 0, "play r1 r", "only_drawn_card"),
    "only the drawn one, unlawful": (
        lambda: with_drawn_card("r1 W4 | b1", options=REJECT),
        0,
        "play W4 y",
        "only_drawn_card",
    ),
    "only the drawn one, UNO": (with_drawn_card, 0, "play r1 uno", "only_drawn_card"),
    "not playable, colour too many": (in_turn, 0, "play g1 g", "card_not_playable"),
    "not playable, UNO": (in_turn, 0, "play g1 uno", "card_not_playable"),
    "colour missing, unlawful": (lambda: in_turn(options=REJECT), 0, "play W4", "color_required"),
    "colour missing, UNO": (in_turn, 0, "play W4 uno", "color_required"),
    "colour too many, UNO": (in_turn, 0, "play r1 r uno", "color_not_allowed"),
    "unlawful, UNO": (lambda: in_turn(options=REJECT), 0, "play W4 y uno", "illegal_wild_draw_four"),
}


@pytest.mark.rule("R8", "R9", "R11", "R18", "R19", "R26", "R30")
@pytest.mark.parametrize("fault", PAIRS)
def test_of_two_faults_the_first_in_the_order_is_told(fault):
    make, seat, move, code = PAIRS[fault]
    make().refuses(seat, move, code)


@pytest.mark.rule("R30", "R31")
def test_moves_out_of_turn_ask_neither_for_the_turn_nor_for_the_phase():
    for table in (in_turn(), with_drawn_card(), choosing_color(), choosing_target(), answering()):
        for seat in (0, 1):
            table.refuses(seat, "call_uno", "cannot_call_uno").refuses(seat, "catch_uno 3", "nobody_to_catch")


@pytest.mark.parametrize("phase", [in_turn, with_drawn_card, choosing_color, choosing_target, answering])
def test_in_every_phase_only_its_own_moves_are_made(phase):
    own = {
        in_turn: {"play", "draw"},
        with_drawn_card: {"play", "pass"},
        choosing_color: {"choose_color"},
        choosing_target: {"choose_target"},
        answering: {"accept", "challenge"},
    }[phase]
    table = phase()
    every = {"play": "play r1", "choose_color": "choose_color r", "choose_target": "choose_target 3"}
    for name in ("play", "draw", "pass", "choose_color", "choose_target", "accept", "challenge"):
        if name not in own:
            table.refuses(table.state.turn, every.get(name, name), "wrong_phase")
        for seat in {0, 1, 3} - {table.state.turn}:
            if seat < table.state.seats:
                table.refuses(seat, every.get(name, name), "not_your_turn", "R8")


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("pass", "R11"),
        ("choose_color r", "R28"),
        ("choose_target 1", "R26"),
        ("accept", "R20"),
        ("challenge", "R20"),
    ],
)
def test_a_move_in_the_wrong_phase_names_the_rule_it_belongs_to(move, rule):
    in_turn().refuses(0, move, "wrong_phase", rule)


@pytest.mark.rule("R39")
def test_a_time_out_between_hands_or_before_the_match_is_not_your_turn():
    table = in_turn("r1 | b1", clock=DECISION).when(0, "play r1")
    for state in (table.state, seated(2), table.state.replace(phase="hand_over")):
        for seat in (0, 1, 5):
            table.state = state
            with pytest.raises(Refused) as refused:
                table.when_time_runs_out(seat, at=10**12)
            assert refused.value.code == "not_your_turn"


def test_every_refusal_has_a_code_with_its_rule_and_a_sentence():
    table = in_turn()
    refused = refusal(table.state, 1, body("draw"), table.dealer)
    assert (refused.code, refused.rule, str(refused)) == ("not_your_turn", "R8", "not_your_turn: seat 0 has to act")
    assert set(RULE_OF_CODE.values()) - {None} <= {f"R{number}" for number in range(1, 40)}


def test_no_refusal_names_a_card_that_is_not_the_callers_own():
    table = given("g1 r1 | bD yS", top="r5", draw="W4 WB")
    for move in ("play b1", "play g1", "play W4", "pass", "call_uno", "catch_uno 1", "choose_target 1"):
        detail = refusal(table.state, 0, body(move), table.dealer).detail
        assert not any(card in detail.split() for card in ("bD", "yS", "WB"))


def test_the_state_before_anything_refuses_every_move():
    with pytest.raises(Refused) as refused:
        decide(START, 0, parse_move({"type": "draw"}), NO_DEALER)
    assert refused.value.code == "game_not_started"
    with pytest.raises(Refused):
        start(START, NO_DEALER, 0)
