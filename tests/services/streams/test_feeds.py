"""Streams that are resumed, or said from memory, have no gap: whether the events have their positions yet or not."""

import json
from collections.abc import Iterator

import pytest

from app.rules.moves import Resign
from app.services.play.callers import Caller
from app.services.streams.feeds import Feeds
from app.services.streams.live import Hub
from app.store.lobby import Lobby
from app.store.news import NewsStore
from app.store.sequencer import Positioned, Sequencer
from app.store.signals import Signals
from tests.services.house import House

ENOUGH = 60.0
"""Seconds in which a hub has told of an event, on any machine."""


class Wire:
    """A match of three in a house, and the feeds of one process."""

    def __init__(self, house: House) -> None:
        self.house, self.sequencer, self.news = house, Sequencer(house.engine), NewsStore(house.engine)
        self.hub = Hub(self.sequencer, Signals(house.engine), self.news)
        self.feeds = Feeds(self.hub, house.store, self.news, Lobby(house.engine), house.looks, 15.0)
        self.game, self.people = house.table(guests=4)
        house.start(self.game, self.people[0])
        self.place()

    def place(self) -> None:
        """Gives all events their positions."""
        while self.sequencer.run_once():
            pass

    def goes_on(self) -> int:
        """Somebody but the first leaves; the version before that."""
        before = self.version
        state = self.house.positions.latest(self.game)
        assert state is not None
        seat = max(seat for seat, active in enumerate(state.state.active) if active)
        self.house.games.move(self.game, self.people[seat], Resign(), self.house.terms(self.game))
        return before

    @property
    def version(self) -> int:
        """Where the game stands."""
        head = self.house.store.head(self.game)
        assert head is not None
        return head.version

    def own(self, last: int | None = None) -> list[tuple[int | None, list[object]]]:
        """What the first one's stream of all games says at once: ids, and the events in each message."""
        caller: Caller = self.people[0]
        said = self.feeds.own(caller, lambda game: caller, last, False, wait=False)
        return [(one.id, json.loads(one.data)["events"]) for one in said if one is not None]

    def record(self, after: int) -> list[object]:
        """The events behind a version, as they are stored."""
        return [json.loads(line) for line in self.house.store.event_bytes(self.game)][after + 1 :]


@pytest.fixture
def wire(house: House) -> Iterator[Wire]:
    made = Wire(house)
    yield made
    made.hub.stop()


@pytest.mark.parametrize("placed", [True, False])
def test_who_resumes_is_told_every_event_behind_the_last_message(wire: Wire, placed: bool) -> None:
    ((last, _),) = wire.own()
    before = wire.goes_on()
    if placed:
        wire.place()
    assert [said for _, said in wire.own(last)] == [wire.record(before)]


@pytest.mark.parametrize("missing", [1, -1])
def test_what_memory_has_is_taken_up_to_where_the_game_stood(
    wire: Wire, monkeypatch: pytest.MonkeyPatch, missing: int
) -> None:
    """Memory ends before the last event, which has no position yet; or the game has gone on since it was looked at."""
    ((last, _),) = wire.own()
    before = wire.goes_on()
    wire.goes_on()
    lines = list(wire.house.store.event_bytes(wire.game))
    kept = [Positioned(0, wire.game, seq, "", line) for seq, line in enumerate(lines)][before + 1 :]
    later = kept[-1]._replace(seq=wire.version + 1, bytes=b'{"kind":"later"}')
    recent = kept[:-1] if missing > 0 else [*kept, later]
    monkeypatch.setattr(wire.hub, "recent", lambda game, after: recent)
    assert [said for _, said in wire.own(last)] == [wire.record(before)]


def test_events_without_a_position_are_read_from_the_record(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    before = wire.goes_on()
    monkeypatch.setattr(wire.hub, "recent", lambda game, after: [])
    seen = wire.house.looks.open(wire.game, wire.people[0])
    said = wire.feeds.game(seen, before, lambda: None, wait=False)
    assert [json.loads(one.data) for one in said if one is not None] == wire.record(before)


def test_memory_has_no_gap_where_nobody_followed_for_a_while(wire: Wire) -> None:
    with wire.hub.listen():  # the hub works on
        with wire.hub.listen() as first:
            first.follow([wire.game])
            began = wire.goes_on()
            assert first.wait(ENOUGH).games == {wire.game}
            assert wire.hub.recent(wire.game, began - 1) is None, "it begins later"
            told = wire.hub.recent(wire.game, began) or []
            assert [event.seq for event in told] == [*range(began + 1, wire.version + 1)]
        assert wire.hub.recent(wire.game, began) is None
        wire.goes_on()
        with wire.hub.listen() as second:
            second.follow([wire.game])
            wire.goes_on()
            assert second.wait(ENOUGH).games == {wire.game}
            assert wire.hub.recent(wire.game, began) is None
