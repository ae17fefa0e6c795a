"""What invites guessing may be tried only so often: 429 with Retry-After."""

import pytest

from tests.api.people import API, Person, assert_problem, bearer


@pytest.fixture
def limited(make_app):
    return make_app(rate_limits=True)


def assert_limited(answer):
    assert_problem(answer, 429, "too_many_requests")
    assert 1 <= int(answer.headers["Retry-After"]) <= 3600


def test_signing_in_is_limited_by_address(limited):
    client = limited.test_client()
    given = {"name": "Ann", "password": "wrong horse"}
    statuses = [client.post(f"{API}/session", json=given).status_code for _ in range(20)]
    assert statuses == [401] * 20
    assert_limited(client.post(f"{API}/session", json=given))
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    assert client.post(f"{API}/session", json=given, environ_overrides=elsewhere).status_code == 401


def test_guessing_one_password_is_limited_from_wherever(limited):
    ann = Person.sign_up(limited, "Ann", "correct horse battery")
    for number in range(100):
        address = {"REMOTE_ADDR": f"192.0.2.{number}"}
        given = {"name": "ANN", "password": f"guess {number}"}
        assert ann.client.post(f"{API}/session", json=given, environ_overrides=address).status_code == 401
    assert_limited(ann.client.post(f"{API}/session", json={"name": "Ann", "password": ann.password}))


def test_making_accounts_is_limited(limited):
    client = limited.test_client()
    for number in range(20):
        given = {"name": f"Ann {number}", "password": "correct horse battery"}
        assert client.post(f"{API}/accounts", json=given).status_code == 201
    assert_limited(client.post(f"{API}/accounts", json=given))


def test_guessing_secrets_is_limited_and_stops_nobody_who_has_one(limited):
    secret = Person.sign_up(limited, "Ann", "correct horse battery").token("read")
    client = limited.test_client()
    for number in range(30):
        assert client.get(f"{API}/players/me", headers=bearer(f"kft_{number}")).status_code == 401
    assert_limited(client.get(f"{API}/players/me", headers=bearer("kft_more")))
    assert client.get(f"{API}/players/me", headers=bearer(secret)).status_code == 200


def test_guessing_links_is_limited(limited):
    client = limited.test_client()
    for number in range(30):
        assert client.get(f"/seat/{number}").status_code == 404
    assert client.get("/seat/more").status_code == 429


def test_looking_is_not_limited(limited):
    ann = Person.sign_up(limited, "Ann", "correct horse battery")
    assert {ann.get("/players/me").status_code for _ in range(200)} == {200}


def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_tells(make_app):
    client = make_app(rate_limits=True, trusted_proxies=1).test_client()
    given = {"name": "Ann", "password": "wrong horse"}

    def sign_in(address):
        return client.post(f"{API}/session", json=given, headers={"X-Forwarded-For": address})

    for number in range(20):
        sign_in(f"203.0.113.{number}, 192.0.2.1")
    assert_limited(sign_in("203.0.113.99, 192.0.2.1"))
    assert sign_in("192.0.2.1, 192.0.2.2").status_code == 401
