"""Every refusal under /api is a problem document, whatever went wrong; pages keep their own."""

import json
import logging
import traceback
from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from app.api.logs import BrokenOff
from app.api.problems import Problem
from app.services.replay.looks import Looks
from app.services.replay.openings import Openings
from tests.api.people import API, assert_problem
from tests.api.tables import Table

ACCOUNTS = f"{API}/accounts"


def post(client, body: bytes, content_type="application/json"):
    return client.post(ACCOUNTS, data=body, content_type=content_type)


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b'{"name": "Ann", }',
        b"\xff\xfe",
        b'{"name": NaN}',
        b'{"name": Infinity}',
        b'{"name": "Ann", "name": "Bob"}',
        b'{"name": "\\ud800"}',
        b'{"name": "\\u0000"}',
        b'{"\\udfff": 1}',
        b"[" * 60_000,
        b'{"name": ' + b"9" * 10_000 + b"}",
        b'{"name": "Ann"} {}',
        b"'Ann'",
    ],
    ids=range(13),
)
def test_what_is_not_json_is_400(client, body):
    assert_problem(post(client, body), 400, "malformed_json")


@pytest.mark.parametrize("body", [b"[]", b'"Ann"', b"7", b"null", b"true", b"[[]]"])
def test_json_that_is_no_object_is_422(client, body):
    assert "errors" in assert_problem(post(client, body), 422, "invalid")


def test_no_body_is_422_and_names_what_is_missing(client):
    errors = assert_problem(client.post(ACCOUNTS), 422, "invalid")["errors"]
    assert set(errors["json"]) == {"name", "password"}


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_another_media_type_is_415(client, content_type):
    assert_problem(post(client, b'{"name": "Ann"}', content_type), 415, "not_json")


def test_a_body_that_is_too_long_is_413(client):
    assert_problem(post(client, b" " * (64 * 1024 + 1)), 413, "too_large")


def test_a_path_that_is_none_is_404(client):
    assert_problem(client.get("/api/v1/nothing"), 404, "not_found")
    assert_problem(client.get("/api/nothing"), 404, "not_found")
    assert_problem(client.get("/api"), 404, "not_found")


def test_a_method_that_is_none_is_405_and_says_which_there_are(client):
    answer = client.put(ACCOUNTS)
    assert_problem(answer, 405, "method_not_allowed")
    assert set(answer.headers["Allow"].split(", ")) == {"OPTIONS", "POST"}


def test_an_unknown_query_is_422(person):
    errors = assert_problem(person("Ann").get("/players/me?gmae=1"), 422, "invalid")["errors"]
    assert errors == {"query": {"gmae": ["Unknown field."]}}


def test_a_nul_in_a_query_is_400(person):
    assert_problem(person("Ann").get("/players/me?game=%00"), 400, "malformed_query")


def test_a_page_that_is_none_keeps_its_own_error(client):
    answer = client.get("/nothing")
    assert answer.status_code == 404
    assert answer.content_type.startswith("text/html")
    assert client.get("/apiary").content_type.startswith("text/html")


def test_a_refusal_carries_its_rule_and_more(app, client):
    @app.get("/api/v1/refused")
    def refused() -> None:
        raise Problem(409, "not_your_turn", "It is Bob's turn.", rule="R9", headers={"X-More": "yes"}, version=7)

    answer = client.get("/api/v1/refused")
    document = assert_problem(answer, 409, "not_your_turn")
    assert (document["rule"], document["version"], answer.headers["X-More"]) == ("R9", 7, "yes")


@pytest.mark.parametrize("path", ["/api/v1/crash", "/crash"])
def test_a_crash_tells_nobody_what_it_was_about(app, client, caplog, path):
    def crash() -> None:
        try:
            raise ValueError("the top card is r5")
        except ValueError as error:
            raise RuntimeError("seat 2 holds W4") from error

    app.add_url_rule(path, view_func=crash)
    with caplog.at_level(logging.DEBUG):
        answer = client.get(path)
    assert answer.status_code == 500
    for text in (answer.text, caplog.text):
        assert "r5" not in text
        assert "W4" not in text
        assert "Traceback" not in text
    assert "builtins.RuntimeError" in caplog.text
    assert "from builtins.ValueError" in caplog.text
    assert "test_problems.py" in caplog.text
    if path.startswith("/api"):
        incident = assert_problem(answer, 500, "internal")["instance"].removeprefix("urn:uuid:")
        assert f"incident {incident}" in caplog.text


@pytest.mark.parametrize("path", ["replay.jsonl", "replay.jsonl.gz", "openings", "events?format=jsonl"])
def test_an_answer_that_breaks_off_tells_no_server_what_it_was_about(app, caplog, monkeypatch, path):
    def broken(*_: object) -> Iterator[bytes]:
        yield from ()
        raise RuntimeError("seat 2 holds W4")

    table = Table(app).start()
    monkeypatch.setattr(Looks, "record", broken)
    monkeypatch.setattr(Openings, "of", broken)
    with pytest.raises(BrokenOff) as error:
        table.host.get(f"/{path}").get_data()
    assert "W4" not in "".join(traceback.format_exception(error.value))
    assert "builtins.RuntimeError" in caplog.text
    assert "W4" not in caplog.text


def test_a_failing_database_is_a_500_that_tells_no_parameters(client, caplog, database_url):
    engine = sa.create_engine(database_url, poolclass=sa.NullPool)
    with engine.begin() as connection:
        connection.execute(sa.text("ALTER TABLE accounts RENAME TO elsewhere"))
    answer = client.post(ACCOUNTS, json={"name": "Ann", "password": "correct horse battery"})
    document = assert_problem(answer, 500, "internal")
    for text in (json.dumps(document), caplog.text):
        assert "argon2" not in text.replace("/argon2/", "")
        assert "Ann" not in text
        assert "INSERT" not in text


def test_answers_load_and_frame_nothing(client):
    for answer in (client.get("/api/v1/nothing"), client.get("/api/nothing"), client.get(f"{API}/session")):
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
