"""What a table agrees on while it plays: a pause, its end, another clock."""

import uuid
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest

from tests.api.tables import Guest, Table, said

HOUR = 3_600_000
DAY = {"kind": "decision", "ms": 24 * HOUR}
SLOWER = {"kind": "bank", "ms": 24 * HOUR, "increment_ms": HOUR, "max_ms": 48 * HOUR}


def in_days(days: float) -> str:
    """A moment from now on, as a body has it."""
    return (datetime.now(UTC) + timedelta(days=days)).isoformat().replace("+00:00", "Z")


@pytest.fixture
def table(app):
    """Three people and a bot, who play by the day."""
    made = Table(app, guests=3, bots=["first"], clock=DAY)
    made.start()
    return made


def ask(guest: Guest, path: str = "", body: Mapping[str, object] | None = None, status: int = 200, **headers: str):
    """What an answer to this says."""
    view = guest.view()
    return said(
        guest.post(f"/proposals{path}", {"expected_version": view["version"]} | dict(body or {}), **headers), status
    )


def clock_events(table: Table) -> list[tuple[str, str, object]]:
    """What has happened to clocks."""
    found = said(table.host.get("/events?limit=500"))["events"]
    return [(one["actor"], one["kind"], one["data"].get("reason")) for one in found if one["kind"].startswith("clock.")]


def test_a_pause_is_made_by_the_last_who_agrees(table):
    a, b, c = table.guests
    until = in_days(3)
    proposed = ask(a, body={"pause": {"until": until}})
    assert proposed["events"] == []
    shown = proposed["view"]["proposal"]
    assert (shown["by"], shown["agreed"], shown["waits_for"], shown["resume"], shown["clock"]) == (
        0, [0], [2, 3], False, None,
    )  # fmt: skip
    assert b.view()["proposal"] == c.view()["proposal"] == table.stranger.view()["proposal"] == shown
    assert ask(c, "/agree", {"proposal": shown["id"]})["view"]["proposal"]["waits_for"] == [2]
    assert clock_events(table) == []
    before = datetime.fromisoformat(a.view()["deadline"])
    made = ask(b, "/agree")
    assert [one["kind"] for one in made["events"]] == ["clock.paused"]
    view = made["view"]
    assert (view["proposal"], view["paused_for"]) == (None, "agreed")
    assert abs(datetime.fromisoformat(view["paused_until"]) - datetime.fromisoformat(until)) < timedelta(seconds=1)
    assert datetime.fromisoformat(view["deadline"]) > before + timedelta(days=2)
    assert clock_events(table) == [("service", "clock.paused", "agreed")]


def test_a_pause_that_all_agreed_on_ends_when_all_agree(table):
    a, b, c = table.guests
    ask(a, body={"resume": True}, status=409)
    ask(a, body={"pause": {"until": in_days(1)}})
    ask(b, "/agree"), ask(c, "/agree")
    ask(b, body={"resume": True})
    ask(a, "/agree")
    view = ask(c, "/agree")["view"]
    assert (view["paused_until"], view["paused_for"]) == (None, None)
    assert [kind for _, kind, _ in clock_events(table)] == ["clock.paused", "clock.resumed"]


def test_another_clock_is_that_of_the_table_from_then_on(table):
    a, b, c = table.guests
    ask(a, body={"clock": SLOWER})
    ask(b, "/agree")
    view = ask(c, "/agree")["view"]
    assert view["clock"] == SLOWER
    assert view["longest_wait_ms"] > table.made["view"]["longest_wait_ms"]
    assert [one["bank_ms"] for one in view["seats"]] == [24 * HOUR] * 4
    running = said(table.stranger.client.get("/api/v1/games?list=running"))["games"]
    assert [one["clock"] for one in running if one["id"] == table.game] == [SLOWER]
    ask(a, body={"clock": SLOWER}, status=409)
    ask(a, body={"clock": {"kind": "none"}})
    ask(b, "/agree")
    view = ask(c, "/agree")["view"]
    assert (view["deadline"], view["longest_wait_ms"], view["clock"]) == (None, None, {"kind": "none"})


def test_whoever_says_no_ends_it_for_all_and_who_proposed_can_take_it_back(table):
    a, b, c = table.guests
    for who in (b, a):
        ask(a, body={"pause": {"until": in_days(1)}})
        assert ask(b, body={"clock": SLOWER}, status=409)["code"] == "proposal_open"
        assert ask(who, "/decline")["view"]["proposal"] is None
        assert ask(c, "/agree", status=409)["code"] == "no_proposal"
    assert clock_events(table) == []


def test_who_agrees_to_one_does_not_agree_to_what_has_come_in_its_place(table):
    a, b, _ = table.guests
    first = ask(a, body={"pause": {"until": in_days(1)}})["view"]["proposal"]["id"]
    ask(a, "/decline")
    ask(a, body={"clock": {"kind": "none"}})
    assert ask(b, "/agree", {"proposal": first}, 409)["code"] == "no_proposal"
    assert b.view()["proposal"]["agreed"] == [0]


def test_with_bots_alone_it_is_agreed_at_once(app):
    alone = Table(app, guests=1, bots=["first"], clock=DAY)
    alone.start()
    made = ask(alone.host, body={"clock": {"kind": "none"}})
    assert [one["kind"] for one in made["events"]] == ["clock.changed"]
    assert made["view"]["proposal"] is None


def test_a_repeated_request_is_done_once_and_answered_the_same(table):
    a, b, c = table.guests
    key = str(uuid.uuid4())
    body = {"pause": {"until": in_days(1)}}
    first = ask(a, body=body, Idempotency_Key=key)
    assert ask(a, body=body, Idempotency_Key=key) == first
    ask(b, "/agree")
    key = str(uuid.uuid4())
    last = ask(c, "/agree", Idempotency_Key=key)
    again = said(c.post("/proposals/agree", {"expected_version": last["version"] - 1}, Idempotency_Key=key))
    assert again["events"] == last["events"]
    assert len(clock_events(table)) == 1
    other = c.post("/proposals/decline", {"expected_version": last["version"]}, Idempotency_Key=key)
    assert said(other, 422)["code"] == "key_reused"


def test_it_rests_on_a_version(table):
    a = table.host
    answer = a.post("/proposals", {"resume": True})
    assert said(answer, 428)["code"] == "version_required"
    answer = a.post("/proposals", {"pause": {"until": in_days(1)}, "expected_version": 1})
    assert said(answer, 409)["code"] == "stale_version"


def test_a_view_that_shows_another_proposal_has_another_tag(table):
    a, b, _ = table.guests
    tag = b.get().headers["ETag"]
    proposed = a.post("/proposals", {"pause": {"until": in_days(1)}, "expected_version": table.version})
    asked = b.get(If_None_Match=tag)
    assert asked.status_code == 200
    assert a.get(If_None_Match=proposed.headers["ETag"]).status_code == 304
    other = asked.headers["ETag"]
    b.post("/proposals/agree", {"expected_version": table.version})
    assert b.get(If_None_Match=other).status_code == 200
    a.post("/proposals/decline", {"expected_version": table.version})
    assert b.get(If_None_Match=tag).status_code == 304


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"resume": False},
        {"resume": True, "pause": {"until": "2030-01-01T00:00:00Z"}},
        {"pause": {}},
        {"pause": {"until": 5}},
        {"pause": {"until": "tomorrow"}},
        {"pause": {"until": "2030-01-01"}},
        {"clock": {"kind": "decision", "ms": 59_999}},
        {"clock": {"kind": "sand"}},
    ],
)
def test_what_cannot_be_proposed(table, body):
    assert ask(table.host, body=body, status=422)["code"] == "invalid"


@pytest.mark.parametrize("days", [-1, 15])
def test_a_pause_ends_later_and_within_14_days(table, days):
    assert ask(table.host, body={"pause": {"until": in_days(days)}}, status=409)["code"] == "bad_pause"


def test_only_who_is_in_agrees(table, app):
    a, b, c = table.guests
    ask(a, body={"pause": {"until": in_days(1)}})
    assert ask(table.stranger, "/agree", status=401)["code"] == "unauthorized"
    said(c.move({"type": "resign"}, table.version))
    assert ask(c, "/agree", status=409)["code"] == "not_seated"
    assert ask(c, "/decline", status=409)["code"] == "not_seated"
    assert [one["kind"] for one in ask(b, "/agree")["events"]] == ["clock.paused"]


def test_before_the_start_nothing_is_agreed_on(app):
    waiting = Table(app, guests=2, clock=DAY)
    assert ask(waiting.host, body={"clock": SLOWER}, status=409)["code"] == "game_not_started"


def test_a_table_can_forbid_it(app):
    strict = Table(app, guests=2, clock=DAY, time_off={"pauses": False})
    strict.start()
    for body in ({"pause": {"until": in_days(1)}}, {"clock": SLOWER}):
        assert ask(strict.host, body=body, status=403)["code"] == "no_agreements"


def test_a_proposal_ends_with_its_match(table):
    a, b, c = table.guests
    ask(a, body={"pause": {"until": in_days(1)}})
    for who in (c, b):
        said(who.move({"type": "resign"}, table.version))
    said(a.move({"type": "resign"}, table.version))
    assert (a.view()["phase"], a.view()["proposal"]) == ("match_over", None)
    assert ask(a, "/agree", status=409)["code"] == "game_over"
