"""Tokens on a page: made for what is ticked, shown once, taken away."""

import pytest

from tests.api.people import API, bearer
from tests.api.tables import said

HOSTILE = "<b>bot</b>"


def makes(visitor, status=200, **fields):
    return visitor.look("/account/tokens").send("/account/tokens", {"name": "My bot"} | fields, status)


def secret(visitor):
    return visitor.with_id("secret").get("value")


def test_a_token_is_shown_once_and_works(site, member):
    ann = member("Ann")
    makes(ann)
    shown = secret(ann)
    assert ann.answer.headers["Cache-Control"] == "no-store"
    me = said(site.test_client().get(f"{API}/players/me", headers=bearer(shown)))
    assert (me["kind"], me["name"], me["scopes"]) == ("token", "Ann", ["read"])
    assert "My bot" in ann.look("/account/tokens").says()
    assert shown not in ann.answer.text


def test_a_token_may_do_what_is_ticked(site, member):
    ann = member("Ann")
    ann.look("/account/tokens")
    data = {"csrf": csrf(ann), "name": "My bot", "scopes": ["read", "play"], "days": "30"}
    answer = ann.client.post("/account/tokens", data=data)
    assert answer.status_code == 200
    (token,) = said(ann.client.get(f"{API}/tokens"))["tokens"]
    assert token["scopes"] == ["read", "play"]
    assert token["expires"] is not None


def csrf(visitor):
    return visitor.page.csrf


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 65}, "name"),
        ({"name": "a\0b"}, "name"),
        ({"scopes": None}, "scopes"),
        ({"scopes": "admin"}, "scopes"),
        ({"scopes": "everything"}, "scopes"),
        ({"days": "0"}, "days"),
    ],
)
def test_no_token_is_made_of_what_is_wrong(member, fields, wrong):
    ann = member("Ann")
    makes(ann, 422, **fields)
    assert ann.with_id(f"error-{wrong}").text
    assert said(ann.client.get(f"{API}/tokens"))["tokens"] == []


def test_a_token_is_taken_away(site, member):
    ann = member("Ann")
    makes(ann, name=HOSTILE)
    shown = secret(ann)
    assert "<b>" not in ann.answer.text
    ann.send("/account/tokens/remove")
    assert "good for nothing any more" in ann.says()
    assert site.test_client().get(f"{API}/players/me", headers=bearer(shown)).status_code == 401


def test_nobody_removes_the_token_of_another(site, member):
    ann, ben = member("Ann"), member("Ben")
    makes(ann)
    shown = secret(ann)
    (token,) = said(ann.client.get(f"{API}/tokens"))["tokens"]
    makes(ben)
    ben.look("/account/tokens").send("/account/tokens/remove", {"token": token["id"]})
    assert site.test_client().get(f"{API}/players/me", headers=bearer(shown)).status_code == 200
