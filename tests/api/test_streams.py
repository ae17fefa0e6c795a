"""Streams of news, as far as they can be asked for what there is: `follow=no` ends them where they would wait."""

import json
import random

import pytest

from app.services.streams import feeds
from tests.api.people import API, Person, assert_problem, bearer
from tests.api.tables import Table, lines, said

QUIET = "format=sse&follow=no"
MINE = f"{API}/events?follow=no"


@pytest.fixture
def app(make_app):
    return make_app(streams=1)


@pytest.fixture
def table(app) -> Table:
    table = Table(app)
    table.start().play(random.Random(1), moves=5)
    return table


def messages(answer) -> list[tuple[str | None, str, bytes]]:
    """What a stream has said: id, event, data."""
    assert answer.status_code == 200, answer.text
    assert answer.content_type == "text/event-stream"
    found = []
    body = answer.data
    answer.close()  # which gives its place back
    for block in body.split(b"\n\n"):
        fields = dict(line.split(b": ", 1) for line in block.split(b"\n") if b": " in line)
        if b"data" in fields:
            found.append((fields.get(b"id", b"").decode() or None, fields[b"event"].decode(), fields[b"data"]))
    return found


def test_the_events_of_a_game_are_those_of_its_record_and_resume_behind_any(table):
    record = lines(table.stranger)
    told = messages(table.stranger.get(f"/events?{QUIET}"))
    assert [data for _, _, data in told] == record
    assert [(int(id or -1), event) for id, event, _ in told] == [
        (one["seq"], one["kind"]) for one in map(json.loads, record)
    ]
    asked = table.stranger.get(f"/events?{QUIET}", Last_Event_ID="3")
    assert [data for _, _, data in messages(asked)] == record[4:]
    assert [data for _, _, data in messages(table.stranger.get(f"/events?{QUIET}&after=3"))] == record[4:]
    asked = table.stranger.get("/events?follow=no", Accept="text/event-stream")
    assert messages(asked) == told


def test_the_end_of_a_match_ends_the_stream_and_nobody_need_come_back(table):
    table.play(random.Random(2))
    version = table.version
    last = messages(table.stranger.get("/events?format=sse"))[-1]
    assert last == (None, "over", b'{"version":%d}' % version)
    assert table.stranger.get("/events?format=sse", Last_Event_ID=str(version)).status_code == 204


def test_all_games_of_a_caller_are_told_as_they_stand_and_then_what_has_changed(table):
    client, guest = table.app.test_client(), table.in_turn()
    ((id, event, data),) = messages(client.get(MINE + "&views=yes", headers=guest.headers))
    now = guest.view()
    assert (event, json.loads(data)) == (
        "game",
        {
            "game": table.game,
            "version": now["version"],
            "status": "playing",
            "seat": guest.seat,
            "turn": guest.seat,
            "your_turn": True,
            "deadline": None,
            "over": False,
            "events": [],
            "view": now,
        },
    )
    table.work()
    ((id, _, data),) = messages(client.get(MINE, headers=guest.headers))
    assert "view" not in json.loads(data)
    again = guest.headers | {"Last-Event-ID": str(id)}
    assert messages(client.get(MINE, headers=again)) == []
    table.play(random.Random(3), moves=2)
    ((_, _, data),) = messages(client.get(MINE, headers=again))
    assert json.loads(data)["events"] == [json.loads(one) for one in lines(guest)[now["version"] + 1 :]]


def test_an_end_is_told_to_whoever_comes_back_and_to_nobody_anew(table):
    client, guest = table.app.test_client(), table.host
    table.work()
    ((id, _, _),) = messages(client.get(MINE, headers=guest.headers))
    table.play(random.Random(4))
    ((_, _, data),) = messages(client.get(MINE, headers=guest.headers | {"Last-Event-ID": str(id)}))
    assert (json.loads(data)["status"], json.loads(data)["over"]) == ("finished", True)
    assert messages(client.get(MINE, headers=guest.headers)) == []


def test_who_comes_back_very_late_gets_everything_anew(table, monkeypatch):
    table.work()
    monkeypatch.setattr(feeds, "FURTHEST_BACK", 1)
    asked = table.app.test_client().get(MINE, headers=table.host.headers | {"Last-Event-ID": "1"})
    ((_, _, data),) = messages(asked)
    assert json.loads(data)["events"] == []


def test_an_invitation_by_name_is_told(app, person):
    ada, ben = person("Ada"), person("Ben")
    made = json.loads(ada.post("/games", {"seats": 2}).text)
    ada.post(f"/games/{made['view']['id']}/invitations", {"name": "Ben"})
    told = messages(ben.client.get(MINE))
    assert [(event, json.loads(data)) for _, event, data in told] == [
        ("invited", {"game": made["view"]["id"], "by": "Ada"})
    ]


def test_an_account_that_got_up_hears_of_its_games_though_a_guest_of_one_uses_its_browser(app, person):
    ada = person("Ada")
    games = [json.loads(ada.post("/games", {"seats": 3}).text) for _ in range(2)]
    game, invitation = games[0]["view"]["id"], games[0]["invitation"]
    body = {"expected_version": games[0]["version"], "invitation": invitation}
    guest = said(app.test_client().post(f"{API}/games/{game}/seats", json=body), 201)
    ada.delete(f"/games/{game}/seats/0", headers={"If-Match": ada.get(f"/games/{game}").headers["ETag"]})
    assert ada.client.get(guest["seat_link"]["link"]).status_code == 303
    told = [json.loads(data) for _, _, data in messages(ada.client.get(MINE))]
    assert {one["game"]: one["seat"] for one in told} == {game: None, games[1]["view"]["id"]: 0}


def test_a_stream_is_for_those_who_may_see_the_game(app, person):
    table = Table(app, listed=False, spectators="none")
    assert_problem(table.stranger.get(f"/events?{QUIET}"), 404, "no_such_game")
    assert_problem(app.test_client().get(MINE), 401, "unauthorized")
    token = person("Ada").token("play")
    assert_problem(app.test_client().get(MINE, headers=bearer(token)), 403, "scope_missing")
    assert_problem(table.host.get(f"/events?{QUIET}", Last_Event_ID="x"), 422, "invalid_event_id")


def test_a_process_holds_as_many_as_it_is_told_and_says_so(table):
    open = table.stranger.get("/events?format=sse")
    assert next(open.response).startswith(b"retry: ")
    refused = table.host.get("/events?format=sse")
    assert_problem(refused, 503, "no_stream_left")
    assert int(refused.headers["Retry-After"]) > 0
    open.close()
    assert messages(table.host.get(f"/events?{QUIET}"))


def test_one_caller_holds_no_more_than_their_share(make_app, monkeypatch):
    monkeypatch.setattr("app.factory.STREAMS_OF_ONE", 1)
    table = Table(make_app(streams=10, rate_limits=True))
    open = table.stranger.get("/events?format=sse")
    assert_problem(table.stranger.get("/events?format=sse"), 429, "too_many_streams")
    open.close()
    assert said(table.stranger.get("/events"))


def test_one_address_holds_no_more_than_its_share_however_many_accounts_are_there(make_app):
    app = make_app(streams=10, streams_of_address=2, rate_limits=True, trusted_proxies=1)
    people = [Person.sign_up(app, name, "correct horse battery") for name in ("Ada", "Ben", "Cid")]

    def stream(person, address):
        return person.client.get(f"{API}/events", headers={"X-Forwarded-For": address})

    open = [stream(person, "2001:db8:1:2::1") for person in people[:2]]
    assert [answer.status_code for answer in open] == [200, 200]
    refused = stream(people[2], "2001:db8:1:2:ffff::9")  # another of the addresses that the same line has
    assert_problem(refused, 429, "too_many_streams")
    assert "address" in json.loads(refused.text)["detail"]
    assert int(refused.headers["Retry-After"]) > 0
    open.append(stream(people[2], "2001:db8:1:3::1"))
    open[0].close()
    open.append(stream(people[2], "2001:db8:1:2::1"))
    assert [answer.status_code for answer in open[2:]] == [200, 200]
    for answer in open:
        answer.close()


def test_a_stranger_who_looks_on_hears_nothing_of_a_match_that_is_for_its_players_alone(app):
    table = Table(app, spectators="none")
    open = table.stranger.get("/events?format=sse")
    heard = next_events(open, table.version + 1)
    table.start()
    assert list(open.response) == [], "it ends"
    assert heard[0] == "game.created"
    assert_problem(table.stranger.get("/events"), 403, "no_spectators")


def test_who_is_removed_from_a_table_hears_no_more_of_it(app, person):
    ada, ben = person("Ada"), person("Ben")
    made = said(ada.post("/games", {"seats": 3, "listed": False}), 201)
    path = f"/games/{made['view']['id']}"
    body = {"expected_version": made["version"], "invitation": made["invitation"]}
    version = said(ben.post(f"{path}/seats", body), 201)["version"]
    open = ben.client.get(f"{API}{path}/events?format=sse")
    next_events(open, version + 1)
    assert ada.delete(f"{path}/seats/1", headers={"If-Match": ada.get(path).headers["ETag"]}).status_code == 200
    assert list(open.response) == [], "it ends"


def next_events(open, count):
    """The kinds of the next events that an open stream says."""
    heard: list[str] = []
    while len(heard) < count:
        heard += [line[7:].decode() for line in next(open.response).splitlines() if line.startswith(b"event: ")]
    return heard


def test_who_names_a_message_that_there_has_not_been_gets_everything_anew(table):
    client, guest = table.app.test_client(), table.host
    table.work()
    anew = messages(client.get(MINE, headers=guest.headers))
    assert len(anew) == 1
    asked = client.get(MINE, headers=guest.headers | {"Last-Event-ID": "9" * 15})
    assert messages(asked) == anew
