"""People at a table, where a form comes twice, or from a page that was open for long: it does no harm, and says so."""

import uuid

from flask import Flask

from tests.api.people import API, Person
from tests.api.tables import said
from tests.web.tables import Match
from tests.web.visitor import Visitor

PASSWORD = "correct horse battery"


def test_an_invitation_that_is_gone_is_taken_back_and_declined(site: Flask) -> None:
    ann, ben = (_signed_in(site, name) for name in ("Ann", "Ben"))
    path = _table(ann)
    asked = {"csrf": ann.opens(path).csrf}
    nobody = asked | {"account": str(uuid.uuid4())}
    assert ann.client.post(f"{path}/withdraw", data=nobody).status_code == 303
    declined = ben.post(f"{path}/decline", ben.opens(path))
    assert declined.answer.status_code == 200
    assert declined.answer.request.path == "/"


def test_a_phrase_that_is_forgotten_is_reported_to_nobody(site: Flask) -> None:
    match = Match(site)
    page = match.host.does("report", phrase="99")
    assert page.answer.status_code == 200
    assert "said" not in page.answer.request.args


def test_the_seat_of_an_account_has_no_way_back_to_be_had(site: Flask) -> None:
    """A page may still be open in which its player was a guest."""
    ann = _signed_in(site, "Ann")
    path = _table(ann)
    for what, fields in (("seat-link", {}), ("seat-address", {"address": "ann@example.org"})):
        told = ann.post(f"{path}/{what}", ann.opens(path), **fields)
        assert told.answer.status_code == 409
        assert told.heading == "Nobody sits there who came as a guest."


def _signed_in(site: Flask, name: str) -> Visitor:
    return Visitor(site, Person.sign_up(site, name, PASSWORD))


def _table(host: Visitor) -> str:
    session = said(host.client.get(f"{API}/session"))
    made = host.client.post(f"{API}/games", json={"seats": 2}, headers={"X-CSRF-Token": session["csrf_token"]})
    return f"/games/{said(made, 201)['view']['id']}"
