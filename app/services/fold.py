"""Stored lines into a state: what was decided once is folded again, request by request."""

from collections.abc import Iterator, Sequence
from typing import Any

from app.rules.events import Event, stored_event
from app.rules.evolve import evolve_all
from app.rules.state import State
from replays.format import quick

Said = dict[str, Any]


def fold(state: State, lines: Sequence[bytes]) -> State:
    """`state` with the requests in `lines` on top, our own stored bytes; of the last request perhaps only a part."""
    return evolve_all(state, ((events, seat_of(said["actor"]), said["t"]) for said, events in requests(quick(lines))))


def requests(told: Sequence[Said]) -> Iterator[tuple[Said, list[Event]]]:
    """The first envelope of each request, with all of the request's events."""
    first, events = 0, [stored_event(said["kind"], said["data"]) for said in told]
    for end in range(1, len(told) + 1):
        if end == len(told) or told[end]["request"] != told[first]["request"]:
            yield told[first], events[first:end]
            first = end


def seat_of(actor: str) -> int | None:
    """The seat that acted, None for people before the start, the service and officials."""
    return int(actor[5:]) if actor.startswith("seat:") else None
