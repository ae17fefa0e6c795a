"""Before and beside the moves: sitting down, leaving, starting, cancelling, taking over."""

import pytest

from app.rules.lifecycle import cancel, create, leave, pause, resume, sit, start, take_over, void
from app.rules.options import Options
from app.rules.refusals import Refused
from app.rules.state import NO_CLOCK
from tests.rules.specification import HASH, NO_DEALER, dealt, deck_of, given, seated


def refused(request) -> str:
    """The code with which a request is refused."""
    with pytest.raises(Refused) as refusal:
        request()
    return refusal.value.code


@pytest.mark.rule("R4")
def test_a_table_is_made_with_everything_said():
    decision = create(Options(hands=3), 4, "the deal", HASH, NO_CLOCK, 5)
    (event,) = decision.events
    assert (event.rules, event.seats, event.deal, event.commitment) == ("umk/1", 4, "the deal", HASH)
    assert event.clock == {"kind": "none"}
    assert (decision.state.phase, decision.state.turn) == ("waiting", None)


@pytest.mark.rule("R4")
def test_a_seat_is_taken_once_and_given_back():
    state = seated(3, empty=(1,))
    assert refused(lambda: sit(state, 0, "somebody", None, None, 0)) == "seat_taken"
    assert refused(lambda: sit(state, 1, "player 0", None, None, 0)) == "already_seated"
    assert refused(lambda: sit(state, 3, "somebody", None, None, 0)) == "no_such_seat"
    assert refused(lambda: sit(state, -1, "somebody", None, None, 0)) == "no_such_seat"
    assert refused(lambda: leave(state, 1, 0)) == "seat_empty"
    assert refused(lambda: leave(state, 3, 0)) == "no_such_seat"
    left = leave(state, 0, 0).state
    assert left.players[0] is None
    assert sit(left, 1, "player 0", None, HASH, 0).state.players[1] == ("player 0", None, HASH)


@pytest.mark.rule("R4")
def test_two_bots_may_sit_at_one_table():
    state = seated(3, empty=(0, 1, 2))
    for seat in range(3):
        state = sit(state, seat, None, "racer", None, 0).state
    assert [player.bot for player in state.players] == ["racer"] * 3


def test_a_match_starts_once():
    table = dealt(deck_of(("r1", "r2"), then="r5"), 2)
    for request in (
        lambda: start(table.state, table.dealer, 0),
        lambda: sit(table.state, 0, "somebody", None, None, 0),
        lambda: leave(table.state, 0, 0),
        lambda: cancel(table.state, "rain", 0),
    ):
        assert refused(request) == "game_started"


def test_a_cancelled_table_is_closed():
    state = cancel(seated(2), "nobody came", 3).state
    assert (state.phase, state.reason, state.places) == ("match_over", "nobody came", None)
    for request in (
        lambda: start(state, NO_DEALER, 0),
        lambda: sit(state, 0, "somebody", None, None, 0),
        lambda: cancel(state, "again", 0),
        lambda: void(state, NO_DEALER, 0),
    ):
        assert refused(request) == "game_over"


def test_what_only_a_running_match_takes():
    waiting, over = seated(2), given("r1 | b1", top="r5").when(0, "play r1").state
    for state, code in ((waiting, "game_not_started"), (over, "game_over")):
        assert refused(lambda at=state: take_over(at, 0, "racer", 0)) == code
        assert refused(lambda at=state: void(at, NO_DEALER, 0)) == code
        assert refused(lambda at=state: pause(at, None, 10, "rain", 0)) == code
        assert refused(lambda at=state: resume(at, None, 0)) == code


@pytest.mark.rule("R38")
def test_nobody_takes_over_for_a_seat_that_is_not_in():
    table = given("r1 r2 | b1 | g1", top="r5").when(1, "resign")
    assert refused(lambda: take_over(table.state, 1, "racer", 0)) == "not_seated"
    assert refused(lambda: take_over(table.state, 3, "racer", 0)) == "no_such_seat"
    state = take_over(table.state, 2, "racer", 0).state
    assert state.players[2] == ("2", "racer", None)
