"""Whose cards somebody sees, when what was read of them is older than the game."""

import pytest

from app.services.play.callers import ANONYMOUS
from app.services.refusals import NotAllowed
from app.services.table.tables import Sitting


@pytest.fixture
def removed(house):
    """A guest, as they were read before the host gave their seat to somebody else and began the match."""
    game, (host, guest) = house.table()
    house.seating.leave(game, host, guest.seat, house.terms(game))
    house.seating.sit(game, ANONYMOUS, Sitting(guest.seat), house.terms(game))
    house.start(game, host)
    return game, guest


def test_who_was_removed_sees_no_hand_of_who_came_after(house, removed):
    assert "you" not in house.view(*removed)


def test_who_left_to_a_bot_sees_its_hand_no_more(house):
    game, (host, guest) = house.table(takeover="random")
    house.start(game, host)
    house.seating.leave(game, guest, guest.seat, house.terms(game))
    assert "you" not in house.view(game, guest)


def test_who_was_removed_is_a_stranger(house):
    game, (host, guest) = house.table(spectators="none")
    house.seating.leave(game, host, guest.seat, house.terms(game))
    house.seating.sit(game, ANONYMOUS, Sitting(guest.seat), house.terms(game))
    house.start(game, host)
    with pytest.raises(NotAllowed):
        house.view(game, guest)
