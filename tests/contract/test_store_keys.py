"""An idempotency key is taken once, with the request that was accepted under it, and free as long as none was."""

from typing import Any

import pytest

from app.store import DuplicateKey, Key, KeyRow, VersionConflict, writing
from app.store.tables import Table, Tables, add
from tests.contract.stories import SECRET, Story, T


def test_a_request_leaves_game_and_version_under_its_key(store):
    story = Story().begin(store, 2, Key("me", "begin", "d0"))
    story.go_on(store, 3, Key("me", "move", "d1"))
    assert store.find_key("me", "begin") == KeyRow("d0", story.game, 1)
    assert store.find_key("me", "move") == KeyRow("d1", story.game, 4)


def with_table(store):
    """A game that has a table beside it, as those of the service have."""
    story = Story().begin(store, 2)
    values: dict[str, Any] = {"listed": True, "spectators": "all", "invitation": "", "bot_delay": 0, "takeover": None}
    values |= {"bots_alone": "end", "seats": 2, "bots": {}, "options": {}, "clock": {"kind": "none"}, "created": T}
    table = Table(game=story.game, revision=7, host="me", status="waiting", **values)
    with writing(store.engine) as connection:
        add(connection, table)
    return story


def test_head_table_and_key_come_in_one_read(store):
    """The read on the way of a move; of a key that was used at several tables, the row of this one."""
    one, other = with_table(store), with_table(store)
    ask = Tables(store.engine).ask
    for version, story in ((2, one), (3, other)):
        head = story.go_on(store, version - 1, Key("me", "move", f"d{version}"))
        stands = (head.version, head.hash, head.request, head.t, head.over, 7)
        assert ask(story.game, "me", "move") == (*stands, f"d{version}", story.game, version)
        for nobodys in (("me", "other"), ("you", "move"), (None, None)):
            assert ask(story.game, *nobodys) == (*stands, None, None, None)
    assert {ask(with_table(store).game, "me", "move").digest} <= {"d2", "d3"}
    assert ask("nobody", "me", "move") is None
    assert ask(Story().begin(store).game, "me", "move") is None


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
    assert store.find_key("me", "move", other.game) == KeyRow("d1", one.game, 1)


def test_a_row_of_the_own_game_comes_before_that_of_another(store):
    """Two requests with one key on two games may have raced: then each game has its own answer."""
    one, other = Story().begin(store), Story().begin(store)
    for story in (one, other):
        story.go_on(store, 1, Key("me", "move", f"of {story.game}"))
    for story in (one, other):
        row = KeyRow(f"of {story.game}", story.game, 1)
        assert store.find_key("me", "move", story.game) == row


def test_no_second_game_is_created_under_one_key(store):
    Story().begin(store, 1, Key("me", "begin", "d"))
    second = Story()
    with pytest.raises(DuplicateKey):
        store.create(*second.tell(1), SECRET, Key("me", "begin", "d"))
    assert store.head(second.game) is None
