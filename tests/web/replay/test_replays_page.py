"""Bringing records from elsewhere on a page: as a file or as text, kept under the verdict, taken away again."""

import gzip
import io
from collections.abc import Iterator
from itertools import count

import pytest
from flask import Flask

from app.factory import close, create_app
from config import Config
from tests.api.bringing import file
from tests.api.conftest import SETTINGS
from tests.api.people import Person
from tests.records import random_match
from tests.web.browsing import Browsing, text

NUMBERS = count()
TOO_LONG = 9 << 20


@pytest.fixture(scope="module")
def app(databases) -> Iterator[Flask]:
    url = databases.fresh("sqlite")
    made = create_app(Config(database_url=url, **SETTINGS))  # type: ignore[arg-type]
    yield made
    close(made)
    databases.drop(url)


@pytest.fixture
def page(app: Flask) -> Browsing:
    """The page before somebody who has an account."""
    somebody = Person.sign_up(app, f"Somebody {next(NUMBERS)}", "correct horse battery")
    return Browsing(somebody.client).open("/replays")


@pytest.fixture(scope="module")
def record() -> bytes:
    return file(random_match(21).lines)


def brought(page: Browsing, body: bytes, name: str = "game.replay.jsonl", status: int = 200, **given: str) -> Browsing:
    return page.post(page.form("/replays"), status, files={"file": (io.BytesIO(body), name)}, **given)


def test_a_file_is_verified_kept_and_shown(page: Browsing, record: bytes) -> None:
    brought(page, record, title="Our <i>best</i> one")
    assert page.path.startswith("/replays/")
    assert text(page.one("h1")) == "Our <i>best</i> one"
    assert "found this record exact" in page.says()
    page.open("/replays")
    (one,) = page.one("ul", class_="brought").findall("li")
    assert text(one).startswith("Our <i>best</i> one exact")
    page.post(page.form("/remove"))
    assert "It is taken away." in page.says()
    assert "You have not brought any yet." in page.says()


def test_a_file_may_be_compressed_and_longer_than_any_other_form(page: Browsing, record: bytes) -> None:
    assert len(record) > 64 * 1024
    brought(page, gzip.compress(record), "game.replay.jsonl.gz")
    assert page.path.startswith("/replays/")


def test_a_notation_may_be_written_into_the_form(page: Browsing, record: bytes) -> None:
    brought(page, record)
    notation = page.client.get(f"/api/v1{page.path}/replay.txt").text
    page.open("/replays")
    page.post(page.form("/replays"), text=notation.replace("\n", "\r\n"))
    assert page.path.startswith("/replays/")
    assert "not all of it could be verified" in page.says()


def test_what_is_no_replay_is_said_beside_the_field(page: Browsing) -> None:
    for body in (b"Dear all,\n", b"\x1f\x8bno", b"{}\n"):
        brought(page, body, status=422)
        field = page.by_id("field-file")
        assert text(page.by_id(field.get("aria-describedby"))).startswith("Nothing of this is a replay")
    page.post(page.form("/replays"), status=422)
    assert "Choose a file" in text(page.by_id("error-file"))
    page.post(page.form("/replays"), status=422, title="x" * 81)
    assert text(page.by_id("error-title"))


def test_what_is_too_long_is_refused_and_strangers_send_nothing_long(app: Flask, page: Browsing) -> None:
    for client, length in ((page.client, TOO_LONG), (app.test_client(), 100_000)):
        answer = client.post("/replays", data=b" " * length, content_type="multipart/form-data; boundary=x")
        assert answer.status_code == 413


def test_the_form_is_for_people_with_accounts(app: Flask) -> None:
    page = Browsing(app.test_client()).open("/replays")
    assert page.all("form", enctype="multipart/form-data") == []
    assert "Whoever has an account can bring a record" in page.says()


def test_nobody_takes_away_what_another_has_brought(app: Flask, page: Browsing, record: bytes) -> None:
    brought(page, record)
    other = Person.sign_up(app, f"Somebody {next(NUMBERS)}", "correct horse battery")
    away = Browsing(other.client).open("/replays")
    data = {"csrf": away.all("input", name="csrf")[0].get("value")}
    assert away.client.post(f"{page.path}/remove", data=data).status_code == 403
    assert "Take this replay away" not in away.open(page.path).says()
