"""Once a day at an hour, whatever clocks do."""

from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from app.services.notices.digests import next_digest

BERLIN = ZoneInfo("Europe/Berlin")
HOUR = 3_600_000


def utc(text):
    """UTC milliseconds."""
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("zone", "hour", "now", "next"),
    [
        (None, 8, "2027-01-10T07:59:59", "2027-01-10T08:00:00"),
        (None, 8, "2027-01-10T08:00:00", "2027-01-11T08:00:00"),
        (BERLIN, 8, "2027-01-10T00:00:00", "2027-01-10T07:00:00"),
        (BERLIN, 8, "2027-03-28T00:30:00", "2027-03-28T06:00:00"),  # summer time has begun at 01:00 UTC
        (BERLIN, 8, "2027-10-31T00:30:00", "2027-10-31T07:00:00"),  # and ended
        (BERLIN, 2, "2027-03-28T00:30:00", "2027-03-28T01:00:00"),  # there is no two o'clock
        (BERLIN, 2, "2027-10-30T23:30:00", "2027-10-31T00:00:00"),  # the first of two
        (BERLIN, 2, "2027-10-31T00:00:00", "2027-11-01T01:00:00"),  # and not the second
        (ZoneInfo("Asia/Kathmandu"), 0, "2027-01-10T00:00:00", "2027-01-10T18:15:00"),
        (ZoneInfo("Pacific/Kiritimati"), 8, "2027-01-10T17:00:00", "2027-01-10T18:00:00"),
        (None, 8, "2028-02-28T09:00:00", "2028-02-29T08:00:00"),
    ],
)
def test_the_next_is_at_that_hour_there(zone, hour, now, next):
    assert next_digest(utc(now), hour, zone) == utc(next)


@pytest.mark.parametrize("hour", [0, 2, 3, 8, 23])
def test_there_is_one_a_day_all_year(hour):
    at = [utc("2027-01-01T00:00:00")]
    while at[-1] < utc("2028-01-01T00:00:00"):
        at.append(next_digest(at[-1], hour, BERLIN))
    days = [datetime.fromtimestamp(each / 1000, BERLIN).date() for each in at[1:]]
    assert len(days) == len(set(days)) >= 365
    assert {(after - before) // HOUR for before, after in pairwise(at[1:])} == {23, 24, 25}
