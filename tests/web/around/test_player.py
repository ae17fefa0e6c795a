"""The page of a person: what everybody may know, to be invited, and not to be heard."""

import pytest
from limits import RateLimitItemPerHour

from app.api import limits
from app.factory import WORKER
from tests.api.people import API, Person
from tests.api.tables import said
from tests.web.letters import site_with
from tests.web.pages import said as words
from tests.web.visitor import Visitor

HOSTILE = ["<i>Ann</i>", "a/b", "a\\b", "A&amp;B", "100%", "a?b#c", "שלום 1"]


def results(visitor: Visitor) -> dict[str, str]:
    """What is counted of a person, by what it is called."""
    return dict(zip(map(words, visitor.page.iter("dt")), map(words, visitor.page.iter("dd")), strict=True))


def test_what_everybody_may_know(site, visitor, member):
    ann = member("Ann")
    ann.look("/new").send("/new", {"bots_racer": "1"})
    game = ann.path
    member("Ben")
    visitor.look("/players/ANN")
    assert visitor.says("h1") == "Ann"
    assert results(visitor) == {"Matches finished": "0", "Won": "0"}
    assert "Play together" not in visitor.says()
    assert game not in visitor.links().values()  # it has not begun


def test_a_match_with_its_place(site, visitor, member):
    ann = member("Ann")
    ann.look("/new").send("/new", {"bots_racer": "1", "clock": "none"})
    game, token = ann.path, said(ann.client.get(f"{API}/session"))["csrf_token"]

    def post(path, **body):
        version = said(ann.client.get(f"{API}{game}"))["version"]
        headers = {"X-CSRF-Token": token}
        return said(ann.client.post(f"{API}{game}{path}", json=body | {"expected_version": version}, headers=headers))

    post("/start")
    post("/moves", type="resign")
    site.extensions[WORKER].jobs.round()
    visitor.look("/players/Ann")
    assert results(visitor) == {"Matches finished": "1", "Won": "0"}
    assert "Place 2" in visitor.says()
    assert game in visitor.links().values()


@pytest.mark.parametrize("name", HOSTILE)
def test_every_name_has_a_page(site, visitor, member, name):
    ann = member(name)
    ann.look("/new").send("/new")
    visitor.look("/lobby")
    address = visitor.links()[name]
    assert visitor.look(address).says("h1") == name
    visitor.look(ann.path)
    assert visitor.links()[name] == address
    assert "<i>Ann" not in visitor.answer.text


def test_nobody_of_this_name(visitor):
    assert visitor.look("/players/Nobody", 404).says("h1") == "There is no player of this name."


def test_a_deleted_account_has_no_page_any_more(site, visitor):
    person = Person.sign_up(site, "Ann", "correct horse battery")
    Visitor(site, person).look("/players/Ann")
    answer = person.client.delete(
        f"{API}/account", json={"password": person.password}, headers={"X-CSRF-Token": person.csrf_token}
    )
    assert answer.status_code == 204, answer.text
    visitor.look("/players/Ann", 404)


def test_invited_to_a_table_of_ones_own(member):
    ann, ben = member("Ann"), member("Ben")
    ann.look("/new").send("/new", {"seats": "3", "listed": "link"})
    game = ann.path.rpartition("/")[2]
    ann.look("/players/Ben")
    id = next(each.get("action", "") for each in ann.page.iter("form") if "/invite/" in each.get("action", ""))
    ann.send(id)
    assert "Invited." in ann.says()
    assert f"/games/{game}" in ben.look("/mine").links().values()


def test_muted_they_cannot_invite(member):
    ann, ben = member("Ann"), member("Ben")
    ben.look("/players/Ann")
    mute = next(each.get("action", "") for each in ben.page.iter("form") if each.get("action", "").endswith("/mute"))
    ben.send(mute)
    assert "You have muted them" in ben.says()
    ann.look("/players/Ben")
    ann.look(ann.links()["Make a table and invite"]).send("/new", {"seats": "3"})
    assert "You are invited" not in ben.look("/mine").says()
    ben.look("/players/Ann").send(f"{mute.removesuffix('mute')}unmute")
    assert "You hear them again." in ben.says()
    assert "You are invited" in ben.look("/mine").says()


@pytest.mark.parametrize("what", ["mute", "unmute", "invite/6a1f5a8c-3c8e-4d7e-9d7f-0d3a8f4b2c11"])
def test_a_stranger_who_would_do_something_signs_in_first(visitor, member, what):
    member("Ann")
    visitor.look("/lobby")
    token = visitor.page.csrf
    answer = visitor.client.post(f"/players/Ann/{what}", data={"csrf": token})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/sign-in")


def test_who_mutes_and_hears_again_without_end_is_told_to_wait(sqlite_url, monkeypatch):
    monkeypatch.setattr(limits, "MUTES", RateLimitItemPerHour(2, namespace="mute"))
    with site_with(sqlite_url, rate_limits=True) as site:
        Person.sign_up(site, "Ann", "correct horse battery")
        ben = Visitor(site, Person.sign_up(site, "Ben", "correct horse battery"))
        page = ben.look("/players/Ann").page
        statuses = [ben.post("/players/Ann/mute", page).answer.status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
