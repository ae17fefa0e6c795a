"""An idempotency key is taken once, with the request that was accepted under it, and free as long as none was."""

import pytest

from app.store import DuplicateKey, Key, KeyRow, VersionConflict
from tests.contract.stories import SECRET, Story


def test_a_request_leaves_game_and_version_under_its_key(store):
    story = Story().begin(store, 2, Key("me", "begin", "d0"))
    story.go_on(store, 3, Key("me", "move", "d1"))
    assert store.find_key("me", "begin") == KeyRow("d0", story.game, 1)
    assert store.find_key("me", "move") == KeyRow("d1", story.game, 4)


def test_head_and_key_come_in_one_read(store):
    story = Story().begin(store, 2)
    head = story.go_on(store, 1, Key("me", "move", "d1"))
    assert store.load_move(story.game, "me", "move") == (head, KeyRow("d1", story.game, 2))
    assert store.load_move(story.game, "me", "other") == (head, None)
    assert store.load_move(story.game, "you", "move") == (head, None)
    assert store.load_move(story.game) == (head, None)


def test_a_used_key_writes_nothing(store):
    story = Story().begin(store)
    head = story.go_on(store, 1, Key("me", "move", "d1"))
    with pytest.raises(DuplicateKey):
        story.go_on(store, 1, Key("me", "move", "d1"))
    assert store.head(story.game) == head
    assert len(store.events(story.game)) == 2


def test_two_callers_may_use_the_same_key(store):
    story = Story().begin(store)
    story.go_on(store, 1, Key("me", "move", "d1"))
    story.go_on(store, 1, Key("you", "move", "d2"))
    assert store.find_key("me", "move").version == 1
    assert store.find_key("you", "move").version == 2


def test_a_refused_request_leaves_its_key_free(store):
    story = Story().begin(store)
    head, lines = story.tell(1)
    with pytest.raises(VersionConflict):
        store.append(head, 7, lines, Key("me", "move", "d1"))
    assert store.find_key("me", "move") is None
    store.append(head, 0, lines, Key("me", "move", "d1"))
    assert store.find_key("me", "move") == KeyRow("d1", story.game, 1)


def test_a_key_that_was_used_in_another_game_is_found(store):
    """A caller who repeats a key on another path has made a mistake, and is told so by the digest."""
    one, other = Story().begin(store), Story().begin(store)
    one.go_on(store, 1, Key("me", "move", "d1"))
    assert store.load_move(other.game, "me", "move") == (store.head(other.game), KeyRow("d1", one.game, 1))


def test_a_row_of_the_own_game_comes_before_that_of_another(store):
    """Two requests with one key on two games may have raced: then each game has its own answer."""
    one, other = Story().begin(store), Story().begin(store)
    for story in (one, other):
        story.go_on(store, 1, Key("me", "move", f"of {story.game}"))
    for story in (one, other):
        row = KeyRow(f"of {story.game}", story.game, 1)
        assert store.load_move(story.game, "me", "move")[1] == row
        assert store.find_key("me", "move", story.game) == row


def test_no_second_game_is_created_under_one_key(store):
    Story().begin(store, 1, Key("me", "begin", "d"))
    second = Story()
    with pytest.raises(DuplicateKey):
        store.create(*second.tell(1), SECRET, Key("me", "begin", "d"))
    assert store.head(second.game) is None
