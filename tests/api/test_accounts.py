"""Making an account: what names and passwords may be, and what is refused."""

import pytest

from tests.api.people import API, assert_problem, bearer

PASSWORD = "correct horse battery"


def create(client, name="Ann", password=PASSWORD, **more):
    return client.post(f"{API}/accounts", json={"name": name, "password": password} | more)


def test_an_account_is_made_and_shown_to_its_owner(client):
    answer = create(client, "Ann")
    assert answer.status_code == 201
    assert set(answer.json) == {"id", "name", "roles", "created"}
    assert answer.json["name"] == "Ann"
    assert answer.json["roles"] == []
    assert answer.json["created"].endswith("Z")
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("name", ["Ann", "ANN", "ann", "\uff21\uff4e\uff4e"])
def test_names_that_read_the_same_are_taken(client, name):
    create(client, "Ann")
    assert_problem(create(client, name), 409, "name_taken")


@pytest.mark.parametrize("name", ["me", "Me", "ALL", "table", "\uff4d\uff45"])
def test_names_that_mean_somebody_else_in_a_question_are_taken(client, name):
    assert_problem(create(client, name), 409, "name_taken")


@pytest.mark.parametrize("name", ["Zoë", "李小龍", "Ann B.", "x1", "عائشة", "ß" * 32])
def test_people_may_be_called_what_they_are_called(client, name):
    assert create(client, name).json["name"] == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "A",
        "x" * 33,
        "Ann\n",
        "Ann\x1f",
        " Ann",
        "Ann ",
        "A  n",
        "A\u200bn",
        "A\u202en",
        "A\u00a0n",
        "Zoe\u0308",
        "...",
        7,
        True,
        None,
        ["Ann"],
        {"a": 1},
    ],
)
def test_names_that_deceive_or_are_no_text_are_refused(client, name):
    assert "name" in assert_problem(create(client, name), 422, "invalid")["errors"]["json"]


@pytest.mark.parametrize("password", ["", "short", "x" * 129, 12345678, None, ["password"]])
def test_passwords_have_a_length(client, password):
    answer = create(client, password=password)
    assert "password" in assert_problem(answer, 422, "invalid")["errors"]["json"]


def test_unknown_fields_are_refused(client):
    errors = assert_problem(create(client, roles=["admin"]), 422, "invalid")["errors"]
    assert errors == {"json": {"roles": ["Unknown field."]}}


def test_every_wrong_field_is_named_at_once(client):
    answer = client.post(f"{API}/accounts", json={})
    assert set(assert_problem(answer, 422, "invalid")["errors"]["json"]) == {"name", "password"}


def test_nothing_is_written_when_an_account_is_refused(client, look):
    create(client, "")
    create(client, "Ann")
    create(client, "ANN")
    assert look("SELECT name FROM accounts") == [("Ann",)]


def test_who_i_am_by_session_and_by_token(app, person):
    ann = person("Ann")
    by_session = ann.get("/players/me").json
    by_token = app.test_client().get(f"{API}/players/me", headers=bearer(ann.token("read"))).json
    assert (by_session["kind"], by_session["scopes"]) == ("account", ["read", "play", "manage"])
    assert (by_token["kind"], by_token["scopes"]) == ("token", ["read"])
    assert by_session["account"] == by_token["account"]
    assert by_session["name"] == by_token["name"] == "Ann"


def test_a_stranger_is_nobody(client):
    answer = client.get(f"{API}/players/me")
    assert_problem(answer, 401, "unauthorized")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="kartfold"'


@pytest.mark.parametrize("game", ["x", "'", "7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37%0a"])
def test_a_game_that_is_none_is_refused(person, game):
    ann = person("Ann")
    assert "game" in assert_problem(ann.get(f"/players/me?game={game}"), 422, "invalid")["errors"]["query"]


def test_somebody_at_a_table_where_they_never_were_is_nobody_there(person):
    ann = person("Ann")
    there = ann.get("/players/me?game=7b1f0c9e-5a3d-4e2b-9c41-0d6f2a8e1b37").json
    assert (there["player"], there["seat"]) == (None, None)
