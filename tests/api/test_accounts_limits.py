"""What invites guessing may be tried only so often: 429 with Retry-After."""

import pytest

from app.api import limits
from tests.api.bringing import bring, file, golden
from tests.api.people import API, Person, assert_problem, bearer
from tests.api.tables import Table, said


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


def test_what_is_counted_takes_no_more_memory_however_long_it_is(limited):
    client = limited.test_client()
    given = {"name": "\ufdfa" * 10_000, "password": "wrong horse"}
    assert client.post(f"{API}/session", json=given).status_code == 401
    storage = limited.extensions[limits.EXTENSION].storage.storage
    assert storage
    assert max(map(len, storage)) < 200


def test_taking_seats_without_an_account_is_limited_with_the_link_of_another_table_too(limited):
    guest = Table(limited, guests=1).host
    ann = Person.sign_up(limited, "Ann", "correct horse battery")
    games = [said(ann.post("/games", {"seats": 10}), 201)["view"]["id"] for _ in range(14)]

    def sit(game, seat):
        body = {"seat": seat, "expected_version": seat}
        return guest.client.post(f"{API}/games/{game}/seats", json=body, headers=guest.headers)

    answers = [sit(game, seat) for game in games for seat in range(1, 10)]
    assert [answer.status_code for answer in answers[:119]] == [201] * 119  # with the table it is 120
    assert_limited(answers[119])


def test_an_account_makes_only_so_many_tables_an_hour_from_wherever(limited):
    ann = Person.sign_up(limited, "Ann", "correct horse battery")
    headers = bearer(ann.token("play"))
    client = limited.test_client()

    def make(number):
        place = {"REMOTE_ADDR": f"192.0.2.{number % 200}"}
        return client.post(f"{API}/games", json={"seats": 2}, headers=headers, environ_overrides=place)

    assert [make(number).status_code for number in range(120)] == [201] * 120
    assert_limited(make(120))


@pytest.mark.parametrize("what", ["audit", "openings"])
def test_playing_records_again_is_limited_by_address(limited, what):
    guest = Table(limited, guests=1).host
    assert [guest.get(f"/{what}").status_code for _ in range(60)] == [200] * 60
    assert_limited(guest.get(f"/{what}"))
    assert guest.get().status_code == 200


def test_positions_of_imports_are_limited_by_address(limited):
    ann = Person.sign_up(limited, "Ann", "correct horse battery")
    view = f"{API}/replays/{said(bring(ann, file(golden(1))), 201)['id']}/view"
    client = limited.test_client()
    assert {client.get(view).status_code for _ in range(600)} == {200}
    assert_limited(client.get(view))
    assert client.get(view, environ_overrides={"REMOTE_ADDR": "192.0.2.7"}).status_code == 200


def test_opening_streams_is_limited_for_whoever_does_it(make_app):
    limited = make_app(rate_limits=True, streams=5)
    ann, ben = (Person.sign_up(limited, name, "correct horse battery") for name in ("Ann", "Ben"))

    def stream(person):
        answer = person.client.get(f"{API}/events?follow=no")
        answer.close()
        return answer

    assert {stream(ann).status_code for _ in range(120)} == {200}
    assert_limited(stream(ann))
    assert stream(ben).status_code == 200


def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_tells(make_app):
    client = make_app(rate_limits=True, trusted_proxies=1).test_client()
    given = {"name": "Ann", "password": "wrong horse"}

    def sign_in(address):
        return client.post(f"{API}/session", json=given, headers={"X-Forwarded-For": address})

    for number in range(20):
        sign_in(f"203.0.113.{number}, 192.0.2.1")
    assert_limited(sign_in("203.0.113.99, 192.0.2.1"))
    assert sign_in("192.0.2.1, 192.0.2.2").status_code == 401


def test_all_ipv6_addresses_of_one_line_are_one_and_those_of_ipv4_are_what_they_are(make_app):
    client = make_app(rate_limits=True).test_client()
    given = {"name": "Ann", "password": "wrong horse"}

    def sign_in(address):
        return client.post(f"{API}/session", json=given, environ_overrides={"REMOTE_ADDR": address})

    for number in range(20):
        sign_in(f"2001:db8:1:2:{number:x}::1")
        sign_in("::ffff:192.0.2.1")
    assert_limited(sign_in("2001:DB8:1:2:ffff::"))
    assert_limited(sign_in("192.0.2.1"))
    for other in ("2001:db8:1:3::1", "::ffff:192.0.2.2", "unix:", "fe80::1%eth0"):
        assert sign_in(other).status_code == 401
