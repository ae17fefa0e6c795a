"""Stored lines into a state: what was decided once is folded again, request by request."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from app.rules.events import Event, GameCreated, HandEnded
from app.rules.lifecycle import SEATS
from app.rules.rulebook import Rulebook, rulebook
from app.rules.state import State
from app.rules.versions import READERS, UnknownKind, current_data, stored_event
from replays.format import quick

Said = dict[str, Any]
T = TypeVar("T")


class WrittenByNewer(ValueError):
    """A line that a newer version of the service has stored: this one cannot read it, and must not guess."""


def fold(state: State, lines: Sequence[bytes]) -> State:
    """`state` with the requests in `lines` on top, our own stored bytes; of the last request perhaps only a part.

    Raises WrittenByNewer, and UnknownRules.
    """
    if not lines:
        return state
    told = quick(lines)
    return rules_of(state, told[0]).evolve_all(state, requests(told))


def requests(told: Iterable[Said]) -> Iterator[tuple[list[Event], int | None, int]]:
    """The events of each request, the seat that acted, and the time, as `evolve_all` takes them."""
    number, seat, t = -1, None, 0
    events: list[Event] = []
    readers = READERS
    said: Said = {}
    try:
        for said in told:
            if said["request"] != number:
                if events:
                    yield events, seat, t
                events, number, t, seat = [], said["request"], said["t"], SEAT_OF.get(said["actor"])
            events.append(readers[said["kind"]][said["v"]](said["data"]))
    except KeyError:
        event_of(said)
        raise
    if events:
        yield events, seat, t


def event_of(said: Said) -> Event:
    """The event in a decoded line of our own. Raises WrittenByNewer."""
    return _read(stored_event, said)


def data_of(said: Said) -> dict[str, Any]:
    """The `data` in a decoded line of our own, in the version of today. Raises WrittenByNewer."""
    return _read(current_data, said)


def _read(reader: Callable[[str, int, dict[str, Any]], T], said: Said) -> T:
    try:
        return reader(said["kind"], said["v"], said["data"])
    except UnknownKind as error:
        raise WrittenByNewer(f"seq {said['seq']} was written by a newer version of the service: {error}") from error


def seeds_of(ended: Sequence[bytes]) -> dict[int, str]:
    """The seeds that these lines publish, each of them the end of a hand, by hand. Raises WrittenByNewer."""
    events = map(event_of, quick(ended))
    return {event.hand: event.seed for event in events if isinstance(event, HandEnded)}


def rules_of(state: State, first: Said) -> Rulebook:
    """The rules of a game at `state`; at its start those that its first event names. Raises UnknownRules."""
    event = None if state.rules else event_of(first)
    return rulebook(event.rules if isinstance(event, GameCreated) else state.rules)


SEAT_OF = {f"seat:{seat}": seat for seat in range(SEATS[-1])}
"""The seat that acted; people before the start, the service and officials act from none."""
