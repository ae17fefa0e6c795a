"""Guests' seats on pages: an account takes them along, and a letter leads back to them."""

import re

import pytest

from tests.api.people import API, Person
from tests.api.tables import said
from tests.web.visitor import Visitor

PASSWORD = "correct horse battery"
GUS = "gus@example.org"


def plays(visitor):
    """A game with a bot, as a guest: its path."""
    return visitor.look("/").send("/play").path


def me(visitor, path):
    return said(visitor.client.get(f"{API}/session?game={path.rpartition('/')[2]}"))


def signs_up(visitor, path="/sign-up", name="Ann"):
    return visitor.look(path).send("/sign-up", {"name": name, "password": PASSWORD})


# ---------------------------------------------------------------- taken along


def test_a_guest_becomes_an_account_and_keeps_the_seat(site, visitor):
    game = plays(visitor)
    before = me(visitor, game)
    visitor.look(game)
    visitor.look(visitor.links()["Or make an account, and keep the seat"])
    assert "can come along" in visitor.says()
    visitor.send("/sign-up", {"name": "Ann", "password": PASSWORD})
    assert visitor.path == "/seats"
    assert visitor.says("h1") == "Take your seats along?"
    visitor.send("/seats/claim")
    assert visitor.path == game
    after = me(visitor, game)
    assert (before["kind"], after["kind"]) == ("guest", "account")
    assert (after["player"], after["seat"]) == (before["player"], before["seat"])
    assert visitor.client.get_cookie(f"kartfold_seat_{game.rpartition('/')[2]}") is None
    other = Visitor(site)
    other.look("/sign-in").send("/sign-in", {"name": "Ann", "password": PASSWORD})
    assert me(other, game)["seat"] == before["seat"]


def test_all_seats_are_taken_at_once(visitor):
    games = [plays(visitor), plays(visitor)]
    signs_up(visitor)
    visitor.send("/seats/claim", {"game": None})
    assert visitor.path == "/mine"
    assert [me(visitor, game)["kind"] for game in games] == ["account", "account"]


def test_one_of_several_is_taken_and_the_others_are_still_offered(visitor):
    first, second = plays(visitor), plays(visitor)
    signs_up(visitor)
    visitor.send("/seats/claim", {"game": first.rpartition("/")[2]})
    assert visitor.path == "/seats"
    assert [me(visitor, game)["kind"] for game in (first, second)] == ["account", "guest"]


def test_who_does_not_want_to_goes_on_as_a_guest(visitor):
    game = plays(visitor)
    signs_up(visitor, "/sign-up?next=/rules")
    assert visitor.links()["Not now"] == "/rules"
    assert me(visitor, game)["kind"] == "guest"


def test_a_seat_beside_ones_own_is_not_offered(site, member):
    ann = Visitor(site, Person.sign_up(site, "Ann", PASSWORD))
    ann.look("/new").send("/new", {"seats": "3"})
    game = ann.path
    visitor = Visitor(site)
    visitor.look(game).send(f"{game}/sit", {"name": "Gus"})
    assert me(visitor, game)["kind"] == "guest"
    visitor.look("/sign-in").send("/sign-in", {"name": "Ann", "password": PASSWORD})
    assert visitor.path == "/mine"
    visitor.look("/seats")
    assert "You are at this table with your account, too." in visitor.says()
    data = {"csrf": csrf(visitor), "game": game.rpartition("/")[2]}
    assert visitor.client.post("/seats/claim", data=data).status_code == 303
    assert me(visitor, game)["kind"] == "account"
    visitor.client.delete_cookie("kartfold_session")
    assert me(visitor, game)["kind"] == "guest"


def csrf(visitor):
    return visitor.page.csrf


def test_a_seat_whose_link_was_replaced_is_nobodys_to_take(visitor):
    game = plays(visitor)
    id = game.rpartition("/")[2]
    old = visitor.client.get_cookie(f"kartfold_seat_{id}").value
    visitor.look(game).send(f"{game}/seat-link")
    visitor.client.set_cookie(f"kartfold_seat_{id}", old)
    signs_up(visitor)
    assert visitor.path == "/mine"


@pytest.mark.parametrize("target", ["//evil.example", "https://evil.example/", "/\\evil.example"])
def test_one_never_goes_elsewhere(visitor, target):
    plays(visitor)
    signs_up(visitor)
    visitor.client.get("/seats", query_string={"next": target})
    assert "evil" not in visitor.answer.text
    answer = visitor.client.post("/seats/claim", data={"csrf": csrf(visitor), "next": target})
    assert answer.headers["Location"].startswith("/games/")


def test_strangers_take_nothing(visitor):
    game = plays(visitor)
    visitor.look("/seats")
    answer = visitor.client.post("/seats/claim", data={"csrf": csrf(visitor)})
    assert answer.headers["Location"].startswith("/sign-in")
    assert me(visitor, game)["kind"] == "guest"


@pytest.mark.parametrize("name", ["<b>Gus</b>", "{{ 7*7 }}", "שלום"])
def test_a_guests_name_stays_a_name(site, name):
    ann = Visitor(site, Person.sign_up(site, "Ann", PASSWORD))
    ann.look("/new").send("/new", {"seats": "3"})
    visitor = Visitor(site)
    visitor.look(ann.path).send(f"{ann.path}/sit", {"name": name})
    visitor.look("/seats")
    assert f"as {name}" in visitor.says()
    assert "<b>Gus" not in visitor.answer.text


# ---------------------------------------------------------------- the way back


def lost(site, letters):
    """A guest leaves an address at the table, and asks for the way back elsewhere: the table, and the link."""
    guest = Visitor(site)
    game = plays(guest)
    guest.look(game).send(f"{game}/seat-address", {"address": GUS})
    Visitor(site).look("/seats").send("/seats", {"address": "GUS@example.org"})
    return guest, game, letters.link(GUS)


def test_a_guest_who_lost_the_link_comes_back(site, letters, visitor):
    guest, game, path = lost(site, letters)
    seat = me(guest, game)["seat"]
    assert re.fullmatch("/seat-again/[A-Za-z0-9_-]{43}", path)
    visitor.look(path)
    assert me(guest, game)["seat"] == seat  # looking at it takes nothing from anybody
    assert me(visitor, game)["kind"] == "anonymous"
    visitor.send(path)
    assert visitor.path == game
    assert "You have a new seat link." in visitor.says()
    assert me(visitor, game)["seat"] == seat
    assert me(guest, game)["kind"] == "anonymous"
    visitor.look(path, 404)
    assert visitor.links()["Ask for another letter"] == "/seats"


def test_nobody_is_told_whether_an_address_has_seats(site, letters):
    lost(site, letters)
    there, not_there = (Visitor(site).look("/seats").send("/seats", {"address": to}) for to in (GUS, "bob@example.org"))
    assert there.says() == not_there.says()
    assert [letter["To"] for letter in letters.come()] == [GUS]


@pytest.mark.parametrize("address", ["", "nobody", "<b>@example.org"])
def test_what_is_no_address_is_said_beside_it(visitor, address):
    visitor.look("/seats").send("/seats", {"address": address}, 422)
    assert visitor.with_id("error-address").text
    assert "<b>" not in visitor.answer.text


def test_a_guess_is_good_for_nothing(visitor):
    visitor.look("/seat-again/" + "A" * 43, 404)
    assert visitor.says("h1") == "This link does not work"


def test_who_sits_as_a_guest_sees_that_they_are_signed_in_all_the_same(visitor):
    game = plays(visitor)
    signs_up(visitor)
    visitor.look(game)
    assert me(visitor, game)["kind"] == "guest"
    assert "Ann" in visitor.says("header")
    assert "Sign in" not in visitor.says("header")
