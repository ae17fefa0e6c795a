"""Clocks: time for each decision or a bank of it, and pauses."""

import random

import pytest

from app.rules.clock import Clock
from app.rules.decide import time_out
from app.rules.lifecycle import change_clock, pause, resume
from app.rules.options import InvalidOption
from app.rules.refusals import Refused
from app.rules.state import START
from tests.effort import effort
from tests.rules.specification import BANK, DECISION, dealt, deck_of, given

DRAW = "g1 g2 g3 g4 g6 g7 g8 g9"
DAY = 24 * 60 * 60 * 1000


def banked(hands="y1 y2 | b5 b6", **table):
    """A table with 100 ms in each bank, 10 more for a decision, never above 120."""
    return given(hands, **{"top": "r5", "clock": BANK, "draw": DRAW, **table})


def paused(table, seat, until, at):
    """The table after a pause."""
    return table.when_asked(pause(table.state, seat, until, "away", at), at)


def resumed(table, seat, at):
    """The table after the end of a pause."""
    return table.when_asked(resume(table.state, seat, at), at)


@pytest.mark.rule("R39")
def test_a_bank_runs_while_its_seat_must_decide_and_each_decision_adds_to_it():
    table = banked().stands(deadline=100).when(0, "draw", at=30).stands(bank=(80, 100), turn=1, deadline=130)
    table.when(1, "draw", at=125).stands(bank=(80, 15), turn=0, deadline=205)


@pytest.mark.rule("R39")
def test_a_bank_never_holds_more_than_its_maximum():
    banked(clock=Clock("bank", 100, 50, 120)).when(0, "draw", at=5).stands(bank=(120, 100))


@pytest.mark.rule("R39")
def test_the_turn_and_the_drawn_card_add_once():
    table = banked(draw="r9 g1").when(0, "draw", at=30).stands(phase="drawn", bank=(100, 100), deadline=100)
    table.when(0, "pass", at=50).stands(bank=(60, 100))


@pytest.mark.rule("R39", "R24")
def test_an_extra_turn_is_another_decision_of_the_same_bank():
    banked("WB y2 y3 | b5", draw=f"r9 {DRAW}").when(0, "play WB", at=30).stands(turn=0, bank=(80, 100), deadline=110)


@pytest.mark.rule("R39")
def test_an_empty_bank_times_out_and_earns_nothing():
    table = banked().when_time_runs_out(0).stands(bank=(0, 100), turn=1, deadline=200)
    table.when(1, "draw", at=110).stands(turn=0, deadline=110, bank=(0, 100))
    table.when_time_runs_out(0).stands(turn=1)


@pytest.mark.rule("R39")
def test_a_late_move_that_comes_before_the_service_is_taken_and_the_bank_is_not_below_zero():
    banked().when(0, "draw", at=500).stands(bank=(10, 100), turn=1)


@pytest.mark.rule("R39")
def test_moves_out_of_turn_cost_and_earn_nothing():
    table = banked("r1 y2 | b5 b6 | y1 y2").when(0, "play r1", at=30).when(2, "catch_uno 0", at=60)
    table.stands(bank=(80, 100, 100), deadline=130).when(2, "resign", at=70).stands(deadline=130)
    table.when(1, "draw", at=80).stands(bank=(80, 60, 100))


@pytest.mark.rule("R39", "R38")
def test_a_bank_starts_full_and_goes_on_from_hand_to_hand():
    deck = deck_of(("r1 r2", "b1 b2"), then="r5")
    dealt(deck, 2, clock=BANK).stands(bank=(100, 100), deadline=100)
    table = banked("r1 | b5", options={"hands": 2}).when(0, "play r1", at=40).stands(hand=2, bank=(70, 100), turn=1)
    table.stands(deadline=140)


@pytest.mark.rule("R39")
@pytest.mark.parametrize("clock", [DECISION, BANK])
@pytest.mark.parametrize("seat", [0, None])
def test_a_pause_moves_the_deadline_by_its_length(clock, seat):
    table = paused(banked(clock=clock), seat, until=80, at=30).then("clock.paused").stands(deadline=150)
    table.when_time_runs_out(0, at=150)


@pytest.mark.rule("R39")
@pytest.mark.parametrize("clock", [DECISION, BANK])
def test_a_pause_of_another_seat_moves_nothing(clock):
    paused(banked(clock=clock), 1, until=80, at=30).stands(deadline=100)


@pytest.mark.rule("R39")
@pytest.mark.parametrize("clock", [DECISION, BANK])
@pytest.mark.parametrize("seat", [0, None])
def test_a_pause_that_ends_early_gives_back_the_rest(clock, seat):
    resumed(paused(banked(clock=clock), seat, until=80, at=30), seat, at=40).then("clock.resumed").stands(deadline=110)


@pytest.mark.rule("R39")
def test_a_decision_that_falls_due_in_a_pause_starts_with_its_end():
    table = paused(banked(clock=DECISION), 1, until=80, at=10).when(0, "draw", at=20).stands(turn=1, deadline=180)
    resumed(table, 1, at=50).stands(deadline=150)


@pytest.mark.rule("R39")
def test_pauses_of_table_and_seat_together_count_once():
    table = paused(banked(clock=DECISION), 0, until=80, at=30)
    paused(table, None, until=90, at=40).stands(deadline=160)
    resumed(table, None, at=50).stands(deadline=150)
    resumed(table, 0, at=60).stands(deadline=130)


@pytest.mark.rule("R39")
def test_a_bank_does_not_run_in_a_pause_and_the_time_before_it_counts():
    paused(banked(), 0, until=80, at=30).when(0, "draw", at=100).stands(bank=(60, 100))
    paused(banked(), 0, until=80, at=30).when(0, "draw", at=40).stands(bank=(80, 100))
    table = paused(banked(), 0, until=80, at=30)
    resumed(table, 0, at=50).when(0, "draw", at=60).stands(bank=(70, 100))


@pytest.mark.rule("R39")
def test_a_move_in_a_pause_that_was_on_when_it_fell_due_costs_nothing():
    table = paused(banked(), 1, until=90, at=10).when(0, "draw", at=20).when(1, "draw", at=40)
    table.stands(bank=(90, 110))


@pytest.mark.rule("R39")
def test_a_pause_without_a_clock_does_no_harm():
    table = paused(given("y1 y2 | b5 b6", top="r5", draw=DRAW), None, until=80, at=30).stands(deadline=None)
    table.when(0, "draw", at=40).stands(turn=1, deadline=None)


@pytest.mark.rule("R39")
@pytest.mark.parametrize(("until", "at"), [(30, 30), (29, 30), (30 + 14 * DAY + 1, 30)])
def test_a_pause_ends_later_and_within_14_days(until, at):
    with pytest.raises(Refused) as refused:
        pause(banked().state, 0, until, "away", at)
    assert refused.value.code == "bad_pause"
    paused(banked(), 0, until=30 + 14 * DAY, at=30)


@pytest.mark.rule("R39")
@pytest.mark.parametrize("clock", [DECISION, BANK])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_pause_that_there_is_already_gives_no_decision_its_time_anew(clock, seat):
    table = paused(banked(clock=clock), seat, until=80, at=30)
    due, since, asked = table.state.deadline, table.state.since, table.state.asked
    paused(table, seat, until=80, at=60).stands(deadline=due, since=since, asked=asked, bank=table.state.bank)
    late = paused(banked(clock=clock), seat, until=110, at=105)
    paused(late, seat, until=110, at=106).stands(deadline=100, bank=late.state.bank)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_only_a_pause_that_is_on_can_be_ended(seat):
    with pytest.raises(Refused) as refused:
        resume(banked().state, seat, 10)
    assert refused.value.code == "not_paused"
    with pytest.raises(Refused):
        resume(paused(banked(), seat, until=20, at=10).state, seat, 20)


def changed(table, clock, at):
    """The table after it has agreed on another clock."""
    return table.when_asked(change_clock(table.state, clock, "agreed", at), at)


@pytest.mark.rule("R39")
@pytest.mark.parametrize("before", [Clock(), DECISION, BANK])
def test_under_another_clock_the_decision_that_is_due_begins_anew(before):
    table = changed(banked(clock=before), Clock("decision", 500), at=30).then("clock.changed")
    table.stands(deadline=530, bank=()).when(0, "draw", at=90).stands(turn=1, deadline=590)
    table = changed(banked(clock=before), Clock("bank", 70, 5, 80), at=30)
    table.stands(deadline=100, bank=(70, 70)).when(0, "draw", at=50).stands(bank=(55, 70), deadline=120)


@pytest.mark.rule("R39")
@pytest.mark.parametrize("before", [DECISION, BANK])
def test_without_a_clock_from_then_on_nothing_is_due(before):
    table = changed(banked(clock=before), Clock(), at=30).stands(deadline=None, bank=())
    table.when(0, "draw", at=5000).stands(turn=1, deadline=None)
    with pytest.raises(Refused):
        time_out(table.state, 1, table.dealer, 10**15)


@pytest.mark.rule("R39")
@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("before", [DECISION, BANK])
def test_another_clock_in_a_pause_begins_with_its_end(seat, before):
    table = paused(banked(clock=before), seat, until=80, at=30)
    table = changed(table, Clock("decision", 500), at=40).stands(deadline=580)
    resumed(table, seat, at=60).stands(deadline=560)


@pytest.mark.rule("R39")
def test_another_clock_gives_even_a_late_decision_its_time():
    changed(banked(clock=DECISION), Clock("decision", 50), at=700).stands(deadline=750).when_time_runs_out(0, at=750)


@pytest.mark.rule("R39")
def test_another_clock_leaves_the_row_of_missed_decisions_as_it_is():
    table = banked(clock=DECISION)
    table.state = table.state.replace(missed=(2, 1))
    changed(table, Clock("decision", 50), at=10).stands(missed=(2, 1))


@pytest.mark.rule("R39")
def test_the_clock_that_a_table_has_is_no_other_one():
    with pytest.raises(Refused) as refused:
        change_clock(banked(clock=DECISION).state, DECISION, "agreed", 10)
    assert refused.value.code == "same_clock"


def test_a_match_that_is_not_on_has_no_other_clock():
    over = given("r1 | b1", top="r5", clock=DECISION).when(0, "play r1")
    for state, code in ((over.state, "game_over"), (START, "game_not_started")):
        with pytest.raises(Refused) as refused:
            change_clock(state, BANK, "agreed", 10)
        assert refused.value.code == code


@pytest.mark.rule("R39")
@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("reason", ["quiet_hours", "days_off"])
def test_a_pause_that_comes_by_itself_breaks_no_row(seat, reason):
    table = banked(clock=DECISION)
    table.state = table.state.replace(missed=(2, 1))
    table.when_asked(pause(table.state, seat, 80, reason, 10), 10).stands(missed=(2, 1))


@pytest.mark.rule("R39")
@pytest.mark.parametrize("reason", ["vacation", "agreed", "storm", ""])
def test_any_other_pause_does(reason):
    table = banked(clock=DECISION)
    table.state = table.state.replace(missed=(2, 1))
    table.when_asked(pause(table.state, 0, 80, reason, 10), 10).stands(missed=(0, 1))


def test_why_a_clock_stands_still_is_known_until_the_pause_is_ended():
    table = paused(banked(clock=DECISION), 1, until=80, at=30).stands(paused_for=("", "away", ""))
    table = table.when_asked(pause(table.state, None, 90, "agreed", 31), 31).stands(paused_for=("", "away", "agreed"))
    resumed(table, 1, at=40).stands(paused_for=("", "", "agreed"))


@pytest.mark.rule("R39")
def test_since_when_somebody_is_asked_is_moved_by_pauses_of_the_whole_table_alone():
    table = banked(clock=DECISION).stands(asked=0)
    table = paused(table, 0, until=80, at=30).stands(asked=0, deadline=150)
    table = paused(table, None, until=100, at=40).stands(asked=20, deadline=170)
    resumed(table, None, at=50).stands(asked=0, deadline=150)
    table = paused(banked(clock=DECISION), 1, until=80, at=10).when(0, "draw", at=20).stands(asked=20, deadline=180)
    paused(banked(clock=DECISION), None, until=80, at=10).when(0, "draw", at=20).stands(asked=80, deadline=180)


@pytest.mark.rule("R39")
@pytest.mark.parametrize("seed", range(effort(150, 3000)))
def test_a_deadline_is_the_time_that_was_given_and_all_that_stood_still(seed):
    """Pauses, ends of pauses and other clocks by chance: the deadline is told anew, millisecond by millisecond."""
    chance = random.Random(seed)
    clocks = [Clock(), Clock("decision", 90), Clock("decision", 40), Clock("bank", 70, 10, 100)]
    clock = chance.choice(clocks)
    table, t = banked(clock=clock), 0
    begun, given_ms, still = 0, (clock.ms if clock.kind != "none" else None), [0, 0, 0]
    stood: set[int] = set()
    for _ in range(chance.randint(1, 8)):
        step = chance.randint(1, 25)
        stood |= {at for at in range(t, t + step) if still[0] > at or still[2] > at}
        t += step
        ran = len([at for at in range(begun, t) if at not in stood])
        if given_ms is not None and ran >= given_ms:
            break  # time has run out: what comes then moves nothing
        seat = chance.choice([0, 1, None])
        place = 2 if seat is None else seat
        what = chance.choice(["pause", "resume", "clock"])
        try:
            if what == "pause":
                table = paused(table, seat, t + chance.randint(1, 60), t)
                still[place] = table.state.paused[place]
            elif what == "resume":
                table, still[place] = resumed(table, seat, t), 0
            else:
                clock = chance.choice(clocks)
                table = changed(table, clock, t)
                begun, given_ms = t, (clock.ms if clock.kind != "none" else None)
        except Refused:
            continue
        expected = None
        if given_ms is not None:
            ran, at = len([at for at in range(begun, t) if at not in stood]), t
            while ran < given_ms or still[0] > at or still[2] > at:
                ran += not (still[0] > at or still[2] > at)
                at += 1
                if ran == given_ms:
                    break
            expected = at
        table.stands(deadline=expected)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_a_pause_of_a_seat_that_is_not_there(seat):
    for ask in (lambda: pause(banked().state, seat, 20, "away", 10), lambda: resume(banked().state, seat, 10)):
        with pytest.raises(Refused) as refused:
            ask()
        assert refused.value.code == "no_such_seat"


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "none"},
        {"kind": "decision", "ms": 1},
        {"kind": "decision", "ms": 14 * DAY},
        {"kind": "bank", "ms": 5, "increment_ms": 0, "max_ms": 5},
    ],
)
def test_a_clock_survives_being_written_down(data):
    assert Clock.parse(data).data() == data


@pytest.mark.parametrize(
    ("data", "option"),
    [
        ({}, "clock"),
        ({"kind": None}, "clock"),
        ({"kind": ["none"]}, "clock"),
        ({"kind": "sand"}, "clock"),
        ({"kind": "none", "ms": 5}, "clock"),
        ({"kind": "decision"}, "clock"),
        ({"kind": "decision", "ms": 5, "max_ms": 5}, "clock"),
        ({"kind": "decision", "ms": 0}, "clock.ms"),
        ({"kind": "decision", "ms": 14 * DAY + 1}, "clock.ms"),
        ({"kind": "decision", "ms": "5"}, "clock.ms"),
        ({"kind": "decision", "ms": True}, "clock.ms"),
        ({"kind": "decision", "ms": 5.0}, "clock.ms"),
        ({"kind": "bank", "ms": 5, "increment_ms": -1, "max_ms": 5}, "clock.increment_ms"),
        ({"kind": "bank", "ms": 6, "increment_ms": 0, "max_ms": 5}, "clock.max_ms"),
    ],
)
def test_a_clock_that_cannot_be_names_the_field(data, option):
    with pytest.raises(InvalidOption) as refused:
        Clock.parse(data)
    assert refused.value.option == option
    assert str(refused.value).startswith(option)
