"""Applications whose letters come to a mail server of ours."""

from email.message import EmailMessage

from flask import Flask

from app.api.context import services
from tests.api.people import Person
from tests.api.tables import said
from tests.letterbox import Letterbox, secret

HOME = "https://play.example.org"
SENDER = "Kartfold <k@example.org>"


def post(app: Flask) -> int:
    """Sends what waits, as the worker does; says how many letters."""
    return services(app).deliveries.deliver()


def sent(app: Flask, box: Letterbox) -> EmailMessage:
    """The one letter that waits, sent."""
    assert post(app) == 1
    return box.next()


def with_address(app: Flask, box: Letterbox, person: Person, address: str) -> Person:
    """Somebody, with this address confirmed; a letter to the one before is read."""
    before = said(person.get("/account"))["address"]
    answer = person.post("/account/address", {"address": address, "password": person.password})
    assert answer.status_code == 202, answer.text
    letter = sent(app, box)
    assert letter["To"] == address
    answer = app.test_client().post(f"/api/v1/address-confirmations/{secret(letter)}")
    assert answer.status_code == 200, answer.text
    if before is not None:
        sent(app, box)
    return person
