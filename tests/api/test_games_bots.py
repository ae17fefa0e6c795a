"""Bots move by themselves: right behind people, at tables of their own, after a crash, and when people have left."""

import json
import random
import time

import pytest

from app.factory import WORKER
from tests.api.people import assert_problem
from tests.api.tables import Guest, Table, any_move, lines, said

LONG = 60_000


@pytest.fixture
def rng():
    """Chance, the same each time."""
    return random.Random(3)


def work_until(app, done, rounds=2000):
    """Lets what runs behind work, round by round, until something is so."""
    for _ in range(rounds):
        if done():
            return
        app.extensions[WORKER].jobs.round()
    raise AssertionError("it never came to that")


def over(guest):
    """Whether the match of a guest has ended."""
    return lambda: guest.view()["phase"] == "match_over"


def test_bots_play_with_a_person_to_the_end(app, rng):
    table = Table(app, guests=1, bots=["random", "first"]).start()
    table.play(rng)
    assert said(table.stranger.get("/audit"))["verdict"] == "exact"
    actors = {event["actor"] for event in map(json.loads, lines(table.host))}
    assert {"seat:0", "seat:1", "seat:2"} <= actors


def test_each_move_of_a_bot_is_a_request_of_its_own(app):
    table = Table(app, guests=1, bots=["random", "first"]).start()
    view = table.host.view()
    said(table.host.move(view["you"]["moves"][0], view["version"]))
    requests = len({json.loads(line)["request"] for line in lines(table.host)})
    while table.host.view()["turn"] != 0:
        before = table.version
        app.extensions[WORKER].jobs.round()
        new = [json.loads(line) for line in lines(table.host)[before + 1 :]]
        assert len({event["request"] for event in new}) == 1, "one move a round and game"
        assert len({event["actor"] for event in new}) == 1
        requests += 1
    assert len({json.loads(line)["request"] for line in lines(table.host)}) == requests


def test_bots_wait_as_long_as_the_table_agreed(app):
    table = Table(app, guests=1, bots=["random"], bot_delay=LONG).start()
    view = table.host.view()
    said(table.host.move(view["you"]["moves"][0], view["version"]))
    version = table.version
    for _ in range(3):
        app.extensions[WORKER].jobs.round()
    assert table.version == version


def test_a_table_of_bots_plays_to_its_end(app, person):
    ann = person("Ann")
    made = said(
        ann.post("/games", {"sits": False, "bots": ["random", "first", "random"], "bot_delay": 0, "bots_alone": "end"}),
        201,
    )
    game = made["view"]["id"]
    said(ann.post(f"/games/{game}/start", {"expected_version": made["version"]}))
    stranger = Guest(app, game)
    work_until(app, over(stranger))
    view = stranger.view()
    assert view["reason"] == "hands"
    assert not any(seat["resigned"] for seat in view["seats"])
    assert said(stranger.get("/audit"))["verdict"] == "exact"


def test_a_crash_between_two_moves_of_bots_stops_nobody(make_app, rng):
    table = Table(make_app(), guests=1, bots=["random", "first"]).start()
    view = table.host.view()
    while view["turn"] == 0:
        view = said(table.host.move(any_move(view, rng), view["version"]))["view"]
    second = make_app()  # a process that has never heard of the game
    work_until(second, lambda: table.host.view()["turn"] in (0, None))
    assert json.loads(lines(table.host)[view["version"] + 1])["actor"] == f"seat:{view['turn']}"


def test_two_workers_on_one_database_do_no_harm(make_app, rng):
    apps = [make_app(), make_app()]
    table = Table(apps[0], guests=1, bots=["random", "random", "first"]).start()
    for turn in range(400):
        view = table.host.view()
        if view["phase"] == "match_over":
            break
        if view["turn"] == 0:
            said(table.host.move(any_move(view, rng), view["version"]))
        apps[turn % 2].extensions[WORKER].jobs.round()
    assert said(table.stranger.get("/audit"))["verdict"] in ("exact", "unverified")


def test_who_leaves_resigns_where_no_bot_takes_over(app):
    table = Table(app, guests=3).start()
    assert_problem(table.guests[1].delete(f"/seats/0?expected_version={table.version}"), 403, "not_your_seat")
    left = said(table.guests[1].delete(f"/seats/1?expected_version={table.version}"))
    assert left["events"][0]["kind"] == "seat.resigned"
    assert left["view"]["seats"][1]["resigned"]
    assert table.guests[1].view()["you"]["moves"] == []


def test_a_bot_takes_over_where_the_table_agreed(app, rng):
    table = Table(app, guests=2, takeover="first").start()
    leaver = table.guests[1]
    hand = leaver.view()["you"]["hand"]
    assert hand
    answer = said(leaver.delete(f"/seats/1?expected_version={table.version}"))
    assert [event["kind"] for event in answer["events"]] == ["seat.taken_over"]
    assert answer["events"][0]["actor"] == "seat:1"
    assert "you" not in answer["view"], "who has left sees no hand any more"
    assert "you" not in leaver.view()
    assert {opening["slot"] for opening in said(leaver.get("/openings"))["openings"]}.isdisjoint(
        card["slot"] for card in hand
    )
    assert leaver.view()["seats"][1]["bot"] == "first"
    refused = leaver.move({"type": "draw"}, table.version)
    assert_problem(refused, 409, "not_seated")
    assert "a bot plays on for you" in refused.text
    table.play(rng)
    assert said(table.stranger.get("/audit"))["verdict"] == "exact"


def test_resigning_is_resigning_even_there(app):
    table = Table(app, guests=3, takeover="first").start()
    answer = said(table.guests[1].move({"type": "resign"}, table.version))
    assert answer["events"][0]["kind"] == "seat.resigned"


@pytest.mark.parametrize(("alone", "reason"), [("play_on", "hands"), ("end", "last_player")])
def test_when_all_people_have_left_bots_do_as_the_table_said(app, alone, reason):
    table = Table(app, guests=1, bots=["first", "first", "random"], bots_alone=alone).start()
    said(table.host.move({"type": "resign"}, table.version))
    work_until(app, over(table.host))
    assert table.host.view()["reason"] == reason
    assert said(table.stranger.get("/audit"))["verdict"] == "exact"


def test_bots_that_took_over_from_all_are_alone_too(app):
    table = Table(app, guests=2, takeover="first", bots_alone="end").start()
    for guest, seat in ((table.guests[1], 1), (table.guests[0], 0)):
        said(guest.delete(f"/seats/{seat}?expected_version={table.version}"))
    work_until(app, over(table.stranger))
    assert table.stranger.view()["reason"] == "last_player"


def test_the_worker_in_the_process_is_woken_by_a_move(make_app):
    app = make_app(worker=True)
    table = Table(app, guests=1, bots=["random"]).start()
    deadline = time.monotonic() + 30
    moved = False
    while not moved and time.monotonic() < deadline:
        view = table.host.view()
        if view["turn"] == 0:
            said(table.host.move(view["you"]["moves"][0], view["version"]))
        moved = any(json.loads(line)["actor"] == "seat:1" for line in lines(table.host))
    assert moved


def test_events_get_their_places_in_the_order_of_all(app, look):
    table = Table(app, guests=2).start()
    app.extensions[WORKER].jobs.round()
    assert look("SELECT count(*) FROM positions") == [(table.version + 1,)]


def test_an_error_of_one_game_stops_no_other(app, rng, monkeypatch, caplog):
    sick, well = (Table(app, guests=1, bots=["first"]).start() for _ in range(2))
    for table in (sick, well):
        view = table.host.view()
        while view["turn"] == 0:
            view = said(table.host.move(any_move(view, rng), view["version"]))["view"]
    attendance = type(app.extensions["kartfold"].attendance)
    attend = attendance.attend

    def fail(self, game):
        if game == sick.game:
            raise RuntimeError("the hand is r5 g7")
        return attend(self, game)

    monkeypatch.setattr(attendance, "attend", fail)
    work_until(app, lambda: well.host.view()["turn"] in (0, None))
    assert sick.host.view()["turn"] == 1
    assert "RuntimeError" in caplog.text
    assert "r5" not in caplog.text
