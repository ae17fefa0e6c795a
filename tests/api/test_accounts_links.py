"""Seat links: a guest's way back to one table, by browser and by program, and what becomes of a lost one."""

import uuid

import pytest
import sqlalchemy as sa

from tests.api.people import API, assert_problem, bearer

STRANGERS_GAME = str(uuid.uuid4())


class Guest:
    """A guest at a table: the game, the seat, and the secret of the link."""

    def __init__(self, answer):
        assert answer.status_code == 201, answer.text
        self.game = answer.headers["Location"].rpartition("/")[2]
        self.seat = answer.json["view"]["you"]["seat"]
        self.link = answer.json["seat_link"]["link"]
        self.secret = answer.json["seat_link"]["secret"]


@pytest.fixture
def host(person):
    return person("Hanna")


@pytest.fixture
def game(host):
    return host.post("/games", {"seats": 3}).json["view"]["id"]


@pytest.fixture
def guest(app, host, game):
    """A guest who has sat down at Hanna's table; seat 1."""
    version = host.get(f"/games/{game}").json["version"]
    body = {"name": "Gus", "expected_version": version}
    return Guest(app.test_client().post(f"{API}/games/{game}/seats", json=body))


@pytest.fixture
def browser(app, guest):
    """A browser that the guest has opened the link with."""
    browser = app.test_client()
    assert browser.get(guest.link).status_code == 303
    return browser


def seat_of(answer):
    return answer.json["view"]["you"]["seat"] if "view" in answer.json else answer.json["you"]["seat"]


def replace(person_or_client, guest, **kwargs):
    return person_or_client.post(f"/games/{guest.game}/seats/{guest.seat}/link", **kwargs)


def test_opening_a_link_makes_a_cookie_and_a_clean_address(app, guest):
    browser = app.test_client()
    answer = browser.get(guest.link)
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/games/{guest.game}"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert "SameSite=Lax" in answer.headers["Set-Cookie"]
    assert seat_of(browser.get(f"/api/v1/games/{guest.game}")) == guest.seat


def test_a_program_sends_the_secret_itself(app, guest):
    program = app.test_client()
    assert seat_of(program.get(f"{API}/games/{guest.game}", headers=bearer(guest.secret))) == guest.seat
    me = program.get(f"{API}/players/me", headers=bearer(guest.secret)).json
    assert (me["kind"], me["name"], me["game"], me["seat"]) == ("guest", "Gus", guest.game, guest.seat)
    assert (me["account"], me["scopes"]) == (None, ["read", "play"])


def test_a_link_opens_in_a_second_browser_too(app, guest, browser):
    assert app.test_client().get(guest.link).status_code == 303


@pytest.mark.parametrize(
    "secret", ["x", "kfs_", "kfs_" + "A" * 64, "kft_" + "A" * 43, "%00", "kfs_" + "A" * 64 + "%0a"]
)
def test_a_wrong_link_is_not_found(client, guest, secret):
    answer = client.get(f"/seat/{secret}")
    assert answer.status_code == 404
    assert "Set-Cookie" not in answer.headers


def test_a_guests_cookie_is_for_its_own_game_only(app, browser, guest, person):
    other = person("Olga").post("/games", {"seats": 2}).json["view"]["id"]
    browser.set_cookie(f"kartfold_seat_{other}", guest.secret)
    assert "you" not in browser.get(f"{API}/games/{other}").json
    assert browser.get(f"{API}/session?game={other}").json["kind"] == "anonymous"
    assert_problem(browser.get(f"{API}/players/me"), 401, "unauthorized")


def test_a_bearer_at_another_table_is_a_stranger(app, guest, person):
    other = person("Olga").post("/games", {"seats": 2}).json["view"]["id"]
    answer = app.test_client().get(f"{API}/games/{other}", headers=bearer(guest.secret))
    assert "you" not in answer.json


def test_a_write_with_the_cookie_needs_the_csrf_token(browser, guest):
    path = f"{API}/games/{guest.game}/seats/{guest.seat}/link"
    assert_problem(browser.post(path), 403, "csrf")
    token = browser.get(f"{API}/session?game={guest.game}").json["csrf_token"]
    assert browser.post(path, headers={"X-CSRF-Token": token}).status_code == 201


def test_the_holder_replaces_a_link_and_the_old_one_is_dead(app, browser, guest):
    program = app.test_client()
    path = f"{API}/games/{guest.game}/seats/{guest.seat}/link"
    new = program.post(path, headers=bearer(guest.secret))
    assert new.status_code == 201
    assert new.headers["Cache-Control"] == "no-store"
    assert new.json["secret"] != guest.secret
    assert program.get(guest.link).status_code == 404
    assert_problem(program.post(path, headers=bearer(guest.secret)), 401, "unauthorized")
    assert "you" not in browser.get(f"{API}/games/{guest.game}").json
    assert seat_of(program.get(f"{API}/games/{guest.game}", headers=bearer(new.json["secret"]))) == guest.seat


def test_the_host_replaces_a_lost_link_and_the_guest_keeps_the_seat(app, host, guest):
    new = replace(host, guest)
    assert new.status_code == 201
    view = app.test_client().get(f"{API}/games/{guest.game}", headers=bearer(new.json["secret"])).json
    assert view["you"]["seat"] == guest.seat
    assert view["seats"][guest.seat]["name"] == "Gus"


def test_a_browser_keeps_only_the_newest_seats_and_can_always_ask(app):
    browser = app.test_client()
    links = []
    for _ in range(40):
        made = app.test_client().post(f"{API}/games", json={"seats": 2}).json
        links.append((made["view"]["id"], made["seat_link"]["link"]))
        assert browser.get(links[-1][1]).status_code == 303
    seated = ["you" in browser.get(f"{API}/games/{game}").json for game, _ in links]
    assert seated == [False] * 10 + [True] * 30


def test_in_play_the_host_has_no_way_to_a_guests_cards(app, host, guest):
    version = host.get(f"/games/{guest.game}").json["version"]
    assert host.post(f"/games/{guest.game}/start", {"expected_version": version}).status_code == 200
    assert_problem(replace(host, guest), 403, "not_yours")
    view = app.test_client().get(f"{API}/games/{guest.game}", headers=bearer(guest.secret)).json
    assert view["you"]["seat"] == guest.seat


def test_nobody_else_replaces_a_link(app, host, guest, person):
    assert_problem(replace(person("Olga"), guest), 404, "no_such_game")
    path = f"{API}/games/{guest.game}/seats/{guest.seat}/link"
    assert_problem(app.test_client().post(path), 401, "unauthorized")
    version = host.get(f"/games/{guest.game}").json["version"]
    paul = person("Paul")
    assert paul.post(f"/games/{guest.game}/seats", {"expected_version": version}).status_code == 201
    assert_problem(replace(paul, guest), 403, "not_yours")
    program = app.test_client()
    assert program.get(f"{API}/players/me", headers=bearer(guest.secret)).status_code == 200


@pytest.mark.parametrize(
    ("seat", "status", "code"), [(0, 409, "no_guest"), (2, 409, "no_guest"), (3, 404, "no_such_game")]
)
def test_a_seat_without_a_guest_has_no_link(host, game, guest, seat, status, code):
    assert_problem(host.post(f"/games/{game}/seats/{seat}/link"), status, code)


@pytest.mark.parametrize("seat", ["99999999999999999999999", "-1", "x", "1.0"])
def test_a_seat_that_cannot_be_is_not_found(host, game, guest, seat):
    assert host.post(f"/games/{game}/seats/{seat}/link").status_code == 404


def test_a_game_that_is_none_has_no_links(host):
    assert_problem(host.post(f"/games/{STRANGERS_GAME}/seats/0/link"), 404, "no_such_game")


def test_a_guest_who_left_has_no_way_back(app, browser, guest):
    program = app.test_client()
    view = program.get(f"{API}/games/{guest.game}", headers=bearer(guest.secret)).json
    path = f"{API}/games/{guest.game}/seats/{guest.seat}?expected_version={view['version']}"
    assert program.delete(path, headers=bearer(guest.secret)).status_code == 200
    assert program.get(guest.link).status_code == 404
    assert_problem(program.get(f"{API}/players/me", headers=bearer(guest.secret)), 401, "unauthorized")


def test_links_are_stored_hashed_and_shown_to_their_guest_alone(host, guest, database_url):
    assert guest.secret not in host.get(f"/games/{guest.game}").text
    assert guest.secret not in host.get(f"/games/{guest.game}/events").text
    engine = sa.create_engine(database_url, poolclass=sa.NullPool)
    tables = sa.MetaData()
    tables.reflect(engine)
    with engine.connect() as connection:
        for table in tables.sorted_tables:
            assert guest.secret not in str(connection.execute(table.select()).all())
    engine.dispose()


def test_an_account_at_its_table_knows_its_seat(host, game):
    me = host.get(f"/players/me?game={game}").json
    assert (me["seat"], me["game"]) == (0, game)
    assert me["player"] is not None
    assert me["player"] != me["account"]
