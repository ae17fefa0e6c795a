"""Orders in the text mode: told in words, left by a word, and taken back by one."""

from flask import Flask

from app.factory import WORKER
from tests.web.text_mode.test_text_mode import Typist


def playing(app: Flask) -> Typist:
    """In a game against a bot."""
    typist = Typist(app)
    typist.type("new")
    return typist


def test_orders_are_left_told_and_taken_back(app: Flask) -> None:
    typist = playing(app)
    assert "You have left none." in typist.type("orders").text
    typist.type("orders uno")
    assert "Say UNO whenever you have one card left." in typist.section("answer")
    typist.type("orders accept")
    typist.type("orders accept")
    told = typist.section("answer")
    assert told.count("Accept a Wild Draw Four.") == 1
    assert "Say UNO" in told
    assert "You have left none." in typist.type("orders none").text


def test_what_cannot_be_ordered_by_a_word_is_told(app: Flask) -> None:
    typist = playing(app)
    assert typist.type("orders win").status_code == 422
    assert "draw, pass, accept, uno, or none" in typist.section("answer")


def test_they_are_those_of_the_page(app: Flask) -> None:
    typist = playing(app)
    typist.type("orders pass")
    app.extensions[WORKER].jobs.round()
    page = typist.client.get(f"/games/{typist.game}/orders")
    assert "Keep the card that was drawn." in page.text.partition('class="ordered"')[2]
