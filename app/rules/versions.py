"""Reads the events of a record, whatever version they were written in, and says which version is written today.

What was written in an old version climbs step by step to the newest; only that becomes an event. Whether every kind has
all its steps, and every event the fields of its newest shape, is checked as this module is loaded.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from operator import itemgetter
from typing import Any

from app.rules.events import KINDS, Event
from app.rules.shapes import SHAPES, Shape
from app.rules.steps import STEPS, BrokenSteps, Data, Step, check_steps

Reader = Callable[[Data], Event]


class UnknownKind(ValueError):
    """A kind, or a version of one, that this version of the rules does not know."""


VERSIONS: dict[str, int] = {kind: len(shapes) for kind, shapes in SHAPES.items()}
"""The name of a kind → the version in which it is written."""


def readers(
    kinds: Mapping[str, type[Event]],
    shapes: Mapping[str, tuple[Shape, ...]],
    steps: Mapping[tuple[str, int], Step],
) -> dict[str, dict[int, Reader]]:
    """By kind and version: what makes an event of trusted data. Raises BrokenSteps for anything that does not fit."""
    for kind in kinds.keys() ^ {kind for kind, versions in shapes.items() if versions}:
        raise BrokenSteps(f"{kind}: {'no shape' if kind in kinds else 'no event'} of this kind")
    check_steps({kind: len(versions) for kind, versions in shapes.items()}, steps)
    made: dict[str, dict[int, Reader]] = {}
    for kind, versions in shapes.items():
        check_fits(kind, kinds[kind], versions[-1])
        newest = len(versions)
        made[kind] = {newest: _builder(kinds[kind], versions[-1])}
        for version in range(newest - 1, 0, -1):
            made[kind][version] = _climbing(steps[kind, version], made[kind][version + 1])
    return made


def check_fits(kind: str, event: type[Event], shape: Shape) -> None:
    """The event has the fields of its newest shape, in their order, None where one is left out. Raises BrokenSteps."""
    left_out = {name: None for name, check in shape.items() if check.optional}
    if tuple(shape) != event._fields or left_out != event._field_defaults:
        raise BrokenSteps(f"{kind}: its newest shape is not that of the event")


def _climbing(step: Step, read: Reader) -> Reader:
    return lambda data: read(step(data))


def _builder(of_kind: Any, shape: Shape) -> Reader:
    """What makes an event of the data of its newest version. A tuple made at once is three times as fast as a call by
    name, and that is a good part of what it takes to rebuild a long game: hence the short ways before the general one.
    """
    make: Callable[[Iterable[Any]], Event] = partial(tuple.__new__, of_kind)
    optional = [name for name, check in shape.items() if check.optional]
    needed = [name for name in shape if name not in optional]
    lists = [place for place, check in enumerate(shape.values()) if check.a_list]
    if len(needed) == len(shape) < 2:
        return lambda data: make(data.values())
    values: Callable[[Data], tuple[Any, ...]]
    values = itemgetter(*needed) if len(needed) > 1 else lambda data: tuple([data[name] for name in needed])
    if not lists and not optional:
        return lambda data: make(values(data))
    if not lists and len(optional) == 1:
        (last,) = optional
        return lambda data: make((*values(data), data.get(last)))

    def build(data: Data) -> Event:
        made = [*values(data)]
        if optional:
            made += map(data.get, optional)
        for place in lists:
            made[place] = tuple(made[place])
        return make(made)

    return build


READERS = readers(KINDS, SHAPES, STEPS)
"""By kind and version: what makes an event of trusted data."""


def stored_event(kind: str, v: int, data: Data) -> Event:
    """An event from the `data` of a line that this service has stored itself: nothing is checked but its version.

    Raises UnknownKind for what a newer version of the service has written.
    """
    return _reader_of(kind, v)(data)


def current_data(kind: str, v: int, data: Data) -> Data:
    """The `data` of such a line as they would be written today. Raises UnknownKind."""
    _reader_of(kind, v)
    for version in range(v, VERSIONS[kind]):
        data = STEPS[kind, version](data)
    return data


def parse_event(kind: str, v: int, data: Mapping[str, Any]) -> Event:
    """An event from a foreign record, every field checked against the shape that this version of its kind has.

    Raises UnknownKind for a kind or a version that is not known, ValueError for a field that is missing, unknown
    or of a wrong type.
    """
    read = _reader_of(kind, v)
    shape = SHAPES[kind][v - 1]
    for name, value in data.items():
        check = shape.get(name)
        if check is None:
            raise ValueError(f"{kind} has no field {name[:60]!r}")
        if not check.holds(value):
            raise ValueError(f"{kind} has a wrong {name}")
    missing = [name for name, check in shape.items() if name not in data and not check.optional]
    if missing:
        raise ValueError(f"{kind} needs {', '.join(missing)}")
    return read(dict(data))


def _reader_of(kind: str, v: int) -> Reader:
    try:
        return READERS[kind][v]
    except KeyError:
        raise UnknownKind(f"no kind {kind[:60]!r} in version {v} is known") from None
