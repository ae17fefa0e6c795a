"""A worker as a process of its own: `flask --app wsgi worker`, as many of them as one likes."""

import signal
from threading import Event

from app.worker.jobs import Jobs

POLL_SECONDS = 0.2


def work(jobs: Jobs, poll: float = POLL_SECONDS) -> None:
    """Works until the process is asked to end, and then ends behind the round it is in."""
    stop, wake = Event(), Event()

    def end(number: int, frame: object) -> None:
        stop.set()
        wake.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    jobs.run(stop, wake, poll)
