"""When one's own clocks stand still, on pages: zone, quiet hours, days off, vacations, and what of it cannot be."""

import pytest
from limits import RateLimitItemPerHour

from app.api import limits
from app.factory import WORKER
from app.web.account import zones
from tests.api.people import API, Person
from tests.api.tables import said
from tests.web.letters import site_with
from tests.web.visitor import Visitor

HERE = "/account/time"
BEGIN = 1_800_000_000_000
"""2027-01-15, a Friday, 08:00 UTC: 9 in the morning in Tirana."""


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """What applications made from now on, and their pages, take for the time."""
    time = [BEGIN]
    for place in ("app.factory.now", "app.web.times.now"):
        monkeypatch.setattr(place, lambda: time[0])
    return time


@pytest.fixture
def ann(clock, member):
    return member("Ann")


def calendar(visitor):
    return said(visitor.client.get(f"{API}/account/calendar"))


def keeps(visitor, status=200, **fields):
    return visitor.look(HERE).send(HERE, fields, status)


def takes(visitor, first, last, status=200):
    return visitor.look(HERE).send(f"{HERE}/vacation", {"first": first, "last": last}, status)


def test_strangers_sign_in_first(visitor):
    assert visitor.look(HERE).path == "/sign-in"


def test_nobody_has_any_to_begin_with(ann):
    ann.look(HERE)
    assert "your clock runs day and night" in ann.says()
    assert "Left of 2027: 28 days of 28 days." in ann.says()
    assert ann.with_id("field-zone").get("data-kept") == ""


def test_quiet_hours_are_kept_and_the_next_are_told_in_ones_own_zone(ann):
    keeps(ann, zone="Europe/Tirane", quiet_from="23:00", quiet_to="07:30", days="6")
    assert ann.path == HERE
    own = calendar(ann)
    assert (own["zone"], own["days_off"]) == ("Europe/Tirane", [6])
    assert own["quiet_hours"] == {"from": 23 * 60, "to": 7 * 60 + 30}
    assert "Your next day off: from Jan 15, 2027, 11:00 PM until Jan 17, 2027, 7:30 AM." in tidy(ann.says())
    assert ann.page.get("data-zone") == "Europe/Tirane"
    assert [each.get("value") for each in ann.with_id("field-zone").iter("option") if "selected" in each.attrib] == [
        "Europe/Tirane"
    ]
    keeps(ann, quiet_from="", quiet_to="", days=None)
    assert calendar(ann)["quiet_hours"] is None
    assert calendar(ann)["days_off"] == []


def test_both_days_are_kept(ann):
    ann.look(HERE)
    body = {"csrf": ann.page.csrf, "zone": "UTC", "quiet_from": "", "quiet_to": "", "days": ["7", "6"]}
    assert ann.client.post(HERE, data=body).status_code == 303
    assert calendar(ann)["days_off"] == [6, 7]
    body["days"] = ["5", "6", "7"]
    answer = ann.client.post(HERE, data=body)
    assert answer.status_code == 422
    assert "Two days of the week at most." in answer.text
    assert calendar(ann)["days_off"] == [6, 7]


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"zone": "Middle/Earth"}, "zone"),
        ({"quiet_from": "23:00", "quiet_to": ""}, "quiet_hours"),
        ({"quiet_from": "20:00", "quiet_to": "08:01"}, "quiet_hours"),
        ({"quiet_from": "20:00", "quiet_to": "20:00"}, "quiet_hours"),
        ({"quiet_from": "25:00", "quiet_to": "20:00"}, "quiet_from"),
    ],
)
def test_what_cannot_be_is_said_beside_it_and_changes_nothing(ann, fields, wrong):
    keeps(ann, zone="Europe/Tirane", quiet_from="22:00", quiet_to="06:00")
    before = calendar(ann)
    keeps(ann, 422, **fields)
    assert "".join(ann.with_id(f"error-{wrong}").itertext())
    assert "it is said beside the field" in ann.says("p[@role='alert']")
    if "quiet_from" in fields:
        assert ann.with_id("field-quiet_from").get("value") == fields["quiet_from"], "what was typed stays"
    assert calendar(ann) == before


def test_a_vacation_begins_now_and_ends_with_its_last_day(ann, clock):
    keeps(ann, zone="Europe/Tirane")
    takes(ann, "", "2027-01-17")
    assert "You are on vacation until Jan 18, 2027, 12:00 AM." in tidy(ann.says())
    assert "Left of 2027: 25 days and 9 hours" in ann.says()
    clock[0] += 86_400_000
    ann.look(HERE).send(f"{HERE}/vacation/end")
    assert "You are on vacation" not in ann.says()
    assert "Left of 2027: 27 days" in ann.says(), "what was not used comes back"


def test_who_has_chosen_no_zone_is_off_by_the_days_of_their_browser(ann):
    page = ann.look(HERE).page
    assert ann.with_id("vacation-zone").get("value") is None, "a script tells it"
    ann.post(f"{HERE}/vacation", page, first="", last="2027-01-17", zone="America/Los_Angeles")
    assert "You are on vacation until Jan 18, 2027, 8:00 AM UTC." in tidy(ann.look(HERE).says())
    assert calendar(ann)["zone"] == "UTC", "nothing is kept that nobody chose"


@pytest.mark.parametrize("zone", ["", "Middle/Earth"])
def test_a_zone_that_there_is_not_leaves_a_vacation_to_the_days_of_utc(ann, zone):
    ann.post(f"{HERE}/vacation", ann.look(HERE).page, first="", last="2027-01-17", zone=zone)
    assert "until Jan 18, 2027, 12:00 AM UTC." in tidy(ann.look(HERE).says())


def test_a_vacation_to_come_is_given_up(ann):
    takes(ann, "2027-02-01", "2027-02-14")
    assert "You go on vacation Feb 1, 2027, 12:00 AM" in tidy(ann.says())
    assert "Left of 2027: 14 days" in ann.says()
    ann.send(f"{HERE}/vacation/end")
    assert "Left of 2027: 28 days" in ann.says()
    assert said(ann.client.get(f"{API}/account/vacations"))["vacations"] == []


@pytest.mark.parametrize(
    ("first", "last", "wrong"),
    [
        ("2027-01-20", "2027-02-03", "last"),
        ("2027-01-20", "2027-01-19", "last"),
        ("2026-12-31", "2027-01-02", "first"),
        ("2029-01-01", "2029-01-02", "first"),
        ("", "", "last"),
        ("", "soon", "last"),
    ],
)
def test_a_vacation_that_cannot_be_is_said_beside_its_day(ann, first, last, wrong):
    takes(ann, first, last, 422)
    assert "".join(ann.with_id(f"error-{wrong}").itertext())
    assert said(ann.client.get(f"{API}/account/vacations"))["vacations"] == []


def test_a_second_vacation_is_refused_on_the_page(ann):
    takes(ann, "2027-02-01", "2027-02-14")
    page = ann.post(f"{HERE}/vacation", ann.page, first="2027-03-01", last="2027-03-02")
    assert "You have a vacation that is on or to come: end it first." in page.says()
    assert "Left of 2027: 14 days" in page.says()


def test_one_that_begins_by_itself_is_chosen_and_kept_beside_the_rest(ann):
    keeps(ann, zone="Europe/Tirane", quiet_from="22:00", quiet_to="06:00")
    ann.look(HERE).send(f"{HERE}/automatic", {"automatic": "1"})
    assert calendar(ann)["automatic"] is True
    keeps(ann, quiet_from="21:00")
    assert calendar(ann)["automatic"] is True
    ann.look(HERE).send(f"{HERE}/automatic", {"automatic": None})
    assert (calendar(ann)["automatic"], calendar(ann)["quiet_hours"]["from"]) == (False, 21 * 60)


def test_a_zone_under_a_name_of_before_stays_chosen(ann):
    body = {"zone": "Europe/Kiev", "days_off": [7]}
    headers = {"X-CSRF-Token": said(ann.client.get(f"{API}/session"))["csrf_token"]}
    said(ann.client.put(f"{API}/account/calendar", json=body, headers=headers))
    keeps(ann)
    assert calendar(ann)["zone"] == "Europe/Kiev"


def test_every_part_of_the_world_has_its_zones(site):
    with site.test_request_context("/?lang=sq"):
        found = zones.parts("UTC")
    assert all(part.zones for part in found)
    names = [zone.name for part in found for zone in part.zones]
    assert len(names) == len(set(names)) > 400
    assert ("Europe/Tirane", "Tiranë") in [zone for part in found if part.name == "Evropë" for zone in part.zones]


def tidy(text):
    """Narrow spaces made plain."""
    return text.replace("\u202f", " ")


# ---------------------------------------------------------------- lists


def test_lists_say_that_one_is_off_and_the_vacation_is_ended_from_there(ann, site):
    game = begun(ann, site)
    takes(ann, "", "2027-01-17")
    for path in ("/mine", "/"):
        said_there = tidy(ann.look(path).says())
        assert "You are on vacation until Jan 18, 2027, 12:00 AM" in said_there
        assert "The clock stands still until Jan 18, 2027, 12:00 AM UTC: vacation" in said_there
        assert "Time runs out" not in said_there
    table = tidy(ann.look(game).says("header[@id='standing']"))
    assert "The clock stands still until Jan 18, 2027, 12:00 AM UTC: vacation" in table
    ann.look("/mine").send(f"{HERE}/vacation/end")
    assert ann.path == "/mine"
    assert "stands still" not in ann.says()
    assert "Time runs out" in ann.says()


def test_quiet_hours_that_are_on_are_told_too(ann):
    keeps(ann, zone="UTC", quiet_from="07:00", quiet_to="09:00")
    assert "You have time off until Jan 15, 2027, 9:00 AM" in tidy(ann.look("/mine").says())
    assert "Your quiet hours are on until Jan 15, 2027, 9:00 AM" in tidy(ann.look(HERE).says())


def begun(ann, site):
    """A table of Ann's where it is her turn, a day for each decision; its path."""
    body = {"seats": 2, "bots": ["racer"], "bot_delay": 0, "clock": {"kind": "decision", "ms": 86_400_000}}
    headers = {"X-CSRF-Token": said(ann.client.get(f"{API}/session"))["csrf_token"]}
    made = said(ann.client.post(f"{API}/games", json=body, headers=headers), 201)["view"]
    path = f"/games/{made['id']}"
    said(ann.client.post(f"{API}{path}/start", json={"expected_version": made["version"]}, headers=headers))
    while said(ann.client.get(f"{API}{path}"))["turn"] != 0:
        site.extensions[WORKER].jobs.round()
    return path


def test_who_goes_and_comes_again_and_again_is_told_to_wait(sqlite_url, monkeypatch):
    monkeypatch.setattr(limits, "TIME_OFF", RateLimitItemPerHour(2, namespace="time-off"))
    with site_with(sqlite_url, rate_limits=True) as site:
        ann = Visitor(site, Person.sign_up(site, "Ann", "correct horse battery"))
        keeps(ann, zone="UTC")
        keeps(ann, zone="Europe/Tirane")
        keeps(ann, 429, zone="UTC")
        ann.look(HERE).send(f"{HERE}/automatic", {}, 429)
        takes(ann, "", "2027-01-16", 429)
