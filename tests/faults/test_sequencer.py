"""Many who write, roll back, hang and are killed: whoever follows the order across games misses no event and sees none
twice."""

import multiprocessing
import random
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from multiprocessing.process import BaseProcess

import pytest
import sqlalchemy as sa

from app.store import Engine
from app.store.consumers import Consumers
from app.store.counts import COUNTS, Counts
from app.store.sequencer import Positioned, Sequencer
from tests.effort import SEED, effort
from tests.faults import writers
from tests.faults.service import until

WRITERS, GAMES = 32, 12
ROLES = {writers.write: WRITERS, writers.idle: 2, writers.sequence: 2, writers.consume: 2}
"""How many processes there are at each."""
EVENTS = effort(300, 100_000)
QUIET = 20
"""Looks without anything new, behind which somebody is killed: who hangs may be in the way of all others."""
OTHERS = sa.text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    " AND backend_type = 'client backend'"
)


class Crowd:
    """Processes of all roles, of which now and then one is killed, and another takes its place."""

    def __init__(self, url: str, games: list[str]) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["tests.faults.writers"])
        self._chance = random.Random(f"{SEED} crowd")
        self._told = (url, games)
        self._processes: dict[BaseProcess, Callable[..., None]] = {}
        self.killed: Counter[str] = Counter()
        for role, number in ROLES.items():
            for _ in range(number):
                self._start(role)

    def kill_one(self) -> None:
        """Somebody dies in the middle of what they do; those who hang do more often than others."""
        role = list(ROLES)[sum(self.killed.values()) % len(ROLES)]
        victim = self._chance.choice([one for one, what in self._processes.items() if what is role])
        self._end(victim)
        self.killed[role.__name__] += 1
        self._start(role)

    def end(self) -> None:
        """All die."""
        for one in list(self._processes):
            self._end(one)

    def _start(self, role: Callable[..., None]) -> None:
        url, games = self._told
        seed = f"{SEED} {len(self._processes)} {sum(self.killed.values())}"
        one = self._context.Process(target=role, args=(url, seed, games), daemon=True)
        one.start()
        self._processes[one] = role

    def _end(self, one: BaseProcess) -> None:
        assert one.is_alive(), f"one that had to {self._processes[one].__name__} has failed"
        one.kill()
        one.join()
        del self._processes[one]


class Tail:
    """Follows the order as it grows; fails for a gap, an event that comes twice, and one out of its game's order."""

    def __init__(self, engine: Engine) -> None:
        self._sequencer = Sequencer(engine)
        self.seen: list[Positioned] = []
        self._next: Counter[str] = Counter()

    def follow(self) -> int:
        """How many events are new."""
        batch = self._sequencer.after(len(self.seen), 100)
        for event in batch:
            self.seen.append(event)
            assert event.position == len(self.seen)
            assert event.seq == self._next[event.game], event
            self._next[event.game] += 1
        return len(batch)


@pytest.mark.drill
def test_whoever_follows_the_order_sees_every_committed_event_once(engine: Engine, database_url: str) -> None:
    store = writers.open_store(engine)
    games = [writers.create(store) for _ in range(GAMES)]
    tail, chance, pause = Tail(engine), random.Random(f"{SEED} tail"), threading.Event()
    crowd = Crowd(database_url, games)
    try:
        quiet, next_kill = 0, 1
        while len(tail.seen) < EVENTS:
            quiet = 0 if tail.follow() else quiet + 1
            pause.wait(0.01 * bool(quiet))
            if len(tail.seen) >= next_kill or quiet > QUIET:
                crowd.kill_one()
                quiet, next_kill = 0, len(tail.seen) + chance.randrange(1, 40)
    finally:
        crowd.end()
    until(partial(_all_are_gone, engine))
    while Sequencer(engine).run_once() or tail.follow():
        pass
    assert sorted((event.game, event.seq) for event in tail.seen) == _committed(engine)
    assert set(crowd.killed) == {role.__name__ for role in ROLES}, crowd.killed
    consumers = Consumers(engine, lambda: 0)
    while consumers.consume(COUNTS):
        pass
    assert Counts(engine).all() == Counter(event.kind for event in tail.seen)
    assert consumers.parked("counts") == []


def _all_are_gone(engine: Engine) -> bool:
    """Whether nothing can be committed any more: sessions outlive their clients by a moment."""
    if engine.dialect.name == "sqlite":
        return True
    engine.dispose()
    with engine.connect() as connection:
        return connection.scalar(OTHERS) == 0


def _committed(engine: Engine) -> list[tuple[str, int]]:
    with engine.connect() as connection:
        rows = connection.execute(sa.text("SELECT game, seq FROM events"))
        return sorted((game, seq) for game, seq in rows)
