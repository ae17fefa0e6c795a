"""The audit page: what the verifier found, in words, for whoever may see the game."""

import random
import re
from collections.abc import Callable

import pytest
from flask import Flask

from app.factory import ENGINE
from replays.format import sha256_hex
from tests.api.tables import Guest, Table, lines
from tests.records import values_of
from tests.store.tampering import run, unguarded


def read(guest: Guest, status: int = 200, query: str = "") -> str:
    """The page as somebody sees it, spaces made one."""
    answer = guest.client.get(f"/games/{guest.game}/audit{query}", headers=guest.headers)
    assert answer.status_code == status, answer.text
    return re.sub(r"\s+", " ", answer.text)


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    return make_app()


@pytest.fixture
def over(app: Flask) -> Table:
    """A game of two hands, over, which everybody may watch."""
    table = Table(app, guests=2, options={"hands": 2}, listed=True, spectators="all").start()
    table.play(random.Random(4))
    return table


def test_of_a_game_that_is_over_all_is_told_that_binds_and_opens_it(over):
    page = read(over.stranger)
    assert "Exact: everything holds" in page
    values = values_of(lines(over.stranger))
    for value in values:
        for name in ("commitment", "root", "seed"):
            if name in value["data"]:
                assert value["data"][name] in page
    assert f'<dd class="number">{values[-1]["seq"]}</dd>' in page
    assert sha256_hex(lines(over.stranger)[-1]) in page
    assert page.count("its seed is out") == 2
    assert "put nothing in" in page
    assert "the decks are the service" in page


def test_who_put_something_in_is_told(app):
    table = Table(app, guests=1, entropy="ab" * 32, listed=True)
    table.sit()
    page = read(table.host)
    assert "ab" * 32 in page
    assert page.count("put nothing in") == 1
    assert "the game has not started" in page
    assert "No hand has been dealt yet." in page


def test_a_hand_that_is_on_shows_its_root_and_no_card(app):
    table = Table(app, guests=2, listed=True, spectators="all").start()
    page = read(table.stranger)
    assert "the game is on" in page
    assert "its seed is not out yet" in page
    assert re.search(r"/api/v1/games/[0-9a-f-]{36}/openings\?hand=1", page)
    assert "Exact" not in page


def test_of_a_record_that_was_touched_it_says_where(app, over):
    values = values_of(lines(over.host))
    at = next(value["seq"] for value in values if value["kind"] == "cards.drawn")
    with unguarded(app.extensions[ENGINE]) as connection:
        change = "UPDATE events SET bytes = :line WHERE seq = :seq"
        run(connection, change, line=lines(over.host)[at].replace(b'"t":1', b'"t":2', 1), seq=at)
    page = read(over.host)
    assert "Diverged: this record does not hold" in page
    assert re.search(rf"before event ({at}|{at + 1}) everything holds", page)
    assert 'data-found="fails"' in page
    assert "nothing is told here as if it did" in page


def test_only_who_may_see_a_game_sees_its_audit(app):
    table = Table(app, guests=2, spectators="link", listed=False).start()
    read(table.stranger, 404)
    read(table.host)
    invited = read(table.stranger, query=f"?invitation={table.made['invitation']}")
    kept = f"/replay.jsonl?invitation={table.made['invitation']}"
    assert kept in invited
    gone = table.stranger.client.get("/games/00000000-0000-4000-8000-000000000000/audit")
    assert gone.status_code == 404


def test_other_languages_turn_the_page_and_leave_codes_alone(over):
    page = read(over.stranger, query="?lang=ar")
    assert 'dir="rtl"' in page
    assert "python -m replays verify" in page


def test_it_is_counted_like_every_question_for_which_a_record_is_played_again(make_app):
    app = make_app(rate_limits=True)
    table = Table(app, guests=2, listed=True, spectators="all").start()
    answers = [table.stranger.client.get(f"/games/{table.game}/audit").status_code for _ in range(61)]
    assert (answers[0], answers[-1]) == (200, 429)
