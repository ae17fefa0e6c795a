"""Work that may take long, beside the rounds: a mail server that does not answer holds up neither bots nor clocks, and
a program that does not answer holds up no other."""

from collections.abc import Callable, Iterable
from threading import Lock, Thread

from app.services.guard import guarded
from app.services.kept import Kept

KNOWN = 4096
"""Owners of whom it is known when they had their last turn."""


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


class Crew:
    """Jobs of one kind, several at a time, each in a thread of its own: `most` of them, and `of_one` for one owner, so
    that whoever keeps them waiting keeps others from nothing. Errors are logged."""

    def __init__(self, name: str, most: int = 8, of_one: int = 2) -> None:
        self._name = name
        self._most = most
        self._of_one = of_one
        self._lock = Lock()
        self._at_work: dict[str, tuple[str, Thread]] = {}
        self._turns = 0
        self._last_turn: Kept[int] = Kept(KNOWN)

    def in_turn(self, waiting: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Keys and their owners: first those of owners who have had none for the longest, else in the order given. So
        however much somebody has to do, everybody else comes between."""
        return sorted(waiting, key=lambda one: self._last_turn.get(one[1]) or 0)

    def start(self, key: str, owner: str, job: Callable[[], object]) -> bool:
        """Starts a job unless the one of this key is still at work, or there are enough; whether it was started."""
        with self._lock:
            self._at_work = {key: each for key, each in self._at_work.items() if each[1].is_alive()}
            of_one = sum(each[0] == owner for each in self._at_work.values())
            if key in self._at_work or len(self._at_work) >= self._most or of_one >= self._of_one:
                return False
            thread = Thread(target=guarded, args=(self._name, job), name=f"kartfold-{self._name}", daemon=True)
            self._at_work[key] = owner, thread
            self._turns += 1
            self._last_turn.put(owner, self._turns)
            thread.start()
            return True

    def finish(self) -> None:
        """Waits until the jobs are done that are at work."""
        with self._lock:
            for _, thread in self._at_work.values():
                thread.join()
