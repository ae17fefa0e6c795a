"""An import is handed out in every form in which a game is."""

import json
import re
import struct
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from app.rules.view import view
from replays.notation import read_notation
from replays.recording import Recording
from replays.show.languages import card_name
from tests.api.bringing import bring, file, golden
from tests.api.people import API, Person, assert_problem
from tests.api.tables import said
from tests.records import values_of

RECORDING = Recording(golden(1))
MOMENTS = list(RECORDING.moments())
VALUES = values_of(golden(1))
SEATS = range(len(RECORDING.players))


@pytest.fixture
def brought(person: Callable[..., Person]) -> dict[str, Any]:
    """A golden record, imported."""
    return said(bring(person("Ada"), file(golden(1))), 201)


@pytest.fixture
def get(app: Flask, brought: dict[str, Any]) -> Callable[[str, str], TestResponse]:
    """Asks for a file of it, which has to be there and to be of this kind."""

    def ask(path: str, content_type: str) -> TestResponse:
        answer = app.test_client().get(f"{API}/replays/{brought['id']}/{path}")
        assert answer.status_code == 200, answer.text
        assert answer.content_type == content_type
        return answer

    return ask


Get = Callable[[str, str], TestResponse]


def test_the_document_has_every_event_and_what_lay_on_top(get: Get) -> None:
    moves = said(get("replay.json", "application/json"))["moves"]
    assert [{key: move[key] for key in ("seq", "kind", "data", "t")} for move in moves] == [
        {key: value[key] for key in ("seq", "kind", "data", "t")} for value in VALUES
    ]
    assert [move["position"]["top"] for move in moves] == [moment.state.top for moment in MOMENTS]


def test_the_notation_is_of_the_same_moves(get: Get) -> None:
    text = get("replay.txt", "text/plain; charset=utf-8").text
    reading = values_of(list(read_notation(text).recording.lines))
    assert [event["kind"] for event in reading] == [value["kind"] for value in VALUES]
    assert [event["data"].get("card") for event in reading] == [value["data"].get("card") for value in VALUES]
    bare = get("replay.txt?decks=false", "text/plain; charset=utf-8").text
    assert "Deck" in text
    assert "Deck" not in bare


def test_the_page_holds_the_decks_of_its_hands(get: Get) -> None:
    page = get("replay.html", "text/html; charset=utf-8").text
    found = re.search('<script type="application/json" id="game">(.*?)</script>', page)
    assert found is not None
    last = RECORDING.last
    assert json.loads(found[1])["hands"] == {"1": list(RECORDING.dealer.cards(1, last.piles))}


def test_the_chart_says_how_it_ended(get: Get) -> None:
    chart = get("replay.svg", "image/svg+xml").text
    (ended,) = (value["data"] for value in VALUES if value["kind"] == "hand.ended")
    description = ElementTree.fromstring(chart).findtext("{*}desc")
    assert description is not None
    assert f"Seat {ended['winner']}\u2069 wins {ended['points']} points" in description


EYES = [("", len(VALUES) - 1, []), ("?at=30&as=1", 30, [1]), ("?at=31&as=all", 31, list(SEATS))]
"""Questions, the event that each is right after, and the seats whose cards are seen."""


def hands_at(seq: int) -> list[list[str]]:
    """The hand of each seat, as the rules see it through its own eyes."""
    state = MOMENTS[seq].state
    return [[held["card"] for held in view(state, RECORDING.dealer, seat)["you"]["hand"]] for seat in SEATS]


@pytest.mark.parametrize(("query", "seq", "seats"), EYES)
def test_a_picture_shows_the_cards_that_are_seen(get: Get, query: str, seq: int, seats: list[int]) -> None:
    picture = get(f"position.svg{query}", "image/svg+xml").text
    drawn = set(re.findall(r'<use [^>]*href="#card-(\w+)"', picture)) - {"back"}
    assert drawn == {card for seat in seats for card in hands_at(seq)[seat]} | {MOMENTS[seq].state.top}
    pixels = get(f"position.png{query}", "image/png").data
    assert (pixels[:4], struct.unpack(">II", pixels[16:24])) == (b"\x89PNG", (1200, 630))


@pytest.mark.parametrize(("query", "seq", "seats"), EYES)
def test_the_words_for_it_name_them(get: Get, query: str, seq: int, seats: list[int]) -> None:
    words = get(f"position.txt{query}", "text/plain; charset=utf-8").text
    top = MOMENTS[seq].state.top
    assert top is not None
    assert f"On top lies a {card_name(top)}." in words
    told = dict(re.findall("Hand of \u2068Seat ([0-9])\u2069: ([^.]+)", words))
    assert set(told) == {str(seat) for seat in seats}
    for seat in seats:
        held = hands_at(seq)[seat]
        assert all(card_name(card) in told[str(seat)] for card in held)


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
