"""Files that nobody should have to read are refused with a reason, and nothing is kept of them."""

import gzip
import io
import json
import re
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from app.services.replay import imports, uploads
from replays.format import MAX_LINE
from tests.api.bringing import JSON_LINES, bring, file, rows
from tests.api.people import API, Person, assert_problem
from tests.api.tables import said
from tests.records import random_match, rechained, values_of

GZIP = "application/gzip"
Look = Callable[[str], list[tuple[object, ...]]]


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """One kind of database is enough for what never gets there."""
    return sqlite_url


@pytest.fixture
def ann(person: Callable[..., Person]) -> Person:
    """Who brings them."""
    return person("Ann")


@pytest.fixture
def nothing_kept(ann: Person, look: Look) -> Iterator[None]:
    """Fails if an import is there in the end."""
    yield
    assert rows(look) == 0


def first_line() -> bytes:
    return random_match(3).lines[0]


def zeros(count: int) -> bytes:
    """So many zeros, as a gzip file."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=1) as file:
        for _ in range(count >> 20):
            file.write(bytes(1 << 20))
    return packed.getvalue()


def zipped() -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("game.replay.jsonl", first_line() + b"\n")
    return archive.getvalue()


def with_number(digits: bytes) -> bytes:
    return first_line().replace(b'"seats":', b'"seats":' + digits, 1) + b"\n"


NO_RECORDS = {
    "nothing": (b"", "the file is empty"),
    "an empty line": (b"\n", "not JSON"),
    "empty lines": (b"\n" * 100_000, "not JSON"),
    "a word": (b"hello\n", "not JSON"),
    "no object": (b"[1,2]\n", "not an object"),
    "another object": (b'{"hello":1}\n', "fields missing"),
    "deep arrays": (b"[" * 500_000, "brackets"),
    "deep arrays in an event": (b'{"actor":' + b"[" * 200_000 + b"]" * 200_000 + b"}\n", "brackets"),
    "deep objects": (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "brackets"),
    "a number of a million digits": (with_number(b"9" * 500_000 + b"9" * 500_000), "integer beyond|longer than"),
    "a number of many digits": (with_number(b"9" * 900_000), "integer beyond"),
    "a float": (with_number(b"1e9999"), "only integers"),
    "NaN": (b'{"a":NaN}\n', "only integers"),
    "a line without end": (b"a" * (MAX_LINE + 5), "longer than"),
    "a text without end": (b'{"actor":"' + b"a" * (2 * MAX_LINE) + b'"}\n', "longer than"),
    "UTF-16": (first_line().decode().encode("utf-16"), "not UTF-8"),
    "Latin-1": ('{"actor":"Zoë"}\n'.encode("latin-1"), "not UTF-8"),
    "a byte order mark": (b"\xef\xbb\xbf" + first_line() + b"\n", "byte order mark"),
    "NUL": (first_line().replace(b"umk", b"u\0k") + b"\n", "not JSON"),
    "an escaped NUL": (first_line().replace(b"umk", b"u\\u0000k") + b"\n", "R|canonical|rules"),
    "half a surrogate pair": (first_line().replace(b"umk", b"\\ud800") + b"\n", "surrogate"),
    "lines as of another system": (first_line() + b"\r\n", "not canonical"),
    "a key twice": (b'{"actor":"a",' + first_line()[1:] + b"\n", "twice"),
    "keys in another order": (b'{"v":1,' + first_line()[1:-7] + b"}\n", "canonical"),
    "spaces": (first_line().replace(b'":', b'": ') + b"\n", "not canonical"),
    "a record without its first line": (file(random_match(3).lines[1:]), "seq is 1, not 0"),
    "a first line that was cut": (first_line()[:-9], "not JSON"),
    "a zip file": (zipped(), "not UTF-8|not JSON"),
    "a gzip file that is not said to be one": (gzip.compress(first_line() + b"\n"), "not UTF-8"),
}


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("what", NO_RECORDS)
def test_what_is_no_record_is_refused_with_the_reason(ann: Person, what: str) -> None:
    body, reason = NO_RECORDS[what]
    for answer in (bring(ann, body), bring(ann, gzip.compress(body), GZIP)):
        problem = assert_problem(answer, 422, "no_replay")
        assert len(problem["detail"]) < 400
        assert problem["detail"].isascii()
        assert problem["detail"].isprintable()
        assert re.search(reason, problem["detail"]), problem["detail"]


NO_GZIP = {
    "a word": b"hello",
    "nothing": b"",
    "a zip file": zipped(),
    "a record": first_line() + b"\n",
    "one that was cut": gzip.compress(file(random_match(3).lines))[:-40],
    "its head alone": gzip.compress(b"")[:10],
    "one that was damaged": gzip.compress(file(random_match(3).lines))[:300] + b"\0" * 50,
    "one with a wrong sum": gzip.compress(b"hello\n")[:-8] + b"\0" * 8,
    "one with something behind": gzip.compress(file(random_match(3).lines)) + b"hello",
}


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("what", NO_GZIP)
def test_what_is_no_whole_gzip_file_is_refused(ann: Person, what: str) -> None:
    for answer in (bring(ann, NO_GZIP[what], GZIP), bring(ann, NO_GZIP[what], Content_Encoding="gzip")):
        assert_problem(answer, 422, "no_replay")


@pytest.mark.usefixtures("nothing_kept")
def test_a_bomb_is_not_unpacked_to_its_end(ann: Person) -> None:
    bomb = zeros(1 << 30)
    assert len(bomb) < uploads.LONGEST_UPLOAD
    tracemalloc.start()
    problem = assert_problem(bring(ann, bomb, GZIP), 413, "too_large")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 * uploads.LONGEST_UNPACKED
    assert f"{uploads.LONGEST_UNPACKED:,} bytes" in problem["detail"]
    twice = gzip.compress(bomb)
    assert_problem(bring(ann, twice, GZIP), 422, "no_replay")
    assert_problem(bring(ann, twice, GZIP, Content_Encoding="gzip"), 415, "other_form")


@pytest.mark.usefixtures("nothing_kept")
def test_a_body_that_is_too_long_is_refused(ann: Person) -> None:
    assert_problem(bring(ann, b"x" * (uploads.LONGEST_UPLOAD + 1)), 413, "too_large")
    chunks = io.BytesIO(b"x" * (uploads.LONGEST_UPLOAD + 1))
    answer = ann.client.post(
        f"{API}/replays",
        input_stream=chunks,
        content_type=JSON_LINES,
        headers={"X-CSRF-Token": ann.csrf_token, "Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input_terminated": True},
    )
    assert_problem(answer, 413, "too_large")


def test_only_this_route_takes_long_bodies(ann: Person) -> None:
    assert_problem(ann.post("/games", {"name": "x" * (1 << 17)}), 413, "too_large")
    assert len(file(random_match(3).lines * 9)) > 1 << 17


FORMS = {
    "JSON": ("application/json", {}),
    "a form": ("application/x-www-form-urlencoded", {}),
    "a file of a form": ("multipart/form-data; boundary=x", {}),
    "no type": ("", {}),
    "Latin-1": ("application/jsonl; charset=latin-1", {}),
    "UTF-16": ("application/x-ndjson; charset=utf-16", {}),
    "brotli": (JSON_LINES, {"Content-Encoding": "br"}),
    "packed twice": (JSON_LINES, {"Content-Encoding": "gzip, gzip"}),
}


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize("form", FORMS)
def test_a_body_of_another_form_is_refused(ann: Person, form: str) -> None:
    content_type, headers = FORMS[form]
    answer = bring(ann, file(random_match(3).lines), content_type, **headers)
    assert_problem(answer, 415, "other_form")


@pytest.mark.usefixtures("nothing_kept")
def test_a_record_of_too_many_events_is_refused(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = random_match(3).lines
    monkeypatch.setattr(uploads, "MOST_EVENTS", len(lines) - 1)
    assert_problem(bring(ann, file(lines)), 413, "too_large")
    monkeypatch.setattr(uploads, "MOST_EVENTS", len(lines))
    monkeypatch.setattr(uploads, "MOST_OF_A_HAND", 50)
    assert_problem(bring(ann, file(lines)), 413, "too_large")


def test_a_long_request_of_wrong_draws_is_found_wrong_in_no_time(ann: Person) -> None:
    """What is supposed of hidden cards was looked for anew for each draw: a minute for these."""
    lines = random_match(3).lines
    values = values_of(lines)
    start = next(seq for seq, one in enumerate(values) if one["kind"] == "card.played")
    last = values[start - 1]
    draw = last | {"kind": "cards.drawn", "actor": "seat:0", "data": {"seat": 0, "slots": [1], "reason": "turn"}}
    draw |= {"request": last["request"] + 1}
    body = file(rechained([*values[:start], *[draw] * (uploads.MOST_OF_A_HAND - 50)]))
    answer = said(bring(ann, gzip.compress(body), GZIP), 201)
    assert (answer["verdict"], answer["report"]["seq"]) == ("diverged", start)


def test_an_account_keeps_only_so_many(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MOST", 2)
    first = said(bring(ann, file(random_match(1).lines)), 201)
    said(bring(ann, file(random_match(2).lines)), 201)
    assert_problem(bring(ann, file(random_match(3).lines)), 409, "too_many_replays")
    assert said(bring(ann, file(random_match(1).lines)))["id"] == first["id"]
    assert ann.delete(f"/replays/{first['id']}").status_code == 204
    said(bring(ann, file(random_match(3).lines)), 201)


def test_an_account_keeps_only_so_many_bytes(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    said(bring(ann, file(random_match(1).lines)), 201)
    monkeypatch.setattr(imports, "MOST_BYTES", 1000)
    assert_problem(bring(ann, file(random_match(2).lines)), 409, "too_many_replays")


def test_an_account_imports_only_so_often_from_wherever(make_app: Callable[..., Flask]) -> None:
    limited = make_app(rate_limits=True)
    ann = Person.sign_up(limited, "Ann", "correct horse battery")
    statuses = [bring(ann, b"nothing\n").status_code for _ in range(60)]
    assert statuses == [422] * 60
    headers = {"X-CSRF-Token": ann.csrf_token}
    place = {"REMOTE_ADDR": "192.0.2.7"}
    answer = ann.client.post(f"{API}/replays", data=b"", headers=headers, environ_overrides=place)
    assert_problem(answer, 429, "too_many_requests")
    assert ann.get("/replays").status_code == 200


def test_what_is_wrong_in_the_middle_leaves_what_stands_before(ann: Person) -> None:
    lines = random_match(3).lines
    for bad in (b"", b"\0", b"[" * 9000, b"9" * 100_000, b"x" * (MAX_LINE + 9)):
        answer = bring(ann, file([*lines[:40], bad, *lines[41:]]))
        if bad.startswith(b"["):  # only somebody who means it writes this
            assert_problem(answer, 422, "no_replay")
            continue
        one = said(answer, 201)
        assert (one["verdict"], one["report"]["seq"]) == ("diverged", 40)
        assert one["events"] <= 40
        assert ann.delete(f"/replays/{one['id']}").status_code == 204


def test_hidden_and_odd_letters_of_a_file_come_back_in_no_answer(ann: Person) -> None:
    body = first_line().replace(b'"seats":', '"sei\u202ete":"<b>\u0007",'.encode() + b'"seats":') + b"\n"
    answer = bring(ann, body)
    detail = assert_problem(answer, 422, "no_replay")["detail"]
    assert detail.isascii()
    assert json.loads(answer.data)["code"] == "no_replay"
