"""Bringing records from elsewhere on a page: as a file or as text, kept under the verdict, taken away again."""

import gzip
import io
from itertools import count

import pytest
from flask import Flask

from tests.api.bringing import file
from tests.api.people import Person
from tests.records import random_match
from tests.web.pages import said as text
from tests.web.visitor import Visitor

NUMBERS = count()
TOO_LONG = 9 << 20


@pytest.fixture
def page(app: Flask) -> Visitor:
    """The page before somebody who has an account."""
    somebody = Person.sign_up(app, f"Somebody {next(NUMBERS)}", "correct horse battery")
    return Visitor.of(somebody.client).look("/replays")


@pytest.fixture(scope="module")
def record() -> bytes:
    return file(random_match(21).lines)


def brought(page: Visitor, body: bytes, name: str = "game.replay.jsonl", status: int = 200, **given: str) -> Visitor:
    return page.submit(page.form("/replays"), status, file=(io.BytesIO(body), name), **given)


def test_a_file_is_verified_kept_and_shown(page: Visitor, record: bytes) -> None:
    brought(page, record, title="Our <i>best</i> one")
    assert page.address.startswith("/replays/")
    assert text(page.one("h1")) == "Our <i>best</i> one"
    assert "found this record exact" in page.says()
    page.look("/replays")
    (one,) = page.one("ul", class_="brought").findall("li")
    assert text(one).startswith("Our <i>best</i> one exact")
    page.submit(page.form("/remove"))
    assert "It is taken away." in page.says()
    assert "You have not brought any yet." in page.says()


def test_a_file_may_be_compressed_and_longer_than_any_other_form(page: Visitor, record: bytes) -> None:
    assert len(record) > 64 * 1024
    brought(page, gzip.compress(record), "game.replay.jsonl.gz")
    assert page.address.startswith("/replays/")


def test_a_notation_may_be_written_into_the_form(page: Visitor, record: bytes) -> None:
    brought(page, record)
    notation = page.client.get(f"/api/v1{page.address}/replay.txt").text
    page.look("/replays")
    page.submit(page.form("/replays"), text=notation.replace("\n", "\r\n"))
    assert page.address.startswith("/replays/")
    assert "not all of it could be verified" in page.says()


def test_what_is_no_replay_is_said_beside_the_field(page: Visitor) -> None:
    for body in (b"Dear all,\n", b"\x1f\x8bno", b"{}\n"):
        brought(page, body, status=422)
        field = page.with_id("field-file")
        assert text(page.with_id(field.get("aria-describedby"))).startswith("Nothing of this is a replay")
    page.submit(page.form("/replays"), status=422)
    assert "Choose a file" in text(page.with_id("error-file"))
    page.submit(page.form("/replays"), status=422, title="x" * 81)
    assert text(page.with_id("error-title"))


def test_what_is_too_long_is_refused_and_strangers_send_nothing_long(app: Flask, page: Visitor) -> None:
    for client, length in ((page.client, TOO_LONG), (app.test_client(), 100_000)):
        answer = client.post("/replays", data=b" " * length, content_type="multipart/form-data; boundary=x")
        assert answer.status_code == 413


def test_the_form_is_for_people_with_accounts(app: Flask) -> None:
    page = Visitor.of(app.test_client()).look("/replays")
    assert page.all("form", enctype="multipart/form-data") == []
    assert "Whoever has an account can bring a record" in page.says()


def test_nobody_takes_away_what_another_has_brought(app: Flask, page: Visitor, record: bytes) -> None:
    brought(page, record)
    other = Person.sign_up(app, f"Somebody {next(NUMBERS)}", "correct horse battery")
    away = Visitor.of(other.client).look("/replays")
    data = {"csrf": away.page.csrf}
    assert away.client.post(f"{page.address}/remove", data=data).status_code == 403
    assert "Take this replay away" not in away.look(page.address).says()
