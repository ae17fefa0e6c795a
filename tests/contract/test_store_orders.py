"""Lists of orders: changed on the revision that was read, used once, sealed, and found when a game went on."""

import threading

import pytest
import sqlalchemy as sa

from app.store import Cipher, SecretUnreadable, writing
from app.store.orders import Changed, Left, Made, OrderRow, OrderStore, orders
from tests.contract.stories import Story

CIPHER = Cipher({"new": bytes(32), "old": bytes([1] * 32)})
PLAN = [{"type": "play", "slot": 57, "if": {"color": "r"}}, {"type": "pass"}]
STANDING = [{"type": "pass"}]


@pytest.fixture
def story(store):
    return Story().begin(store)


@pytest.fixture
def lists(store):
    return OrderStore(store.engine, CIPHER)


def row(story, revision=1, left=PLAN, player="ann"):
    return OrderRow(story.game, player, revision, 1, 0, left)


def use(lists, store, one, left, request=7):
    with writing(store.engine) as connection:
        lists.use(connection, one, left, [Made(request, 1000)])


def test_a_list_is_kept_as_it_was_left(lists, story):
    assert lists.find(story.game, "ann") is None
    lists.put(row(story), 0)
    assert lists.find(story.game, "ann") == row(story)
    assert lists.find(story.game, "ben") is None


def test_only_who_knows_the_list_changes_it(lists, story):
    lists.put(row(story), 0)
    for before in (0, 2):
        with pytest.raises(Changed):
            lists.put(row(story, 3, STANDING), before)
    assert lists.find(story.game, "ann") == row(story)
    lists.put(row(story, 2, STANDING), 1)
    assert lists.find(story.game, "ann") == row(story, 2, STANDING)


def test_of_many_who_leave_the_first_list_one_does(lists, story):
    left, start = [], threading.Barrier(8)

    def leave(number):
        start.wait(30)
        try:
            lists.put(row(story, number), 0)
        except Changed:
            return
        left.append(number)

    threads = [threading.Thread(target=leave, args=(number,)) for number in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (won,) = left
    assert lists.find(story.game, "ann") == row(story, won)


def test_a_list_is_used_once(lists, store, story):
    """Two workers have read it; the second finds it changed, and writes nothing."""
    lists.put(row(story), 0)
    use(lists, store, row(story), STANDING)
    assert lists.find(story.game, "ann") == row(story, 2, STANDING)
    with pytest.raises(Changed):
        use(lists, store, row(story), STANDING, 8)
    assert lists.made(story.game, "ann") == [Made(7, 1000)]


def test_what_is_used_up_is_gone(lists, store, story):
    lists.put(row(story, left=PLAN[:1]), 0)
    use(lists, store, row(story, left=PLAN[:1]), [])
    assert lists.find(story.game, "ann") is None
    assert lists.made(story.game, "ann") == [Made(7, 1000)]


def test_what_was_taken_back_is_not_used(lists, store, story):
    for left in (PLAN, STANDING, []):
        lists.put(row(story), 0)
        lists.remove(story.game, "ann")
        with pytest.raises(Changed):
            use(lists, store, row(story), left)
    assert lists.made(story.game, "ann") == []


def test_lists_are_looked_at_when_their_game_went_on_or_their_moment_comes(lists, store, story):
    lists.put(row(story), 0)
    head = store.head(story.game)
    assert lists.left(9) == [Left(story.game, "ann", head.t)], "whoever has waited for the longest comes first"
    version = head.version
    lists.rest(row(story), version, None)
    assert lists.left(9) == []
    lists.rest(row(story), version, 5000)
    assert lists.left(9) == [Left(story.game, "ann", 5000)]
    lists.rest(row(story, revision=2), version, None)
    assert lists.left(9) == [Left(story.game, "ann", 5000)], "another list was looked at"
    story.go_on(store)
    assert lists.left(9) == [Left(story.game, "ann", store.head(story.game).t)]


def test_a_plan_is_sealed_and_bound_to_its_player(lists, store, story):
    lists.put(row(story), 0)
    lists.put(row(story, left=STANDING, player="ben"), 0)
    with store.engine.begin() as connection:
        (ann,) = connection.execute(sa.select(orders).where(orders.c.player == "ann")).mappings().all()
        assert all(word not in ann["sealed"] for word in (b"play", b"slot", b"57", b"color"))
        connection.execute(orders.update().where(orders.c.player == "ben").values(sealed=ann["sealed"]))
    with pytest.raises(SecretUnreadable):
        lists.find(story.game, "ben")
    rotated = OrderStore(store.engine, Cipher({"newest": bytes([2] * 32), "new": bytes(32)}))
    assert rotated.find(story.game, "ann") == row(story)
