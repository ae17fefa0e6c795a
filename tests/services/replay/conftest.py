"""A long record, in a house."""

import pytest

from app.store import StreamHead
from tests.records import BEGINNING, Recorder
from tests.services.house import House


@pytest.fixture
def game(house: House, match: Recorder) -> str:
    """The `match` of a module, stored."""
    first, *others = match.written
    house.store.create(StreamHead(match.game, 0, first.hash, 0, BEGINNING, None, None, False), [first], match.last_seed)
    house.store.append(StreamHead(match.game, *match.head, match.state.turn, None, False), 0, others)
    return match.game
