"""Quiet hours and days off: from a local calendar to moments of UTC, over changes of the clocks and the date line."""

import random
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from app.services.clock import DAY, HOUR
from app.services.clocks.calendars import Calendar, Span, check, next_off, zone_names
from app.services.refusals import Malformed
from tests.effort import effort

NIGHT = (22 * 60, 7 * 60)
SATURDAY, SUNDAY = 6, 7


def ms(text: str) -> int:
    """A moment in UTC, or with its offset."""
    moment = datetime.fromisoformat(text)
    return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)


def span(calendar: Calendar, at: str) -> tuple[str, str, str] | None:
    """The time off that is on at this moment or comes next, in UTC."""
    off = next_off(calendar, ms(at))
    return off and (utc(off.start), utc(off.end), off.reason)


def utc(t: int) -> str:
    return datetime.fromtimestamp(t / 1000, UTC).strftime("%Y-%m-%dT%H:%M")


def test_without_anything_set_nothing_is_off():
    assert next_off(Calendar(), ms("2027-05-05T12:00")) is None


def test_quiet_hours_over_midnight_are_on_or_come_next():
    calendar = Calendar("UTC", NIGHT)
    tonight = ("2027-05-05T22:00", "2027-05-06T07:00", "quiet_hours")
    for at in ("2027-05-05T07:00", "2027-05-05T12:00", "2027-05-05T22:00", "2027-05-06T06:59"):
        assert span(calendar, at) == tonight
    assert span(calendar, "2027-05-06T07:00") == ("2027-05-06T22:00", "2027-05-07T07:00", "quiet_hours")


def test_quiet_hours_within_a_day():
    assert span(Calendar("UTC", (60, 120)), "2027-05-05T01:30") == (
        "2027-05-05T01:00", "2027-05-05T02:00", "quiet_hours",
    )  # fmt: skip


def test_they_are_those_of_the_zone():
    assert span(Calendar("Asia/Tokyo", NIGHT), "2027-05-05T12:00") == (
        "2027-05-05T13:00", "2027-05-05T22:00", "quiet_hours",
    )  # fmt: skip


def test_a_day_off_is_a_day_of_the_zone():
    # 2027-05-08 is a Saturday
    off = Calendar("Pacific/Auckland", None, (SATURDAY,))
    assert span(off, "2027-05-05T12:00") == ("2027-05-07T12:00", "2027-05-08T12:00", "days_off")


def test_quiet_hours_and_days_off_that_touch_are_one():
    calendar = Calendar("UTC", NIGHT, (SATURDAY, SUNDAY))
    assert span(calendar, "2027-05-07T23:00") == ("2027-05-07T22:00", "2027-05-10T07:00", "days_off")
    assert span(calendar, "2027-05-10T07:00") == ("2027-05-10T22:00", "2027-05-11T07:00", "quiet_hours")


def test_quiet_hours_that_end_in_the_hour_that_comes_twice_end_the_second_time():
    """In Berlin clocks go back from 3:00 to 2:00 on 2027-10-31, at 01:00 UTC."""
    assert span(Calendar("Europe/Berlin", (22 * 60, 150)), "2027-10-30T21:00") == (
        "2027-10-30T20:00", "2027-10-31T01:30", "quiet_hours",
    )  # fmt: skip


def test_quiet_hours_that_begin_in_the_hour_that_comes_twice_begin_the_first_time():
    assert span(Calendar("Europe/Berlin", (150, 360)), "2027-10-30T23:00") == (
        "2027-10-31T00:30", "2027-10-31T05:00", "quiet_hours",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("quiet", "start", "end"),
    [
        ((22 * 60, 150), "2027-03-27T21:00", "2027-03-28T01:00"),  # ends in the hour that is left out
        ((150, 360), "2027-03-28T01:00", "2027-03-28T04:00"),  # begins in it
        ((22 * 60, 7 * 60), "2027-03-27T21:00", "2027-03-28T05:00"),  # has it
    ],
)
def test_quiet_hours_around_the_hour_that_is_left_out(quiet, start, end):
    """In Berlin clocks go on from 2:00 to 3:00 on 2027-03-28, at 01:00 UTC."""
    assert span(Calendar("Europe/Berlin", quiet), start) == (start, end, "quiet_hours")


def test_quiet_hours_all_in_the_hour_that_is_left_out_do_not_come_that_day():
    assert span(Calendar("Europe/Berlin", (125, 175)), "2027-03-27T12:00") == (
        "2027-03-29T00:05", "2027-03-29T00:55", "quiet_hours",
    )  # fmt: skip


def test_a_day_whose_clocks_change_at_midnight():
    """In Beirut 2025-03-30, a Sunday, begins at 1:00: clocks go on at midnight, 22:00 UTC."""
    assert span(Calendar("Asia/Beirut", None, (SUNDAY,)), "2025-03-29T12:00") == (
        "2025-03-29T22:00", "2025-03-30T21:00", "days_off",
    )  # fmt: skip


def test_a_change_of_half_an_hour():
    """On Lord Howe clocks go back from 2:00 to 1:30 on 2027-04-04, a Sunday, at 15:00 UTC the day before."""
    assert span(Calendar("Australia/Lord_Howe", None, (SUNDAY,)), "2027-04-03T00:00") == (
        "2027-04-03T13:00", "2027-04-04T13:30", "days_off",
    )  # fmt: skip


def test_a_day_that_an_island_has_left_out():
    """On Samoa there was no Friday 2011-12-30: it went over the date line at the end of Thursday, at 10:00 UTC."""
    assert span(Calendar("Pacific/Apia", None, (5,)), "2011-12-26T12:00") == (
        "2012-01-05T10:00", "2012-01-06T10:00", "days_off",
    )  # fmt: skip
    # The night that began on Thursday ends where Saturday begins, and so does that of the day that was none.
    assert span(Calendar("Pacific/Apia", NIGHT), "2011-12-30T09:00") == (
        "2011-12-30T08:00", "2011-12-30T17:00", "quiet_hours",
    )  # fmt: skip


def test_a_leap_day_can_be_a_day_off():
    # 2028-02-29 is a Tuesday
    assert span(Calendar("UTC", None, (2,)), "2028-02-28T12:00") == ("2028-02-29T00:00", "2028-03-01T00:00", "days_off")


def test_both_sides_of_the_date_line_have_their_own_saturday():
    east, west = (next_off(Calendar(zone, None, (SATURDAY,)), ms("2027-05-05T00:00")) for zone in (
        "Pacific/Kiritimati", "Pacific/Pago_Pago",
    ))  # fmt: skip
    assert east is not None
    assert west is not None
    assert west.start - east.start == 25 * HOUR  # UTC+14 and UTC-11


@pytest.mark.parametrize("seed", range(effort(60, 2000)))
def test_what_is_off_is_what_the_wall_clock_of_the_zone_says(seed):
    """Minute by minute around a moment by chance, held against the local time of the zone."""
    chance = random.Random(seed)
    zone = chance.choice([*sorted(zone_names())])
    start = chance.randrange(24 * 60)
    quiet = (start, (start + chance.randint(1, 720)) % (24 * 60)) if chance.random() < 0.8 else None
    calendar = Calendar(zone, quiet, tuple(chance.sample(range(1, 8), chance.randint(0, 2))))
    changes = [t for t in (ms("2026-01-01T00:00") + day * DAY for day in range(800)) if _changes(zone, t)]
    at = (chance.choice(changes) if changes and chance.random() < 0.7 else ms("2027-01-01T00:00")) + (
        chance.randrange(-24 * 60, 24 * 60) * 60_000
    )
    off = next_off(calendar, at)
    for t in range(at, at + 12 * HOUR, 7 * 60_000):
        if _is_off(calendar, t):
            assert off is not None
            assert off.start <= t
        if off is not None and off.end <= t:
            break
        if off is not None and off.start <= t and not _near_change(zone, t):
            assert _is_off(calendar, t), (calendar, utc(t), off)


def _local(zone: str, t: int) -> datetime:
    return datetime.fromtimestamp(t / 1000, ZoneInfo(zone))


def _changes(zone: str, t: int) -> bool:
    return _local(zone, t).utcoffset() != _local(zone, t + DAY).utcoffset()


def _near_change(zone: str, t: int) -> bool:
    """Whether what was quiet an hour ago may be told quiet twice: clocks are put back around then."""
    return any(
        _local(zone, t).utcoffset() != _local(zone, t + hours * HOUR).utcoffset() for hours in (-3, -2, -1, 1, 2, 3)
    )


def _is_off(calendar: Calendar, t: int) -> bool:
    local = _local(calendar.zone, t)
    if local.isoweekday() in calendar.days_off:
        return True
    if calendar.quiet is None:
        return False
    (start, end), minute = calendar.quiet, local.hour * 60 + local.minute
    return start <= minute < end if start < end else minute >= start or minute < end


def test_every_zone_can_be_asked():
    for zone in sorted(zone_names()):
        off = next_off(Calendar(zone, NIGHT, (SATURDAY,)), ms("2027-05-05T00:00"))
        assert off is not None
        assert timedelta() < timedelta(milliseconds=off.end - off.start) <= timedelta(hours=44)


@pytest.mark.parametrize(
    ("calendar", "field"),
    [
        (Calendar("Mars/Olympus"), "zone"),
        (Calendar("../../etc/passwd"), "zone"),
        (Calendar("localtime"), "zone"),
        (Calendar(""), "zone"),
        (Calendar("UTC", (0, 0)), "quiet_hours"),
        (Calendar("UTC", (0, 721)), "quiet_hours"),
        (Calendar("UTC", (720, 1)), "quiet_hours"),
        (Calendar("UTC", (-1, 60)), "quiet_hours"),
        (Calendar("UTC", (1439, 1440)), "quiet_hours"),
        (Calendar("UTC", None, (0,)), "days_off"),
        (Calendar("UTC", None, (8,)), "days_off"),
        (Calendar("UTC", None, (1, 1)), "days_off"),
        (Calendar("UTC", None, (1, 2, 3)), "days_off"),
    ],
)
def test_what_no_calendar_is(calendar, field):
    with pytest.raises(Malformed) as refused:
        check(calendar)
    assert refused.value.field == field


@pytest.mark.parametrize(
    "calendar",
    [
        Calendar("UTC", (0, 720), (1, 7)),
        Calendar("Europe/Tirane", (720, 0)),
        Calendar("Asia/Kathmandu", (1439, 0), (3,)),
    ],
)
def test_what_a_calendar_is(calendar):
    check(calendar)


def test_a_span_is_utc_and_a_reason_of_records():
    assert next_off(Calendar("UTC", (60, 120)), 0) == Span(HOUR, 2 * HOUR, "quiet_hours")
