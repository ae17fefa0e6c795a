"""My games, and games to watch."""

import random

from app.services.clock import DAY
from tests.api.people import API, Person
from tests.api.tables import Table, said
from tests.web.pages import said as words
from tests.web.visitor import Visitor


def headings(visitor):
    return [words(each) for each in visitor.page.iter("h2")]


def test_without_an_account_the_seats_of_this_browser_are_shown(site, visitor):
    game = visitor.look("/").send("/play").path
    visitor.look("/mine")
    assert headings(visitor) == ["Your turn 1"]
    assert game in visitor.links().values()
    assert "these are the seats that this browser keeps" in visitor.says()


def test_who_is_in_no_game_is_told_how_to_begin(visitor, member):
    assert "You are in no game yet." in visitor.look("/mine").says()
    assert "You are in no game yet." in member("Ann").look("/mine").says()


def test_what_asks_for_something_comes_first(site, member):
    ann = member("Ann")
    ann.look("/new").send("/new", {"seats": "3"})
    ann.look("/").send("/play")
    ann.look("/mine")
    assert headings(ann) == ["Your turn 1", "Tables that wait for their start"]


def test_what_a_table_asks_one_to_agree_on_is_told_in_the_list_to_whom_it_asks(site):
    ann, ben = (Person.sign_up(site, name, "correct horse battery") for name in ("Ann", "Ben"))
    game = said(ann.post("/games", {"seats": 2, "clock": {"kind": "decision", "ms": DAY}}), 201)["view"]["id"]
    said(ben.post(f"/games/{game}/seats", {"expected_version": 1}), 201)
    version = said(ann.post(f"/games/{game}/start", {"expected_version": 2}))["version"]
    asked = {"clock": {"kind": "decision", "ms": 2 * DAY}, "expected_version": version}
    said(ben.post(f"/games/{game}/proposals", asked))
    lists = Visitor(site, ann)
    assert "Ben proposes another clock: 2 days for each decision" in lists.look("/mine").says()
    assert "proposes" not in Visitor(site, ben).look("/mine").says()
    lists.look(f"/games/{game}").send(f"/games/{game}/time/decline")
    assert "proposes" not in lists.look("/mine").says()


def test_a_game_that_is_over_is_under_those_that_are_over(site, member):
    ann = member("Ann")
    game = ann.look("/").send("/play").path
    version = said(ann.client.get(f"{API}{game}"))["version"]
    token = said(ann.client.get(f"{API}/session"))["csrf_token"]
    body = {"type": "resign", "expected_version": version}
    said(ann.client.post(f"{API}{game}/moves", json=body, headers={"X-CSRF-Token": token}))
    ann.look("/mine")
    assert headings(ann) == ["Over"]


def test_games_that_are_on_and_games_that_are_over_can_be_watched(site, visitor):
    running = Table(site, guests=2, name="Cleo").start()
    over = Table(site, guests=2, name="Dora").start()
    over.play(random.Random(1))
    Table(site, guests=2, spectators="none").start()
    links = visitor.look("/watch").links().values()
    assert f"/games/{running.game}" in links
    assert sum(address.startswith("/games/") for address in set(links)) == 1
    visitor.look(visitor.links()["Games that are over"])
    assert f"/games/{over.game}" in visitor.links().values()
    assert f"/games/{running.game}" not in visitor.links().values()


def test_a_list_that_does_not_exist_is_the_usual_one(visitor):
    assert visitor.look("/watch?list=secret").says("h1") == "Watch"
