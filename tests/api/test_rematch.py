"""Once more with the same people: one new table for all who ask, with the seats, the bots and the terms of before."""

import random
import secrets
import threading
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from replays.verify import EXACT, verify_lines
from tests.api.people import API, Person, assert_problem
from tests.api.tables import Guest, Table, any_move, lines, said

ABSENT = "7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37"


@pytest.fixture
def table(app: Flask) -> Table:
    """A match that is over, of two guests with a bot between them."""
    table = Table(app, 2, bots=["random"], options={"hands": 1})
    table.start().play(random.Random(1))
    return table


class Friends:
    """Two people with accounts whose match is over; the first is the host."""

    def __init__(self, person: Callable[[str], Person], **settings: Any) -> None:
        self.ada, self.ben = person("Ada"), person("Ben")
        made = said(self.ada.post("/games", {"seats": 2} | settings), 201)
        self.game: str = made["view"]["id"]
        self.invitation: str = made["invitation"]
        sitting = {"expected_version": made["version"], "invitation": self.invitation}
        sat = said(self.ben.post(f"/games/{self.game}/seats", sitting), 201)
        begun = said(self.ada.post(f"/games/{self.game}/start", {"expected_version": sat["version"]}))
        resigned = {"type": "resign", "expected_version": begun["version"]}
        said(self.ben.post(f"/games/{self.game}/moves", resigned))

    def again(self, who: Person, **body: Any) -> dict[str, Any]:
        """The answer to somebody who asks for a rematch."""
        return said(who.post(f"/games/{self.game}/rematch", body), 201)


@pytest.fixture
def friends(person: Callable[[str], Person]) -> Friends:
    return Friends(person)


def again(guest: Guest, **headers: str) -> dict[str, Any]:
    return said(guest.post("/rematch", {}, **headers), 201)


def someone(app: Flask, made: dict[str, Any]) -> Guest:
    """The guest who got this answer."""
    return Guest(app, made["view"]["id"], made["seat_link"]["secret"], made["view"]["you"]["seat"])


def test_all_come_to_one_table_with_their_seats_and_the_bots_of_before(app: Flask, table: Table) -> None:
    second = again(table.guests[1])
    first = again(table.host)
    view = first["view"]
    assert view["id"] == second["view"]["id"] != table.game
    assert (second["view"]["you"]["seat"], view["you"]["seat"]) == (table.guests[1].seat, table.host.seat)
    assert [seat["bot"] for seat in view["seats"]] == [None, "random", None]
    assert view["options"] == table.host.view()["options"]
    assert view["table"]["host"] == table.guests[1].seat
    host, other = someone(app, second), someone(app, first)
    said(host.post("/start", {"expected_version": first["version"]}))
    assert other.view()["you"]["hand"]
    assert host.view()["phase"] != "waiting"


def test_the_rematch_is_a_game_like_every_other(app: Flask, table: Table) -> None:
    made = [again(guest) for guest in table.guests]
    people = [someone(app, one) for one in made]
    said(people[0].post("/start", {"expected_version": made[1]["version"]}))
    view = people[0].view()
    resigning = {"type": "resign", "expected_version": view["version"]}
    assert said(people[0].post("/moves", resigning))["view"]["seats"][people[0].seat or 0]["resigned"]
    gone = said(people[1].post("/moves", resigning | {"expected_version": people[1].view()["version"]}))
    assert gone["view"]["phase"] == "match_over"
    assert verify_lines(lines(people[0])).verdict == EXACT
    third = again(people[1])
    assert third["view"]["id"] not in (table.game, view["id"])


def test_asked_again_it_is_the_same_seat_at_the_same_table(app: Flask, table: Table, friends: Friends) -> None:
    made, repeated = friends.again(friends.ada), friends.again(friends.ada)
    assert (made["view"]["id"], made["version"]) == (repeated["view"]["id"], repeated["version"])
    assert "seat_link" not in made
    old, new = again(table.host), again(table.host)
    assert old["view"]["id"] == new["view"]["id"]
    assert someone(app, old).get().status_code == 401
    assert someone(app, new).view()["you"]["seat"] == table.host.seat
    assert len([seat for seat in new["view"]["seats"] if seat["player"]]) == 1


def test_with_its_key_a_guest_is_given_the_same_link(app: Flask, table: Table) -> None:
    key = {"Idempotency_Key": secrets.token_urlsafe(32)}
    first, repeated = again(table.host, **key), again(table.host, **key)
    assert first["seat_link"] == repeated["seat_link"]
    assert someone(app, first).view()["you"]["seat"] == table.host.seat


def test_raced_it_is_still_one_table(app: Flask, table: Table, look: Callable[[str], list[tuple[object, ...]]]) -> None:
    ready, answers = threading.Barrier(2), dict[int, dict[str, Any]]()

    def ask(number: int) -> None:
        ready.wait(30)
        answers[number] = again(table.guests[number])

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (id,) = {one["view"]["id"] for one in answers.values()}
    assert look("SELECT game, next FROM rematches") == [(table.game, id)]
    assert len(look("SELECT game FROM tables")) == 2
    seats = Guest(app, id).view()["seats"]
    assert [bool(seat["player"]) for seat in seats] == [True, False, True]


def test_the_old_game_tells_where_one_goes_on(table: Table) -> None:
    before = table.stranger.get()
    assert "rematch" not in said(before)
    id = again(table.host)["view"]["id"]
    for one in (*table.guests, table.stranger):
        assert one.view()["rematch"] == id
    after = table.stranger.get(If_None_Match=before.headers["ETag"])
    assert (after.status_code, said(after)["rematch"]) == (200, id)
    assert table.stranger.get(If_None_Match=after.headers["ETag"]).status_code == 304


def test_of_an_unlisted_game_only_those_who_played_are_told(app: Flask, person: Callable[[str], Person]) -> None:
    friends = Friends(person, listed=False)
    id = friends.again(friends.ben)["view"]["id"]
    path = f"/games/{friends.game}?invitation={friends.invitation}"
    assert "rematch" not in said(person("Zoe").get(path))
    assert said(friends.ada.get(path))["rematch"] == id
    assert friends.again(friends.ada)["view"]["id"] == id
    assert said(app.test_client().get(f"{API}{path}"))["id"] == friends.game


def test_people_with_accounts_are_invited_and_their_seats_kept(app: Flask, friends: Friends) -> None:
    made = friends.again(friends.ben)
    id = made["view"]["id"]
    (one,) = said(friends.ada.get("/games?list=invited"))["games"]
    assert (one["id"], one["invited_by"], one["free"]) == (id, "Ben", 1)
    assert said(friends.ben.get("/games?list=invited"))["games"] == []
    (listed,) = said(app.test_client().get(f"{API}/games"))["games"]
    assert (listed["id"], listed["free"]) == (id, 0)
    for seat in ({}, {"seat": 0}):
        stranger = Guest(app, id).post("/seats", {"expected_version": made["version"]} | seat)
        assert_problem(stranger, 409, "seat_taken")
    came = friends.again(friends.ada)
    assert came["view"]["you"]["seat"] == 0
    assert said(friends.ada.get("/games?list=invited"))["games"] == []


def test_whoever_does_not_want_to_keeps_no_seat(app: Flask, friends: Friends) -> None:
    made = friends.again(friends.ben)
    id = made["view"]["id"]
    assert friends.ada.delete(f"/games/{id}/invitations/mine").status_code == 204
    sat = said(Guest(app, id).post("/seats", {"expected_version": made["version"]}), 201)
    assert sat["view"]["you"]["seat"] == 0
    assert_problem(friends.ada.post(f"/games/{friends.game}/rematch", {}), 409, "seat_taken")


def test_a_rematch_that_was_called_off_is_followed_by_another(friends: Friends) -> None:
    made = friends.again(friends.ada)
    cancelled = {"expected_version": made["version"]}
    said(friends.ada.post(f"/games/{made['view']['id']}/cancel", cancelled))
    new = friends.again(friends.ben)
    assert new["view"]["id"] != made["view"]["id"]
    assert friends.again(friends.ada)["view"]["id"] == new["view"]["id"]


def test_whoever_comes_too_late_is_told_so(app: Flask, table: Table) -> None:
    made = again(table.host)
    said(someone(app, made).post("/start", {"expected_version": made["version"]}))
    assert_problem(table.guests[1].post("/rematch", {}), 409, "game_started")
    assert again(table.host)["view"]["phase"] != "waiting"


def test_whoever_left_to_a_bot_is_asked_too_and_the_bot_is_not(app: Flask) -> None:
    table = Table(app, 2, takeover="random", bots_alone="end").start()
    left = table.guests[1]
    said(left.delete(f"/seats/{left.seat}?expected_version={table.version}"))
    said(table.host.post("/moves", {"type": "resign", "expected_version": table.version}))
    assert table.host.view()["phase"] == "match_over"
    made = again(table.host)
    assert [seat["bot"] for seat in made["view"]["seats"]] == [None, None]
    assert again(left)["view"]["you"]["seat"] == left.seat


def test_what_one_puts_in_goes_into_the_deal(table: Table) -> None:
    made = said(table.host.post("/rematch", {"entropy": "words of mine"}), 201)
    taken = [one["data"] for one in made["events"] if one["kind"] == "seat.taken"]
    assert [bool(one["entropy"]) for one in taken] == [True, False]


def test_refusals(app: Flask, table: Table, person: Callable[[str], Person]) -> None:
    running = Table(app, 2).start()
    assert_problem(running.host.post("/rematch", {}), 409, "game_not_over")
    assert_problem(table.stranger.post("/rematch", {}), 401, "unauthorized")
    assert_problem(person("Zoe").post(f"/games/{table.game}/rematch", {}), 409, "not_seated")
    closed = Table(app, 1)
    said(closed.host.post("/cancel", {"expected_version": closed.version}))
    assert_problem(closed.host.post("/rematch", {}), 409, "game_not_over")
    assert_problem(table.host.post("/rematch", {"seat": 1}), 422, "invalid")
    assert_problem(person("Yan").post(f"/games/{ABSENT}/rematch", {}), 404, "no_such_game")
    branch = said(table.host.post("/branches", {"at": 30, "bot_delay": 0}), 201)
    practising = Guest(app, branch["view"]["id"], branch["seat_link"]["secret"])
    while practising.view()["phase"] != "match_over":
        view = practising.view()
        if view["turn"] == branch["view"]["you"]["seat"]:
            said(practising.move(any_move(view, random.Random(view["version"])), view["version"]))
        table.work()
    assert_problem(practising.post("/rematch", {}), 409, "practice_table")
