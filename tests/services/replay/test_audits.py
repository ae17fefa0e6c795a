"""Audits of a record that grows: what was verified is not verified again, and not believed if it was touched."""

from typing import Any

import pytest

from app.services.play.callers import ANONYMOUS
from app.services.play.positions import Position
from app.services.play.sight import Seen
from app.services.replay import audits
from app.services.replay.audits import Audits
from app.store.tables import Table
from replays.chain import Head
from replays.recording import Recording
from replays.verify import Verified, verify_lines, verify_on
from tests.records import Recorder, long_match, values_of
from tests.services.house import House
from tests.store.tampering import run, unguarded

EVENTS = 1_500


@pytest.fixture(scope="module")
def match() -> Recorder:
    """A match of many hands."""
    return long_match(EVENTS, 3)


@pytest.fixture
def verified(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many lines were verified each time."""
    counts: list[int] = []

    def verify(base: Verified, lines: list[bytes]) -> Any:
        counts.append(len(lines))
        return verify_on(base, lines)

    monkeypatch.setattr("app.services.replay.audits.verify_on", verify)
    return counts


def seen_at(match: Recorder, version: int) -> Seen:
    """The game as it was opened when it stood at this version."""
    line = match.written[version]
    table: Table = None  # type: ignore[assignment]
    position = Position(Head(version, line.hash, 0, 0), match.state)
    return Seen(match.game, ANONYMOUS, None, None, table, position)  # type: ignore[arg-type]


def expected(match: Recorder, version: int) -> dict[str, Any]:
    """What the verifier says of the first part of the record."""
    return {"version": version, **verify_lines(match.lines[: version + 1]).data()}


def test_a_record_that_grows_is_gone_on_with(house: House, game: str, match: Recorder, verified: list[int]) -> None:
    audit = Audits(house.store)
    versions = [1_300, 1_310, 1_310, 1_400, EVENTS - 1]
    for version in versions:
        assert audit.of(seen_at(match, version)) == expected(match, version)
    assert len(verified) == len(versions) - 1, "the same version was verified twice"
    assert verified[0] == 1_301
    assert all(count < 500 for count in verified[1:])


def test_a_short_record_is_verified_anew(house: House, game: str, match: Recorder, verified: list[int]) -> None:
    audit = Audits(house.store)
    for version in (600, 700):
        assert audit.of(seen_at(match, version)) == expected(match, version)
    assert verified == [601, 701]


def test_who_asks_for_an_older_version_gets_that(house: House, game: str, match: Recorder) -> None:
    audit = Audits(house.store)
    for version in (1_400, 900, 1_300):
        assert audit.of(seen_at(match, version)) == expected(match, version)


def test_what_was_touched_since_is_found(house: House, game: str, match: Recorder) -> None:
    audit = Audits(house.store)
    assert audit.of(seen_at(match, 1_300))["verdict"] == "unverified"
    seq = next(line.seq for line in match.written if b'"uno":false' in line.bytes)
    with unguarded(house.engine) as connection:
        change = "UPDATE events SET bytes = :line WHERE seq = :seq"
        touched = match.written[seq].bytes.replace(b'"uno":false', b'"uno":true')
        run(connection, change, line=touched, seq=seq)
    report = audit.of(seen_at(match, 1_400))
    assert report["verdict"] == "diverged"
    assert report["seq"] in (seq, seq + 1)


def test_the_digest_is_of_the_whole_part_however_it_is_read(
    house: House, game: str, match: Recorder, monkeypatch: pytest.MonkeyPatch, verified: list[int]
) -> None:
    monkeypatch.setattr(audits, "AT_ONCE", 7)
    audit = Audits(house.store)
    for version in (1_300, 1_400):
        assert audit.of(seen_at(match, version)) == expected(match, version)
    assert verified[1] < 400


def test_what_has_gone_since_is_found(house: House, game: str, match: Recorder) -> None:
    audit = Audits(house.store)
    assert audit.of(seen_at(match, 1_300))["verdict"] == "unverified"
    with unguarded(house.engine) as connection:
        run(connection, "DELETE FROM events WHERE seq = :seq", seq=700)
    assert audit.of(seen_at(match, 1_400))["verdict"] == "diverged"


def test_what_binds_each_hand_is_told_up_to_the_version_that_was_opened(
    house: House, game: str, match: Recorder
) -> None:
    kinds = [value["kind"] for value in values_of(match.lines)]
    ended = [seq for seq, kind in enumerate(kinds) if kind == "hand.ended"]
    audit = Audits(house.store)
    for version in (ended[1] - 1, ended[1], EVENTS - 1):
        hands = audit.hands(seen_at(match, version))
        lines = match.lines[: version + 1]
        recording = Recording(lines)
        assert [one.hand for one in hands] == [hand.number for hand in recording.hands]
        assert {one.hand: one.seed for one in hands if one.seed} == recording.seeds
        bound = {(value["seq"], value["data"]["root"]) for value in values_of(lines) if "root" in value["data"]}
        assert {(one.seq, one.root) for one in hands} | {pile for one in hands for pile in one.reshuffles} == bound
        assert [1 + len(one.reshuffles) for one in hands] == [len(hand.piles) for hand in recording.hands]
