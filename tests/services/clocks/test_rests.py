"""Who is off has a clock that stands still: what the service writes into games, and what it does not."""

import contextlib
import random
from collections.abc import Iterator
from typing import Any

import pytest

from app.rules.clock import Clock
from app.rules.moves import Draw, Pass, Resign
from app.services.clocks.calendars import Calendar, next_off
from app.services.clocks.pauses import LATE_MS
from app.services.clocks.proposals import Wanted
from app.services.clocks.rests import BEFORE_MS
from app.services.clocks.vacations import BUDGET_HOURS
from app.services.clocks.waits import OFF_IN_A_WEEK_MS, TimeOff, longest_wait
from app.services.refusals import NotNow
from app.store.calendars import CalendarStore
from app.store.vacations import VacationStore
from replays.verify import DIVERGED, verify_lines
from tests.effort import effort
from tests.services.absent import DAILY, DAY, HOUR, AbsentHouse

MINUTE = 60_000


@pytest.fixture
def house(database_url: str) -> Iterator[AbsentHouse]:
    made = AbsentHouse(database_url)
    yield made
    made.engine.dispose()


def play(house: AbsentHouse, game: str, people: list) -> None:
    """Whoever has to decide does so: draws, and keeps what was drawn."""
    turn = house.state(game).turn
    assert turn is not None
    for move in (Draw(), Pass()):
        if house.state(game).turn == turn and house.state(game).phase in ("turn", "drawn"):
            house.games.move(game, people[turn], move, house.terms(game))


def until_turn(house: AbsentHouse, game: str, people: list, seat: int) -> None:
    """Plays on until a seat has to decide, in a turn of its own."""
    for _ in range(8):
        if house.state(game).turn == seat and house.state(game).phase == "turn":
            return
        play(house, game, people)
    raise AssertionError("it never came to that seat")


def plain(house: AbsentHouse, *names: str, **settings: object) -> tuple[str, list]:
    """A match that begins with a plain turn."""
    for _ in range(50):
        game, people = house.match(*names, **settings)
        if house.state(game).phase == "turn":
            return game, people
        house.games.move(game, people[1], Resign(), house.terms(game))
    raise AssertionError("no match begins with a plain turn")


# ---------------------------------------------------------------- quiet hours


def test_in_quiet_hours_the_clock_of_who_has_to_decide_stands_still_until_their_end(house):
    game, _ = plain(house, "ann", "bob")
    turn, before = house.state(game).turn, house.state(game).deadline
    house.quiet_now(["ann", "bob"][turn], 8)
    assert house.rests.sweep() == 1
    state = house.state(game)
    assert (state.paused[turn], state.paused_for[turn]) == (house.time + 8 * HOUR, "quiet_hours")
    assert state.deadline == before + 8 * HOUR
    assert house.rests.sweep() == 0
    house.time += 8 * HOUR
    assert house.rests.sweep() == 0
    assert house.clocks(game) == ["clock.paused"]
    assert verify_lines(house.store.event_bytes(game)).verdict != DIVERGED


def test_each_night_has_its_pause(house):
    game, _ = plain(house, "ann", "bob", clock={"kind": "decision", "ms": 3 * DAY})
    turn = house.state(game).turn
    house.quiet_now(["ann", "bob"][turn], 8)
    for _ in range(3):
        assert house.rests.sweep() == 1
        house.time += DAY
    assert house.state(game).deadline == house.time + 8 * HOUR * 3  # of three days, three nights are not gone


def test_where_somebody_need_not_decide_nothing_is_written_until_they_do(house):
    game, people = plain(house, "ann", "bob")
    turn = house.state(game).turn
    house.quiet_now(["ann", "bob"][1 - turn], 8)
    assert house.rests.sweep() == 0
    until_turn(house, game, people, 1 - turn)
    house.time += HOUR
    assert house.rests.sweep() == 1
    assert house.state(game).paused[1 - turn] == house.time + 7 * HOUR


def test_days_off_and_nights_in_one_have_one_pause(house):
    house.time = 1_778_284_800_000  # 2026-05-09, a Saturday, 00:00 UTC
    game, _ = plain(house, "ann", "bob")
    turn = house.state(game).turn
    house.calendars.keep(["ann", "bob"][turn], Calendar("UTC", (0, 7 * 60), (6, 7)))
    assert house.rests.sweep() == 1
    state = house.state(game)
    assert (state.paused[turn], state.paused_for[turn]) == (house.time + 2 * DAY + 7 * HOUR, "days_off")


@pytest.mark.parametrize("settings", [{"time_off": {"quiet_hours": False}}, {"clock": {"kind": "none"}}])
def test_where_the_table_forbids_it_or_nothing_runs_no_clock_stops(house, settings):
    game, _ = plain(house, "ann", "bob", **settings)
    for name in ("ann", "bob"):
        house.quiet_now(name, 8)
    assert house.rests.sweep() == house.rests.sweep() == 0
    assert house.clocks(game) == []
    assert house.absences.off(house.time, 100) == []  # it is not looked at again


def test_guests_have_no_calendar(house):
    game, people = house.table(2, clock=DAILY)
    house.start(game, people[0])
    assert house.rests.sweep() == 0
    assert house.clocks(game) == []


def test_a_calendar_that_changes_leaves_pauses_as_they_are_and_counts_from_now_on(house):
    game, _ = plain(house, "ann", "bob")
    turn = house.state(game).turn
    name = ["ann", "bob"][turn]
    house.quiet_now(name, 2)
    house.rests.sweep()
    house.calendars.keep(name, Calendar("UTC"))
    assert house.rests.sweep() == 0
    assert house.state(game).paused[turn] == house.time + 2 * HOUR
    house.time += 3 * HOUR
    house.quiet_now(name, 2)
    assert house.rests.sweep() == 1


def test_whoever_is_away_for_good_misses_decisions_in_spite_of_quiet_nights(house):
    """Nights break no row: after three missed decisions the seat is out."""
    game, people = plain(house, "ann", "bob", clock={"kind": "decision", "ms": 7 * HOUR})
    turn = house.state(game).turn
    house.quiet_now(["ann", "bob"][turn], 10)
    for _ in range(3 * 24):
        house.rests.sweep()
        house.sweeps.decisions()
        state = house.state(game)
        if state.over:
            break
        if state.turn == 1 - turn:
            play(house, game, people)
        house.time += HOUR
    assert house.state(game).reason == "last_player"
    kinds = house.kinds(game)
    assert kinds.count("decision.timed_out") == 3
    assert kinds.count("clock.paused") == 2


# ---------------------------------------------------------------- vacations


def test_on_vacation_all_ones_clocks_stand_still_and_run_again_with_its_early_end(house):
    games = [plain(house, "ann", "bob")[0] for _ in range(3)]
    house.vacations.take("ann", None, house.time + 5 * DAY)
    for game in games:
        state = house.state(game)
        assert (state.paused[0], state.paused_for[0]) == (house.time + 5 * DAY, "vacation")
    house.time += DAY + 1
    house.vacations.end("ann")
    for game in games:
        assert house.state(game).paused[0] == 0
        assert house.clocks(game) == ["clock.paused", "clock.resumed"]
    assert house.vacations.year("ann").used == 25  # a day, and the hour that had begun


def test_a_vacation_to_come_begins_in_its_time(house):
    game, _ = plain(house, "ann", "bob", clock={"kind": "decision", "ms": 2 * DAY})
    house.vacations.take("ann", house.time + DAY, house.time + 3 * DAY)
    assert house.rests.sweep() == 0
    house.time += DAY
    assert house.rests.sweep() == 1
    assert house.state(game).paused[0] == house.time + 2 * DAY
    house.time += 2 * DAY
    assert house.rests.sweep() == 0


def test_a_vacation_covers_a_night_and_what_is_left_of_a_night_comes_back_behind_it(house):
    game, people = plain(house, "ann", "bob")
    until_turn(house, game, people, 0)
    house.quiet_now("ann", 10)
    house.rests.sweep()
    house.vacations.take("ann", None, house.time + 5 * DAY)
    assert house.state(game).paused_for[0] == "vacation"
    house.time += HOUR
    house.vacations.end("ann")
    assert house.state(game).paused[0] == 0
    assert house.rests.sweep() == 1
    state = house.state(game)
    assert (state.paused[0], state.paused_for[0]) == (house.time + 9 * HOUR, "quiet_hours")


def test_a_vacation_that_begins_when_time_has_run_out_is_too_late_for_that_decision(house):
    game, people = plain(house, "ann", "bob")
    until_turn(house, game, people, 0)
    house.time = house.state(game).deadline
    house.vacations.take("ann", None, house.time + 2 * DAY)
    assert house.rests.sweep() == 0
    assert house.clocks(game) == []
    assert house.sweeps.decisions() == 1
    assert "decision.timed_out" in house.kinds(game)
    house.time += LATE_MS
    assert house.rests.sweep() == 1, "for the next one it is not"


def test_a_vacation_within_a_night_ends_no_night(house):
    game, people = plain(house, "ann", "bob")
    until_turn(house, game, people, 0)
    house.quiet_now("ann", 10)
    house.rests.sweep()
    morning = house.time + 10 * HOUR
    house.vacations.take("ann", None, house.time + 2 * HOUR)
    house.time += HOUR
    house.vacations.end("ann")
    state = house.state(game)
    assert (state.paused[0], state.paused_for[0]) == (morning, "quiet_hours")
    assert house.clocks(game) == ["clock.paused"]


def test_what_an_end_did_not_reach_the_sweep_does(house, monkeypatch):
    game, _ = plain(house, "ann", "bob")
    house.vacations.take("ann", None, house.time + 5 * DAY)
    monkeypatch.setattr(house.pauses, "start", lambda game, seat: False)  # the process dies
    house.vacations.end("ann")
    assert house.state(game).paused[0] > house.time
    monkeypatch.undo()
    assert house.rests.sweep() == 1
    assert house.state(game).paused[0] == 0


def test_of_a_vacation_what_lies_between_two_moments_counts(house):
    game, _ = plain(house, "ann", "bob")
    house.vacations.take("ann", None, house.time + 2 * DAY)
    store, began = VacationStore(house.engine), house.time
    assert store.away(game, 0, began + DAY, began + 9 * DAY) == DAY
    assert store.away(game, 0, began - DAY, began + HOUR) == HOUR
    assert store.away(game, 0, began + 2 * DAY, began + 9 * DAY) == 0
    assert store.away(game, 1, began, began + DAY) == 0


def test_one_vacation_at_a_time_and_28_days_a_year(house):
    house.time = 1_767_225_600_000  # 2026-01-01
    for _ in range(2):
        house.vacations.take("ann", None, house.time + 14 * DAY)
        with pytest.raises(NotNow, match="vacation_taken"):
            house.vacations.take("ann", house.time + 30 * DAY, house.time + 31 * DAY)
        house.time += 14 * DAY
    assert house.vacations.year("ann") == (2026, BUDGET_HOURS)
    with pytest.raises(NotNow, match="no_vacation_left"):
        house.vacations.take("ann", None, house.time + HOUR)
    assert house.vacations.take_by_itself("ann") is None


def test_each_year_has_its_own_in_the_zone_of_the_account(house):
    """In Kiritimati 2027 begins at 10:00 UTC of 2026-12-31."""
    house.calendars.keep("ann", Calendar("Pacific/Kiritimati"))
    house.time = 1_798_624_800_000  # 2026-12-30T10:00Z
    house.vacations.take("ann", None, house.time + 3 * DAY)
    assert house.vacations.year("ann") == (2026, 24)
    house.time += DAY
    assert house.vacations.year("ann") == (2027, 48)


@pytest.mark.parametrize("clock", [DAILY, {"kind": "bank", "ms": DAY, "increment_ms": 0, "max_ms": DAY}])
def test_a_vacation_begins_by_itself_a_little_before_time_runs_out(house, clock):
    game, people = plain(house, "ann", "bob", clock=clock)
    until_turn(house, game, people, 0)
    house.calendars.keep("ann", Calendar("UTC", automatic=True))
    house.time += DAY - BEFORE_MS - MINUTE
    assert house.rests.sweep() == 0
    house.time += MINUTE + 1
    assert house.rests.sweep() == 1
    state = house.state(game)
    assert (state.paused[0], state.paused_for[0]) == (house.time + 3 * DAY, "vacation")
    assert house.sweeps.decisions() == 0
    (vacation,) = house.vacations.of("ann")
    assert vacation.automatic


@pytest.mark.parametrize(
    "settings", [{"time_off": {"vacations": False}}, {"clock": {"kind": "decision", "ms": HOUR - MINUTE}}]
)
def test_it_does_not_where_the_table_forbids_it_or_plays_fast(house, settings):
    game, people = plain(house, "ann", "bob", **settings)
    until_turn(house, game, people, 0)
    house.calendars.keep("ann", Calendar("UTC", automatic=True))
    house.time = house.state(game).deadline - 1
    assert house.rests.sweep() == 0
    assert house.vacations.of("ann") == []


def test_it_does_not_for_who_has_not_asked_for_it_nor_for_who_need_not_decide(house):
    game, people = plain(house, "ann", "bob")
    until_turn(house, game, people, 0)
    house.calendars.keep("bob", Calendar("UTC", automatic=True))
    house.calendars.keep("ann", Calendar("UTC"))
    house.time = house.state(game).deadline - 1
    assert house.rests.sweep() == 0


# ---------------------------------------------------------------- no longer than the longest wait


@pytest.mark.parametrize("seed", range(effort(2, 60)))
def test_no_decision_takes_longer_than_the_longest_wait_whatever_becomes_of_calendars(house, seed):
    """Somebody does all to wait: another zone and other quiet hours each time, and every vacation that there is."""
    chance = random.Random(seed)
    settings: dict[str, Any] = {
        "time_off": {"quiet_hours": chance.random() < 0.8, "vacations": chance.random() < 0.5, "pauses": True},
        "clock": chance.choice([DAILY, {"kind": "decision", "ms": 5 * HOUR}, {"kind": "decision", "ms": 3 * DAY}]),
    }
    game, _ = plain(house, "ann", "bob", options={"missed_decisions": 100}, **settings)
    state = house.state(game)
    name, asked = ["ann", "bob"][state.turn], state.asked
    longest = longest_wait(state.clock, TimeOff.of(settings["time_off"]))
    assert longest is not None
    while house.state(game).turn == state.turn and "decision.timed_out" not in house.kinds(game):
        if chance.random() < 0.7:
            house.quiet_now(name, chance.choice([1, 12, 12, 12]))
        if chance.random() < 0.2:
            with contextlib.suppress(NotNow):
                house.vacations.take(name, None, house.time + chance.randint(1, 14 * 24) * HOUR)
        house.rests.sweep()
        assert house.state(game).deadline <= asked + longest
        assert house.time <= asked + longest + HOUR  # the length of a step
        house.sweeps.decisions()
        house.time += 6 * MINUTE  # behind an outage, as a step is one, the sweep waits for five minutes
        house.sweeps.decisions()
        stands = house.state(game).paused[state.turn]
        house.time = stands if stands > house.time and chance.random() < 0.9 else house.time + HOUR
    assert verify_lines(house.store.event_bytes(game)).verdict != DIVERGED


@pytest.mark.parametrize("ms", [5 * MINUTE, DAY])
def test_a_calendar_that_changes_again_and_again_takes_nothing_of_the_vacation(house, ms):
    """Quiet hours from now on, each time those before are over: what the vacation adds is had by taking it."""
    game, _ = plain(house, "ann", "bob", clock={"kind": "decision", "ms": ms})
    state = house.state(game)
    name = ["ann", "bob"][state.turn]
    house.vacations.take(name, None, house.time + 2 * DAY)
    house.time += 2 * DAY
    longest = (longest_wait(state.clock, TimeOff(vacations=False)) or 0) + 2 * DAY
    while house.state(game).deadline > house.time:
        house.quiet_now(name, 12)
        if house.rests.sweep() == 0:
            break
        house.time = house.state(game).paused[state.turn]
    assert house.state(game).deadline == state.asked + longest


def test_a_calendar_that_changes_for_each_decision_has_no_more_of_a_week_than_one_that_stays(house):
    """Decisions of minutes, each of which would otherwise take days: quiet hours begin whenever one is due."""
    game, people = plain(house, "ann", "bob", clock={"kind": "decision", "ms": 5 * MINUTE})
    seat, begin, spans = house.state(game).turn, house.time, []
    while house.time < begin + 14 * DAY and (state := house.state(game)).phase == "turn":
        if state.turn == seat:
            house.quiet_now(["ann", "bob"][seat], 12)
            while house.rests.sweep() and (stands := house.state(game).paused[seat]) > house.time:
                spans.append((house.time, stands))
                house.time = stands
                house.quiet_now(["ann", "bob"][seat], 12)
        house.time += MINUTE
        play(house, game, people)
    assert spans
    for _, last in spans:
        assert sum(max(0, min(end, last) - max(start, last - 7 * DAY)) for start, end in spans) <= OFF_IN_A_WEEK_MS


def test_who_sleeps_by_day_and_has_weekends_loses_nothing_of_it(house):
    """The longest calendar that there is, for a decision that is due for weeks."""
    calendar = Calendar("UTC", (22 * 60, 10 * 60), (6, 7))
    game, _ = plain(house, "ann", "bob", clock={"kind": "decision", "ms": 14 * DAY})
    turn = house.state(game).turn
    house.calendars.keep(["ann", "bob"][turn], calendar)
    for _ in range(20):
        span = next_off(calendar, house.time)
        house.time = max(house.time, span.start)
        house.rests.sweep()
        assert house.state(game).paused[turn] == span.end
        house.time = span.end


# ---------------------------------------------------------------- at the same time


def moves_first(house, monkeypatch, game, people):
    """Somebody moves right before the next request is written; gives a list that is not empty from then on."""
    append = house.requests.append
    moved: list[bool] = []

    def after_a_move(*given, **more):
        if not moved:
            moved.append(True)
            play(house, game, people)
        return append(*given, **more)

    monkeypatch.setattr(house.requests, "append", after_a_move)
    return moved


def test_who_moves_at_the_same_moment_is_first_and_nothing_is_half_done(house, monkeypatch):
    game, people = plain(house, "ann", "bob")
    turn = house.state(game).turn
    house.quiet_now(["ann", "bob"][turn], 8)
    moved = moves_first(house, monkeypatch, game, people)
    house.rests.sweep()
    assert moved
    state = house.state(game)
    assert verify_lines(house.store.event_bytes(game)).verdict != DIVERGED
    assert house.clocks(game) in ([], ["clock.paused"])
    assert state.turn == 1 - turn or state.phase != "turn"


def test_a_vacation_stops_a_game_at_once_that_goes_on_at_the_same_moment(house, monkeypatch):
    game, people = plain(house, "ann", "bob")
    moved = moves_first(house, monkeypatch, game, people)
    house.vacations.take("ann", None, house.time + 2 * DAY)
    assert moved
    assert house.state(game).paused[0] == house.time + 2 * DAY
    assert house.clocks(game) == ["clock.paused"]


def test_a_calendar_that_is_changed_at_the_same_moment_keeps_its_own_next_time_off(house):
    store = CalendarStore(house.engine)
    house.quiet_now("ann", 1)
    house.time += 2 * HOUR
    (old,) = store.past(house.time, 10)
    house.calendars.keep("ann", Calendar("UTC", (0, 60)))
    kept = store.find("ann")
    store.turn(old, house.time + 1, house.time + 2, "quiet_hours")
    assert store.find("ann") == kept


def test_several_workers_do_no_harm(house, database_url):
    games = [plain(house, "ann", "bob")[0] for _ in range(4)]
    house.vacations._pauses = type("Nobody", (), {"away": lambda self, account: None})()
    house.vacations.take("ann", None, house.time + 2 * DAY)
    other = AbsentHouse(database_url)
    found = house.absences.off(house.time, 100)
    assert len(found) == 4
    for off in found:
        assert other.pauses.stop(off)
    assert [house.pauses.stop(off) for off in found] == [False] * 4
    for game in games:
        assert house.clocks(game) == ["clock.paused"]
    other.engine.dispose()


def test_when_there_is_nothing_to_do_nothing_is_written(house):
    game, _ = plain(house, "ann", "bob")
    before = house.store.head(game)
    house.calendars.keep(
        "ann", Calendar("UTC", ((house.time // MINUTE + 60) % 1440, (house.time // MINUTE + 120) % 1440))
    )
    for _ in range(3):
        assert house.rests.sweep() == 0
    assert house.store.head(game) == before


# ---------------------------------------------------------------- vacations beside other things


def test_vacations_keep_no_table_awake_at_which_nobody_moves(house):
    """Without a clock a match ends void after 90 days, whatever its players do elsewhere."""
    game, _ = plain(house, "ann", "bob", clock={"kind": "none"})
    for _ in range(2):
        house.time += 60 * DAY
        house.vacations.take("ann", None, house.time + HOUR)
        house.time += 2 * HOUR
        house.rests.sweep()
        house.sweeps.tables()
    assert house.clocks(game) == []
    assert house.state(game).reason == "void"


def test_who_is_on_vacation_when_their_table_gets_a_clock_has_one_that_stands_still(house):
    game, people = plain(house, "ann", "bob", clock={"kind": "none"})
    turn = house.state(game).turn
    house.vacations.take(["ann", "bob"][turn], None, house.time + 5 * DAY)
    house.rests.sweep()
    house.proposals.propose(game, people[0], Wanted(clock=Clock("decision", DAY)), house.terms(game))
    house.proposals.agree(game, people[1], house.terms(game))
    assert house.rests.sweep() == 1
    assert house.state(game).deadline == house.time + 6 * DAY


def test_a_vacation_that_is_planned_keeps_none_from_beginning_by_itself_before_it(house):
    game, people = plain(house, "ann", "bob")
    until_turn(house, game, people, 0)
    house.calendars.keep("ann", Calendar("UTC", automatic=True))
    deadline = house.state(game).deadline
    planned = house.vacations.take("ann", deadline + DAY, deadline + 5 * DAY)
    house.time = deadline - 1
    assert house.rests.sweep() == 1
    assert house.state(game).paused[0] == planned.starts
    house.time = planned.starts
    assert house.rests.sweep() == 1
    assert house.state(game).paused[0] == planned.ends
    assert [one.automatic for one in house.vacations.of("ann")] == [True, False]
    with pytest.raises(NotNow, match="vacation_taken"):
        house.vacations.take("ann", None, house.time + HOUR)


def test_of_two_vacations_the_one_that_is_on_ends_first(house):
    game, people = plain(house, "ann", "bob")
    until_turn(house, game, people, 0)
    house.calendars.keep("ann", Calendar("UTC", automatic=True))
    planned = house.vacations.take("ann", house.time + 30 * DAY, house.time + 31 * DAY)
    house.time = house.state(game).deadline - 1
    assert house.rests.sweep() == 1
    house.time += HOUR
    assert house.vacations.end("ann").automatic
    assert house.state(game).paused[0] == 0
    assert house.vacations.end("ann") == planned
