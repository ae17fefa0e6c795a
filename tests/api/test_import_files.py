"""An import is handed out in every form in which a game is."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from app.services.exports import POSITIONS, REPLAYS, export
from app.services.views import Eyes, view_of_recording
from replays.recording import Recording
from tests.api.bringing import bring, file, golden
from tests.api.people import API, Person, assert_problem
from tests.api.tables import said

FORMS = ("json", "txt", "html", "svg")


@pytest.fixture
def brought(person: Callable[..., Person]) -> dict[str, Any]:
    """A golden record, imported."""
    return said(bring(person("Ada"), file(golden(1))), 201)


def names_of(brought: dict[str, Any]) -> list[str | None]:
    """What people are called, by seat."""
    return [None if player["bot"] else player["name"] for player in brought["players"]]


@pytest.mark.parametrize("form", FORMS)
def test_the_whole_replay(app: Flask, brought: dict[str, Any], form: str) -> None:
    answer = app.test_client().get(f"{API}/replays/{brought['id']}/replay.{form}")
    assert answer.status_code == 200, answer.text
    assert answer.content_type == REPLAYS[form].content_type
    recording = Recording(golden(1))
    assert answer.data == export(recording, names_of(brought), form)


@pytest.mark.parametrize("form", POSITIONS)
def test_a_position(app: Flask, brought: dict[str, Any], form: str) -> None:
    recording = Recording(golden(1))
    names = names_of(brought)
    moments: list[tuple[str, int, Eyes]] = [("", len(recording.lines) - 1, None), ("?at=30&as=1", 30, 1)]
    for query, seq, eyes in (*moments, ("?at=31&as=all", 31, "all")):
        answer = app.test_client().get(f"{API}/replays/{brought['id']}/position.{form}{query}")
        assert answer.status_code == 200, answer.text
        assert answer.data == POSITIONS[form].make(view_of_recording(recording, names, seq, eyes))


def test_the_record_comes_back_byte_for_byte(app: Flask, brought: dict[str, Any]) -> None:
    answer = app.test_client().get(f"{API}/replays/{brought['id']}/replay.jsonl")
    assert answer.data == file(golden(1))
    assert said(app.test_client().get(f"{API}/replays/{brought['id']}"))["verdict"] == "exact"


def test_a_notation_has_no_record_and_reads_back(
    app: Flask, brought: dict[str, Any], person: Callable[..., Person]
) -> None:
    text = app.test_client().get(f"{API}/replays/{brought['id']}/replay.txt").data
    again = said(bring(person("Ben"), text, "text/plain"), 201)
    for ending in ("jsonl", "jsonl.gz"):
        answer = app.test_client().get(f"{API}/replays/{again['id']}/replay.{ending}")
        assert_problem(answer, 404, "no_record")
    assert app.test_client().get(f"{API}/replays/{again['id']}/replay.txt").data == text


def test_who_is_not_there_has_no_files(app: Flask) -> None:
    nobody = f"{API}/replays/00000000-0000-4000-8000-000000000000"
    for path in ("/replay.json", "/replay.txt", "/replay.jsonl", "/position.svg"):
        assert_problem(app.test_client().get(nobody + path), 404, "no_such_replay")
