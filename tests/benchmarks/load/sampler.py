"""Notes what a server's workers do with their processor time.

Loaded as a gunicorn configuration (`gunicorn --config python:tests.benchmarks.load.sampler`): the system interrupts a
worker for every few milliseconds of processor time that it has used, the stack of that moment is counted, and the
counts are written to the folder `KARTFOLD_BENCH_PROFILE` when the worker ends. Waiting takes no processor time and
is not seen; noting takes a little, so the shares are what to read, not the rate beside them.
"""

import json
import os
import signal
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType

INTERVAL_S = 0.001
"""What is asked for; the system may count in steps of several milliseconds."""
FOLDER = "KARTFOLD_BENCH_PROFILE"

Stack = tuple[str, ...]
"""`module:function` of each frame, the innermost first."""


class Sampler:
    """Counts the stacks of the main thread, which has to make it, until it is stopped."""

    def __init__(self) -> None:
        self.seen = 0
        self._counts: Counter[tuple[CodeType, ...]] = Counter()
        self._names: dict[CodeType, str] = {}

    def start(self) -> None:
        """Begin to look."""
        signal.signal(signal.SIGPROF, self._note)
        signal.siginterrupt(signal.SIGPROF, False)
        signal.setitimer(signal.ITIMER_PROF, INTERVAL_S, INTERVAL_S)

    def stop(self) -> dict[Stack, int]:
        """Stop looking: how often each stack was seen."""
        signal.setitimer(signal.ITIMER_PROF, 0)
        return {tuple(self._names[code] for code in codes): seen for codes, seen in self._counts.items()}

    def _note(self, number: int, frame: FrameType | None) -> None:
        codes = []
        while frame is not None:
            code = frame.f_code
            if code not in self._names:
                self._names[code] = f"{frame.f_globals.get('__name__', '?')}:{code.co_qualname}"
            codes.append(code)
            frame = frame.f_back
        self._counts[tuple(codes)] += 1
        self.seen += 1


_sampler = Sampler()


def post_worker_init(worker: object) -> None:
    """Called by gunicorn in a worker that has loaded the application."""
    _sampler.start()


def worker_exit(server: object, worker: object) -> None:
    """Called by gunicorn in a worker that ends."""
    counts = [[list(stack), seen] for stack, seen in _sampler.stop().items()]
    (Path(os.environ[FOLDER]) / f"{os.getpid()}.json").write_text(json.dumps(counts))
