"""The order across games: every committed event once, from 1 without gaps, each game's own order kept."""

import threading

import pytest
import sqlalchemy as sa

from app.store import Damaged, writing
from app.store.schema import positions
from app.store.sequencer import ELECTION, Positioned, Sequencer
from tests.contract.stories import SECRET, Story


def order(engine):
    with engine.connect() as connection:
        return connection.execute(sa.select(positions).order_by(positions.c.position)).all()


def assert_gapless_and_in_order(rows, told):
    """`told`: how many events each game has."""
    assert [row.position for row in rows] == list(range(1, len(rows) + 1))
    seqs: dict[str, list[int]] = {}
    for row in rows:
        seqs.setdefault(row.game, []).append(row.seq)
    assert seqs == {game: list(range(count)) for game, count in told.items()}


def test_without_events_there_is_nothing_to_do(engine):
    sequencer = Sequencer(engine)
    assert sequencer.run_once() == 0
    assert sequencer.last() == 0
    assert sequencer.after(0) == []


def test_new_events_get_the_next_positions(store, engine):
    sequencer = Sequencer(engine)
    one, other = Story().begin(store, 3), Story().begin(store, 2)
    assert sequencer.run_once() == 5
    one.go_on(store, 2)
    assert sequencer.run_once() == 2
    assert sequencer.run_once() == 0
    assert sequencer.last() == 7
    assert_gapless_and_in_order(order(engine), {one.game: 5, other.game: 2})
    assert sequencer.after(5) == [
        Positioned(6, one.game, 3, "card.played", one.told[3].bytes),
        Positioned(7, one.game, 4, "card.played", one.told[4].bytes),
    ]


def test_a_long_backlog_is_done_in_portions(store, engine):
    sequencer = Sequencer(engine)
    stories = [Story().begin(store, 5) for _ in range(4)]
    done = []
    while count := sequencer.run_once(limit=3):
        done.append(count)
    assert done == [3, 3, 3, 3, 3, 3, 2]
    assert_gapless_and_in_order(order(engine), {story.game: 5 for story in stories})


def test_what_was_rolled_back_leaves_no_gap(store, engine):
    sequencer = Sequencer(engine)
    story = Story().begin(store)
    head, lines = story.tell(2)

    def fail(connection):
        raise RuntimeError("after the events")

    with pytest.raises(RuntimeError):
        store.append(head, 0, lines, also=fail)
    assert sequencer.run_once() == 1
    store.append(head, 0, lines)
    assert sequencer.run_once() == 2
    assert_gapless_and_in_order(order(engine), {story.game: 3})


def test_a_round_that_fails_leaves_nothing_behind(store, engine, monkeypatch):
    sequencer = Sequencer(engine)
    story = Story().begin(store, 3)
    monkeypatch.setattr("app.store.sequencer._SEQUENCED", sa.text("UPDATE nowhere SET nothing = 1"))
    with pytest.raises(sa.exc.DBAPIError):
        sequencer.run_once()
    assert order(engine) == []
    monkeypatch.undo()
    assert sequencer.run_once() == 3
    assert_gapless_and_in_order(order(engine), {story.game: 3})


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize("behind", [False, True], ids=["sequenced", "behind"])
def test_a_move_in_flight_is_neither_waited_for_nor_passed_by(store, engine, behind):
    """The trap of ids drawn before commit: here a later commit comes first, and nothing is skipped for it."""
    sequencer = Sequencer(engine)
    slow, quick = Story().begin(store), Story().begin(store)
    sequencer.run_once()
    if behind:
        slow.go_on(store, 2)
    expected = slow.chain.version
    written, go_on = threading.Event(), threading.Event()
    head, lines = slow.tell(2)

    def hold(connection):
        written.set()
        assert go_on.wait(30)

    writer = threading.Thread(target=store.append, args=(head, expected, lines), kwargs={"also": hold})
    writer.start()
    assert written.wait(30)
    quick.go_on(store, 1)
    assert sequencer.run_once() == 1
    assert sequencer.run_once() == 0
    go_on.set()
    writer.join()
    assert sequencer.run_once() == 2 + expected
    assert_gapless_and_in_order(order(engine), {slow.game: expected + 3, quick.game: 2})


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_only_the_elected_one_gives_positions(store, engine):
    Story().begin(store)
    with engine.connect() as other:
        assert other.scalar(sa.text("SELECT pg_try_advisory_xact_lock(:lock)"), {"lock": ELECTION})
        assert Sequencer(engine).run_once() == 0
    assert Sequencer(engine).run_once() == 1


def test_a_position_without_its_event_stops_the_reader(store, engine):
    Story().begin(store)
    with writing(engine) as connection:
        connection.execute(sa.text("UPDATE streams SET version = 3"))
    sequencer = Sequencer(engine)
    assert sequencer.run_once() == 4
    with pytest.raises(Damaged, match="has no event 1"):
        sequencer.after(0)


def test_the_secret_is_no_event(store, engine):
    """What consumers are handed never holds a seed."""
    Story().begin(store)
    Sequencer(engine).run_once()
    assert all(SECRET.hex().encode() not in event.bytes for event in Sequencer(engine).after(0))
