"""Making tables, sitting down, leaving, starting and cancelling: from outside, on both databases."""

import hashlib
import json
import secrets

import pytest

from tests.api.people import API, assert_problem, bearer
from tests.api.tables import Guest, Table, said


def test_a_guest_makes_a_table_and_sits_at_it(client):
    answer = client.post(f"{API}/games", json={"bots": ["random"], "name": "Ann"})
    made = said(answer, 201)
    assert answer.headers["Location"] == f"{API}/games/{made['view']['id']}"
    assert answer.headers["Cache-Control"] == "no-store"
    assert [event["kind"] for event in made["events"]] == ["game.created", "seat.taken", "seat.taken"]
    assert {event["request"] for event in made["events"]} == {0}
    assert [seat["name"] for seat in made["view"]["seats"]] == ["Ann", "Random"]
    assert made["view"]["you"]["seat"] == 0
    assert made["seat_link"]["link"] == f"/seat/{made['seat_link']['secret']}"


def test_an_account_may_be_host_without_a_seat(person):
    ann = person("Ann")
    made = said(ann.post("/games", {"sits": False, "seats": 3, "bots": ["first", "random"]}), 201)
    assert [seat["bot"] for seat in made["view"]["seats"]] == ["first", "random", None]
    assert "you" not in made["view"]
    assert "seat_link" not in made
    body = {"expected_version": made["version"]}
    started = said(ann.post(f"/games/{made['view']['id']}/start", body))
    assert started["view"]["phase"] in ("turn", "color")
    assert [seat["cards"] for seat in started["view"]["seats"]] == [7, 7, 0]


def test_a_guest_has_to_sit(client):
    assert_problem(client.post(f"{API}/games", json={"sits": False}), 422, "invalid")


@pytest.mark.parametrize(
    "body",
    [
        {"seats": 1},
        {"seats": 11},
        {"seats": "2"},
        {"seats": True},
        {"options": {"hands": 0}},
        {"options": {"speed": 1}},
        {"options": {"last_card_effects": 1}},
        {"options": []},
        {"clock": {"kind": "sand"}},
        {"clock": {"kind": "decision"}},
        {"clock": {"kind": "bank", "ms": 60_001, "increment_ms": 0, "max_ms": 60_000}},
        {"clock": {"kind": "decision", "ms": 59_999}},
        {"clock": {"kind": "decision", "ms": 14 * 86_400_000 + 1}},
        {"clock": {"kind": "bank", "ms": 59_999, "increment_ms": 0, "max_ms": 60_000}},
        {"time_off": {"naps": True}},
        {"time_off": {"vacations": 1}},
        {"time_off": []},
        {"bots": ["nobody"]},
        {"bots": ["random"] * 2, "seats": 2},
        {"bots": "random"},
        {"bot_delay": -1},
        {"bot_delay": 60_001},
        {"spectators": "some"},
        {"takeover": "nobody"},
        {"bots_alone": "dance"},
        {"listed": "yes"},
        {"name": "x" * 33},
        {"entropy": ""},
        {"colour": "red"},
        [],
    ],
)
def test_a_table_that_cannot_be_is_not_made(client, look, body):
    assert_problem(client.post(f"{API}/games", json=body), 422, "invalid")
    assert look("SELECT count(*) FROM events") == [(0,)]
    assert look("SELECT count(*) FROM tables") == [(0,)]


def test_options_are_stored_complete(client):
    made = said(client.post(f"{API}/games", json={"options": {"hands": 3}}), 201)
    created = made["events"][0]["data"]
    assert created["options"] == made["view"]["options"]
    assert (created["options"]["hands"], created["options"]["ties"], len(created["options"])) == (3, "share", 7)


def test_entropy_is_taken_as_hex_or_hashed(client, app):
    mine = secrets.token_hex(32)
    made = said(client.post(f"{API}/games", json={"entropy": mine}), 201)
    assert made["events"][1]["data"]["entropy"] == mine
    stranger = Guest(app, made["view"]["id"])
    sat = said(stranger.post("/seats", {"expected_version": made["version"], "entropy": "sesame"}), 201)
    assert sat["events"][0]["data"]["entropy"] == hashlib.sha256(b"sesame").hexdigest()


def test_people_sit_down_one_seat_each(app, person):
    table = Table(app, guests=1, seats=3)
    bob = person("Bob")
    path = f"/games/{table.game}/seats"
    sat = said(bob.post(path, {"expected_version": table.version, "seat": 2}), 201)
    assert [seat["name"] for seat in sat["view"]["seats"]] == ["Guest", None, "Bob"]
    assert sat["events"][0]["actor"] == f"player:{sat['events'][0]['data']['player']}"
    assert_problem(bob.post(path, {"expected_version": table.version}), 409, "already_seated")
    assert_problem(table.stranger.post("/seats", {"expected_version": table.version, "seat": 2}), 409, "seat_taken")
    assert_problem(table.stranger.post("/seats", {"expected_version": table.version, "seat": 3}), 409, "no_such_seat")
    table.sit()
    assert_problem(table.stranger.post("/seats", {"expected_version": table.version}), 409, "seat_taken")


def test_the_host_adds_bots_and_nobody_else(app):
    table = Table(app, guests=2, seats=4)
    other = table.guests[1]
    assert_problem(other.post("/seats", {"bot": "random", "expected_version": table.version}), 403, "not_host")
    assert_problem(table.host.post("/seats", {"bot": "nobody", "expected_version": table.version}), 422, "invalid")
    added = said(table.host.post("/seats", {"bot": "random", "expected_version": table.version}), 201)
    assert added["view"]["seats"][2]["bot"] == "random"
    assert "seat_link" not in added


def test_who_leaves_before_the_start_is_a_stranger_again(app):
    table = Table(app, guests=2)
    other = table.guests[1]
    left = said(other.delete(f"/seats/1?expected_version={table.version}"))
    assert [event["kind"] for event in left["events"]] == ["seat.left"]
    assert "you" not in left["view"]
    assert other.get().status_code == 401
    assert table.host.view()["seats"][1]["player"] is None
    table.sit()


def test_an_account_that_comes_back_is_the_same_player(app, person):
    table = Table(app, guests=1)
    bob = person("Bob")
    path = f"/games/{table.game}/seats"
    first = said(bob.post(path, {"expected_version": table.version}), 201)["events"][0]["data"]["player"]
    said(bob.delete(f"{path}/1?expected_version={table.version}"))
    assert said(bob.post(path, {"expected_version": table.version}), 201)["events"][0]["data"]["player"] == first


def test_the_host_removes_people_and_bots_before_the_start(app):
    table = Table(app, guests=2, seats=3, bots=["random"])
    assert_problem(table.guests[1].delete(f"/seats/1?expected_version={table.version}"), 403, "not_host")
    for seat in (1, 2):
        removed = said(table.host.delete(f"/seats/{seat}", If_Match=f'"{table.version}.seat-0"'))
        assert removed["view"]["seats"][seat]["player"] is removed["view"]["seats"][seat]["bot"] is None
    assert_problem(table.host.delete(f"/seats/2?expected_version={table.version}"), 409, "seat_empty")
    assert_problem(table.host.delete(f"/seats/7?expected_version={table.version}"), 409, "no_such_seat")


def test_a_guest_who_is_host_may_get_up_and_stays_host(app):
    table = Table(app, guests=2)
    said(table.host.delete(f"/seats/0?expected_version={table.version}"))
    assert table.host.view()["table"]["host"] is None
    said(table.host.post("/seats", {"bot": "first", "expected_version": table.version}), 201)
    table.start()


def test_only_the_host_starts_and_two_seats_are_needed(app):
    table = Table(app, guests=1)
    assert_problem(table.host.post("/start", {"expected_version": table.version}), 409, "too_few_seats")
    other = table.sit()
    assert_problem(other.post("/start", {"expected_version": table.version}), 403, "not_host")
    started = said(table.host.post("/start", {"expected_version": table.version}))
    assert [event["kind"] for event in started["events"]][:3] == ["game.started", "hand.started", "card.turned"]
    assert_problem(table.host.post("/start", {"expected_version": table.version}), 409, "game_started")
    assert_problem(table.stranger.post("/seats", {"expected_version": table.version}), 409, "game_started")
    assert_problem(table.host.post("/cancel", {"expected_version": table.version}), 409, "game_started")


def test_the_host_cancels(app, look):
    table = Table(app, guests=2)
    assert_problem(table.guests[1].post("/cancel", {"expected_version": table.version}), 403, "not_host")
    cancelled = said(table.host.post("/cancel", {"expected_version": table.version}))
    assert cancelled["view"]["phase"] == "match_over"
    assert cancelled["view"]["reason"] == "host"
    assert_problem(table.stranger.post("/seats", {"expected_version": table.version}), 409, "game_over")
    assert look("SELECT count(*) FROM secrets") == [(0,)]
    assert said(table.stranger.get("/audit"))["verdict"] == "exact"


def test_writes_need_a_version_and_the_right_one(app, look):
    table = Table(app, guests=2)
    before = look("SELECT count(*) FROM events")
    for method, path in (("post", "/seats"), ("post", "/start"), ("post", "/cancel"), ("delete", "/seats/0")):
        ask = getattr(table.host, method)
        body: tuple[dict[str, int], ...] = ({},) if method == "post" else ()
        assert_problem(ask(path, *body), 428, "version_required")
        assert_problem(ask(path, *body, If_Match='"0.seat-0"'), 412, "stale_version")
    told = assert_problem(table.host.post("/start", {"expected_version": 1}), 409, "stale_version")
    assert told["version"] == table.version
    assert [event["seq"] for event in told["events"]] == list(range(2, table.version + 1))
    assert look("SELECT count(*) FROM events") == before


def test_an_unlisted_table_is_not_there_for_strangers(app, person):
    table = Table(app, guests=1, seats=3, listed=False)
    paths = ("", "/events", "/openings", "/replay.jsonl", "/replay.jsonl.gz", "/audit", "?at=0")
    for path in paths:
        assert_problem(table.stranger.get(path), 404, "no_such_game")
        assert_problem(table.stranger.get(f"{path}{'&' if '?' in path else '?'}invitation=wrong"), 404, "no_such_game")
        assert table.host.get(path).status_code == 200
        invited = f"{path}{'&' if '?' in path else '?'}invitation={table.made['invitation']}"
        assert table.stranger.get(invited).status_code == 200
    body = {"expected_version": table.version}
    assert_problem(table.stranger.post("/seats", body), 404, "no_such_game")
    assert_problem(table.stranger.post("/seats", body | {"invitation": "wrong"}), 404, "no_such_game")
    bob = person("Bob")
    for path in ("/start", "/cancel", "/moves"):
        asked = body | ({"type": "draw"} if path == "/moves" else {})
        assert_problem(bob.post(f"/games/{table.game}{path}", asked), 404, "no_such_game")
    assert_problem(bob.delete(f"/games/{table.game}/seats/0?expected_version={table.version}"), 404, "no_such_game")
    assert_problem(bob.post(f"/games/{table.game}/invitation"), 404, "no_such_game")
    table.sit()
    assert table.guests[1].get().status_code == 200
    assert said(table.stranger.client.get(f"{API}/games"))["games"] == []


def test_an_invitation_is_replaced_by_the_host(app):
    table = Table(app, guests=2, listed=False)
    assert_problem(table.guests[1].post("/invitation", None), 403, "not_host")
    new = said(table.host.post("/invitation", None), 201)["invitation"]
    assert table.stranger.get(f"?invitation={new}").status_code == 200
    assert table.stranger.get(f"?invitation={table.made['invitation']}").status_code == 404


@pytest.mark.parametrize(
    ("spectators", "stranger", "invited"), [("all", 200, 200), ("link", 403, 200), ("none", 403, 403)]
)
def test_spectators_see_what_the_table_agreed_to(app, spectators, stranger, invited):
    table = Table(app, guests=2, spectators=spectators)
    assert table.stranger.get().status_code == 200, "everybody sees a table that waits for players"
    table.start()
    for path in ("", "/events", "/openings", "/replay.jsonl", "/replay.jsonl.gz", "/audit", "?at=3"):
        assert table.stranger.get(path).status_code == stranger
        joint = "&" if "?" in path else "?"
        assert table.stranger.get(f"{path}{joint}invitation={table.made['invitation']}").status_code == invited
        assert table.guests[1].get(path).status_code == 200


def test_a_guest_of_another_table_is_a_stranger(app):
    table, elsewhere = Table(app, guests=2, listed=False), Table(app, guests=2)
    foreign = Guest(app, table.game)
    foreign.headers = elsewhere.host.headers
    assert_problem(foreign.get(), 404, "no_such_game")
    foreign.game = Table(app, guests=2).start().game
    assert "you" not in foreign.view()
    answer = foreign.move({"type": "draw"}, foreign.view()["version"])
    assert_problem(answer, 409, "not_seated")


@pytest.mark.parametrize("path", ["", "/events", "/openings", "/replay.jsonl", "/audit"])
@pytest.mark.parametrize("game", ["00000000-0000-4000-8000-000000000000", "nonsense"])
def test_there_is_nothing_where_there_is_no_game(client, path, game):
    answer = client.get(f"{API}/games/{game}{path}")
    assert answer.status_code == 404
    assert answer.content_type == "application/problem+json"


def test_lists_and_their_pages(app, person, client):
    ann = person("Ann")
    made = [said(ann.post("/games", {"seats": 2}), 201)["view"]["id"] for _ in range(5)]
    seen, cursor = [], ""
    while cursor is not None:
        page = said(client.get(f"{API}/games?limit=2{cursor and '&cursor='}{cursor}"))
        seen += [game["id"] for game in page["games"]]
        cursor = page["next"]
    assert sorted(seen) == sorted(made)
    assert said(client.get(f"{API}/games?list=mine"))["games"] == []
    mine = said(ann.get("/games?list=mine"))["games"]
    assert [game["id"] for game in mine] == seen
    account = said(ann.get("/players/me"))["account"]
    assert mine[0]["taken"] == [{"seat": 0, "name": "Ann", "bot": None, "account": account}]
    assert (mine[0]["host"], mine[0]["free"], mine[0]["differs"], mine[0]["invited_by"]) == ("Ann", 1, {}, None)
    assert mine[0]["your_seat"] == 0
    for cursor in ("nonsense", "MQ", "LTEuMDAwMDAwMDAtMDAwMC00MDAwLTgwMDAtMDAwMDAwMDAwMDAw"):
        assert_problem(client.get(f"{API}/games?cursor={cursor}"), 422, "invalid")
    for wrong in ("limit=0", "limit=101", "limit=x", "list=all", "page=2"):
        assert_problem(client.get(f"{API}/games?{wrong}"), 422, "invalid")


def test_a_game_moves_from_list_to_list(app, person):
    ann, bob = person("Ann"), person("Bob")
    made = said(ann.post("/games", {}), 201)
    game = made["view"]["id"]
    assert _ids(bob, "lobby") == [game]
    sat = said(bob.post(f"/games/{game}/seats", {"expected_version": made["version"]}), 201)
    view = said(ann.post(f"/games/{game}/start", {"expected_version": sat["version"]}))["view"]
    assert (_ids(bob, "lobby"), _ids(bob, "running")) == ([], [game])
    turn, other = (ann, bob) if view["turn"] == 0 else (bob, ann)
    assert (_ids(turn, "to_act"), _ids(other, "to_act")) == ([game], [])
    view = said(turn.post(f"/games/{game}/moves", {"type": "resign", "expected_version": view["version"]}))["view"]
    assert view["phase"] == "match_over"
    assert [_ids(turn, name) for name in ("running", "to_act", "finished", "mine")] == [[], [], [game], [game]]


def _ids(who, name):
    return [game["id"] for game in said(who.get(f"/games?list={name}"))["games"]]


def test_a_key_makes_one_table(person, look):
    ann = person("Ann")
    headers = {"Idempotency-Key": "today"}
    first = ann.post("/games", {"seats": 3}, headers=headers)
    second = ann.post("/games", {"seats": 3}, headers=headers)
    assert first.status_code == second.status_code == 201
    assert first.json["view"] == second.json["view"]
    assert look("SELECT count(*) FROM tables") == [(1,)]
    assert_problem(ann.post("/games", {"seats": 4}, headers=headers), 422, "key_reused")


def test_a_guests_key_gives_the_same_seat_and_the_same_link(app, client, look):
    headers = {"Idempotency-Key": secrets.token_urlsafe(32)}
    first, second = (client.post(f"{API}/games", json={"name": "Ann"}, headers=headers) for _ in range(2))
    assert first.json["seat_link"] == second.json["seat_link"]
    game = first.json["view"]["id"]
    assert (
        client.get(f"{API}/games/{game}", headers=bearer(second.json["seat_link"]["secret"])).json["you"]["seat"] == 0
    )
    headers = {"Idempotency-Key": secrets.token_urlsafe(32)}
    body = {"expected_version": first.json["version"]}
    sat = [client.post(f"{API}/games/{game}/seats", json=body, headers=headers) for _ in range(2)]
    assert sat[0].data == sat[1].data
    assert look("SELECT count(*) FROM players") == [(2,)]
    keys = look("SELECT key FROM idempotency")
    assert all(headers["Idempotency-Key"] not in str(key) for key in keys), "a guest's key is as good as the seat"


def test_a_guests_key_must_not_be_guessable(client, look):
    assert_problem(client.post(f"{API}/games", json={}, headers={"Idempotency-Key": "1"}), 422, "weak_key")
    assert look("SELECT count(*) FROM tables") == [(0,)]


def test_secrets_of_tables_are_stored_hashed(app, look):
    table = Table(app, guests=2)
    stored = json.dumps(look("SELECT * FROM tables") + look("SELECT * FROM players"), default=str)
    assert table.made["invitation"] not in stored
    assert table.made["seat_link"]["secret"] not in stored
