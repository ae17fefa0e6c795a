"""Says where a server's time goes, by looking at its main thread every few milliseconds.

Loaded as a gunicorn configuration (`gunicorn --config python:tests.benchmarks.load.sampler`): every worker has a
thread that notes the stack of the main one, and writes its counts to the folder `KARTFOLD_BENCH_PROFILE` when the
worker ends. Looking costs a little time of its own; the shares are what to read, not the rate beside them.
"""

import json
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

INTERVAL_S = 0.002
FOLDER = "KARTFOLD_BENCH_PROFILE"

Stack = tuple[str, ...]
"""`module:function` of each frame, the innermost first."""


class Sampler:
    """Counts the stacks of one thread until it is stopped."""

    def __init__(self, thread: int) -> None:
        self._thread = thread
        self.seen = 0  # how often it has looked
        self._stop = threading.Event()
        self._counts: Counter[tuple[CodeType, ...]] = Counter()
        self._modules: dict[CodeType, str] = {}
        self._watcher = threading.Thread(target=self._watch, name="sampler", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        sys.setswitchinterval(0.0005)  # else a busy main thread is seen only every 5 ms, where it gives way
        self._watcher.start()

    def stop(self) -> dict[Stack, int]:
        """Stop looking: how often each stack was seen."""
        self._stop.set()
        self._watcher.join()
        return {tuple(self._modules[code] for code in codes): seen for codes, seen in self._counts.items()}

    def _watch(self) -> None:
        while not self._stop.wait(INTERVAL_S):
            frame = sys._current_frames().get(self._thread)
            self._counts[tuple(self._codes(frame))] += 1
            self.seen += 1

    def _codes(self, frame: FrameType | None) -> Iterator[CodeType]:
        while frame is not None:
            code = frame.f_code
            self._modules.setdefault(code, f"{frame.f_globals.get('__name__', '?')}:{code.co_qualname}")
            yield code
            frame = frame.f_back


def post_worker_init(worker: object) -> None:
    """Called by gunicorn in a worker that has loaded the application."""
    global _sampler
    _sampler = Sampler(threading.get_ident())
    _sampler.start()


def worker_exit(server: object, worker: object) -> None:
    """Called by gunicorn in a worker that ends."""
    if _sampler is not None:
        counts = [[list(stack), seen] for stack, seen in _sampler.stop().items()]
        name = f"{os.getpid()}-{time.monotonic_ns()}.json"
        (Path(os.environ[FOLDER]) / name).write_text(json.dumps(counts))


_sampler: Sampler | None = None
