"""One's own account: its name, preferences, password, and where it is signed in."""

import json

import pytest

from app.api.context import services
from app.services.account.credentials import Passwords
from tests.api.people import API, assert_problem, bearer
from tests.api.tables import said

NEW = "another horse altogether"
PLAIN = {"language": None, "theme": "system", "motion": "system", "sound": False, "confirm": False, "text": False}


def other_browser(app, person):
    browser = app.test_client()
    answer = browser.post(f"{API}/session", json={"name": person.name, "password": person.password})
    assert answer.status_code == 200
    return browser


def who(browser):
    return browser.get(f"{API}/session").json["kind"]


def test_an_account_is_shown_to_its_owner(person):
    ann = person("Ann")
    mine = said(ann.get("/account"))
    assert {name: mine[name] for name in ("name", "roles", "address", "pending_address")} == {
        "name": "Ann",
        "roles": [],
        "address": None,
        "pending_address": None,
    }
    assert mine["preferences"] == PLAIN


def test_nobody_else_gets_at_an_account(app, person, client):
    ann = person("Ann")
    assert_problem(client.get(f"{API}/account"), 401, "unauthorized")
    token = bearer(ann.token("read", "play", "manage"))
    for path in ("", "/sessions", "/export"):
        assert_problem(app.test_client().get(f"{API}/account{path}", headers=token), 403, "session_needed")
    answer = app.test_client().delete(f"{API}/account", headers=token, json={"password": ann.password})
    assert_problem(answer, 403, "session_needed")
    assert_problem(ann.client.patch(f"{API}/account", json={"name": "Eve"}), 403, "csrf")


def test_preferences_are_kept_one_by_one(person):
    ann = person("Ann")
    first = said(ann.patch("/account", {"preferences": {"language": "sq", "theme": "dark"}}))
    assert first["preferences"] == PLAIN | {"language": "sq", "theme": "dark"}
    second = said(ann.patch("/account", {"preferences": {"language": None, "text": True}}))
    assert second["preferences"] == PLAIN | {"theme": "dark", "text": True}
    assert said(ann.get("/account")) == second


@pytest.mark.parametrize("given", [{"theme": "pink"}, {"sound": 1}, {"language": "de"}, {"colour": "red"}, "dark"])
def test_preferences_that_there_are_not_are_refused(person, given):
    ann = person("Ann")
    answer = ann.patch("/account", {"preferences": given})
    assert "preferences" in assert_problem(answer, 422, "invalid")["errors"]["json"]
    assert said(ann.get("/account"))["preferences"] == PLAIN


def test_another_name_is_that_at_every_table(app, person):
    ann, game = person("Ann"), None
    game = said(ann.post("/games", {"seats": 2}), 201)["view"]["id"]
    assert said(app.test_client().get(f"{API}/games/{game}"))["seats"][0]["name"] == "Ann"
    assert said(ann.patch("/account", {"name": "Anna"}))["name"] == "Anna"
    assert said(app.test_client().get(f"{API}/games/{game}"))["seats"][0]["name"] == "Anna"
    assert said(ann.get("/session"))["name"] == "Anna"
    assert said(ann.patch("/account", {"name": "ANNA"}))["name"] == "ANNA"


@pytest.mark.parametrize("name", ["Bob", "BOB", "me"])
def test_a_name_that_is_taken_is_refused(person, name):
    ann, _ = person("Ann"), person("Bob")
    assert_problem(ann.patch("/account", {"name": name, "preferences": {"text": True}}), 409, "name_taken")
    assert (said(ann.get("/account"))["name"], said(ann.get("/account"))["preferences"]) == ("Ann", PLAIN)


def test_another_password_ends_all_other_sessions(app, person, client):
    ann = person("Ann")
    other, before, token = other_browser(app, ann), ann.cookie(), bearer(ann.token("read"))
    answer = ann.post("/account/password", {"old": ann.password, "new": NEW})
    ann.csrf_token = said(answer)["csrf_token"]
    assert ann.cookie() != before
    assert who(ann.client) == "account"
    assert who(other) == "anonymous"
    client.set_cookie("kartfold_session", before)
    assert who(client) == "anonymous"
    assert app.test_client().get(f"{API}/players/me", headers=token).status_code == 200
    assert ann.patch("/account", {"preferences": {"text": True}}).status_code == 200
    given = {"name": "Ann", "password": ann.password}
    assert_problem(app.test_client().post(f"{API}/session", json=given), 401, "unauthorized")
    assert app.test_client().post(f"{API}/session", json=given | {"password": NEW}).status_code == 200


def test_a_cookie_after_a_password_is_as_safe_as_any(person):
    cookie = person("Ann").post("/account/password", {"old": "correct horse battery", "new": NEW}).headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/account/password", {"old": "wrong horse", "new": NEW}),
        ("POST", "/account/address", {"address": "ann@example.org", "password": "wrong horse"}),
        ("DELETE", "/account/address", {"password": "wrong horse"}),
        ("DELETE", "/account", {"password": "wrong horse"}),
    ],
)
def test_whoever_does_not_know_the_password_changes_nothing(person, look, method, path, body):
    ann = person("Ann")
    before = look("SELECT * FROM accounts") + look("SELECT * FROM sessions")
    answer = ann.client.open(API + path, method=method, json=body, headers={"X-CSRF-Token": ann.csrf_token})
    assert_problem(answer, 403, "wrong_password")
    assert look("SELECT * FROM accounts") + look("SELECT * FROM sessions") == before
    assert look("SELECT * FROM letters") == []


def test_a_password_is_guessed_only_so_often_by_somebody_who_finds_a_browser(make_app):
    from tests.api.people import Person

    ann = Person.sign_up(make_app(rate_limits=True), "Ann", "correct horse battery")
    body = {"old": "wrong horse", "new": NEW}
    assert {ann.post("/account/password", body).status_code for _ in range(100)} == {403}
    assert_problem(ann.post("/account/password", body | {"old": ann.password}), 429, "too_many_requests")


def test_sessions_are_listed_and_end_one_by_one(app, person, client):
    ann, bob = person("Ann"), person("Bob")
    other = other_browser(app, ann)
    listed = said(ann.get("/account/sessions"))["sessions"]
    assert [one["this"] for one in listed].count(True) == 1
    assert len(listed) == 2
    assert all(one["created"] < one["expires"] for one in listed)
    theirs = next(one["id"] for one in listed if not one["this"])
    assert_problem(bob.delete(f"/account/sessions/{theirs}"), 404, "no_such_session")
    assert ann.delete(f"/account/sessions/{theirs}").status_code == 204
    assert who(other) == "anonymous"
    assert_problem(ann.delete(f"/account/sessions/{theirs}"), 404, "no_such_session")
    assert [one["this"] for one in said(ann.get("/account/sessions"))["sessions"]] == [True]


def test_the_list_of_sessions_opens_none(app, person, client):
    ann = person("Ann")
    for one in json.loads(ann.get("/account/sessions").text)["sessions"]:
        client.set_cookie("kartfold_session", one["id"])
        assert who(client) == "anonymous"
        client.set_cookie("kartfold_session", one["id"].replace("-", ""))
        assert who(client) == "anonymous"


@pytest.fixture
def overtaken(app, monkeypatch):
    """Lets Ann's password be changed by others in the moment between the next check of it and what that was for."""
    matches = Passwords.matches

    def changed_meanwhile(passwords, stored, password):
        found = matches(passwords, stored, password)
        monkeypatch.setattr(Passwords, "matches", matches)
        services(app).accounts.set_password("Ann", NEW)
        return found

    def arm():
        monkeypatch.setattr(Passwords, "matches", changed_meanwhile)

    return arm


def test_a_password_that_is_changed_meanwhile_lets_nobody_in(person, client, overtaken):
    """Whoever changes it means to keep out who knows the old one, at whatever moment they come."""
    ann = person("Ann")
    overtaken()
    answer = client.post(f"{API}/session", json={"name": "Ann", "password": ann.password})
    assert_problem(answer, 401, "unauthorized")
    assert client.get_cookie("kartfold_session") is None


@pytest.mark.parametrize(
    ("method", "path", "given"),
    [
        ("post", "/account/password", {"old": "{}", "new": "a third one"}),
        ("post", "/account/address", {"address": "eve@example.org", "password": "{}"}),
        ("delete", "/account/address", {"password": "{}"}),
    ],
)
def test_a_password_that_is_changed_meanwhile_changes_nothing(app, person, client, overtaken, method, path, given):
    ann = person("Ann")
    body = {name: value.format(ann.password) for name, value in given.items()}
    headers = {"X-CSRF-Token": ann.csrf_token}
    overtaken()
    answer = getattr(ann.client, method)(API + path, json=body, headers=headers)
    assert_problem(answer, 403, "wrong_password")
    assert client.post(f"{API}/session", json={"name": "Ann", "password": NEW}).status_code == 200
    assert said(client.get(f"{API}/account"))["pending_address"] is None
