"""Reading stacks: what is whose."""

import json
import threading
from collections import Counter
from pathlib import Path

from tests.benchmarks.load.profile import everything, explain, idle, nearest, package, read
from tests.benchmarks.load.sampler import Sampler

IDLE = ("gunicorn.workers.sync:SyncWorker.wait", "gunicorn.workers.sync:SyncWorker.run")
WAITING = ("psycopg.connection:Connection.wait", "sqlalchemy.engine:run", "app.store.store:Store.append", "flask.app:f")
DECIDING = ("app.rules.decide:decide", "app.services.games:Games.move", "flask.app:f")


def test_an_idle_worker_is_no_busy_one() -> None:
    assert idle(IDLE)
    assert not idle(WAITING)
    assert not idle(())


def test_time_is_put_down_to_the_innermost_package_and_to_parts_of_ours() -> None:
    assert package(WAITING) == "(waiting for the database)"
    assert package(DECIDING) == "app.rules"
    assert package(("sqlalchemy.sql.compiler:f",)) == "sqlalchemy"


def test_what_others_do_is_put_down_to_whoever_of_ours_asked_for_it() -> None:
    assert nearest(WAITING) == ["app.store.store:Store.append"]
    assert nearest(("flask.app:f",)) == ["(outside the application's code)"]
    assert everything(DECIDING) == {"app.rules.decide:decide", "app.services.games:Games.move"}


def test_shares_are_of_the_time_with_a_request() -> None:
    said = explain(Counter({IDLE: 100, WAITING: 3, DECIDING: 1}))
    assert "4 samples with a request, 100 without one." in said
    assert "  75.0%  (waiting for the database)" in said
    assert "  25.0%  app.services.games:Games.move" in said


def test_the_counts_of_all_workers_are_added(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.json").write_text(json.dumps([[list(WAITING), 2]]))
    assert read(tmp_path) == {WAITING: 4}


def test_the_sampler_sees_what_a_thread_does() -> None:
    sampler = Sampler(threading.get_ident())
    sampler.start()
    while not sampler.seen:
        pass
    stacks = sampler.stop()
    here = f"{__name__}:test_the_sampler_sees_what_a_thread_does"
    assert all(here in stack for stack in stacks)
