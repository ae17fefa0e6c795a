"""Lost passwords, on pages: a letter to whom it may concern, and its link, which asks before it does anything."""

import pytest

from tests.api.people import API, Person
from tests.api.tables import said
from tests.web.letters import site_with
from tests.web.visitor import Visitor

PASSWORD, NEW = "correct horse battery", "another horse altogether"
ANN = "ann@example.org"
ON_ITS_WAY = "a letter is on its way"


@pytest.fixture
def ann(site, letters):
    """Somebody with a confirmed address, by the pages."""
    ann = Visitor(site, Person.sign_up(site, "Ann", PASSWORD))
    ann.look("/account/address").send("/account/address", {"address": ANN, "password": PASSWORD})
    path = letters.link(ANN)
    ann.look(path).send(path)
    return ann


def asks(visitor, name="Ann", status=200):
    return visitor.look("/password").send("/password", {"name": name}, status)


def kind(visitor):
    return said(visitor.client.get(f"{API}/session"))["kind"]


@pytest.mark.parametrize("name", ["Ann", "ann", ANN, " ANN@example.org "])
def test_who_lost_a_password_chooses_another(ann, letters, visitor, name):
    assert ON_ITS_WAY in asks(visitor, name).says()
    path = letters.link(ANN)
    visitor.look(path)
    assert visitor.says("h1") == "Choose another password"
    visitor.send(path, {"new": NEW})
    assert visitor.path == "/sign-in"
    assert "Sign in with it" in visitor.says()
    visitor.send("/sign-in", {"name": "Ann", "password": PASSWORD}, 422)
    visitor.send("/sign-in", {"name": "Ann", "password": NEW})
    assert kind(visitor) == "account"
    assert kind(ann) == "anonymous"
    assert letters.one(ANN)["Subject"] == "Your password was changed"


def test_who_opens_the_link_only_looks(ann, letters, visitor):
    asks(visitor)
    path = letters.link(ANN)
    for _ in range(3):  # a mail scanner, a preview, somebody
        visitor.look(path)
    assert kind(ann) == "account"
    visitor.send(path, {"new": NEW})


def test_the_link_is_good_once(ann, letters, visitor):
    asks(visitor)
    path = letters.link(ANN)
    visitor.look(path).send(path, {"new": NEW})
    visitor.look(path, 404)
    assert visitor.says("h1") == "This link does not work"
    assert visitor.links()["Ask for another letter"] == "/password"


def test_a_password_that_is_too_short_is_said_beside_it_and_the_link_stays_good(ann, letters, visitor):
    asks(visitor)
    path = letters.link(ANN)
    visitor.look(path).send(path, {"new": "short"}, 422)
    assert visitor.with_id("error-new").text == "From 8 to 128 characters."
    visitor.send(path, {"new": NEW})


def test_a_link_that_is_used_up_meanwhile_is_told_so(site, ann, letters, visitor):
    asks(visitor)
    path = letters.link(ANN)
    other = Visitor(site).look(path)
    visitor.look(path).send(path, {"new": NEW})
    other.send(path, {"new": "a third horse"}, 404)
    assert other.says("h1") == "This link does not work"


@pytest.mark.parametrize("secret", ["x", "A" * 43, "%00", "..%2f..", "<b>", "é"])
def test_a_guess_is_good_for_nothing(visitor, secret):
    visitor.look(f"/password/{secret}", 404)
    assert "<b>" not in visitor.answer.text


def test_nobody_is_told_whether_there_is_an_account(site, ann, letters):
    Person.sign_up(site, "Carl", PASSWORD)  # who has given no address
    there, other, without = asks(Visitor(site)), asks(Visitor(site), "Bob"), asks(Visitor(site), "Carl")
    assert there.says() == other.says() == without.says()
    assert [letter["To"] for letter in letters.come()] == [ANN]


def test_a_question_about_nobody_is_asked_again(visitor):
    asks(visitor, "", 422)
    assert visitor.with_id("error-name").text == "This is needed."


def test_the_page_of_a_link_is_kept_by_nobody_and_told_to_nobody(ann, letters, visitor):
    asks(visitor)
    path = letters.link(ANN)
    headers = visitor.look(path).answer.headers
    assert (headers["Cache-Control"], headers["Referrer-Policy"]) == ("no-store", "no-referrer")


def test_a_letter_leads_to_a_page_in_its_language(ann, letters, visitor):
    visitor.look("/password?lang=is").send("/password?lang=is", {"name": "Ann"})
    path = letters.link(ANN)
    assert path.endswith("?lang=is")
    assert visitor.look(path).page.get("lang") == "is"


def test_too_many_letters_are_told_in_words(sqlite_url):
    with site_with(sqlite_url, rate_limits=True) as app:
        visitor = Visitor(app)
        for _ in range(10):
            asks(visitor)
        asks(visitor, status=429)
    assert visitor.with_id("problem").text.startswith("That was too often. Try again in ")
