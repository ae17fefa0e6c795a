"""A worker inside the process that serves: what `make run` needs, and enough for SQLite."""

from threading import Event, Lock, Thread

from flask import Flask

from app.worker.jobs import Jobs

POLL_SECONDS = 1.0
"""A move of this process wakes the worker at once; this is for moves of others on the same database."""


class WorkerThread:
    """One thread, started when it is first needed, stopped with `stop`."""

    def __init__(self, jobs: Jobs, wake: Event, poll: float = POLL_SECONDS) -> None:
        self.jobs = jobs
        self._wake = wake
        self._poll = poll
        self._stop = Event()
        self._lock = Lock()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Starts the thread unless it runs already; a process that was forked starts its own."""
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(target=self._run, name="kartfold-worker", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Ends the thread behind the round it is in."""
        self._stop.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
        self.jobs.finish()  # rounds may have been made without the thread

    def _run(self) -> None:
        self.jobs.run(self._stop, self._wake, self._poll)


def work_beside(app: Flask, worker: WorkerThread) -> None:
    """Starts the worker with the first request that a process of this app answers: servers fork before that."""
    app.before_request(worker.start)
