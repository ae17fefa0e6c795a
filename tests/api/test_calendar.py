"""When one's own clocks stand still: the calendar and the vacations of an account."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from tests.api.people import Person
from tests.api.tables import Table, said

PASSWORD = "correct horse battery"
NIGHTS = {"from": 1320, "to": 420}
CALENDAR = {"zone": "Europe/Tirane", "quiet_hours": NIGHTS, "days_off": [6, 7], "automatic": True}
DAY = {"kind": "decision", "ms": 86_400_000}
NOW = datetime(2027, 6, 15, 12, tzinfo=UTC)
"""Whenever this is run: no vacation here goes on into the next year."""


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """It is then for every application."""
    monkeypatch.setattr("app.factory.now", lambda: round(NOW.timestamp() * 1000))


def in_days(days: float) -> str:
    """A moment from then on, as a body has it."""
    return (NOW + timedelta(days=days)).isoformat()


@pytest.fixture
def ann(app):
    return Person.sign_up(app, "Ann", PASSWORD)


def match_of(app, ann: Person, **settings: object) -> Table:
    """A match of a guest and Ann, who plays by the day."""
    table = Table(app, guests=1, seats=2, clock=DAY, **settings)
    body = {"expected_version": table.version, "invitation": table.made["invitation"]}
    said(ann.post(f"/games/{table.game}/seats", body), 201)
    return table.start()


def pause_of(table: Table, seat: int) -> tuple[object, object]:
    one = table.host.view()["seats"][seat]
    return one["paused_until"], one["paused_for"]


def test_without_a_calendar_nothing_is_quiet(ann):
    assert said(ann.get("/account/calendar")) == {
        "zone": "UTC", "quiet_hours": None, "days_off": [], "automatic": False, "next_off": None,
    }  # fmt: skip


def test_a_calendar_is_kept_whole(ann):
    kept = said(ann.put("/account/calendar", CALENDAR))
    assert {name: value for name, value in kept.items() if name != "next_off"} == CALENDAR
    assert kept["next_off"]["reason"] in ("quiet_hours", "days_off")
    assert said(ann.get("/account/calendar")) == kept
    said(ann.put("/account/calendar", {"zone": "UTC"}))
    assert said(ann.get("/account/calendar"))["quiet_hours"] is None


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"zone": "Mars/Olympus"}, "zone"),
        ({"zone": None}, "zone"),
        ({"quiet_hours": {"from": 0, "to": 721}}, "quiet_hours"),
        ({"quiet_hours": {"from": 0}}, "quiet_hours"),
        ({"quiet_hours": {"from": 0, "to": 1440}}, "quiet_hours"),
        ({"days_off": [1, 2, 3]}, "days_off"),
        ({"days_off": [0]}, "days_off"),
        ({"days_off": [1, 1]}, "days_off"),
        ({"automatic": 1}, "automatic"),
        ({"more": 1}, "more"),
    ],
)
def test_what_no_calendar_is_names_the_field(ann, change, field):
    refused = said(ann.put("/account/calendar", CALENDAR | change), 422)
    assert (refused["code"], list(refused["errors"]["json"])) == ("invalid", [field])


def test_nobody_but_its_owner_sees_a_calendar(app, ann):
    bob = Person.sign_up(app, "Bob", PASSWORD)
    said(ann.put("/account/calendar", CALENDAR))
    assert said(bob.get("/account/calendar"))["zone"] == "UTC"
    assert app.test_client().get("/api/v1/account/calendar").status_code == 401
    table = match_of(app, ann)
    table.work()
    for text in (table.host.get().text, table.host.get("/replay.jsonl").text, bob.get("/players/Ann").text):
        assert "Tirane" not in text


def test_a_vacation_stops_ones_clocks_and_its_end_starts_them_again(app, ann):
    table, strict = match_of(app, ann), match_of(app, ann, time_off={"vacations": False})
    made = said(ann.post("/account/vacations", {"until": in_days(5)}), 201)
    assert pause_of(table, 1) == (made["ends"], "vacation")
    assert pause_of(strict, 1) == (None, None)
    told = said(ann.get("/account/vacations"))
    assert (told["vacations"], told["used_hours"], told["left_hours"]) == ([made], 120, 552)
    assert said(ann.post("/account/vacations", {"until": in_days(9)}), 409)["code"] == "vacation_taken"
    assert ann.delete("/account/vacations/current").status_code == 204
    assert pause_of(table, 1) == (None, None)
    assert said(ann.get("/account/vacations"))["used_hours"] <= 1
    assert said(ann.delete("/account/vacations/current"), 404)["code"] == "no_vacation"


def test_a_vacation_to_come_can_be_given_up(app, ann):
    table = match_of(app, ann)
    said(ann.post("/account/vacations", {"from": in_days(2), "until": in_days(3)}), 201)
    table.work()
    assert pause_of(table, 1) == (None, None)
    assert ann.delete("/account/vacations/current").status_code == 204
    assert said(ann.get("/account/vacations"))["vacations"] == []


def test_a_game_that_begins_in_a_vacation_stands_still_for_who_is_away(app, ann):
    made = said(ann.post("/account/vacations", {"until": in_days(5)}), 201)
    table = match_of(app, ann)
    assert pause_of(table, 1) == (None, None)
    table.work()
    assert pause_of(table, 1) == (made["ends"], "vacation")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "until"),
        ({"until": "soon"}, "until"),
        ({"until": 5}, "until"),
        ({"until": "2020-01-01T00:00:00Z"}, "until"),
        ({"until": in_days(14.1)}, "until"),
        ({"from": "2020-01-01T00:00:00Z", "until": in_days(1)}, "from"),
        ({"from": in_days(400), "until": in_days(401)}, "from"),
        ({"from": in_days(2), "until": in_days(1)}, "until"),
    ],
)
def test_what_no_vacation_is_names_the_field(ann, body, field):
    refused = said(ann.post("/account/vacations", body), 422)
    assert (refused["code"], list(refused["errors"]["json"])) == ("invalid", [field])


def test_calendar_and_vacations_are_told_and_go_with_the_account(app, ann, look):
    said(ann.put("/account/calendar", CALENDAR))
    match_of(app, ann)
    made = said(ann.post("/account/vacations", {"until": in_days(5)}), 201)
    told = json.loads(ann.get("/account/export").data)
    assert [(one["zone"], one["quiet_from"], one["quiet_to"]) for one in told["calendar"]] == [
        ("Europe/Tirane", 1320, 420)
    ]
    assert [(one["starts"], one["ends"]) for one in told["vacations"]] == [(made["starts"], made["ends"])]
    assert ann.delete("/account", json={"password": PASSWORD}).status_code == 204
    for table in ("calendars", "vacations", "rests"):
        assert look(f"SELECT * FROM {table}") == [], table


def test_who_goes_and_comes_again_and_again_is_told_to_wait(make_app):
    """Each time all of their games go on by two events, and moves of others that were on the way are refused."""
    ann = Person.sign_up(make_app(rate_limits=True), "Ann", PASSWORD)
    for _ in range(30):
        said(ann.post("/account/vacations", {"until": in_days(1)}), 201)
        said(ann.put("/account/calendar", {"zone": "UTC"}))
        assert ann.delete("/account/vacations/current").status_code == 204
    assert ann.post("/account/vacations", {"until": in_days(1)}).status_code == 429
    assert ann.put("/account/calendar", {"zone": "UTC"}).status_code == 429
