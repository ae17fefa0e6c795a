"""The state: immutable to its users, equal by value, and kept in a snapshot."""

import json

import pytest

from app.rules.evolve import evolve
from app.rules.lifecycle import pause
from app.rules.state import START, State
from tests.rules.specification import BANK, dealt, deck_of, given, seated

DRAW = "g1 g2 g3 g4 g6 g7 g8 g9"


def states() -> dict[str, State]:
    """States with every field in use somewhere."""
    challenged = given("W4 r1 b1 | r3 | b9", top="r5", draw=DRAW).when(0, "play W4 y")
    next_hand = given("r1 | b5 | y1", top="r5", options={"hands": 2}, clock=BANK).when(2, "resign").when(0, "play r1")
    running = dealt(deck_of(("r1", "r2"), then="r5"), 4, empty=(1,), clock=BANK)
    return {
        "before anything": START,
        "waiting": seated(3, empty=(1,)),
        "running": running.state,
        "paused": pause(running.state, 2, 500, "away", 7).state,
        "drawn": given("r1 | b5", top="r5", draw="r9").when(0, "draw").state,
        "color": given("WB r1 | b5", top="r5", draw=f"W4 {DRAW}").when(0, "play WB").state,
        "challenge": challenged.state,
        "shown": challenged.when(1, "challenge").state,
        "reshuffled": given("g1 | b5", top="r5", discard="b7", reshuffles=["b7"]).when(0, "draw").state,
        "next hand": next_hand.state,
        "over": given("r1 | b5", top="r5").when(0, "play r1").state,
    }


@pytest.mark.parametrize("name", states())
def test_a_state_does_not_change(name):
    state = states()[name]
    for field in (*state.data(), "new"):
        with pytest.raises(AttributeError):
            setattr(state, field, 1)
        with pytest.raises(AttributeError):
            delattr(state, field)
    assert all(isinstance(hash(value), int) for value in vars(state).values())
    with pytest.raises(TypeError):
        hash(state)


@pytest.mark.parametrize("name", states())
def test_a_state_comes_back_from_a_snapshot(name):
    state = states()[name]
    restored = State.restore(json.loads(json.dumps(state.data())))
    assert restored == state
    assert [type(value) for value in vars(restored).values()] == [type(vars(state)[field]) for field in vars(restored)]
    assert all(isinstance(hash(value), int) for value in vars(restored).values())
    assert restored.data() == state.data()


def test_a_snapshot_with_other_fields_is_refused():
    for data in (
        {},
        {**START.data(), "extra": 1},
        {key: value for key, value in START.data().items() if key != "turn"},
    ):
        with pytest.raises(ValueError, match="another version"):
            State.restore(data)


def test_states_are_equal_by_value():
    assert states() == states()
    assert len({json.dumps(state.data()) for state in states().values()}) == len(states())
    assert START.replace(seats=2) != START
    assert START != "a state"


def test_a_copy_that_differs_leaves_the_first_alone():
    before = START.data()
    assert START.replace(seats=2).seats == 2
    assert START.data() == before


def test_nothing_folded_is_the_same_state():
    state = states()["running"]
    assert evolve(state, ()) == state


def test_a_state_holds_no_hidden_card():
    table = dealt(deck_of(("W4 W4 W4 W4", "WB WB WB WB WB WB WB"), then="r5"), 2)
    held = json.dumps([table.state.taken, table.state.played, table.state.discard])
    assert held.count('"') == 2
    assert table.state.discard == ("r5",)
