"""Append with the version that is expected, and read back what was appended."""

import pytest
import sqlalchemy as sa

from app.store import Damaged, Stored, VersionConflict, writing
from app.store.schema import consumers, events
from tests.contract.stories import SECRET, Story


def count(engine, table=events):
    with engine.connect() as connection:
        return connection.scalar(sa.select(sa.func.count()).select_from(table))


def test_a_new_game_has_its_first_events_and_their_head(store):
    story = Story()
    head, lines = story.tell(3, turn=None, deadline=1767225700000)
    store.create(head, lines, SECRET)
    assert store.head(story.game) == head
    assert store.events(story.game) == [Stored(*line) for line in lines]
    assert store.event_bytes(story.game) == [line.bytes for line in lines]


def test_an_unknown_game_has_nothing(store):
    assert store.head("nobody") is None
    assert store.find_key("me", "key", "nobody") is None
    assert store.events("nobody") == []
    assert store.event_bytes("nobody") == []
    assert store.rebuild_rows("nobody", "umk/1") == (None, [])
    assert store.secret("nobody") is None
    assert store.find_key("me", "key") is None


def test_bytes_come_back_as_they_were_written(store):
    story = Story().begin(store, note='é ☃ 𝄞 \\ " \x00 %s :of {0} ?')
    assert store.event_bytes(story.game) == [story.told[0].bytes]


def test_requests_follow_one_another_and_move_the_head(store):
    story = Story().begin(store, 2)
    head = story.go_on(store, 4, turn=3, deadline=99, over=True)
    assert store.head(story.game) == head
    assert head.version == 5
    assert store.events(story.game) == [Stored(*line) for line in story.told]


def test_games_do_not_see_each_other(store):
    one, other = Story().begin(store, 3), Story().begin(store, 2)
    one.go_on(store, 2)
    assert store.events(one.game) == [Stored(*line) for line in one.told]
    assert store.events(other.game) == [Stored(*line) for line in other.told]


@pytest.mark.parametrize(
    ("after", "upto", "limit", "seqs"),
    [
        (-1, None, None, [0, 1, 2, 3, 4, 5]),
        (2, None, None, [3, 4, 5]),
        (-1, 0, None, [0]),
        (1, 4, None, [2, 3, 4]),
        (1, 4, 2, [2, 3]),
        (5, None, None, []),
        (-1, -1, None, []),
        (-1, None, 0, []),
    ],
)
def test_events_are_read_by_range(store, after, upto, limit, seqs):
    story = Story().begin(store, 6)
    assert [event.seq for event in store.events(story.game, after, upto, limit)] == seqs
    if limit is None:
        assert store.event_bytes(story.game, after, upto) == [story.told[seq].bytes for seq in seqs]


@pytest.mark.parametrize("expected", [-1, 0, 2, 3, 10])
def test_another_version_than_the_expected_writes_nothing(store, engine, expected):
    story = Story().begin(store, 2)
    before = store.head(story.game)
    head, lines = story.tell(1)
    with pytest.raises(VersionConflict):
        store.append(head, expected, lines)
    assert store.head(story.game) == before
    assert count(engine) == 2


def test_a_game_that_is_not_there_has_no_version_to_expect(store, engine):
    with pytest.raises(VersionConflict):
        store.append(*_swap(Story().tell(1)))
    assert count(engine) == 0


def _swap(told):
    head, lines = told
    return head, -1, lines


def test_a_game_is_created_once(store, engine):
    story = Story().begin(store, 2)
    again = Story(story.game)
    with pytest.raises(VersionConflict):
        store.create(*again.tell(3), SECRET)
    assert store.head(story.game).version == 1
    assert count(engine) == 2


def test_what_runs_also_is_in_the_same_transaction(store, engine):
    def also(connection):
        connection.execute(sa.insert(consumers), {"name": "beside", "position": 7})

    story = Story()
    store.create(*story.tell(1), SECRET, also=also)
    assert count(engine, consumers) == 1
    with pytest.raises(sa.exc.IntegrityError):
        store.append(*_next(story), also=also)
    assert store.head(story.game).version == 0
    assert count(engine) == 1


def test_what_runs_also_is_undone_with_a_conflict(store, engine):
    story = Story().begin(store, 1)
    head, lines = story.tell(1)
    with pytest.raises(VersionConflict):
        store.append(head, 5, lines, also=lambda connection: pytest.fail("asked after a conflict"))


def _next(story):
    expected = story.chain.version
    head, lines = story.tell(1)
    return head, expected, lines


def test_a_head_that_was_moved_back_is_no_way_to_write_over_events(store, engine):
    story = Story().begin(store, 3)
    with writing(engine) as connection:
        connection.execute(sa.text("UPDATE streams SET version = 1"))
    head, lines = story.tell(1)
    with pytest.raises(Damaged):
        store.append(head._replace(version=2), 1, [lines[0]._replace(seq=2)])
    assert store.events(story.game) == [Stored(*line) for line in story.told[:3]]


def test_games_whose_deadline_has_passed_are_due_the_longest_overdue_first(store):
    for deadline in (300, None, 100, 200):
        Story().begin(store, deadline=deadline)
    assert [head.deadline for head in store.due(now=99)] == []
    assert [head.deadline for head in store.due(now=200)] == [100, 200]
    assert [head.deadline for head in store.due(now=1000, limit=2)] == [100, 200]


def test_single_lines_and_those_of_one_kind_are_found_without_the_others(store):
    story = Story().begin(store, 10)
    told = [line.bytes for line in story.told]
    assert store.lines_at(story.game, [0, 3, 9]) == [told[0], told[3], told[9]]
    assert store.lines_at(story.game, range(2, 5)) == told[2:5]
    assert store.lines_at(story.game, []) == []
    assert [event.bytes for event in store.events_of_kind(story.game, "card.played")] == told
    assert store.events_of_kind(story.game, "hand.ended") == []
    with pytest.raises(Damaged):
        store.lines_at(story.game, [8, 9, 10])
