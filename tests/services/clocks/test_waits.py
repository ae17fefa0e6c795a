"""The longest wait of a table: as it is reckoned, and as calendars can make it."""

import random

import pytest

from app.rules.clock import Clock
from app.services.clock import DAY, HOUR, MINUTE
from app.services.clocks.calendars import Calendar, next_off
from app.services.clocks.waits import TimeOff, longest_wait
from tests.effort import effort

NOTHING = TimeOff(quiet_hours=False, vacations=False, pauses=False)
QUIET = TimeOff(vacations=False)
MONDAY = 1_767_571_200_000  # 2026-01-05T00:00Z


@pytest.mark.parametrize(
    ("clock", "time_off", "wait"),
    [
        (Clock(), TimeOff(), None),
        (Clock("decision", MINUTE), NOTHING, MINUTE),
        (Clock("decision", 14 * DAY), NOTHING, 14 * DAY),
        (Clock("bank", DAY, HOUR, 3 * DAY), NOTHING, 3 * DAY),
        (Clock("decision", MINUTE), QUIET, MINUTE + 12 * HOUR + 2 * DAY),
        (Clock("decision", 12 * HOUR), QUIET, DAY + 2 * DAY),
        (Clock("decision", DAY), QUIET, 2 * DAY + 2 * DAY),
        (Clock("decision", 60 * HOUR), QUIET, 7 * DAY),
        (Clock("decision", 60 * HOUR + 1), QUIET, 7 * DAY + 1 + 12 * HOUR + 2 * DAY),
        (Clock("decision", DAY), TimeOff(quiet_hours=False), DAY + 28 * DAY),
        (Clock("decision", DAY), TimeOff(), 4 * DAY + 28 * DAY),
        (Clock("decision", DAY), TimeOff(pauses=False), 4 * DAY + 28 * DAY),
    ],
)
def test_what_it_is(clock, time_off, wait):
    assert longest_wait(clock, time_off) == wait


def waited(calendar: Calendar, start: int, running: int) -> int:
    """How long somebody with this calendar may take for a decision that has so much time: the wall clock is walked."""
    t = start
    while True:
        off = next_off(calendar, t)
        runs_to = t + running if off is None else max(t, off.start)
        if t + running <= runs_to:
            return t + running - start
        assert off is not None
        running -= runs_to - t
        t = off.end


@pytest.mark.parametrize("seed", range(effort(100, 5000)))
def test_no_calendar_makes_a_decision_take_longer(seed):
    """Where no clocks change: what such a change would add is cut by the service, see `test_rests`."""
    chance = random.Random(seed)
    start = chance.randrange(1440)
    quiet = (start, (start + chance.choice([1, 300, 719, 720])) % 1440)
    calendar = Calendar(chance.choice(["UTC", "Asia/Kathmandu"]), quiet, tuple(chance.sample(range(1, 8), 2)))
    clock = Clock("decision", chance.choice([MINUTE, HOUR, 11 * HOUR, 12 * HOUR, DAY, 60 * HOUR, 5 * DAY, 14 * DAY]))
    at = MONDAY + chance.randrange(14 * 1440) * MINUTE
    longest = longest_wait(clock, QUIET)
    assert longest is not None
    assert waited(calendar, at, clock.ms) <= longest


@pytest.mark.parametrize("hours", [1, 11, 12, 13, 24, 59, 60, 61, 120, 200])
def test_a_calendar_can_make_it_as_long(hours):
    """Quiet from noon, and days off behind it: it begins with the quiet hours of a Friday."""
    calendar = Calendar("UTC", (720, 0), (6, 7))
    clock = Clock("decision", hours * HOUR)
    assert waited(calendar, MONDAY + 4 * DAY + 12 * HOUR, clock.ms) == longest_wait(clock, QUIET)


def test_what_a_table_allows_can_be_written_down():
    for allowed in (TimeOff(), NOTHING, QUIET):
        assert TimeOff.of(allowed.data()) == allowed
    assert TimeOff.of({}) == TimeOff()
