"""Forms of a game: for one that is too long there is the record; records are kept open, within a bound."""

import pytest

from app.services.play.sight import Seen
from app.services.refusals import NotAllowed
from app.services.replay import exports
from app.services.replay.exports import Recordings
from app.store import Damaged, Store
from replays.recording import Recording
from tests.records import random_match
from tests.services.house import House
from tests.store.tampering import run, unguarded


@pytest.mark.parametrize("form", exports.REPLAYS)
def test_what_would_keep_a_worker_busy_is_refused(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    recording = Recording(random_match(1).lines)
    names = [None] * len(recording.players)
    monkeypatch.setattr(exports, "LONGEST", len(recording.lines))
    assert exports.export(recording, names, form)
    monkeypatch.setattr(exports, "LONGEST", len(recording.lines) - 1)
    with pytest.raises(NotAllowed, match="too_long"):
        exports.export(recording, names, form)


class Counting(Store):
    """A store that knows how many of its lines were read."""

    read = 0

    def event_bytes(self, game: str, after: int = -1, upto: int | None = None) -> list[bytes]:
        lines = super().event_bytes(game, after, upto)
        self.read += len(lines)
        return lines


@pytest.fixture
def store(house: House) -> Counting:
    """The house's, counting."""
    return Counting(house.engine)


def started(house: House) -> Seen:
    """A match that has begun, seen by its host."""
    game, (host, _) = house.table(2)
    house.start(game, host)
    return house.looks.open(game, host)


def test_a_record_that_has_not_grown_is_read_once(house: House, store: Counting) -> None:
    seen, recordings = started(house), Recordings(store)
    length = seen.position.head.version + 1
    assert recordings.of(seen) is recordings.of(seen)
    assert list(recordings.of(seen).lines) == house.store.event_bytes(seen.game)
    assert store.read == length
    before = seen._replace(position=house.positions.at(seen.game, 2))
    assert len(recordings.of(before).lines) == 3


def test_records_are_kept_by_what_they_weigh(house: House, store: Counting) -> None:
    matches = [started(house) for _ in range(3)]
    sizes = [sum(map(len, house.store.event_bytes(seen.game))) for seen in matches]
    recordings = Recordings(store, sum(sizes) - 1)
    kept = [recordings.of(seen) for seen in matches]
    assert [recordings.of(seen) is one for seen, one in zip(reversed(matches), reversed(kept), strict=True)] == [
        True,
        True,
        False,
    ]


def test_one_that_is_too_long_is_not_even_read(house: House, store: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, recordings = started(house), Recordings(store)
    monkeypatch.setattr(exports, "LONGEST", seen.position.head.version)
    with pytest.raises(NotAllowed, match="too_long"):
        recordings.of(seen)
    assert store.read == 0


@pytest.mark.parametrize("gone", [0, 3, -1])
def test_one_with_a_hole_is_not_opened(house: House, store: Counting, gone: int) -> None:
    seen = started(house)
    with unguarded(house.engine) as connection:
        run(connection, "DELETE FROM events WHERE seq = :seq", seq=range(seen.position.head.version + 1)[gone])
    with pytest.raises(Damaged):
        Recordings(store).of(seen)
