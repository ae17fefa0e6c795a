"""What if, over REST: branches are made, played, listed; and nothing of the game they are of changes."""

import random
import secrets
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from app.factory import WORKER
from replays.verify import EXACT, verify_lines
from tests.api.bringing import bring, file
from tests.api.people import API, Person, assert_problem
from tests.api.tables import Guest, Table, any_move, lines, said
from tests.records import random_match

Look = Callable[[str], list[tuple[object, ...]]]


@pytest.fixture
def table(app: Flask) -> Table:
    """A game that is over, of a bot at seat 1 between two people."""
    table = Table(app, 2, bots=["random"], options={"hands": 2})
    table.start().play(random.Random(1))
    return table


def branch(guest: Guest, at: int | str, **body: Any) -> TestResponse:
    return guest.post("/branches", {"at": at, "bot_delay": 0} | body)


def someone(app: Flask, made: dict[str, Any]) -> Guest:
    """Whoever got this answer."""
    return Guest(app, made["view"]["id"], made["seat_link"]["secret"], made["view"]["you"]["seat"])


def play(app: Flask, guest: Guest) -> dict[str, Any]:
    """Plays a game against bots to its end, and gives the last view."""
    chance, view = random.Random(1), guest.view()
    while view["phase"] != "match_over":
        if view["turn"] == guest.seat:
            view = said(guest.move(any_move(view, chance), view["version"]))["view"]
        else:
            app.extensions[WORKER].jobs.round()
            view = guest.view()
    return view


def rows(look: Look, game: str) -> list[list[tuple[object, ...]]]:
    tables = ("streams", "events", "tables", "players", "idempotency", "positions")
    return [sorted(look(f"SELECT * FROM {table} WHERE game = '{game}'"), key=repr) for table in tables]


def test_a_guest_goes_on_from_an_event_with_the_cards_of_the_game(app: Flask, table: Table, look: Look) -> None:
    table.work()
    before = rows(look, table.game)
    one = table.guests[1]
    answer = branch(one, 30)
    made = said(answer, 201)
    view = made["view"]
    assert answer.headers["Location"] == f"{API}/games/{view['id']}"
    assert answer.headers["Cache-Control"] == "no-store"
    then = one.view(f"?at={view['table']['branch_of']['seq']}")
    assert view["you"] == then["you"]
    assert [seat["cards"] for seat in view["seats"]] == [seat["cards"] for seat in then["seats"]]
    assert view["table"]["branch_of"]["game"] == table.game
    end = play(app, someone(app, made))
    assert end["reason"] == "hands"
    record = lines(Guest(app, view["id"]))
    assert verify_lines(record).verdict == EXACT
    assert said(Guest(app, view["id"]).get("/audit"))["verdict"] == "exact"
    assert len(said(Guest(app, view["id"]).get("/openings"))["openings"]) >= 112
    assert rows(look, table.game) == before


def test_others_see_of_a_branch_what_they_see_of_every_game(app: Flask, table: Table) -> None:
    made = said(branch(table.host, 30), 201)
    stranger = Guest(app, made["view"]["id"])
    assert "you" not in stranger.view()
    assert_problem(stranger.get("?as=all"), 403, "hand_not_over")
    assert_problem(stranger.get("?as=1"), 403, "hand_not_over")
    turned = [event["data"] for event in said(stranger.get("/events"))["events"] if event["kind"] == "card.turned"]
    shown = said(stranger.get("/openings"))["openings"]
    assert {one["slot"] for one in shown if one["hand"] == made["view"]["hand_number"]} <= {
        one["slot"] for one in turned
    }


def test_moments_have_names(table: Table) -> None:
    view = said(branch(table.host, "hand:2"), 201)["view"]
    assert (view["hand_number"], view["options"]["hands"]) == (2, 2)
    assert view["table"]["branch_of"]["hand"] == 2
    assert (
        said(branch(table.host, "30"), 201)["view"]["version"] == said(branch(table.host, 30), 201)["view"]["version"]
    )


def test_branches_are_listed_on_the_game(app: Flask, table: Table) -> None:
    assert said(table.stranger.get("/branches")) == {"branches": [], "next": None}
    made = [said(branch(table.host, at, name="Ada"), 201) for at in (20, 30, 40)]
    first = said(table.stranger.get("/branches?limit=2"))
    rest = said(table.stranger.get(f"/branches?limit=2&cursor={first['next']}"))
    found = first["branches"] + rest["branches"]
    assert {one["id"] for one in found} == {one["view"]["id"] for one in made}
    assert rest["next"] is None
    assert {one["by"] for one in found} == {"Ada"}
    play(app, someone(app, made[0]))
    ended = next(one for one in said(table.stranger.get("/branches"))["branches"] if one["status"] == "finished")
    assert ended["result"]["reason"] == "hands"
    client = app.test_client()
    for name in ("lobby", "running", "finished"):
        page = said(client.get(f"{API}/games?list={name}"))
        assert {one["id"] for one in page["games"]} <= {table.game}
    assert_problem(table.stranger.get("/branches?cursor=nonsense"), 422, "invalid")


def test_an_account_finds_its_branches_among_its_games(app: Flask, table: Table, person: Any) -> None:
    ada: Person = person("Ada")
    made = said(ada.post(f"/games/{table.game}/branches", {"at": 30, "listed": False}), 201)
    assert "seat_link" not in made
    (mine,) = said(ada.get("/games?list=mine"))["games"]
    assert (mine["id"], mine["branch_of"]) == (made["view"]["id"], made["view"]["table"]["branch_of"])
    (one,) = said(ada.get(f"/games/{table.game}/branches"))["branches"]
    assert (one["by"], one["your_seat"]) == ("Ada", made["view"]["you"]["seat"])
    assert said(table.stranger.get("/branches"))["branches"] == []


def test_friends_come_by_invitation_and_the_host_starts(app: Flask, table: Table) -> None:
    made = said(branch(table.host, 30, open=[2]), 201)
    host, stranger = someone(app, made), Guest(app, made["view"]["id"])
    assert made["view"]["phase"] == "waiting"
    version = made["version"]
    assert_problem(stranger.post("/seats", {"expected_version": version}), 404, "no_such_game")
    assert_problem(host.post("/start", {"expected_version": version}), 409, "too_few_seats")
    sat = said(stranger.post("/seats", {"expected_version": version, "invitation": made["invitation"]}), 201)
    friend = someone(app, sat)
    begun = said(host.post("/start", {"expected_version": sat["version"]}))
    there = table.guests[1].view(f"?at={begun['view']['table']['branch_of']['seq']}")
    assert friend.view()["you"]["hand"] == there["you"]["hand"]


def test_repeated_with_its_key_it_is_made_once(table: Table) -> None:
    key = {"Idempotency_Key": secrets.token_urlsafe(32)}
    first = said(table.host.post("/branches", {"at": 30}, **key), 201)
    again = said(table.host.post("/branches", {"at": 30}, **key), 201)
    first.pop("invitation")
    assert again == first
    assert len(said(table.stranger.get("/branches"))["branches"]) == 1
    assert_problem(table.host.post("/branches", {"at": 31}, **key), 422, "key_reused")


def test_anybody_who_may_see_the_game_branches_it(table: Table) -> None:
    made = said(branch(table.stranger, 30, name="Zoe"), 201)
    assert made["view"]["table"]["host_name"] == "Zoe"
    assert made["view"]["you"]["seat"] == made["view"]["turn"]


def test_what_cannot_be_branched_is_refused(app: Flask, table: Table) -> None:
    version = table.version
    for at, status, code in (
        (0, 409, "game_not_started"),
        (version, 409, "game_over"),
        (version + 1, 404, "no_such_game"),
        ("hand:9", 404, "no_such_game"),
        ("yesterday", 422, "invalid"),
        (-1, 422, "invalid"),
        (True, 422, "invalid"),
        (1.5, 422, "invalid"),
        (None, 422, "invalid"),
    ):
        answer = branch(table.host, at)  # type: ignore[arg-type]
        assert_problem(answer, status, code)
    for body in ({"bots": {"x": "racer"}}, {"bots": {"1": "nobody"}}, {"open": [0]}, {"seat": 7}, {"bot": "nobody"}):
        assert_problem(branch(table.host, 30, **body), 422, "invalid")
    running = Table(app, 2).start()
    assert_problem(branch(running.host, 4), 409, "game_not_over")
    private = Table(app, 2, listed=False)
    assert_problem(branch(private.stranger, 0), 404, "no_such_game")
    assert_problem(private.stranger.get("/branches"), 404, "no_such_game")
    assert said(table.stranger.get("/branches"))["branches"] == []


def test_a_game_for_few_eyes_branches_for_few(app: Flask) -> None:
    table = Table(app, 2, listed=False, options={"hands": 1}).start()
    table.play(random.Random(2))
    invited = f"?invitation={table.made['invitation']}"
    made = said(branch(table.stranger, 20, invitation=table.made["invitation"], listed=True), 201)
    assert made["view"]["table"]["listed"] is False
    assert said(table.stranger.get(f"/branches{invited}"))["branches"] == []
    assert Guest(app, made["view"]["id"]).get().status_code == 404


# ------------------------------------------------------------ imports


def test_a_replay_from_elsewhere_branches(app: Flask, person: Any) -> None:
    replay = said(bring(person("Ada"), file(random_match(2).lines)), 201)["id"]
    client, path = app.test_client(), f"{API}/replays/{replay}/branches"
    made = said(client.post(path, json={"at": 40, "bot_delay": 0}), 201)
    assert made["view"]["table"]["branch_of"]["replay"] == replay
    play(app, someone(app, made))
    assert verify_lines(lines(Guest(app, made["view"]["id"]))).verdict == EXACT
    (one,) = said(client.get(path))["branches"]
    assert (one["id"], one["status"]) == (made["view"]["id"], "finished")


def test_an_import_that_is_not_there_has_none(app: Flask) -> None:
    path = f"{API}/replays/7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37/branches"
    client = app.test_client()
    for answer in (client.get(path), client.post(path, json={"at": 40})):
        assert answer.status_code == 404
