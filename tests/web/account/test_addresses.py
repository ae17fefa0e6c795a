"""The address of an account, on pages: asked for with the password, confirmed by a letter, taken away."""

import pytest

from tests.api.people import Person
from tests.web.visitor import Visitor

PASSWORD = "correct horse battery"
ANN, OTHER = "ann@example.org", "ann@example.net"


@pytest.fixture
def ann(site):
    return Visitor(site, Person.sign_up(site, "Ann", PASSWORD))


def asks(visitor, address=ANN, password=PASSWORD, status=200):
    fields = {"address": address, "password": password}
    return visitor.look("/account/address").send("/account/address", fields, status)


def test_an_address_is_confirmed_by_whoever_reads_the_letter(site, ann, letters):
    asks(ann)
    assert "A letter is on its way" in ann.says()
    assert f"{ANN} waits until you open the link" in ann.says()
    path, reader = letters.link(ANN), Visitor(site)
    reader.look(path)
    assert ANN in reader.says()
    assert f"{ANN} waits" in ann.look("/account").says()  # looking at it is not saying so
    assert "The address is confirmed." in reader.send(path).says()
    assert "waits" not in ann.look("/account").says()
    assert ANN in ann.says()
    reader.look(path, 404)
    Visitor(site).look("/sign-in").send("/sign-in", {"name": ANN, "password": PASSWORD})


def test_the_address_before_is_told(ann, letters):
    asks(ann)
    path = letters.link(ANN)
    ann.look(path).send(path)
    assert ann.path == "/account"
    asks(ann, OTHER)
    path = letters.link(OTHER)
    ann.look(path).send(path)
    assert letters.one(ANN)["Subject"] == "Your address was changed"


@pytest.mark.parametrize("address", ["", "nobody", "a b@example.org", "ann@", '"><b>@example.org'])
def test_what_is_no_address_is_said_beside_it(ann, letters, address):
    asks(ann, address, status=422)
    assert ann.with_id("field-address").get("aria-invalid") == "true"
    assert ann.with_id("field-address").get("value") == address
    assert "<b>" not in ann.answer.text
    assert letters.come() == []


def test_nobody_gives_an_address_without_the_password(ann, letters):
    asks(ann, password="wrong horse", status=403)
    assert ann.with_id("error-password").text == "This is not the password of your account."
    assert ann.with_id("field-address").get("value") == ANN
    assert letters.come() == []


def test_an_address_is_taken_away(ann, letters):
    asks(ann)
    path = letters.link(ANN)
    ann.look(path).send(path)
    ann.look("/account/address").look(ann.links()["Have no address at all"])
    ann.send("/account/address/remove", {"password": "wrong horse"}, 403)
    assert ann.with_id("error-password").text
    ann.send("/account/address/remove", {"password": PASSWORD})
    assert "The address is forgotten." in ann.says()
    assert ANN not in ann.says()
    assert letters.one(ANN)["Subject"] == "Your address was changed"


def test_an_address_of_another_account_is_told_so(site, ann, letters):
    ben = Visitor(site, Person.sign_up(site, "Ben", PASSWORD))
    asks(ann)
    to_ann = letters.link(ANN)
    asks(ben)
    to_ben = letters.link(ANN)
    ann.look(to_ann).send(to_ann)
    ben.look(to_ben).send(to_ben, status=409)
    assert "Another account has this address" in ben.says()


def test_strangers_have_no_such_page(visitor):
    for path in ("/account/address", "/account/address/remove"):
        assert visitor.look(path).path == "/sign-in"
    visitor.look("/address/nobody-has-this", 404)
