"""Workers are killed while they take decisions whose time has run out: the others go on, and nothing is lost or done
twice."""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest
import sqlalchemy as sa

from app.rules.clock import Clock
from app.rules.options import Options
from app.services.table.tables import Setup
from replays.format import quick
from replays.verify import verify_lines
from tests.api.conftest import SETTINGS
from tests.effort import SEED, effort
from tests.faults.service import KEYS, ROOT, WORKER, until
from tests.faults.tables import stored
from tests.services.house import House

WORKERS = 3
AT_ONCE = Setup(3, clock=Clock("decision", 1), bot_delay=0)
"""Time runs out before anybody can look."""
TABLES = (
    AT_ONCE._replace(options=Options(missed_decisions=100, hands=2)),
    AT_ONCE._replace(options=Options(missed_decisions=2)),
    AT_ONCE._replace(options=Options(hands=2), takeover="first"),
    AT_ONCE._replace(options=Options(missed_decisions=1), takeover="random", bots_alone="end"),
    AT_ONCE._replace(options=Options(missed_decisions=4), takeover="racer", bots=("racer",)),
)


class Workers:
    """Worker processes on one database, each of which can be killed."""

    def __init__(self, url: str) -> None:
        self._environment = {**os.environ, **KEYS, "DATABASE_URL": url}
        self._processes = [self._start() for _ in range(WORKERS)]

    def replace(self, which: int) -> None:
        """SIGKILL for one, in the middle of whatever it does; another takes its place."""
        self._kill(self._processes[which])
        self._processes[which] = self._start()

    def kill(self) -> None:
        """SIGKILL for all."""
        for process in self._processes:
            self._kill(process)

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, *WORKER],
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _kill(self, process: subprocess.Popen[bytes]) -> None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextlib.contextmanager
def working(url: str) -> Iterator[Workers]:
    """Three workers, and none at the end."""
    workers = Workers(url)
    try:
        yield workers
    finally:
        workers.kill()


def open_tables(url: str, rounds: int) -> list[str]:
    """Tables at which nobody ever moves."""
    house, games = House(url, SETTINGS["seed_keys"]), []  # type: ignore[arg-type]
    house.time = int(time.time() * 1000)
    for setup in TABLES * rounds:
        game, people = house.seated(setup, setup.seats - len(setup.bots))
        house.start(game, people[0])
        games.append(game)
    house.engine.dispose()
    return games


class Look:
    """What is in the database."""

    def __init__(self, url: str) -> None:
        self._engine = sa.create_engine(url, poolclass=sa.NullPool)

    def __call__(self, query: str) -> int:
        with self._engine.connect() as connection:
            return int(connection.scalar(sa.text(query)) or 0)


@pytest.mark.drill
def test_killed_workers_have_lost_nothing_and_done_nothing_twice(
    postgresql_url: str, doctor: Callable[[str], None]
) -> None:
    chance, look = random.Random(SEED), Look(postgresql_url)
    games, in_the_middle = open_tables(postgresql_url, effort(1, 20)), 0
    with working(postgresql_url) as workers:
        for _ in range(effort(2, 30)):
            wanted = look("SELECT count(*) FROM events") + chance.randrange(1, 60)
            until(lambda wanted=wanted: look("SELECT count(*) FROM events") >= wanted or all_over(look))  # type: ignore[misc]
            _spin(chance.random() * 0.02)
            in_the_middle += not all_over(look)
            workers.replace(chance.randrange(WORKERS))
        assert in_the_middle > 0, "they were done before anybody could kill one"
        until(lambda: all_over(look))
        until(lambda: look("SELECT count(*) FROM positions") == look("SELECT count(*) FROM events"))
    for game in games:
        lines = stored(postgresql_url, game)
        assert verify_lines(lines).verdict == "exact"
        said = quick(lines)
        missed = [one["data"]["deadline"] for one in said if one["kind"] == "decision.timed_out"]
        assert len(missed) == len(set(missed)), "each decision had its own time"
        assert {one["actor"] for one in said if one["kind"] == "seat.taken_over"} <= {"service"}
    assert look("SELECT count(*) FROM positions") == look("SELECT max(position) FROM positions")
    doctor(postgresql_url)


def all_over(look: Look) -> bool:
    """Whether every match has ended."""
    return look("SELECT count(*) FROM streams WHERE NOT over") == 0


def _spin(seconds: float) -> None:
    """Moves the kill away from the moment of the last look."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass
