"""A long record: whoever asks for a position of its past leaves snapshots on the way, and need not wait for them."""

import json
import random
from itertools import pairwise

import pytest
import sqlalchemy as sa

from app.rules.clock import Clock
from app.rules.decide import decide
from app.rules.legal import legal_moves
from app.rules.moves import Play
from app.rules.options import Options
from app.rules.state import START
from app.services.play.positions import SNAPSHOT_FORM, snapshot_of
from app.services.replay import stages
from replays.fold import fold
from replays.recording import Recording
from tests.records import Recorder, long_match
from tests.services.house import House

EVENTS = 3_000


@pytest.fixture(scope="module")
def match() -> Recorder:
    """A match of many hands, some thousand events long."""
    return long_match(EVENTS, 3)


def kept(house: House) -> list[int]:
    """The seqs of the snapshots that are there."""
    with house.engine.connect() as connection:
        return [seq for (seq,) in connection.execute(sa.text("SELECT seq FROM snapshots ORDER BY seq"))]


def tail(house: House, game: str, seq: int) -> int:
    """How many events have to be folded for a position."""
    return len(house.store.rebuild_rows(game, SNAPSHOT_FORM, seq)[1])


def test_a_question_about_the_past_leaves_snapshots_on_the_way(house: House, game: str, match: Recorder) -> None:
    house.positions.at(game, 2_800)
    assert len(kept(house)) == stages.AT_ONCE
    assert tail(house, game, 2_800) < 2 * stages.EVERY
    assert tail(house, game, 2_800 - stages.EVERY) < 2 * stages.EVERY
    requests = [json.loads(line.bytes)["request"] for line in match.written]
    for seq in kept(house):
        assert requests[seq] != requests[seq + 1], "a snapshot in the middle of a request"
    house.positions.at(game, 500)
    assert all(tail(house, game, seq) < 2 * stages.EVERY for seq in range(0, 2_800, 50))


def test_what_is_near_a_snapshot_leaves_none(house: House, game: str) -> None:
    house.positions.at(game, 200)
    assert kept(house) == []
    house.positions.at(game, 2_800)
    before = kept(house)
    for seq in (*before, before[-1] + 1, 2_799, 2_800):
        house.positions.at(game, seq)
    assert kept(house) == before


def test_a_position_is_the_same_from_a_snapshot(house: House, game: str, match: Recorder) -> None:
    house.positions.at(game, 2_000)
    chance = random.Random(1)
    recording = Recording(match.lines)
    for seq in [*kept(house), *(one + 1 for one in kept(house)), *chance.sample(range(2_500), 20)]:
        position, moment = house.positions.at(game, seq), recording.moment(seq)
        assert (position.state, position.complete) == (moment.state, moment.complete)
        assert (position.head.version, position.head.request, position.head.t) == (seq, moment.request, moment.t)


def test_a_cold_start_leaves_them_too_and_one_of_the_head(house: House, game: str, match: Recorder) -> None:
    house.positions.now(match.head, game)
    assert len(kept(house)) == stages.AT_ONCE + 1
    assert kept(house)[-1] == match.head.version


def test_a_snapshot_that_cannot_be_written_is_in_nobodys_way(
    house: House, game: str, match: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    """A view in place of the table can be read, and takes nothing."""
    nothing = "CAST(NULL AS TEXT) AS game, '' AS rules, 0 AS seq, CAST(NULL AS BYTEA) AS data, '' AS digest"
    with house.engine.begin() as connection:
        connection.execute(sa.text("DROP TABLE snapshots"))
        connection.execute(sa.text(f"CREATE VIEW snapshots AS SELECT {nothing}"))
    state = Recording(match.lines).moment(2_000).state
    assert house.positions.at(game, 2_000).state == state
    assert house.positions.now(match.head, game).state == match.state
    assert f"snapshots of game {game} were not kept" in caplog.text


def test_a_damaged_snapshot_is_thrown_away_so_that_sound_ones_count_again(
    house: House, game: str, match: Recorder
) -> None:
    house.positions.at(game, 2_800)
    before = kept(house)
    with house.engine.begin() as connection:
        connection.execute(sa.text("UPDATE snapshots SET digest = '' WHERE seq = :seq"), {"seq": before[-1]})
    assert house.positions.at(game, 2_800).state == Recording(match.lines).moment(2_800).state
    assert tail(house, game, 2_800) < 2 * stages.EVERY


@pytest.mark.parametrize("every", [1, 7, 256, 10_000])
def test_a_fold_in_stages_is_a_fold(match: Recorder, every: int) -> None:
    lines = match.lines[:1_000]
    state, kept = stages.fold_in_stages(START, lines, every)
    assert state == fold(START, lines)
    assert len(kept) <= stages.AT_ONCE
    for stage in kept:
        assert stage.state == fold(START, lines[: stage.seq + 1])
    assert [stage.seq for stage in kept] == sorted({stage.seq for stage in kept})


def test_long_states_lie_further_apart_so_that_they_take_less_place_than_the_record() -> None:
    """In a hand that does not end every state holds all that was drawn and played in it."""
    recorder = Recorder(random.Random(2), Options(hands=1), 4, Clock())
    recorder.begin()
    while len(recorder.written) < EVENTS:
        seat = recorder.state.turn
        assert seat is not None, "the hand has ended"
        moves = legal_moves(recorder.state, seat, recorder.dealer)[:-1]
        few = recorder.state.counts[seat] < 4
        move = recorder.chance.choice([one for one in moves if not (few and isinstance(one, Play))] or moves)
        recorder.put(f"seat:{seat}", decide(recorder.state, seat, move, recorder.dealer))
    _, kept = stages.fold_in_stages(START, recorder.lines, 4)
    for before, after in pairwise(kept):
        size = sum(map(len, recorder.lines[before.seq + 1 : after.seq + 1]))
        assert len(snapshot_of(after.state)) < 1.5 * size
        assert after.seq - before.seq > 40
