"""Which seats bots play at follows from the record, whatever was read of the table before."""

import pytest

from app.services.play.requests import Requests, Terms
from app.services.table.tables import Sitting
from app.store.tables import Tables


def bots(house, game):
    """The bots by seat, as the table has them."""
    table = Tables(house.engine).find(game)
    assert table is not None
    return table.bots


@pytest.fixture
def right_behind(monkeypatch):
    """Does something right behind the next append, as another thread of the process may."""

    def do(deed):
        append = Requests.append_all

        def appending(*arguments):
            monkeypatch.setattr(Requests, "append_all", append)
            done = append(*arguments)
            deed()
            return done

        monkeypatch.setattr(Requests, "append_all", appending)

    return do


def next_version(house, game):
    """Terms of a request that was read before the next append, and rests on what that leads to."""
    version, asked = house.store.head(game).version, Tables(house.engine).ask(game)
    return Terms(frozenset({version + 1}), None, asked)


def test_of_two_bots_that_sit_down_at_once_none_is_forgotten(house, right_behind):
    game, (host,) = house.table(1, seats=3)
    terms = next_version(house, game)
    right_behind(lambda: house.seating.sit(game, host, Sitting(2, "racer"), terms))
    house.seating.sit(game, host, Sitting(1, "random"), house.terms(game))
    assert bots(house, game) == {1: "random", 2: "racer"}


def test_a_bot_that_leaves_while_another_sits_down_takes_none_along(house, right_behind):
    game, (host,) = house.table(1, seats=3, bots=["random"])
    terms = next_version(house, game)
    right_behind(lambda: house.seating.leave(game, host, 1, terms))
    house.seating.sit(game, host, Sitting(2, "racer"), house.terms(game))
    assert bots(house, game) == {2: "racer"}


def test_of_two_that_leave_to_bots_at_once_both_are_played_for(house, right_behind):
    game, (host, guest) = house.table(takeover="random")
    house.start(game, host)
    terms = next_version(house, game)
    right_behind(lambda: house.seating.leave(game, guest, 1, terms))
    house.seating.leave(game, host, 0, house.terms(game))
    assert bots(house, game) == {0: "random", 1: "random"}
