"""Stored lines into a state: what was decided once is folded again, request by request."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from app.rules.events import BUILDERS, Event
from app.rules.evolve import evolve_all
from app.rules.lifecycle import SEATS
from app.rules.state import State
from replays.format import quick

Said = dict[str, Any]


def fold(state: State, lines: Sequence[bytes]) -> State:
    """`state` with the requests in `lines` on top, our own stored bytes; of the last request perhaps only a part."""
    return evolve_all(state, requests(quick(lines)))


def requests(told: Iterable[Said]) -> Iterator[tuple[list[Event], int | None, int]]:
    """The events of each request, the seat that acted, and the time, as `evolve_all` takes them."""
    number, seat, t = -1, None, 0
    events: list[Event] = []
    for said in told:
        if said["request"] != number:
            if events:
                yield events, seat, t
            events, number, t, seat = [], said["request"], said["t"], SEAT_OF.get(said["actor"])
        events.append(BUILDERS[said["kind"]](said["data"]))
    if events:
        yield events, seat, t


SEAT_OF = {f"seat:{seat}": seat for seat in range(SEATS[-1])}
"""The seat that acted; people before the start, the service and officials act from none."""
