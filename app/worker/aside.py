"""Work that may take long, beside the rounds: a mail server that does not answer holds up neither bots nor clocks."""

from collections.abc import Callable
from threading import Lock, Thread

from app.services.guard import guarded


class Aside:
    """One job at a time, in a thread of its own. An error in it is logged, and the job may be started again."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = Lock()
        self._thread: Thread | None = None

    def start(self, job: Callable[[], object]) -> None:
        """Starts the job, unless the one before is still at work."""
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = Thread(
                    target=guarded, args=(self._name, job), name=f"kartfold-{self._name}", daemon=True
                )
                self._thread.start()

    def finish(self) -> None:
        """Waits until the job is done, if one is at work."""
        with self._lock:
            if self._thread is not None:
                self._thread.join()
