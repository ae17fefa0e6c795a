"""The rounds of a worker: what is due is done in portions, and events wait for no other work to get their places."""

import time
from threading import Event, Thread

import pytest
import sqlalchemy as sa

from app.factory import WORKER, close, create_app
from app.rules.clock import Clock
from app.services.table.tables import Setup
from app.services.upkeep.attendance import Attendance
from app.services.upkeep.sweeps import Sweeps
from config import Config
from tests.api.conftest import SETTINGS
from tests.services.house import House

PATIENCE_S = 30
AT_ONCE = Setup(2, clock=Clock("decision", 1))


@pytest.fixture
def app(database_url):
    """An application that does nothing by itself."""
    app = create_app(Config(database_url=database_url, **SETTINGS))  # type: ignore[arg-type]
    yield app
    close(app)


@pytest.fixture
def house(database_url):
    """Tables on the same database, whose time is that of the application."""
    house = House(database_url, SETTINGS["seed_keys"])  # type: ignore[arg-type]
    house.time = int(time.time() * 1000)
    yield house
    house.engine.dispose()


def test_bots_come_between_portions_of_what_is_due(app, house, monkeypatch):
    asked = []

    def waiting(self, limit):
        asked.append(timed_out(house))
        return []

    monkeypatch.setattr(Sweeps.decisions, "__defaults__", (2,))
    monkeypatch.setattr(Attendance, "waiting", waiting)
    for _ in range(6):
        game, people = house.seated(AT_ONCE, 2)
        house.start(game, people[0])
    jobs = app.extensions[WORKER].jobs
    for _ in range(3):
        assert jobs.work() == 0.0, "there may be more"
    assert sorted(set(asked)) == [2, 4, 6]


def timed_out(house):
    """How many decisions were taken."""
    with house.engine.connect() as connection:
        return connection.scalar(sa.text("SELECT count(*) FROM events WHERE kind = 'decision.timed_out'"))


def test_events_get_their_places_while_other_work_goes_on(app, house, monkeypatch):
    busy, done, stop, wake = Event(), Event(), Event(), Event()
    jobs = app.extensions[WORKER].jobs

    def takes_long(self):
        busy.set()
        done.wait(PATIENCE_S)
        return 0

    monkeypatch.setattr(Sweeps, "decisions", takes_long)
    worker = Thread(target=jobs.run, args=(stop, wake, 0.01))
    worker.start()
    try:
        assert busy.wait(PATIENCE_S)
        game, _ = house.table()
        assert placed(house, game), "the sweep is still at work"
    finally:
        done.set()
        stop.set()
        wake.set()
        worker.join(PATIENCE_S)
    assert not worker.is_alive()


def placed(house, game):
    """Whether all events of a game come to have their places."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        with house.engine.connect() as connection:
            query = sa.text("SELECT sequenced = version FROM streams WHERE game = :game")
            if connection.scalar(query, {"game": game}):
                return True
    return False


def test_a_worker_that_is_woken_looks_at_once(app, monkeypatch):
    stop, wake, looked = Event(), Event(), Event()
    jobs = app.extensions[WORKER].jobs

    def work():
        looked.set()
        return 600.0

    monkeypatch.setattr(jobs, "work", work)
    worker = Thread(target=jobs.run, args=(stop, wake, 600.0))
    worker.start()
    try:
        assert looked.wait(PATIENCE_S)
        looked.clear()
        wake.set()
        assert looked.wait(PATIENCE_S), "it would have waited for ten minutes"
    finally:
        stop.set()
        wake.set()
        worker.join(PATIENCE_S)
    assert not worker.is_alive()
