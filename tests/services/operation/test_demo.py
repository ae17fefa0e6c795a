"""The demo game of a local start: made once, found again, and made anew when it is over."""

import pytest

from app.rules.moves import Resign
from app.services.operation import demo
from app.services.operation.demo import Demos
from app.services.play.requests import Terms


@pytest.fixture
def demos(house, monkeypatch):
    """What makes it."""
    monkeypatch.setattr(demo, "BOTS", ("random", "first"))
    return Demos(house.seating, house.games, house.looks, house.callers)


def test_it_is_made_once_and_found_again(house, demos):
    first = demos.open("a key")
    assert demos.open("a key") == first
    assert demos.open("another key").game != first.game
    guest = house.callers.by_link(first.link)
    assert house.view(first.game, guest)["you"]["seat"] == 0


def test_its_move_is_legal(house, demos):
    made = demos.open("a key")
    guest = house.callers.by_link(made.link)
    assert made.move in house.view(made.game, guest)["you"]["moves"]


def test_when_it_is_over_there_is_another(house, demos):
    first = demos.open("a key")
    house.games.move(first.game, house.callers.by_link(first.link), Resign(), Terms(frozenset({first.version})))
    while house.view(first.game, house.callers.by_link(first.link))["phase"] != "match_over":
        house.time += 10_000
        house.attendance.attend(first.game)
    second = demos.open("a key")
    assert second.game != first.game
    assert demos.open("a key") == second
