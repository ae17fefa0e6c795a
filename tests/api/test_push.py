"""Browsers that want to be told, through the API."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from flask import Flask

import config
from tests.api.people import API, Person, assert_problem, bearer
from tests.api.tables import said

ENDPOINT = "https://push.example.org/send/abc"


def base64url(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def subscription(**other: Any) -> dict[str, Any]:
    """What a browser says."""
    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = base64url(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
    keys = {"p256dh": point, "auth": base64url(secrets.token_bytes(16))}
    return {"endpoint": ENDPOINT, "expirationTime": None, "keys": keys} | other


@pytest.fixture
def ann(make_app: Callable[..., Flask]) -> Person:
    return Person.sign_up(make_app(vapid_key=config.new_vapid_key()), "Ann", "correct horse battery")


def browsers(who: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = said(who.get("/account/export"))["push"]
    return found


def test_a_browser_is_told_from_now_on_and_no_more(ann: Person) -> None:
    assert len(said(ann.get("/account/push"))["key"]) == 87
    assert ann.post("/account/push", subscription(), headers={"Accept-Language": "is"}).status_code == 204
    assert ann.post("/account/push", subscription()).status_code == 204  # the same browser
    (browser,) = browsers(ann)
    assert set(browser) == {"id", "language", "created"}
    assert ann.delete("/account/push", json={"endpoint": ENDPOINT}).status_code == 204
    assert browsers(ann) == []
    assert ann.delete("/account/push", json={"endpoint": ENDPOINT}).status_code == 204


@pytest.mark.parametrize(
    "other",
    [
        {"endpoint": "http://push.example.org/"},
        {"endpoint": "https://10.0.0.1/"},
        {"keys": {"p256dh": "AAAA", "auth": base64url(bytes(16))}},
        {"keys": {}},
        {"more": 1},
    ],
)
def test_what_no_browser_says_is_refused(ann: Person, other: dict[str, Any]) -> None:
    assert_problem(ann.post("/account/push", subscription(**other)), 422, "invalid")
    assert browsers(ann) == []


def test_a_service_without_a_key_says_so(app: Flask) -> None:
    ben = Person.sign_up(app, "Ben", "correct horse battery")
    assert said(ben.get("/account/push")) == {"key": None}
    assert_problem(ben.post("/account/push", subscription()), 409, "push_off")


def test_it_is_for_people_in_their_browsers(ann: Person) -> None:
    client = ann.client.application.test_client(use_cookies=False)
    assert_problem(client.post(f"{API}/account/push", json=subscription()), 401, "unauthorized")
    token = bearer(ann.token("read", "play", "manage"))
    assert_problem(client.post(f"{API}/account/push", json=subscription(), headers=token), 403, "session_needed")


def told_again(who: Person) -> bool:
    """Somebody signs in with another browser: whether any is told."""
    who.client.delete_cookie("kartfold_session")
    who.sign_in()
    return browsers(who) != []


def ends_elsewhere(who: Person) -> None:
    another = Person(who.client.application.test_client(), who.name, who.password)
    another.sign_in()
    (other,) = [one for one in said(another.get("/account/sessions"))["sessions"] if not one["this"]]
    assert another.delete(f"/account/sessions/{other['id']}").status_code == 204


def changes_password(who: Person) -> None:
    given = {"old": who.password, "new": "battery horse correct"}
    assert who.post("/account/password", given).status_code == 200
    who.password = given["new"]


def somebody_else_comes(who: Person) -> None:
    ben = Person.sign_up(who.client.application, "Ben", "correct horse battery")
    ben.client = who.client
    ben.sign_in()
    assert browsers(ben) == []


@pytest.mark.parametrize(
    "end",
    [
        lambda who: who.delete("/session"),
        ends_elsewhere,
        changes_password,
        somebody_else_comes,
    ],
)
def test_a_browser_that_is_signed_out_is_told_no_more(ann: Person, end: Callable[[Person], None]) -> None:
    assert ann.post("/account/push", subscription()).status_code == 204
    end(ann)
    assert not told_again(ann)


def test_a_browser_in_which_one_signs_in_anew_is_told_on_until_one_signs_out(ann: Person) -> None:
    assert ann.post("/account/push", subscription()).status_code == 204
    ann.sign_in()
    assert len(browsers(ann)) == 1
    ann.delete("/session")
    assert not told_again(ann)


def test_another_browser_that_is_signed_out_takes_none_along(ann: Person) -> None:
    assert ann.post("/account/push", subscription()).status_code == 204
    another = Person(ann.client.application.test_client(), ann.name, ann.password)
    another.sign_in()
    another.delete("/session")
    assert len(browsers(ann)) == 1
