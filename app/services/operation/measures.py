"""What is measured for whoever watches over the service: all of it read from the database when it is asked for, so that
every process gives the same numbers; but for the streams, which each process has its own of."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from app.services.clock import DAY
from app.services.streams.places import Places
from app.store.consumers import Consumers
from app.store.counts import Counts
from app.store.gauges import Gauges
from app.store.sequencer import Sequencer
from app.store.tables import CANCELLED, FINISHED

SEQUENCER = "sequencer"
ENDS = {FINISHED: "match.ended", CANCELLED: "game.cancelled"}
"""How many tables have a status for good is known from how many events of a kind there are."""
RECENT = DAY
"""For how long what has become of a message counts, in milliseconds."""


class Lag(NamedTuple):
    """How much somebody has still to do, and for how many seconds the first of it has waited."""

    number: int
    seconds: float


class Measures(NamedTuple):
    """The numbers of one moment. `lags` has the sequencer and all consumers, `parked` is by consumer, `events` by kind,
    `games` by status, `deliveries` by channel and state, `ended` those of all time by channel and
    outcome. `overdue` are decisions that nobody has taken in time."""

    lags: Mapping[str, Lag]
    parked: Mapping[str, int]
    events: Mapping[str, int]
    games: Mapping[str, int]
    overdue: Lag
    deliveries: Mapping[tuple[str, str], int]
    ended: Mapping[tuple[str, str], int]
    streams: int


class Measuring:
    """Takes the measures. `now` gives UTC milliseconds."""

    def __init__(
        self,
        sequencer: Sequencer,
        consumers: Consumers,
        names: Sequence[str],
        counts: Counts,
        gauges: Gauges,
        places: Places,
        now: Callable[[], int],
    ) -> None:
        self._sequencer = sequencer
        self._consumers = consumers
        self._names = names
        self._counts = counts
        self._gauges = gauges
        self._places = places
        self._now = now

    def measure(self) -> Measures:
        """All of them, now."""
        now = self._now()
        standings = {name: self._consumers.standing(name) for name in self._names}
        lags = {SEQUENCER: _lag(*self._sequencer.waiting(), now)}
        lags |= {name: _lag(one.events, one.since, now) for name, one in standings.items()}
        events = self._counts.all()
        return Measures(
            lags,
            {name: one.parked for name, one in standings.items()},
            events,
            {**self._gauges.open_tables(), **{status: events.get(kind, 0) for status, kind in ENDS.items()}},
            _lag(*self._gauges.overdue(now), now),
            self._gauges.deliveries(now - RECENT),
            self._gauges.ended(),
            self._places.taken,
        )


def _lag(number: int, since: int | None, now: int) -> Lag:
    return Lag(number, 0.0 if since is None else max(0, now - since) / 1000)
