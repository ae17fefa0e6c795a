"""Reading stacks: what is whose."""

import json
from collections import Counter
from pathlib import Path

from tests.benchmarks.load.profile import everything, explain, nearest, package, read
from tests.benchmarks.load.sampler import Sampler

WRITING = ("psycopg.cursor:Cursor.execute", "sqlalchemy.engine:run", "app.store.store:Store.append", "flask.app:f")
DECIDING = ("app.rules.decide:decide", "app.services.play.games:Games.move", "flask.app:f")


def test_time_is_put_down_to_the_innermost_package_and_to_parts_of_ours() -> None:
    assert package(WRITING) == "psycopg"
    assert package(DECIDING) == "app.rules"


def test_what_others_do_is_put_down_to_whoever_of_ours_asked_for_it() -> None:
    assert nearest(WRITING) == ["app.store.store:Store.append"]
    assert nearest(("flask.app:f",)) == ["(outside the application's code)"]
    assert everything(DECIDING) == {"app.rules.decide:decide", "app.services.play.games:Games.move"}


def test_a_share_is_told_in_percent_and_of_a_request() -> None:
    said = explain(Counter({WRITING: 3, DECIDING: 1}), 2000)
    assert "2000 µs a request, from 4 samples" in said
    assert " 75.0%   1500 µs  psycopg" in said
    assert " 25.0%    500 µs  app.services.play.games:Games.move" in said


def test_the_counts_of_all_workers_are_added(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.json").write_text(json.dumps([[list(WRITING), 2]]))
    assert read(tmp_path) == {WRITING: 4}


def test_the_sampler_sees_what_uses_the_processor() -> None:
    sampler = Sampler()
    sampler.start()
    while not sampler.seen:
        pass
    here = f"{__name__}:test_the_sampler_sees_what_uses_the_processor"
    assert any(here in stack for stack in sampler.stop())
