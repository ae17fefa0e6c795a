"""Several jobs at a time beside the rounds: how many, and whose."""

import logging
import threading

import pytest

from app.worker.aside import Crew


@pytest.fixture
def end():
    """Jobs wait for it."""
    event = threading.Event()
    yield event
    event.set()


def test_a_job_is_not_started_twice_at_a_time(end):
    crew, done = Crew("jobs"), []

    def job():
        end.wait(30)
        done.append(1)

    assert crew.start("one", "ann", job)
    assert not crew.start("one", "ann", job)
    end.set()
    crew.finish()
    assert crew.start("one", "ann", job)
    crew.finish()
    assert done == [1, 1]


def test_nobody_has_more_than_their_share(end):
    crew = Crew("jobs", most=4, of_one=2)
    started = [crew.start(f"ann {number}", "ann", lambda: end.wait(30)) for number in range(4)]
    started += [crew.start(f"ben {number}", "ben", lambda: end.wait(30)) for number in range(4)]
    assert started == [True, True, False, False] * 2
    assert not crew.start("cyd", "cyd", lambda: end.wait(30))
    end.set()
    crew.finish()
    assert crew.start("cyd", "cyd", lambda: None)
    crew.finish()


def test_an_error_is_logged_and_the_next_job_is_done(caplog):
    crew = Crew("jobs")

    def broken():
        raise ValueError("of the inside")

    with caplog.at_level(logging.ERROR):
        crew.start("one", "ann", broken)
        crew.finish()
    assert "jobs: ValueError" in caplog.text
    assert "of the inside" not in caplog.text
    assert crew.start("one", "ann", lambda: None)
    crew.finish()
