"""Who knows the cards of a game that is over: read from what it has published, and from nothing else of it."""

import pytest

from app.services.play.dealers import dealer_of
from app.store import StreamHead
from replays.recording import Recording
from tests.records import BEGINNING, random_match
from tests.services.house import House


def test_the_seeds_of_a_long_record_are_found_without_reading_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = random_match(3)
    first, *others = match.written
    house.store.create(StreamHead(match.game, 0, first.hash, 0, BEGINNING, None, None, False), [first], match.last_seed)
    head = StreamHead(match.game, *match.head, None, None, True)
    house.store.append(head, 0, others, forget_secret=True)
    for whole in ("events", "event_bytes", "rebuild_rows"):
        monkeypatch.setattr(house.store, whole, lambda *_: pytest.fail("the whole record was read"))
    dealer = dealer_of(house.store, match.game, match.state)
    seeds = Recording(match.lines).seeds
    assert len(seeds) == match.state.hand
    assert {hand: dealer.seed(hand) for hand in seeds} == seeds
