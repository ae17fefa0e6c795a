"""Time off that nobody has seen to when it began, since no service was there; clocks of machines that were ahead, and
calendars that cannot be read."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from app.rules.moves import Draw
from app.services.clocks.calendars import Calendar
from app.services.clocks.rests import BEFORE_MS
from app.services.upkeep.sweeps import GRACE_MS
from replays.verify import DIVERGED, verify_lines
from tests.services.absent import DAY, HOUR, AbsentHouse
from tests.services.clocks.test_rests import MINUTE, plain, play


@pytest.fixture
def house(database_url: str) -> Iterator[AbsentHouse]:
    made = AbsentHouse(database_url)
    yield made
    made.engine.dispose()


def work(house: AbsentHouse) -> int:
    """A round of the worker; how many decisions it took."""
    house.rests.sweep()
    return house.sweeps.decisions()


def work_each_minute(house: AbsentHouse, until: int) -> int:
    """Rounds up to then, some minutes apart; how many decisions were taken."""
    taken = 0
    while house.time < until:
        house.time = min(until, house.time + 9 * MINUTE)
        taken += work(house)
    return taken


def asked(house: AbsentHouse, **settings: object) -> tuple[str, int, str]:
    """A match that waits for somebody: the game, the seat, and whose it is. A worker has looked a moment ago."""
    game, _ = plain(house, "ann", "bob", **settings)
    turn = house.state(game).turn
    assert turn is not None
    work(house)
    return game, turn, ["ann", "bob"][turn]


def quiet_at(house: AbsentHouse, name: str, at: int, hours: int) -> None:
    """Quiet hours of an account begin then."""
    minute = at // MINUTE % 1440
    house.calendars.keep(name, Calendar("UTC", (minute, (minute + hours * 60) % 1440)))


# ---------------------------------------------------------------- no service was there


def test_who_sleeps_is_not_decided_for_though_nobody_stopped_the_clock(house: AbsentHouse) -> None:
    """Quiet hours begin an hour before the deadline, and the service comes back an hour behind it."""
    game, _turn, name = asked(house)
    deadline = house.state(game).deadline
    assert deadline is not None
    quiet_at(house, name, deadline - HOUR, 8)
    house.time = deadline + HOUR
    assert work(house) == 0
    assert work_each_minute(house, deadline + 8 * HOUR - MINUTE) == 0, "when it would be due if it had stood still"
    house.time = deadline + 8 * HOUR
    assert work_each_minute(house, deadline + 8 * HOUR + 9 * MINUTE) == 1
    assert "decision.timed_out" in house.kinds(game)
    assert verify_lines(house.store.event_bytes(game)).verdict != DIVERGED


def test_who_is_on_a_vacation_that_was_planned_is_waited_for_too(house: AbsentHouse) -> None:
    game, _turn, name = asked(house)
    deadline = house.state(game).deadline
    assert deadline is not None
    house.vacations.take(name, deadline - HOUR, deadline + DAY)
    house.time = deadline + 2 * HOUR
    assert work(house) == 0
    house.time += GRACE_MS
    assert work(house) == 0
    assert work_each_minute(house, deadline + DAY) == 0
    assert house.kinds(game)[-1] != "decision.timed_out"


def test_a_vacation_begins_by_itself_though_nobody_looked_for_four_minutes(house: AbsentHouse) -> None:
    game, _, name = asked(house)
    house.calendars.keep(name, Calendar("UTC", automatic=True))
    deadline = house.state(game).deadline
    assert deadline is not None
    house.time = deadline - BEFORE_MS - 1
    work(house)
    assert house.vacations.of(name) == []
    house.time += 4 * MINUTE
    assert work(house) == 0
    assert house.clocks(game) == ["clock.paused"]


@pytest.mark.parametrize("allowed", [True, False])
def test_no_vacation_begins_by_itself_where_quiet_hours_come_first(house: AbsentHouse, allowed: bool) -> None:
    game, _, name = asked(house, time_off={"quiet_hours": allowed})
    deadline = house.state(game).deadline
    assert deadline is not None
    minute = (deadline // MINUTE - 1) % 1440
    house.calendars.keep(name, Calendar("UTC", (minute, (minute + 480) % 1440), automatic=True))
    for left in (4, 2, 1):
        house.time = deadline - left * MINUTE
        work(house)
    state = house.state(game)
    assert state.turn is not None
    assert state.paused_for[state.turn] == ("quiet_hours" if allowed else "vacation")


def test_nobody_waits_for_what_is_left_of_a_vacation_that_was_ended(house: AbsentHouse) -> None:
    game, _turn, name = asked(house)
    deadline = house.state(game).deadline
    assert deadline is not None
    house.vacations.take(name, deadline - HOUR, deadline + 5 * DAY)
    house.time = deadline + 2 * HOUR
    work(house)
    house.time += GRACE_MS
    assert work(house) == 0
    house.vacations.end(name)
    assert work_each_minute(house, deadline + 3 * HOUR) == 0, "an hour of it was left"
    assert work_each_minute(house, deadline + 3 * HOUR + 30 * MINUTE) == 1


@pytest.mark.parametrize(
    ("begins", "is_known", "settings"),
    [(-HOUR, True, {"time_off": {"quiet_hours": False}}), (MINUTE, True, {}), (-HOUR, False, {})],
    ids=["forbidden", "behind the deadline", "set behind it"],
)
def test_nobody_waits_for_what_would_have_stopped_no_clock(
    house: AbsentHouse, begins: int, is_known: bool, settings: dict[str, object]
) -> None:
    game, _, name = asked(house, **settings)
    deadline = house.state(game).deadline
    assert deadline is not None
    if is_known:
        quiet_at(house, name, deadline + begins, 8)
    house.time = deadline + HOUR
    assert house.sweeps.decisions() == 0, "as behind an outage"
    if not is_known:
        quiet_at(house, name, deadline + begins, 8)
    house.time += GRACE_MS
    assert house.sweeps.decisions() == 1


def test_nobody_waits_for_a_vacation_that_the_table_forbids(house: AbsentHouse) -> None:
    game, _, name = asked(house, time_off={"vacations": False})
    deadline = house.state(game).deadline
    assert deadline is not None
    house.vacations.take(name, deadline - HOUR, deadline + DAY)
    house.time = deadline + HOUR
    assert work(house) == 0, "as behind an outage"
    house.time += GRACE_MS
    assert work(house) == 1


def test_who_has_had_all_quiet_hours_of_a_week_is_not_waited_for_in_more(house: AbsentHouse) -> None:
    """The last pause was cut, and time runs out while a calendar that changes each time still says that it is night."""
    game, people = plain(house, "ann", "bob", clock={"kind": "decision", "ms": HOUR}, options={"hands": 200})
    turn = house.state(game).turn
    assert turn is not None
    for _ in range(60):
        if house.state(game).turn == turn:
            house.time += HOUR // 2
            house.quiet_now(["ann", "bob"][turn], 12)
            work(house)
            stood = house.state(game).paused[turn] - house.time
            if stood < 12 * HOUR:
                break
            house.time += stood
        play(house, game, people)
    deadline = house.state(game).deadline
    assert deadline is not None
    assert deadline < house.time + 12 * HOUR, "still in the last quiet hours"
    before = house.kinds(game).count("decision.timed_out")
    work_each_minute(house, deadline + 10 * MINUTE)
    assert house.kinds(game).count("decision.timed_out") == before + 1


def test_who_is_waited_for_may_play(house: AbsentHouse) -> None:
    game, people = plain(house, "ann", "bob")
    turn, deadline = house.state(game).turn, house.state(game).deadline
    assert turn is not None
    assert deadline is not None
    work(house)
    quiet_at(house, ["ann", "bob"][turn], deadline - HOUR, 8)
    house.time = deadline + HOUR
    work(house)
    house.time += GRACE_MS
    assert work(house) == 0
    house.games.move(game, people[turn], Draw(), house.terms(game))
    assert "decision.timed_out" not in house.kinds(game)


# ---------------------------------------------------------------- clocks that were ahead


def test_a_clock_that_was_ahead_costs_nobody_the_quiet_hours(house: AbsentHouse) -> None:
    for name, calendar in {"ann": Calendar("UTC", (22 * 60, 8 * 60)), "bob": Calendar("UTC", None, (6, 7))}.items():
        house.calendars.keep(name, calendar)
        before, right = house.calendars.of(name).next, house.time
        house.time += 30 * DAY
        house.rests.sweep()
        house.time = right
        house.rests.forget()
        assert before is not None
        house.time = before.start
        game, _ = plain(house, name, "eve")
        while house.state(game).turn != 0:
            game, _ = plain(house, name, "eve")
        assert house.rests.sweep() == 1, name


# ---------------------------------------------------------------- calendars that cannot be read


def test_a_zone_that_this_machine_does_not_know_stops_no_other_calendar(house: AbsentHouse) -> None:
    """Another machine knew it, or this one did before its zones were brought up to date."""
    house.calendars.keep("zed", Calendar("Europe/Tirane", (0, 60)))
    with house.engine.begin() as connection:
        connection.execute(sa.text("UPDATE calendars SET zone = 'Europe/Gone', off_until = 1"))
    _game, _turn, name = asked(house)
    quiet_at(house, name, house.time, 8)
    assert house.rests.sweep() == 1
    assert house.calendars.of("zed").calendar.zone == "UTC"
    assert house.vacations.year("zed").used == 0
