"""Signing in and out: the cookie, its rotation, and the CSRF token that writes need beside it."""

import pytest

from tests.api.people import API, assert_problem, bearer

COOKIE = "kartfold_session"


def sign_in(client, name, password):
    return client.post(f"{API}/session", json={"name": name, "password": password})


def cookie_of(client):
    return client.get_cookie(COOKIE).value


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(person):
    set_cookie = person("Ann").sign_in().headers["Set-Cookie"]
    assert "HttpOnly" in set_cookie
    assert "SameSite=Lax" in set_cookie
    assert "Path=/" in set_cookie
    assert "Max-Age=2592000" in set_cookie
    assert "Domain" not in set_cookie
    assert "Secure" not in set_cookie


def test_the_cookie_is_for_https_alone_unless_told_otherwise(make_app, person):
    ann = person("Ann")
    answer = sign_in(make_app(secure_cookies=True).test_client(), ann.name, ann.password)
    assert "Secure" in answer.headers["Set-Cookie"]


def test_an_answer_with_a_csrf_token_is_kept_by_nobody(person):
    ann = person("Ann")
    assert ann.sign_in().headers["Cache-Control"] == "no-store"
    assert ann.get("/session").headers["Cache-Control"] == "no-store"


def test_a_name_is_the_same_however_it_is_typed(client, person):
    person("Zoë")
    assert sign_in(client, "ZOE\u0308", "correct horse battery").status_code == 200


def test_a_password_is_the_same_on_every_keyboard(client, person):
    person("Ann", "mot de passe secre\u0301t")
    assert sign_in(client, "Ann", "mot de passe secr\u00e9t").status_code == 200


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Ann", "wrong horse"),
        ("Bob", "correct horse battery"),
        ("Ann", ""),
        ("", ""),
        ("A", "x" * 9999),
    ],
)
def test_wrong_name_and_wrong_password_get_one_answer(client, person, name, password):
    person("Ann")
    answer = sign_in(client, name, password)
    detail = assert_problem(answer, 401, "unauthorized")["detail"]
    assert detail == "No account has this name and this password."
    assert client.get_cookie(COOKIE) is None


def test_signing_in_again_ends_the_session_before(app, person):
    ann = person("Ann")
    old = cookie_of(ann.client)
    ann.sign_in()
    assert cookie_of(ann.client) != old
    thief = app.test_client()
    thief.set_cookie(COOKIE, old)
    assert_problem(thief.get(f"{API}/players/me"), 401, "unauthorized")
    assert ann.get("/players/me").status_code == 200


def test_a_session_that_somebody_else_chose_is_not_taken_over(client, person):
    ann = person("Ann")
    client.set_cookie(COOKIE, "chosen-by-somebody-else")
    sign_in(client, ann.name, ann.password)
    assert cookie_of(client) != "chosen-by-somebody-else"


def test_two_browsers_have_two_sessions(app, person):
    ann = person("Ann")
    other = app.test_client()
    sign_in(other, ann.name, ann.password)
    ann.delete("/session")
    assert other.get(f"{API}/players/me").status_code == 200


def test_signing_out_ends_the_session_on_the_server(app, person):
    ann = person("Ann")
    secret = cookie_of(ann.client)
    assert ann.delete("/session").status_code == 204
    assert ann.client.get_cookie(COOKIE) is None
    thief = app.test_client()
    thief.set_cookie(COOKIE, secret)
    assert_problem(thief.get(f"{API}/players/me"), 401, "unauthorized")


def test_signing_out_without_a_session_does_nothing(client):
    assert client.delete(f"{API}/session").status_code == 204


def test_a_session_ends_after_its_days(make_app, person):
    ann = person("Ann")
    briefly = make_app(session_days=0).test_client()
    sign_in(briefly, ann.name, ann.password)
    assert_problem(briefly.get(f"{API}/players/me"), 401, "unauthorized")


def test_the_session_tells_who_i_am_and_gives_the_csrf_token_again(client, person):
    ann = person("Ann")
    mine = ann.get("/session").json
    assert (mine["kind"], mine["name"], mine["csrf_token"]) == ("account", "Ann", ann.csrf_token)
    nobody = client.get(f"{API}/session").json
    assert (nobody["kind"], nobody["csrf_token"]) == ("anonymous", None)


def test_a_bearer_needs_and_gets_no_csrf_token(app, person):
    secret = person("Ann").token("read")
    assert app.test_client().get(f"{API}/session", headers=bearer(secret)).json["csrf_token"] is None


@pytest.mark.parametrize("token", [None, "", "wrong", "ü", "0" * 64])
def test_a_write_with_a_cookie_needs_the_csrf_token(person, token):
    ann = person("Ann")
    headers = {} if token is None else {"X-CSRF-Token": token}
    body = {"name": "bot", "scopes": ["read"]}
    answer = ann.client.post(f"{API}/tokens", json=body, headers=headers)
    assert_problem(answer, 403, "csrf")
    assert_problem(ann.client.delete(f"{API}/session", headers=headers), 403, "csrf")
    assert ann.get("/tokens").json == {"tokens": []}


def test_a_csrf_token_is_good_for_its_own_session_only(person):
    ann, bob = person("Ann"), person("Bob")
    headers = {"X-CSRF-Token": bob.csrf_token}
    assert_problem(ann.client.delete(f"{API}/session", headers=headers), 403, "csrf")
    old = ann.csrf_token
    ann.sign_in()
    assert_problem(ann.client.delete(f"{API}/session", headers={"X-CSRF-Token": old}), 403, "csrf")


def test_a_form_of_another_site_cannot_sign_anybody_in(client, person):
    ann = person("Ann")
    given = f'{{"name": "{ann.name}", "password": "{ann.password}"}}'
    answer = client.post(f"{API}/session", data=given, content_type="text/plain")
    assert_problem(answer, 415, "not_json")
    assert client.get_cookie(COOKIE) is None


def test_the_hash_of_a_password_follows_the_configuration(make_app, person, look):
    def stored():
        return str(look("SELECT password FROM accounts"))

    ann = person("Ann")
    assert "$m=64,t=1" in stored()
    sign_in(make_app(password_passes=2).test_client(), ann.name, ann.password)
    assert "$m=64,t=2" in stored()
    assert ann.sign_in().status_code == 200
