"""What is to be told of a position: of one who has not said UNO, of bots, and of a time that a pause has moved."""

from app.rules.clock import Clock
from app.rules.state import CAUGHT, DUE, NOT_DUE, SAID, START, Player
from app.services.notices.presence import GOOD_MS
from app.services.notices.reminders import judged
from app.store.awaited import Awaited, Facts

NOW = 1_800_000_000_000
HOUR = 3_600_000
PEOPLE = {0: "ann", 1: "ben", 2: "cleo"}
BEFORE = Awaited("game")
FACTS = Facts(40, NOW - GOOD_MS, "seat:0", 0, PEOPLE, {})


def standing(turn=2, uno=(NOT_DUE,) * 3, **more):
    """A match of three that is on."""
    people = tuple(Player(name, None, None) for name in PEOPLE.values())
    fields = {"seats": 3, "players": people, "active": (True,) * 3, "phase": "turn", "turn": turn, "uno": uno}
    return START.replace(**fields | more)


def row(outcome):
    """What is known of the game from then on."""
    assert outcome.row is not None
    return outcome.row


def told(outcome):
    return [(one.account, one.kind) for one in outcome.told]


def test_who_comes_next_is_told_of_one_who_has_not_said_uno():
    """Ann has skipped Ben, and not said UNO: it is Cleo's turn, and Ben may catch."""
    outcome = judged(BEFORE, FACTS, standing(uno=(DUE, 0, 0)), NOW)
    assert told(outcome) == [("cleo", "turn"), ("ben", "out_of_turn")]
    again = judged(row(outcome), FACTS, standing(uno=(DUE, 0, 0)), NOW)
    assert told(again) == []


def test_against_the_clock_the_next_sits_at_the_other_side():
    outcome = judged(BEFORE, FACTS, standing(turn=1, uno=(DUE, 0, 0), direction=-1), NOW)
    assert told(outcome) == [("ben", "turn"), ("cleo", "out_of_turn")]


def test_whose_turn_it_is_needs_no_second_notice():
    assert told(judged(BEFORE, FACTS, standing(turn=1, uno=(DUE, 0, 0)), NOW)) == [("ben", "turn")]


def test_nobody_is_told_of_what_cannot_be_caught():
    for uno in (SAID, CAUGHT):
        assert told(judged(BEFORE, FACTS, standing(uno=(uno, 0, 0)), NOW)) == [("cleo", "turn")]


def test_another_time_they_are_told_again():
    first = judged(BEFORE, FACTS, standing(uno=(DUE, 0, 0)), NOW)
    said = judged(row(first), FACTS, standing(uno=(SAID, 0, 0)), NOW)
    assert told(judged(row(said), FACTS, standing(uno=(DUE, 0, 0)), NOW)) == [("ben", "out_of_turn")]


def test_who_looks_sees_that_they_can_catch():
    facts = FACTS._replace(looking={"ben": NOW + 5})
    outcome = judged(BEFORE, facts, standing(uno=(DUE, 0, 0)), NOW)
    assert told(outcome) == [("cleo", "turn")]
    assert row(outcome).due == NOW + 5
    assert told(judged(row(outcome), facts, standing(uno=(DUE, 0, 0)), NOW + 5)) == [("ben", "out_of_turn")]


def test_a_bot_that_plays_for_somebody_is_told_nothing():
    people = (Player("ann", None, None), Player("ben", "racer", None), Player("cleo", "racer", None))
    outcome = judged(BEFORE, FACTS, standing(uno=(DUE, 0, 0), players=people), NOW)
    assert (told(outcome), row(outcome).due) == ([], None)


def test_a_pause_moves_the_reminders_and_tells_nothing_anew():
    clock = Clock("decision", 10 * HOUR)
    due = standing(decision=5, clock=clock, since=NOW, deadline=NOW + 10 * HOUR)
    first = row(judged(BEFORE, FACTS, due, NOW))
    assert first.due == NOW + 5 * HOUR
    moved = standing(decision=6, clock=clock, since=NOW + 30 * HOUR, deadline=NOW + 40 * HOUR)
    outcome = judged(first, FACTS._replace(version=41, clocks=1), moved, NOW + HOUR)
    assert told(outcome) == []
    assert row(outcome).due == NOW + 35 * HOUR
    anew = judged(first, FACTS._replace(version=41), moved, NOW + HOUR)  # no pause: another decision of theirs
    assert told(anew) == [("cleo", "turn")]


def test_an_end_of_long_ago_is_told_to_nobody():
    over = standing(turn=None, phase="match_over")
    assert judged(BEFORE, FACTS._replace(t=NOW - 8 * 24 * HOUR), over, NOW) == (None, (), ())
