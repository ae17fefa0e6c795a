"""Snapshots are a cache: they change nothing but how long it takes, and may go at any time."""

import pytest
import sqlalchemy as sa

from app.store import Snapshot, writing
from tests.contract.stories import Story, drop_snapshots

RULES = "umk/1"


@pytest.fixture
def story(store):
    return Story().begin(store, 10)


def lines(story, first=0, last=9):
    return [line.bytes for line in story.told[first : last + 1]]


def test_without_one_everything_is_folded(store, story):
    assert store.rebuild_rows(story.game, RULES) == (None, lines(story))
    assert store.rebuild_rows(story.game, RULES, upto=3) == (None, lines(story, 0, 3))


def test_the_newest_one_up_to_the_version_saves_what_is_before_it(store, story):
    for seq in (2, 5):
        store.save_snapshots(story.game, RULES, [(seq, b"state %d" % seq)])
    assert store.rebuild_rows(story.game, RULES) == (Snapshot(5, b"state 5"), lines(story, 6))
    assert store.rebuild_rows(story.game, RULES, upto=7) == (Snapshot(5, b"state 5"), lines(story, 6, 7))
    assert store.rebuild_rows(story.game, RULES, upto=5) == (Snapshot(5, b"state 5"), [])
    assert store.rebuild_rows(story.game, RULES, upto=4) == (Snapshot(2, b"state 2"), lines(story, 3, 4))
    assert store.rebuild_rows(story.game, RULES, upto=1) == (None, lines(story, 0, 1))


def test_one_of_other_rules_or_of_another_game_is_none(store, story):
    store.save_snapshots(story.game, "umk/0", [(5, b"old")])
    store.save_snapshots(Story().begin(store).game, RULES, [(5, b"another game's")])
    assert store.rebuild_rows(story.game, RULES) == (None, lines(story))


def test_the_same_one_may_be_saved_again(store, story):
    store.save_snapshots(story.game, RULES, [(5, b"wrong")])
    store.save_snapshots(story.game, RULES, [(5, b"right")])
    assert store.rebuild_rows(story.game, RULES) == (Snapshot(5, b"right"), lines(story, 6))


@pytest.mark.parametrize(
    "damage",
    ["data = data || data", "seq = 6", "game = :other", "digest = ''"],
    ids=["altered", "under another version", "under another game", "without a digest"],
)
def test_a_damaged_one_is_passed_over(store, engine, story, damage):
    other = Story().begin(store, 10)
    store.save_snapshots(story.game, RULES, [(5, b"state")])
    with writing(engine) as connection:
        statement = sa.text(f"UPDATE snapshots SET {damage}")
        connection.execute(statement, {"other": other.game} if ":other" in damage else {})
    assert store.rebuild_rows(story.game, RULES) == (None, lines(story))
    assert store.rebuild_rows(story.game, RULES, upto=7) == (None, lines(story, 0, 7))
    assert store.rebuild_rows(other.game, RULES) == (None, [line.bytes for line in other.told])


def test_all_of_them_may_be_dropped(store, story):
    store.save_snapshots(story.game, RULES, [(5, b"state")])
    drop_snapshots(store.engine)
    assert store.rebuild_rows(story.game, RULES) == (None, lines(story))


def test_several_are_kept_at_once_in_place_of_those_of_the_same_versions(store, story):
    store.save_snapshots(story.game, RULES, [(5, b"old")])
    store.save_snapshots(story.game, RULES, [(seq, b"state %d" % seq) for seq in (2, 5, 8)])
    for seq in (2, 5, 8):
        assert store.rebuild_rows(story.game, RULES, upto=seq) == (Snapshot(seq, b"state %d" % seq), [])
    store.save_snapshots(story.game, RULES, [])


def test_a_damaged_one_makes_room_for_the_sound_one_before(store, engine, story):
    store.save_snapshots(story.game, RULES, [(2, b"sound"), (5, b"state")])
    with writing(engine) as connection:
        connection.execute(sa.text("UPDATE snapshots SET digest = '' WHERE seq = 5"))
    assert store.rebuild_rows(story.game, RULES) == (None, lines(story))
    assert store.rebuild_rows(story.game, RULES) == (Snapshot(2, b"sound"), lines(story, 3))
