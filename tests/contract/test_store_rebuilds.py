"""Read models made again: whatever goes on meanwhile, and whatever ends it, what is served is what the events say."""

import multiprocessing
import os
import random
import signal
import threading

import pytest
import sqlalchemy as sa

from app.store import Cipher, Store, make_engine, writing
from app.store.archive import ARCHIVE
from app.store.consumers import Consumer, Consumers, Model, keeps, parked
from app.store.counts import COUNTS
from app.store.rebuilds import Rebuild, Rebuilt
from app.store.results import RESULTS
from app.store.sequencer import Sequencer
from tests.effort import SEED, effort
from tests.store.matches import Match

MODELS = (ARCHIVE, RESULTS, COUNTS)
WRONG = {
    "archive": ["DELETE FROM archive WHERE position = (SELECT min(position) FROM archive)"],
    "results": ["UPDATE results SET points = 7, place = NULL WHERE seat = 0", "DELETE FROM results WHERE seat = 1"],
    "counts": ["UPDATE counts SET count = count + 1", "INSERT INTO counts VALUES ('card.eaten', 3)"],
}


@pytest.fixture(params=MODELS, ids=[one.name for one in MODELS])
def consumer(request):
    return request.param


class Service:
    """A store that matches come into, with what runs behind it."""

    def __init__(self, engine):
        self.engine = engine
        self.consumers = Consumers(engine, lambda: 0)
        self._store = Store(engine, Cipher({"test": b"k" * 32}))
        self._chance = random.Random(SEED)

    def play(self, matches):
        """Matches come in, of which every second is over."""
        for number in range(matches):
            match = Match(self._chance.randrange(1 << 30))
            match.play(30 if number % 2 else None)
            match.save(self._store)
            Sequencer(self.engine).run_once()

    def consume(self, consumer, limit=1000):
        while self.consumers.consume(consumer, limit):
            pass

    def rows(self, table):
        with self.engine.connect() as connection:
            return connection.execute(table.select().order_by(*table.primary_key)).all()


@pytest.fixture
def service(engine):
    return Service(engine)


def test_rebuilt_it_is_what_it_was(service, consumer):
    service.play(2)
    service.consume(consumer)
    before = service.rows(consumer.model.table)
    assert before
    assert Rebuild(service.engine, service.consumers, consumer).run() == Rebuilt(0, 0)
    assert service.rows(consumer.model.table) == before
    assert service.rows(consumer.model.shadow) == []
    assert service.consumers.standing(consumer.name)[1:] == (0, None, 0)


@pytest.mark.drill
def test_rebuilt_while_matches_are_played_it_is_what_the_live_one_is(service, consumer):
    """One thread plays on and keeps the live one; what it has become is compared with all events read by another."""
    service.play(2)
    service.consume(consumer)
    rebuild = Rebuild(service.engine, service.consumers, consumer)
    stop, failures = threading.Event(), []

    def go_on():
        try:
            while not stop.is_set():
                service.play(1)
                service.consume(consumer, 50)
        except BaseException as error:
            failures.append(error)

    playing = threading.Thread(target=go_on)
    playing.start()
    rebuilt = []
    for _ in range(effort(2, 40)):
        rebuild.begin()
        while rebuild.step(40):
            pass
        service.consume(consumer)  # a shadow that is ahead would add what the live one has not read yet
        rebuilt.append(rebuild.swap())
    stop.set()
    playing.join()
    assert failures == []
    assert rebuilt == [Rebuilt(0, 0)] * len(rebuilt)
    service.consume(consumer)
    rebuild.begin()
    while rebuild.step():
        pass
    assert service.rows(consumer.model.shadow) == service.rows(consumer.model.table)


@pytest.mark.parametrize("ahead", ["live", "shadow"])
def test_whichever_is_ahead_nothing_is_missed_and_nothing_counted_twice(service, consumer, ahead):
    service.play(2)
    service.consume(consumer)
    rebuild = Rebuild(service.engine, service.consumers, consumer)
    rebuild.begin()
    if ahead == "live":
        rebuild.step(5)
        service.play(2)
        service.consume(consumer)
    else:
        service.play(2)
        while rebuild.step():
            pass
    newest = service.rows(consumer.model.table if ahead == "live" else consumer.model.shadow)
    rebuild.swap(7)
    assert service.rows(consumer.model.table) == newest
    service.play(2)
    service.consume(consumer)
    before = service.rows(consumer.model.table)
    assert rebuild.run() == Rebuilt(0, 0)
    assert service.rows(consumer.model.table) == before


def test_what_was_wrong_is_what_the_events_say_again(service, consumer):
    service.play(2)
    service.consume(consumer)
    right = service.rows(consumer.model.table)
    with writing(service.engine) as connection:
        for statement in WRONG[consumer.name]:
            connection.execute(sa.text(statement))
    wrong = set(service.rows(consumer.model.table))
    rebuilt = Rebuild(service.engine, service.consumers, consumer).run()
    assert service.rows(consumer.model.table) == right
    assert rebuilt == (len(wrong - set(right)), len(set(right) - wrong))
    assert rebuilt.added > 0


def killed(url, name, matched):
    """Rebuilds, and is killed before the swap is committed, or behind some steps."""
    engine = make_engine(url)
    (model,) = (one.model for one in MODELS if one.name == name)

    def die(connection, batch, table):
        if table is model.shadow and batch[0].position > matched:
            os.kill(os.getpid(), signal.SIGKILL)
        model.fill(connection, batch, table)

    rebuild = Rebuild(engine, Consumers(engine, lambda: 0), keeps(name, Model(model.table, model.shadow, die)))
    rebuild.begin()
    rebuild.step(3)
    if not matched:
        while rebuild.step(3):
            pass
    rebuild.swap(3)
    os._exit(3)


@pytest.mark.parametrize("where", ["in the steps", "in the swap"])
def test_killed_in_the_middle_it_leaves_what_was_there(service, database_url, consumer, where):
    service.play(2)
    service.consume(consumer)
    before, at = service.rows(consumer.model.table), service.consumers.position(consumer.name)
    process = multiprocessing.get_context("spawn").Process(
        target=killed, args=(database_url, consumer.name, 0 if where == "in the steps" else at - 4)
    )
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    assert service.rows(consumer.model.table) == before
    assert service.consumers.position(consumer.name) == at
    service.play(1)
    service.consume(consumer)
    before = service.rows(consumer.model.table)
    assert Rebuild(service.engine, service.consumers, consumer).run() == Rebuilt(0, 0)
    assert service.rows(consumer.model.table) == before


def test_what_was_parked_is_read_again_and_what_cannot_be_read_is_parked_anew(service):
    service.play(2)
    poison = {3, 5}

    def fill(connection, batch, table):
        if poison & {event.position for event in batch}:
            raise LookupError
        COUNTS.model.fill(connection, batch, table)

    consumer = keeps("counts", Model(COUNTS.model.table, COUNTS.model.shadow, fill))
    service.consume(consumer)
    first, *behind = service.consumers.parked("counts")
    assert (first.position, len(behind) > 2) == (3, True)
    poison.remove(3)
    Rebuild(service.engine, service.consumers, consumer).run()
    first, *_ = service.consumers.parked("counts")
    assert (first.position, first.error) == (5, "LookupError")
    poison.clear()
    assert service.consumers.retry(consumer)[1] == 0
    before = service.rows(COUNTS.model.table)
    assert Rebuild(service.engine, service.consumers, COUNTS).run() == Rebuilt(0, 0)
    assert service.rows(COUNTS.model.table) == before
    assert service.rows(parked) == []


def test_one_that_keeps_no_read_model_is_not_rebuilt(service):
    with pytest.raises(ValueError, match="cannot be done again"):
        Rebuild(service.engine, service.consumers, Consumer("letters", lambda connection, batch: None))
