"""Signing in, making an account, signing out: by forms, with a fresh cookie, and back to where one was."""

import re

import pytest

from tests.api.people import API
from tests.api.tables import said
from tests.web.letters import Letters, site_with
from tests.web.visitor import Visitor

PASSWORD = "correct horse battery"
HOSTILE = ["<b>Ann</b>", '"><script>alert(1)</script>', "{{ 7*7 }}", "%(name)s", "שלום 1", "a/../b"]
ELSEWHERE = [
    "//evil.example",
    "https://evil.example/",
    "/\\evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "x",
]


def cookie(visitor, name="kartfold_session"):
    found = visitor.client.get_cookie(name)
    return found and found.value


def who(visitor):
    return said(visitor.client.get(f"{API}/session"))["name"]


def signs_in(visitor, path="/sign-in", status=200, **fields):
    return visitor.look(path).send("/sign-in", {"name": "Ann", "password": PASSWORD} | fields, status)


def signs_up(visitor, path="/sign-up", status=200, **fields):
    return visitor.look(path).send("/sign-up", {"name": "Ann", "password": PASSWORD} | fields, status)


# ---------------------------------------------------------------- in


def test_somebody_signs_in(member, visitor):
    member("Ann")
    signs_in(visitor)
    assert visitor.path == "/mine"
    assert "You are signed in." in visitor.says()
    assert visitor.links()["Ann"] == "/account"
    assert who(visitor) == "Ann"


def test_the_cookie_is_a_fresh_one_out_of_reach(member, visitor):
    member("Ann")
    visitor.look("/sign-in")
    visitor.client.set_cookie("kartfold_session", "known-before")
    answer = signs_in(visitor).answer.history[0]
    (set_cookie,) = [one for one in answer.headers.getlist("Set-Cookie") if one.startswith("kartfold_session=")]
    assert "HttpOnly" in set_cookie
    assert "SameSite=Lax" in set_cookie
    first = cookie(visitor)
    assert first != "known-before"
    visitor.client.post("/sign-out", data={"csrf": csrf(visitor.look("/account"))})
    signs_in(visitor)
    assert cookie(visitor) != first


def csrf(visitor):
    return visitor.page.csrf


def test_the_session_from_before_ends(site, member, visitor):
    member("Ann")
    member("Ben")
    signs_in(visitor)
    before = cookie(visitor)
    page = Visitor(site)
    page.client.set_cookie("kartfold_session", before)
    token = csrf(visitor.look("/account"))
    visitor.client.post("/sign-in", data={"csrf": token, "name": "Ben", "password": PASSWORD})
    assert who(visitor) == "Ben"
    assert said(page.client.get(f"{API}/session"))["kind"] == "anonymous"


@pytest.mark.parametrize("given", [{"password": "wrong horse"}, {"name": "Bob"}, {"password": "x" * 5000}])
def test_a_wrong_name_and_a_wrong_password_get_one_answer(member, visitor, given):
    member("Ann")
    signs_in(visitor, status=422, **given)
    assert visitor.says("h1") == "Sign in"
    assert visitor.with_id("problem").text == "No account has this name and this password."
    assert visitor.with_id("field-name").get("value") == given.get("name", "Ann")
    assert PASSWORD not in visitor.answer.text
    assert cookie(visitor) is None


@pytest.mark.parametrize(("field", "value"), [("name", ""), ("password", ""), ("name", "a\0b"), ("name", "\u202e")])
def test_what_is_wrong_stands_beside_its_field(visitor, field, value):
    signs_in(visitor, status=422, **{field: value})
    entry = visitor.with_id(f"field-{field}")
    assert entry.get("aria-invalid") == "true"
    assert f"error-{field}" in (entry.get("aria-describedby") or "").split()
    assert visitor.with_id(f"error-{field}").text


def test_spaces_that_a_phone_adds_are_no_fault(member, visitor):
    member("Ann")
    signs_in(visitor, name=" Ann ")
    assert who(visitor) == "Ann"


def test_one_goes_on_where_one_was(member, visitor):
    member("Ann")
    signs_in(visitor, "/sign-in?next=/lobby?seats=3")
    assert visitor.path == "/lobby"
    assert visitor.answer.request.args["seats"] == "3"
    assert visitor.look("/sign-in?next=/rules").path == "/rules"  # who is signed in goes on at once


def test_a_page_for_accounts_comes_after_signing_in(member, visitor):
    member("Ann")
    visitor.look("/account/tokens")
    assert visitor.path == "/sign-in"
    visitor.send("/sign-in", {"name": "Ann", "password": PASSWORD})
    assert visitor.path == "/account/tokens"


@pytest.mark.parametrize("target", ELSEWHERE)
def test_one_never_goes_elsewhere(member, visitor, target):
    member("Ann")
    visitor.look("/sign-in")
    answer = visitor.client.post("/sign-in", data=filled(visitor) | {"next": target})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/mine?said=signed-in")
    answer = visitor.client.get("/sign-in", query_string={"next": target})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/account")


def filled(visitor):
    return {"csrf": csrf(visitor), "name": "Ann", "password": PASSWORD}


def test_every_page_says_where_to_sign_in_and_back(member, visitor):
    member("Ann")
    visitor.look("/watch")
    visitor.look(visitor.links()["Sign in"])
    visitor.send("/sign-in", {"name": "Ann", "password": PASSWORD})
    assert visitor.path == "/watch"


def test_what_the_account_prefers_comes_along(member, visitor):
    ann = member("Ann")
    ann.look("/account").send("/preferences", {"theme": "dark", "language": "eo"})
    signs_in(visitor)
    assert visitor.page.get("data-theme") == "dark"
    assert visitor.page.get("lang") == "eo"


def test_too_many_tries_are_told_in_words(sqlite_url):
    with site_with(sqlite_url, rate_limits=True) as app:
        visitor = Visitor(app)
        for _ in range(20):
            signs_in(visitor, status=422)
        signs_in(visitor, status=429)
    assert re.fullmatch(
        r"That was too often\. Try again in \d+ (seconds|minutes?)\.", visitor.with_id("problem").text or ""
    )
    assert int(visitor.answer.headers["Retry-After"]) > 0
    assert visitor.says("h1") == "Sign in"


# ---------------------------------------------------------------- up


def test_somebody_makes_an_account_and_is_signed_in(visitor):
    signs_up(visitor)
    assert visitor.path == "/mine"
    assert who(visitor) == "Ann"


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_stays_a_name(visitor, name):
    signs_up(visitor, name=name)
    for path in ("/account", "/account/name", "/account/delete"):
        visitor.look(path)
        assert "<b>Ann" not in visitor.answer.text
        assert "<script>alert" not in visitor.answer.text
        assert name in visitor.says("body") or visitor.with_id("field-name").get("value") == name


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"name": ""}, {"name"}),
        ({"name": "A"}, {"name"}),
        ({"name": "ann@example.org"}, {"name"}),
        ({"name": "A\u202eB"}, {"name"}),
        ({"name": "···"}, {"name"}),
        ({"password": "short"}, {"password"}),
        ({"password": ""}, {"password"}),
        ({"address": "nobody"}, {"address"}),
        ({"name": "A", "password": "short", "address": "@"}, {"name", "password", "address"}),
    ],
)
def test_nobody_is_made_of_what_is_wrong(visitor, fields, wrong):
    signs_up(visitor, status=422, **fields)
    marked = {each.get("name") for each in visitor.page.iter("input") if each.get("aria-invalid") == "true"}
    assert marked == wrong
    assert visitor.with_id("field-password").get("value") is None
    assert cookie(visitor) is None
    if "name" not in wrong:
        signs_up(visitor)  # the name is still free


def test_a_name_that_is_taken_is_said_beside_it(member, visitor):
    member("Ann")
    signs_up(visitor, status=409, name="ANN")
    assert visitor.with_id("error-name").text == "This name is taken, or one that reads the same."


def test_an_address_is_asked_for_by_a_letter(sqlite_url, tmp_path):
    with site_with(sqlite_url, letters=tmp_path) as app:
        visitor, letters = Visitor(app), Letters(app, tmp_path)
        signs_up(visitor, address="Ann@Example.org")
        assert "Ann@example.org waits" in visitor.look("/account").says()
        assert re.fullmatch("/address/[A-Za-z0-9_-]{43}", letters.link("Ann@example.org"))


def test_fields_are_as_programs_that_keep_passwords_know_them(visitor):
    visitor.look("/sign-up")
    assert [visitor.with_id(f"field-{name}").get("autocomplete") for name in ("name", "password", "address")] == [
        "username",
        "new-password",
        "email",
    ]
    visitor.look("/sign-in")
    assert visitor.with_id("field-password").get("autocomplete") == "current-password"


# ---------------------------------------------------------------- out


def test_somebody_signs_out_here_and_on_the_server(site, member):
    ann = member("Ann")
    before = cookie(ann)
    ann.look("/account").send("/sign-out")
    assert ann.path == "/"
    assert "You are signed out." in ann.says()
    assert not cookie(ann)
    again = Visitor(site)
    again.client.set_cookie("kartfold_session", before)
    assert said(again.client.get(f"{API}/session"))["kind"] == "anonymous"
    assert ann.look("/account").path == "/sign-in"


def test_nothing_of_an_account_lies_in_the_browser_afterwards(member):
    ann = member("Ann")
    for path in ("/account", "/account/tokens", "/account/address"):
        assert ann.look(path).answer.headers["Cache-Control"] == "no-store"
