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
FACTS = Facts(40, NOW - GOOD_MS, "seat:0", 0, PEOPLE, {}, {})


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


def test_who_is_off_is_told_when_that_ends():
    off = FACTS._replace(off={"cleo": (NOW - HOUR, NOW + 7 * HOUR), "ben": (NOW - HOUR, NOW + 2 * HOUR)})
    clock = {"clock": Clock("decision", 24 * HOUR), "since": NOW, "asked": NOW, "deadline": NOW + 24 * HOUR}
    for more in ({}, clock):
        outcome = judged(BEFORE, off, standing(**more), NOW)
        assert (told(outcome), row(outcome).due) == ([], NOW + 7 * HOUR)
        assert told(judged(row(outcome), off, standing(**more), NOW + 7 * HOUR)) == [("cleo", "turn")]
    outcome = judged(BEFORE, off, standing(uno=(DUE, 0, 0)), NOW)
    assert (told(outcome), row(outcome).due) == ([], NOW + 2 * HOUR), "nor of a catch"


def test_times_off_that_are_past_or_to_come_hold_nothing_up():
    for off in ((NOW - 2 * HOUR, NOW), (NOW + 1, NOW + HOUR)):
        assert told(judged(BEFORE, FACTS._replace(off={"cleo": off}), standing(), NOW)) == [("cleo", "turn")]


def test_who_is_off_while_time_runs_out_is_told_before():
    """Their table stops no clock for time off, or has done so for as long as it may."""
    off = FACTS._replace(off={"cleo": (NOW - HOUR, NOW + 7 * HOUR)})
    due = standing(clock=Clock("decision", 2 * HOUR), since=NOW, asked=NOW, deadline=NOW + 2 * HOUR)
    first = judged(BEFORE, off, due, NOW)
    assert (told(first), row(first).due) == ([], NOW + 60_000), "their clock may be stopped in a moment"
    assert told(judged(row(first), off, due, NOW + 60_000)) == [("cleo", "turn")]
    late = judged(BEFORE, off, due, NOW + 90 * 60_000)
    assert told(late) == [("cleo", "turn")]
    short = standing(clock=Clock("decision", 60_000), since=NOW, asked=NOW, deadline=NOW + 60_000)
    assert row(judged(BEFORE, off, short, NOW)).due == NOW + 6_000


def test_an_end_of_long_ago_is_told_to_nobody():
    over = standing(turn=None, phase="match_over")
    assert judged(BEFORE, FACTS._replace(t=NOW - 8 * 24 * HOUR), over, NOW) == (None, (), ())
