"""Quick phrases: said from a seat, read by whoever may see the game, reported to officials."""

import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from app.api.context import services
from app.services.table.phrases import PHRASES
from tests.api.people import API, Person, assert_problem, bearer
from tests.api.tables import Guest, Table, lines, said

People = Callable[[str], Person]


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, 2)


@pytest.fixture
def official(app: Flask, person: People) -> Person:
    arbiter = person("Cleo")
    services(app).accounts.appoint("Cleo", ["arbiter"])
    return arbiter


def say(who: Guest, phrase: str) -> dict[str, Any]:
    return said(who.post("/phrases", {"phrase": phrase}), 201)


def heard(who: Guest, after: int = 0) -> list[str]:
    return [one["phrase"] for one in said(who.get(f"/phrases?after={after}"))["phrases"]]


def test_said_before_during_and_after_the_match(table: Table) -> None:
    one = say(table.host, "hello")
    assert (one["id"], one["seat"], one["phrase"], one["yours"]) == (1, 0, "hello", True)
    before = lines(table.host)
    table.start()
    say(table.guests[1], "good_luck")
    table.play(random.Random(1))
    say(table.host, "good_game")
    for who in (*table.guests, table.stranger):
        assert heard(who) == ["hello", "good_luck", "good_game"]
    assert heard(table.host, after=2) == ["good_game"]
    assert heard(table.host, after=2**31 - 1) == []
    for after in (2**31, -1, "x"):
        assert_problem(table.host.get(f"/phrases?after={after}"), 422, "invalid")
    assert [one["yours"] for one in said(table.guests[1].get("/phrases"))["phrases"]] == [False, True, False]
    assert lines(table.host)[: len(before)] == before
    assert not any(b"good_game" in line for line in lines(table.host))


def test_every_phrase_there_is_can_be_said_and_no_other(table: Table) -> None:
    for phrase in PHRASES:
        say(table.host, phrase)
    assert heard(table.host) == list(PHRASES)
    for body in ({"phrase": "you cheat"}, {"phrase": ""}, {}, {"phrase": "hello", "seat": 1}, {"phrase": ["hello"]}):
        assert_problem(table.host.post("/phrases", body), 422, "invalid")


def test_only_the_newest_are_shown_and_kept(table: Table, look: Callable[[str], list[tuple[object, ...]]]) -> None:
    for number in range(210):
        say(table.guests[number % 2], "thinking")
    shown = said(table.host.get("/phrases"))["phrases"]
    assert [one["id"] for one in shown] == list(range(161, 211))
    assert look("SELECT min(id), count(*) FROM phrases") == [(11, 200)]


def test_said_at_once_each_is_said(table: Table) -> None:
    ready = threading.Barrier(4)

    def speak(number: int) -> None:
        ready.wait(30)
        for _ in range(5):
            say(Guest(table.app, table.game, _secret(table.guests[number % 2])), "wow")

    threads = [threading.Thread(target=speak, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [one["id"] for one in said(table.host.get("/phrases"))["phrases"]] == list(range(1, 21))


def _secret(guest: Guest) -> str:
    return guest.headers["Authorization"].removeprefix("Bearer ")


def test_only_those_with_a_seat_speak(app: Flask, table: Table, person: People) -> None:
    hello = {"phrase": "hello"}
    assert_problem(table.stranger.post("/phrases", hello), 401, "unauthorized")
    assert_problem(person("Zoe").post(f"/games/{table.game}/phrases", hello), 409, "not_seated")
    elsewhere = Table(app, 1).host
    answer = app.test_client().post(f"{API}/games/{table.game}/phrases", json=hello, headers=elsewhere.headers)
    assert_problem(answer, 409, "not_seated")
    hidden = Table(app, 1, listed=False)
    assert_problem(hidden.stranger.get("/phrases"), 404, "no_such_game")
    closed = Table(app, 2, spectators="none").start()
    assert_problem(closed.stranger.get("/phrases"), 403, "no_spectators")


def test_a_seat_says_only_so_much(make_app: Callable[..., Flask]) -> None:
    table = Table(make_app(rate_limits=True), 2)
    answers = [table.host.post("/phrases", {"phrase": "hurry_please"}).status_code for _ in range(7)]
    assert answers == [201] * 6 + [429]
    say(table.guests[1], "one_moment")


def test_what_is_reported_waits_for_officials(table: Table, official: Person, person: People) -> None:
    id = say(table.host, "hurry_please")["id"]
    for reason in ({}, {"reason": "all day long"}):
        assert table.guests[1].post(f"/phrases/{id}/report", reason).status_code == 204
    assert person("Zoe").post(f"/games/{table.game}/phrases/{id}/report", {}).status_code == 204
    page = said(official.get("/reports/phrases?limit=1"))
    rest = said(official.get(f"/reports/phrases?limit=1&cursor={page['next']}"))
    assert rest["next"] is None
    found = {one["reason"]: one for one in page["reports"] + rest["reports"]}
    one = found["all day long"]
    assert (one["game"], one["phrase_id"], one["seat"], one["name"], one["phrase"]) == (
        table.game,
        id,
        0,
        "Guest",
        "hurry_please",
    )
    assert set(found) == {None, "all day long"}
    path = f"/games/{table.game}/phrases/{id}/report"
    assert official.delete(path).status_code == 204
    assert said(official.get("/reports/phrases"))["reports"] == []
    assert_problem(official.delete(path), 404, "no_such_phrase")


def test_refusals_of_reports(app: Flask, table: Table, person: People, official: Person) -> None:
    id = say(table.host, "wow")["id"]
    assert_problem(table.host.post(f"/phrases/{id}/report", {}), 403, "your_own_phrase")
    for absent in (0, id + 1, 2**31, 10**30):
        assert_problem(table.guests[1].post(f"/phrases/{absent}/report", {}), 404, "no_such_phrase")
        assert_problem(official.delete(f"/games/{table.game}/phrases/{absent}/report"), 404, "no_such_phrase")
    assert_problem(table.guests[1].post(f"/phrases/{id}/report", {"reason": ""}), 422, "invalid")
    assert_problem(table.stranger.post(f"/phrases/{id}/report", {}), 401, "unauthorized")
    zoe = person("Zoe")
    assert_problem(zoe.get("/reports/phrases"), 403, "scope_missing")
    assert_problem(zoe.delete(f"/games/{table.game}/phrases/{id}/report"), 403, "scope_missing")
    assert_problem(official.get("/reports/phrases?cursor=nonsense"), 422, "invalid")
    program = bearer(official.token("read", "play", "arbiter"))
    assert said(app.test_client().get(f"{API}/reports/phrases", headers=program)) == {"reports": [], "next": None}
