"""Consumers: each event takes effect once, in order; one that cannot be taken is parked and holds up no other game."""

import random

import pytest
import sqlalchemy as sa

from app.store import Unavailable, writing
from app.store.consumers import Consumer, Consumers, Parked, parked
from app.store.sequencer import Sequencer
from tests.contract.stories import Story, T, open_store
from tests.effort import SEED, effort

NOW = 1_800_000_000_000

effects = sa.Table(
    "effects", sa.MetaData(), sa.Column("position", sa.BigInteger, primary_key=True), sa.Column("game", sa.Text)
)
"""What a consumer of these tests writes."""


class Poison:
    """An effect that writes down what it is handed, and raises on some positions, behind what it has written."""

    def __init__(self, *positions: int) -> None:
        self.positions = set(positions)
        self.error: BaseException = LookupError("a card that nobody may read: r5")

    def __call__(self, connection, batch):
        for event in batch:
            connection.execute(effects.insert(), {"position": event.position, "game": event.game})
            if event.position in self.positions:
                raise self.error

    @staticmethod
    def kill(*arguments):
        raise KeyboardInterrupt


@pytest.fixture
def consumers(engine):
    with writing(engine) as connection:
        effects.create(connection)
    return Consumers(engine, lambda: NOW)


def sequenced(engine, *counts):
    """Games of so many events each, one behind the other in the order."""
    store, stories = open_store(engine), []
    for count in counts:
        stories.append(Story().begin(store, count))
        Sequencer(engine).run_once()
    return stories


def taken(engine):
    with engine.connect() as connection:
        return connection.scalars(sa.select(effects.c.position).order_by(effects.c.position)).all()


def test_a_consumer_sees_each_event_once(engine, consumers):
    seen: list[int] = []
    (story,) = sequenced(engine, 5)
    remember = Consumer("list", lambda connection, batch: seen.extend(event.position for event in batch))
    assert [consumers.consume(remember, limit=3) for _ in range(3)] == [3, 2, 0]
    story.go_on(open_store(engine), 1)
    Sequencer(engine).run_once()
    assert consumers.consume(remember, limit=3) == 1
    assert seen == [1, 2, 3, 4, 5, 6]
    assert consumers.position("list") == 6
    assert consumers.position("another") == 0


@pytest.mark.parametrize("moment", ["in the effect", "before its position"])
def test_what_is_broken_off_has_neither_effect_nor_position(engine, consumers, monkeypatch, moment):
    sequenced(engine, 3)
    broken = Poison(*([3] if moment == "in the effect" else []))
    broken.error = KeyboardInterrupt()  # as good as a kill: nobody parks it
    with monkeypatch.context() as patch:
        if moment == "before its position":
            patch.setattr("app.store.consumers.advance", Poison.kill)
        with pytest.raises(KeyboardInterrupt):
            consumers.consume(Consumer("list", broken))
    assert (taken(engine), consumers.position("list"), consumers.parked("list")) == ([], 0, [])
    assert consumers.consume(Consumer("list", Poison())) == 3
    assert (taken(engine), consumers.position("list")) == ([1, 2, 3], 3)


def test_a_poisoned_event_is_parked_and_all_others_take_effect(engine, consumers, caplog):
    _, two, _ = sequenced(engine, 4, 1, 3)
    consumer = Consumer("list", Poison(5))
    assert consumers.consume(consumer) == 8
    assert taken(engine) == [1, 2, 3, 4, 6, 7, 8]
    assert consumers.position("list") == 8
    assert consumers.parked("list") == [Parked("list", 5, two.game, 0, 1, NOW, "LookupError")]
    assert consumers.consume(consumer) == 0
    assert "list parks position 5: LookupError at" in caplog.text
    assert "r5" not in caplog.text


def test_what_is_parked_says_nothing_of_what_was_raised(engine, consumers):
    sequenced(engine, 1)
    consumers.consume(Consumer("list", Poison(1)))
    with engine.connect() as connection:
        rows = connection.execute(parked.select()).all()
    assert len(rows) == 1
    assert "r5" not in repr(rows)


def test_later_events_of_the_game_are_parked_behind_it_in_this_batch_and_the_next(engine, consumers):
    one, _ = sequenced(engine, 4, 2)
    consumer = Consumer("list", Poison(2))
    while consumers.consume(consumer, 3):
        pass
    one.go_on(open_store(engine), 2)
    Sequencer(engine).run_once()
    consumers.consume(consumer)
    assert taken(engine) == [1, 5, 6]
    said = [(row.position, row.tries, row.error) for row in consumers.parked("list")]
    assert said == [(2, 1, "LookupError"), (3, 0, None), (4, 0, None), (7, 0, None), (8, 0, None)]
    assert consumers.standing("list") == (8, 0, None, 5)


def test_another_consumer_is_not_held_up(engine, consumers):
    sequenced(engine, 2)
    consumers.consume(Consumer("ill", Poison(1)))
    consumers.consume(Consumer("list", Poison()))
    assert taken(engine) == [1, 2]
    assert consumers.parked("list") == []


def test_a_retry_takes_what_can_be_taken_in_order_and_leaves_the_rest(engine, consumers):
    sequenced(engine, 4, 3)
    effect = Poison(2, 6)
    consumer = Consumer("list", effect)
    consumers.consume(consumer)
    assert taken(engine) == [1, 5]
    effect.positions = {3}
    assert consumers.retry(consumer, 6) == (2, 0)
    assert taken(engine) == [1, 5, 6, 7]
    assert consumers.retry(consumer) == (1, 2)
    assert taken(engine) == [1, 2, 5, 6, 7]
    assert [(row.position, row.tries) for row in consumers.parked("list")] == [(3, 1), (4, 0)]
    assert consumers.retry(consumer) == (0, 2)
    assert [(row.position, row.tries) for row in consumers.parked("list")] == [(3, 2), (4, 0)]
    effect.positions = set()
    assert consumers.retry(consumer) == (2, 0)
    assert taken(engine) == [1, 2, 3, 4, 5, 6, 7]
    assert consumers.retry(consumer) == (0, 0)


@pytest.mark.parametrize("raised", [Unavailable("gone"), sa.exc.OperationalError("SELECT", {}, Exception("gone"))])
def test_what_is_wrong_with_the_database_parks_nothing_and_all_is_tried_again(engine, consumers, raised):
    sequenced(engine, 3)
    effect = Poison(2)
    effect.error = raised
    consumer = Consumer("list", effect)
    with pytest.raises((Unavailable, sa.exc.OperationalError)):
        consumers.consume(consumer)
    assert (taken(engine), consumers.position("list"), consumers.parked("list")) == ([], 0, [])
    effect.positions = set()
    assert consumers.consume(consumer) == 3
    assert taken(engine) == [1, 2, 3]


def test_a_row_that_the_database_refuses_parks_its_event(engine, consumers):
    sequenced(engine, 3)

    def twice(connection, batch):
        for event in batch:
            for _ in range(1 + (event.position == 3)):
                connection.execute(effects.insert(), {"position": event.position, "game": event.game})

    assert consumers.consume(Consumer("list", twice)) == 3
    assert taken(engine) == [1, 2]
    assert [row.error for row in consumers.parked("list")] == ["IntegrityError"]


def test_an_event_that_is_missing_is_parked_and_no_other_game_waits_for_it(engine, consumers):
    damaged, _ = sequenced(engine, 1, 1)
    with writing(engine) as connection:
        connection.execute(sa.text("UPDATE streams SET version = 1 WHERE game = :game"), {"game": damaged.game})
    Sequencer(engine).run_once()
    consumers.consume(Consumer("list", Poison()))
    assert taken(engine) == [1, 2]
    assert [(row.position, row.error) for row in consumers.parked("list")] == [(3, "Damaged")]


def test_the_standing_says_what_is_behind_and_since_when(engine, consumers):
    (story,) = sequenced(engine, 3)
    story.go_on(open_store(engine), 2)
    Sequencer(engine).run_once()
    assert consumers.standing("list") == (0, 5, T, 0)
    consumers.consume(Consumer("list", Poison()), 3)
    assert consumers.standing("list") == (3, 2, T + 3, 0)
    assert Sequencer(engine).waiting() == (0, None)
    Story().begin(open_store(engine), 2)
    assert Sequencer(engine).waiting() == (2, T)


@pytest.mark.drill
def test_whatever_is_poisoned_each_event_is_taken_once_or_parked_and_games_keep_their_order(engine, consumers):
    """Random poison, batches and retries, against what must come out."""
    for number in range(effort(4, 200)):
        chance = random.Random(f"{SEED} {number}")
        with writing(engine) as connection:
            connection.execute(effects.delete())
        name, start = f"consumer {number}", Sequencer(engine).last()
        sequenced(engine, *(chance.randint(1, 6) for _ in range(chance.randint(1, 6))))
        events = [event for event in Sequencer(engine).after(0, 100_000)]
        effect = Poison(*chance.sample(range(1, len(events) + 1), chance.randint(0, min(6, len(events)))))
        consumer = Consumer(name, effect)
        while consumers.consume(consumer, chance.randint(1, 9)):
            pass
        while effect.positions:
            assert_taken_before_the_first_poison(engine, consumers, name, events, effect.positions)
            effect.positions.pop()
            consumers.retry(consumer)
        assert taken(engine) == list(range(1, len(events) + 1))
        assert start < len(events)


def assert_taken_before_the_first_poison(engine, consumers, name, events, poison):
    wanted, held = [], set()
    for event in events:
        if event.position in poison or event.game in held:
            held.add(event.game)
        else:
            wanted.append(event.position)
    assert taken(engine) == wanted
    assert [row.position for row in consumers.parked(name)] == sorted(
        event.position for event in events if event.position not in set(wanted)
    )
