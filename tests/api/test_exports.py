"""A game in every form that it can be taken away in, and its positions as pictures."""

import json
import random
import struct
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from flask import Flask
from jsonschema_rs import Draft202012Validator

from app.rules.cards import CODES
from app.rules.events import CardPlayed
from app.services.replay.exports import export
from replays.exports import SPOKEN
from replays.notation import read_notation
from replays.recording import Recording
from replays.show.alt import alt_text
from replays.show.languages import LANGUAGES
from tests.api.people import API, assert_problem
from tests.api.tables import Guest, Table, lines, said

FORMS = {
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "svg": "image/svg+xml",
}
PICTURES = {"svg": "image/svg+xml", "png": "image/png", "txt": "text/plain; charset=utf-8"}


@pytest.fixture
def played(app: Flask) -> Table:
    """A match of two hands that is over."""
    table = Table(app, 3, options={"hands": 2}).start()
    table.play(random.Random(5))
    return table


@pytest.fixture
def running(app: Flask) -> Table:
    """A match in its first hand."""
    table = Table(app, 2, options={"hands": 2}).start()
    table.play(random.Random(5), 4)
    return table


@pytest.mark.parametrize("form", FORMS)
def test_a_game_is_handed_out_in_each_form_as_a_file(played: Table, form: str) -> None:
    answer = played.stranger.get(f"/replay.{form}")
    assert answer.status_code == 200, answer.text
    assert answer.content_type == FORMS[form]
    name = answer.headers.get("Content-Disposition")
    assert name == (None if form == "svg" else f'attachment; filename="{played.game}.replay.{form}"')
    tag = answer.headers["ETag"]
    assert tag.startswith(f'"{played.version}.')
    assert played.stranger.get(f"/replay.{form}", If_None_Match=tag).status_code == 304
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_the_document_has_the_form_of_its_schema_and_every_event(app: Flask, played: Table) -> None:
    document = said(played.stranger.get("/replay.json"))
    answer = app.test_client().get(f"{API}/replay.schema.json")
    assert answer.content_type == "application/schema+json"
    Draft202012Validator(json.loads(answer.text)).validate(document)
    assert [move["seq"] for move in document["moves"]] == list(range(played.version + 1))
    assert [player["name"] for player in document["players"]] == [f"Guest (seat {seat})" for seat in range(3)]


def test_the_notation_reads_back_into_the_same_game(played: Table) -> None:
    recording = Recording(lines(played.host))
    text = played.stranger.get("/replay.txt").text
    reading = read_notation(text)
    assert reading.report.verdict == "unverified"
    assert _played(reading.recording) == _played(recording) != []
    bare = played.stranger.get("/replay.txt?decks=false").text
    assert len(bare) < len(text) - 2 * 112 * 3
    for wrong in ("decks=yes", "decks=1", "decks="):
        assert_problem(played.stranger.get(f"/replay.txt?{wrong}"), 422, "invalid")


def _played(recording: Recording) -> list[CardPlayed]:
    """Every card that was played."""
    return [moment.event for moment in recording.moments() if isinstance(moment.event, CardPlayed)]


@pytest.mark.parametrize("form", FORMS)
def test_of_a_hand_that_is_on_a_file_holds_what_everybody_knows_whoever_asks(running: Table, form: str) -> None:
    own, other = (guest.get(f"/replay.{form}").text for guest in running.guests)
    assert own == other == running.stranger.get(f"/replay.{form}").text
    if form == "json":
        public = {said_["top"] for said_ in (move["position"] for move in json.loads(own)["moves"]) if said_["top"]}
        assert {code for code in CODES if f'"{code}"' in own} == public
    if form == "txt":
        assert "Deck" not in own


@pytest.mark.parametrize("form", PICTURES)
def test_a_position_is_a_picture_and_the_words_for_it(played: Table, form: str) -> None:
    for query in ("", "?at=40", "?at=hand:2&as=1", "?at=request:12&as=all", "?as=table"):
        answer = played.stranger.get(f"/position.{form}{query}")
        assert answer.status_code == 200, answer.text
        assert answer.content_type == PICTURES[form]
        view = said(played.stranger.get(query))
        if form == "svg":
            ElementTree.fromstring(answer.text)
        elif form == "txt":
            assert answer.text == alt_text(view)
        else:
            assert answer.data.startswith(b"\x89PNG\r\n\x1a\n")
            assert struct.unpack(">II", answer.data[16:24]) == (1200, 630)


@pytest.mark.parametrize("form", SPOKEN)
def test_a_file_is_in_the_language_that_is_asked_for(played: Table, form: str) -> None:
    file = played.stranger.get(f"/replay.{form}?language=is")
    recording = Recording(lines(played.host))
    assert file.text.encode() == export(recording, ["Guest"] * 3, form, language="is")
    assert file.headers["ETag"] != played.stranger.get(f"/replay.{form}").headers["ETag"]
    assert played.stranger.get(f"/replay.{form}?language=en").text == played.stranger.get(f"/replay.{form}").text
    assert_problem(played.stranger.get(f"/replay.{form}?language=fr"), 422, "invalid")


def test_a_position_is_told_in_the_language_that_is_asked_for(played: Table) -> None:
    view = said(played.stranger.get("?at=40"))
    for code in LANGUAGES:
        assert played.stranger.get(f"/position.txt?at=40&language={code}").text == alt_text(view, code)
    assert_problem(played.stranger.get("/position.txt?language=AR"), 422, "invalid")
    assert_problem(played.stranger.get("/replay.txt?language=ar"), 422, "invalid")


def test_a_position_is_drawn_for_whoever_asks_and_no_other(running: Table) -> None:
    def drawn(who: Guest, query: str = "") -> Any:
        return who.get(f"/position.svg{query}")

    pictures = [drawn(who).text for who in (*running.guests, running.stranger)]
    assert len(set(pictures)) == 3
    assert drawn(running.host, "?as=table").text == pictures[2]
    assert_problem(drawn(running.host, "?as=1"), 403, "hand_not_over")
    assert_problem(drawn(running.host, "?as=all"), 403, "hand_not_over")
    assert_problem(drawn(running.host, "?at=100000"), 404, "no_such_game")
    assert_problem(drawn(running.host, "?at=x"), 422, "invalid")
    for guest, picture in zip(running.guests, pictures, strict=False):
        hand = [held["card"] for held in guest.view()["you"]["hand"]]
        words = guest.get("/position.txt").text
        assert words == alt_text(guest.view())
        assert all(f"card-{code}" in picture for code in hand)


@pytest.mark.parametrize("path", [f"/replay.{form}" for form in FORMS] + [f"/position.{form}" for form in PICTURES])
def test_a_game_that_is_not_theirs_to_see_is_not_there_in_any_form(app: Flask, path: str) -> None:
    hidden, closed = Table(app, 2, listed=False).start(), Table(app, 2, spectators="none").start()
    assert_problem(hidden.stranger.get(path), 404, "no_such_game")
    assert hidden.stranger.get(f"{path}?invitation={hidden.made['invitation']}").status_code == 200
    assert_problem(closed.stranger.get(path), 403, "no_spectators")
    assert closed.host.get(path).status_code == 200


@pytest.mark.parametrize("path", [f"/replay.{form}" for form in FORMS] + [f"/position.{form}" for form in PICTURES])
def test_a_table_that_waits_has_every_form_too(app: Flask, path: str) -> None:
    table = Table(app, 2)
    assert table.host.get(path).status_code == 200


def test_a_hostile_name_is_a_name_in_every_form(app: Flask) -> None:
    name = "</script><b>&\"'x"
    table = Table(app, 1, bots=["random"], name=name).start()
    table.play(random.Random(1))
    for path in ("/replay.html", "/replay.svg", "/position.svg", "/position.svg?as=all"):
        text = table.host.get(path).text
        assert "<b>" not in text, path
        assert "</script><b" not in text, path
    assert said(table.host.get("/replay.json"))["players"][0]["name"] == name
    assert table.host.get("/position.png").status_code == 200
    assert read_notation(table.host.get("/replay.txt").text).report.verdict == "unverified"
