"""Bringing replays from elsewhere, for tests."""

import gzip
from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

import replays
from tests.api.people import API, Person
from tests.records import Recorder, random_match

JSON_LINES = "application/jsonl"
GOLDEN = Path(replays.__file__).parent / "golden"


def file(lines: list[bytes]) -> bytes:
    """The replay file of these lines."""
    return b"".join(line + b"\n" for line in lines)


def golden(number: int) -> list[bytes]:
    """The lines of one of the golden records."""
    paths = sorted(GOLDEN.glob("*.jsonl.gz"))
    return gzip.decompress(paths[number % len(paths)].read_bytes()).splitlines()


def several_hands() -> Recorder:
    """A match of more than one hand."""
    return next(match for match in map(random_match, range(50)) if match.state.hand > 1 and match.state.over)


def bring(person: Person, body: bytes, content_type: str = JSON_LINES, query: str = "", **headers: str) -> TestResponse:
    """Posts a file."""
    said = {"X-CSRF-Token": person.csrf_token} | {name.replace("_", "-"): value for name, value in headers.items()}
    return person.client.post(f"{API}/replays{query}", data=body, content_type=content_type or None, headers=said)


def rows(look: Any) -> int:
    """How many imports there are."""
    count: int = look("SELECT count(*) FROM imports")[0][0]
    return count
