"""A whole record is gone through in parts, each of which is whole."""

from itertools import chain

import pytest
import sqlalchemy as sa

from app.store import Damaged
from tests.contract.stories import Story
from tests.store.tampering import unguarded


@pytest.fixture
def story(store):
    return Story().begin(store, 10)


@pytest.mark.parametrize("at_once", [1, 3, 5, 9, 10, 11])
@pytest.mark.parametrize(("after", "upto"), [(-1, 9), (-1, 4), (3, 9), (8, 9), (9, 9), (-1, -1)])
def test_the_lines_come_in_order_so_many_at_once(store, story, after, upto, at_once):
    parts = list(store.lines_behind(story.game, after, upto, at_once))
    assert [line for part in parts for line in part] == [line.bytes for line in story.told[after + 1 : upto + 1]]
    assert [len(part) for part in parts[:-1]] == [at_once] * (len(parts) - 1)


@pytest.mark.parametrize("gone", range(10))
def test_a_line_that_is_missing_ends_it(store, engine, story, gone):
    with unguarded(engine) as connection:
        connection.execute(sa.text("DELETE FROM events WHERE seq = :seq"), {"seq": gone})
    found: list[bytes] = []
    with pytest.raises(Damaged, match="missing"):
        found.extend(chain.from_iterable(store.lines_behind(story.game, -1, 9, 4)))
    assert found == [line.bytes for line in story.told[: gone // 4 * 4]]


def test_what_is_not_there_yet_is_missing_too(store, story):
    with pytest.raises(Damaged):
        list(store.lines_behind(story.game, -1, 10))
