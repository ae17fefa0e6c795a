"""Tokens: scopes, expiry, revoking, and who may give which."""

import pytest

from app.api.context import services
from tests.api.people import API, assert_problem, bearer


def test_a_token_is_shown_once(person):
    ann = person("Ann")
    made = ann.post("/tokens", {"name": "bot", "scopes": ["play", "read"]})
    assert made.status_code == 201
    assert made.headers["Cache-Control"] == "no-store"
    shown = made.json
    secret = shown.pop("secret")
    assert secret.startswith("kft_")
    assert len(secret) > 40
    assert shown["scopes"] == ["read", "play"]
    assert shown["expires"] is None
    listed = ann.get("/tokens")
    assert listed.json == {"tokens": [shown]}
    assert secret not in listed.text


def test_tokens_are_listed_to_their_owner_alone(person):
    ann, bob = person("Ann"), person("Bob")
    ann.token("read")
    assert bob.get("/tokens").json == {"tokens": []}


def test_a_revoked_token_is_refused_from_the_next_request_on(app, person):
    ann = person("Ann")
    made = ann.post("/tokens", {"name": "bot", "scopes": ["read"]}).json
    program = app.test_client()
    assert program.get(f"{API}/players/me", headers=bearer(made["secret"])).status_code == 200
    assert ann.delete(f"/tokens/{made['id']}").status_code == 204
    answer = program.get(f"{API}/players/me", headers=bearer(made["secret"]))
    assert_problem(answer, 401, "unauthorized")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="kartfold", error="invalid_token"'
    assert_problem(ann.delete(f"/tokens/{made['id']}"), 404, "no_such_token")


def test_nobody_revokes_the_token_of_another(person):
    ann, bob = person("Ann"), person("Bob")
    made = ann.post("/tokens", {"name": "bot", "scopes": ["read"]}).json
    assert_problem(bob.delete(f"/tokens/{made['id']}"), 404, "no_such_token")
    assert len(ann.get("/tokens").json["tokens"]) == 1


def test_a_token_ends_after_its_days(app, person, monkeypatch):
    ann = person("Ann")
    made = ann.post("/tokens", {"name": "bot", "scopes": ["read"], "days": 1}).json
    assert made["expires"] > made["created"]
    program = app.test_client()
    assert program.get(f"{API}/players/me", headers=bearer(made["secret"])).status_code == 200
    callers = services(app).callers
    today = callers._now()
    monkeypatch.setattr(callers, "_now", lambda: today + 24 * 60 * 60 * 1000)
    assert_problem(program.get(f"{API}/players/me", headers=bearer(made["secret"])), 401, "unauthorized")


@pytest.mark.parametrize("secret", ["", "x", "kft_", "kfs_", "kft_" + "A" * 43, "kfs_" + "A" * 64, "kft_\xe4"])
def test_a_wrong_secret_gets_no_hint(app, client, person, secret):
    person("Ann")
    answer = client.get(f"{API}/players/me", headers=bearer(secret))
    detail = assert_problem(answer, 401, "unauthorized")["detail"]
    assert detail == "The bearer secret is not known, has expired, or was replaced."


@pytest.mark.parametrize("header", ["", "Basic QW5uOng=", "Bearer", "Token x"])
def test_another_way_to_authorize_is_not_taken_for_none(person, header):
    ann = person("Ann")
    answer = ann.client.get(f"{API}/players/me", headers={"Authorization": header})
    assert_problem(answer, 401, "unauthorized")


def test_a_wrong_bearer_is_refused_whatever_the_cookie_says(person):
    ann = person("Ann")
    assert_problem(ann.get("/session", headers=bearer("kft_wrong")), 401, "unauthorized")


def test_a_token_does_what_its_scopes_say_and_no_more(app, person):
    secret = person("Ann").token("play")
    answer = app.test_client().get(f"{API}/players/me", headers=bearer(secret))
    assert_problem(answer, 403, "scope_missing")
    assert 'error="insufficient_scope", scope="read"' in answer.headers["WWW-Authenticate"]


@pytest.mark.parametrize(("method", "path"), [("GET", "/tokens"), ("POST", "/tokens")])
def test_a_token_makes_no_tokens(app, person, method, path):
    secret = person("Ann").token("read", "play", "manage")
    body = {"name": "more", "scopes": ["read"]} if method == "POST" else None
    answer = app.test_client().open(API + path, method=method, json=body, headers=bearer(secret))
    assert_problem(answer, 403, "session_needed")


@pytest.mark.parametrize("scope", ["arbiter", "admin"])
def test_offices_are_given_by_officials_alone(app, person, scope):
    ann = person("Ann")
    body = {"name": "office", "scopes": ["read", scope]}
    assert_problem(ann.post("/tokens", body), 403, "scope_not_yours")
    services(app).accounts.appoint("Ann", [scope])
    secret = ann.post("/tokens", body).json["secret"]
    program = app.test_client()
    assert program.get(f"{API}/players/me", headers=bearer(secret)).json["scopes"] == ["read", scope]
    services(app).accounts.appoint("Ann", [])
    assert program.get(f"{API}/players/me", headers=bearer(secret)).json["scopes"] == ["read"]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 65}, "name"),
        ({"name": "bot\n"}, "name"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["fly"]}, "scopes"),
        ({"scopes": "read"}, "scopes"),
        ({"scopes": ["read\n"]}, "scopes"),
        ({"scopes": [["read"]]}, "scopes"),
        ({"days": 0}, "days"),
        ({"days": "7"}, "days"),
        ({"days": 7.0}, "days"),
        ({"days": True}, "days"),
        ({"days": 10**30}, "days"),
        ({"secret": "mine"}, "secret"),
    ],
)
def test_what_no_token_has_is_refused(person, wrong, field):
    ann = person("Ann")
    answer = ann.post("/tokens", {"name": "bot", "scopes": ["read"]} | wrong)
    assert field in assert_problem(answer, 422, "invalid")["errors"]["json"]
    assert ann.get("/tokens").json == {"tokens": []}


def test_an_account_has_fifty_tokens_at_most(person):
    ann = person("Ann")
    for _ in range(50):
        ann.token("read")
    assert_problem(ann.post("/tokens", {"name": "bot", "scopes": ["read"]}), 409, "too_many_tokens")


def test_strangers_are_asked_who_they_are_before_their_body_is_read(client):
    assert_problem(client.post(f"{API}/tokens", data="{", content_type="text/plain"), 401, "unauthorized")
