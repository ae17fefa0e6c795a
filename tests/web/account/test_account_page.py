"""One's own account on pages: name, password, sessions, people muted, all of it to take along, and the end."""

import json

import pytest

from tests.api.people import API
from tests.api.tables import said
from tests.web.visitor import Visitor

PASSWORD, NEW = "correct horse battery", "another horse altogether"


def elsewhere(site, name="Ann", password=PASSWORD, status=200):
    """Another browser of theirs."""
    other = Visitor(site)
    other.look("/sign-in").send("/sign-in", {"name": name, "password": password}, status)
    return other


def kind(visitor):
    return said(visitor.client.get(f"{API}/session"))["kind"]


PATHS = ["", "/name", "/password", "/address", "/address/remove", "/tokens", "/notifications", "/delete"]


@pytest.mark.parametrize("path", PATHS)
def test_strangers_sign_in_first(visitor, path):
    assert visitor.look(f"/account{path}").path == "/sign-in"


@pytest.mark.parametrize("path", PATHS)
def test_guests_have_no_account(visitor, path):
    visitor.look("/").send("/play")
    assert visitor.look(f"/account{path}").path == "/sign-in"


# ---------------------------------------------------------------- name and password


def test_another_name(member):
    ann = member("Ann")
    ann.look("/account/name")
    assert ann.with_id("field-name").get("value") == "Ann"
    ann.send("/account/name", {"name": " Anna "})
    assert ann.path == "/account"
    assert ann.says("h1") == "Anna"


@pytest.mark.parametrize(("name", "status"), [("", 422), ("A", 422), ("BEN", 409), ("me", 409)])
def test_a_name_that_cannot_be_is_said_beside_it(member, name, status):
    ann, _ = member("Ann"), member("Ben")
    ann.look("/account/name").send("/account/name", {"name": name}, status)
    assert ann.with_id("error-name").text
    assert ann.look("/account").says("h1") == "Ann"


def test_another_password_ends_all_other_sessions(site, member):
    ann = member("Ann")
    other, before = elsewhere(site), ann.client.get_cookie("kartfold_session").value
    ann.look("/account/password").send("/account/password", {"password": PASSWORD, "new": NEW})
    assert "signed out everywhere else" in ann.says()
    assert ann.client.get_cookie("kartfold_session").value != before
    assert (kind(ann), kind(other)) == ("account", "anonymous")
    elsewhere(site, password=PASSWORD, status=422)
    elsewhere(site, password=NEW)


@pytest.mark.parametrize(
    ("fields", "status", "wrong"),
    [
        ({"password": "wrong horse"}, 403, "password"),
        ({"password": ""}, 422, "password"),
        ({"new": "short"}, 422, "new"),
        ({"new": ""}, 422, "new"),
    ],
)
def test_a_password_stays_unless_all_is_right(site, member, fields, status, wrong):
    ann = member("Ann")
    ann.look("/account/password").send("/account/password", {"password": PASSWORD, "new": NEW} | fields, status)
    marked = [each.get("name") for each in ann.page.iter("input") if each.get("aria-invalid") == "true"]
    assert marked == [wrong]
    assert NEW not in ann.answer.text
    elsewhere(site)


# ---------------------------------------------------------------- sessions


def test_one_is_signed_out_elsewhere(site, member):
    ann = member("Ann")
    ben, other = member("Ben"), elsewhere(site)
    ann.look("/account")
    assert ann.says().count("Another browser") == 1
    ann.send("/account/sessions/end")
    assert "Signed out there." in ann.says()
    assert "Another browser" not in ann.says()
    assert (kind(ann), kind(other), kind(ben)) == ("account", "anonymous", "account")


def test_one_is_signed_out_everywhere_else(site, member):
    ann = member("Ann")
    others = [elsewhere(site), elsewhere(site)]
    ann.look("/account").send("/account/sessions/end", {"session": None})
    assert [kind(each) for each in (ann, *others)] == ["account", "anonymous", "anonymous"]


def test_nobody_ends_the_session_of_another(site, member):
    ann, ben = member("Ann"), member("Ben")
    elsewhere(site)
    id = said(ben.client.get(f"{API}/account/sessions"))["sessions"][0]["id"]
    ann.look("/account").send("/account/sessions/end", {"session": id})
    assert kind(ben) == "account"


def test_what_no_form_of_ours_sends_is_no_error_of_ours(site, member):
    ann = member("Ann")
    elsewhere(site)
    ann.look("/account").send("/account/sessions/end", {"session": "none"}, 422)
    assert kind(ann) == "account"


# ---------------------------------------------------------------- people, preferences


def test_somebody_is_heard_again(member):
    ann, ben = member("Ann"), member("<i>Ben</i>")
    id = said(ben.client.get(f"{API}/account"))["id"]
    ann.look(f"/players/{id}").send(f"/players/{id}/mute")
    ann.look("/account")
    assert "<i>Ben" not in ann.answer.text
    assert "<i>Ben</i>" in ann.links()
    ann.send("/account/heard")
    assert "You hear them again." in ann.says()
    assert "<i>Ben</i>" not in ann.links()


def test_looks_are_kept_with_the_account(site, member):
    ann = member("Ann")
    ann.look("/account")
    assert ann.with_id("own-theme") is not ann.with_id("looks-theme")  # those at the foot of every page
    ann.send("/preferences", {"theme": "contrast", "confirm": "1"})
    assert ann.path == "/account"
    own = said(ann.client.get(f"{API}/account"))["preferences"]
    assert (own["theme"], own["confirm"]) == ("contrast", True)
    assert elsewhere(site).page.get("data-theme") == "contrast"


def test_what_is_told_of_is_what_there_is(member):
    ann = member("Ann").look("/account/notifications")
    assert "You have given no address, so nothing is sent to you." in ann.says()
    forms = [form.get("action") for form in ann.page.find("main").iter("form")]
    assert forms == ["/sign-out", "/account/notifications", "/account/notifications/feed"]


# ---------------------------------------------------------------- all of it, and the end


def test_all_that_is_yours_is_one_file(member):
    ann = member("Ann").look("/account")
    answer = ann.client.get(ann.links()["Download it"])
    assert "attachment" in answer.headers["Content-Disposition"]
    assert json.loads(answer.text)["account"]["name"] == "Ann"


def test_an_account_is_deleted_for_good(site, member):
    ann = member("Ann")
    ann.look("/new").send("/new")
    game = ann.path
    ann.look("/account").look(ann.links()["Delete the account …"])
    assert "What stays" in ann.says()
    ann.send("/account/delete", {"password": PASSWORD})
    assert ann.path == "/"
    assert "Your account is deleted." in ann.says()
    assert ann.client.get_cookie("kartfold_session") is None
    elsewhere(site, status=422)
    Visitor(site).look("/players/Ann", 404)
    assert said(Visitor(site).client.get(f"{API}{game}"))["phase"] == "match_over"  # nobody waits there


@pytest.mark.parametrize(("password", "status"), [("wrong horse", 403), ("", 422)])
def test_an_account_stays_without_its_password(member, password, status):
    ann = member("Ann")
    ann.look("/account/delete").send("/account/delete", {"password": password}, status)
    assert ann.with_id("error-password").text
    assert kind(ann) == "account"


def test_who_looks_deletes_nothing(member):
    ann = member("Ann").look("/account/delete").look("/account")
    assert kind(ann) == "account"


def test_no_link_tells_somebody_who_is_signed_in_that_they_are_deleted(member, visitor):
    assert "Farewell" not in member("Ann").look("/?said=deleted").says()
    assert "Farewell" in visitor.look("/?said=deleted").says()
