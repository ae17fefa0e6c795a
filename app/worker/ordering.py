"""The order of events across games: new ones get their places, and are handed to those who read them in it."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from threading import Event

from app.services.guard import attempt, guarded
from app.store.sequencer import Sequencer

ORDER_SECONDS = 0.05
"""How often one looks for new events where nobody tells of them: those of other processes."""
READ_SECONDS = 0.5
"""How often one looks for places that others have given."""
UNWELL_SECONDS = 1.0
"""The same while something is wrong, which each time is logged."""


class Ordering:
    """Keeps the order. `consumers` read the events, some each time, and say how many, by name."""

    def __init__(self, sequencer: Sequencer, consumers: Mapping[str, Callable[[], int]]) -> None:
        self._sequencer = sequencer
        self._consumers = consumers
        self._next_reading = 0.0

    def once(self) -> None:
        """Gives new events their places, and hands them to their readers."""
        self._sequence()
        self._read()

    def keep(self, stop: Event, wake: Event, again: Event) -> None:
        """The same again and again until `stop` is set, at once when `wake` is, of which `again` tells others."""
        while not stop.is_set():
            well = self._what_is_new()
            woken = wake.wait(ORDER_SECONDS if well else UNWELL_SECONDS)
            wake.clear()
            if woken:
                again.set()

    def _what_is_new(self) -> bool:
        """As `once`, but readers look seldom where this process has nothing new. Says whether all went well."""
        placed, well = self._sequence()
        if placed or time.monotonic() >= self._next_reading:
            self._next_reading = time.monotonic() + READ_SECONDS
            well = self._read() and well
        return well

    def _sequence(self) -> tuple[int, bool]:
        placed = attempt("sequencer", partial(_until_done, self._sequencer.run_once))
        return placed or 0, placed is not None

    def _read(self) -> bool:
        return all([guarded(name, partial(_until_done, consume)) for name, consume in self._consumers.items()])


def _until_done(job: Callable[[], int]) -> int:
    """Does it as long as there is anything to do; says how much that was."""
    done = 0
    while more := job():
        done += more
    return done
