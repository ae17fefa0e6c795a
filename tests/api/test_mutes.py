"""Persons and seats that somebody does not want to hear of."""

from collections.abc import Callable
from typing import Any

from flask import Flask

from tests.api.people import API, Person, assert_problem
from tests.api.tables import Table, said

ABSENT = "7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37"

People = Callable[[str], Person]


def make(host: Person) -> str:
    game: str = said(host.post("/games", {"seats": 3}), 201)["view"]["id"]
    return game


def put(who: Any, path: str) -> Any:
    return who.client.put(API + path, headers={"X-CSRF-Token": who.csrf_token})


def invited(who: Person) -> list[str]:
    return [one["id"] for one in said(who.get("/games?list=invited"))["games"]]


def test_one_does_not_hear_of_the_invitations_of_a_person_and_they_are_not_told(person: People) -> None:
    ada, ben, cyd = person("Ada"), person("Ben"), person("Cyd")
    game = make(ada)
    before = said(ada.post(f"/games/{game}/invitations", {"name": "Ben"}), 201)
    assert invited(ben) == [game]
    assert put(ben, "/players/ADA/mute").status_code == 204
    assert invited(ben) == []
    assert said(ada.post(f"/games/{game}/invitations", {"name": "Ben"}), 201) == before
    other = make(cyd)
    said(cyd.post(f"/games/{other}/invitations", {"name": "Ben"}), 201)
    assert invited(ben) == [other]
    (muted,) = said(ben.get("/players/me/mutes"))["muted"]
    assert (muted["name"], muted["id"]) == ("Ada", said(ada.get("/players/me"))["account"])
    assert ben.delete(f"/players/{muted['id']}/mute").status_code == 204
    assert sorted(invited(ben)) == sorted([game, other])
    assert said(ben.get("/players/me/mutes"))["muted"] == []


def test_what_is_muted_already_stays_so(person: People) -> None:
    ada = person("Ada")
    person("Ben")
    for _ in range(2):
        assert put(ada, "/players/Ben/mute").status_code == 204
    assert len(said(ada.get("/players/me/mutes"))["muted"]) == 1
    for _ in range(2):
        assert ada.delete("/players/Ben/mute").status_code == 204


def test_one_does_not_hear_a_seat_and_others_do(app: Flask, person: People) -> None:
    table = Table(app, 3, listed=True)
    noisy, listener = table.guests[1], table.guests[2]
    said(noisy.post("/phrases", {"phrase": "hello"}), 201)
    path = f"{API}/games/{table.game}/seats/{noisy.seat}/mute"
    assert listener.client.put(path, headers=listener.headers).status_code == 204
    assert said(listener.get("/phrases")) == {"phrases": [], "muted": [noisy.seat]}
    assert len(said(table.host.get("/phrases"))["phrases"]) == 1
    said(table.host.post("/phrases", {"phrase": "oops"}), 201)
    assert [one["phrase"] for one in said(listener.get("/phrases"))["phrases"]] == ["oops"]
    assert listener.delete(f"/seats/{noisy.seat}/mute").status_code == 204
    assert len(said(listener.get("/phrases"))["phrases"]) == 2
    onlooker = person("Ada")
    assert put(onlooker, f"/games/{table.game}/seats/0/mute").status_code == 204
    assert said(onlooker.get(f"/games/{table.game}/phrases"))["muted"] == [0]


def test_it_is_the_player_who_is_not_heard_and_not_who_sits_there_next(app: Flask) -> None:
    table = Table(app, 2, seats=3)
    gone = table.guests[1]
    path = f"{API}/games/{table.game}/seats/{gone.seat}/mute"
    assert table.host.client.put(path, headers=table.host.headers).status_code == 204
    said(gone.delete(f"/seats/{gone.seat}?expected_version={table.version}"))
    assert said(table.host.get("/phrases"))["muted"] == []
    said(table.sit().post("/phrases", {"phrase": "hello"}), 201)
    assert len(said(table.host.get("/phrases"))["phrases"]) == 1


def test_a_person_who_is_muted_is_heard_at_no_table(person: People) -> None:
    ada, ben = person("Ada"), person("Ben")
    game = make(ada)
    said(ada.post(f"/games/{game}/phrases", {"phrase": "hello"}), 201)
    assert put(ben, "/players/Ada/mute").status_code == 204
    assert said(ben.get(f"/games/{game}/phrases")) == {"phrases": [], "muted": [0]}
    assert ben.delete(f"/games/{game}/seats/0/mute").status_code == 204
    assert said(ben.get(f"/games/{game}/phrases"))["muted"] == [0]


def test_refusals(app: Flask, person: People) -> None:
    ada, table = person("Ada"), Table(app, 1, seats=3, bots=["random"])
    assert_problem(put(ada, "/players/Ada/mute"), 422, "invalid")
    assert_problem(put(ada, "/players/Nobody/mute"), 404, "no_such_player")
    assert_problem(put(ada, f"/players/{ABSENT}/mute"), 404, "no_such_player")
    for seat, code in ((1, "seat_empty"), (2, "seat_empty"), (7, "no_such_seat")):
        assert_problem(put(ada, f"/games/{table.game}/seats/{seat}/mute"), 409, code)
    guest = table.host
    assert_problem(guest.client.put(f"{API}/players/Ada/mute", headers=guest.headers), 403, "account_needed")
    assert_problem(guest.client.get(f"{API}/players/me/mutes", headers=guest.headers), 403, "account_needed")
    assert_problem(app.test_client().get(f"{API}/players/me/mutes"), 401, "unauthorized")
    stranger = app.test_client().put(f"{API}/games/{table.game}/seats/0/mute")
    assert_problem(stranger, 401, "unauthorized")
