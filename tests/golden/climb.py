"""The steps, tried on the lines of old versions in the corpus."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from app.rules.shapes import SHAPES, Shape
from app.rules.steps import STEPS, Data, Step
from replays.format import quick


def faults(
    lines: Sequence[bytes],
    shapes: Mapping[str, Sequence[Shape]] = SHAPES,
    steps: Mapping[tuple[str, int], Step] = STEPS,
) -> Iterator[str]:
    """What is wrong with the steps that these lines climb, in words: where data do not have the shape of their version,
    or a step changes what it was given."""
    for said in quick(lines):
        kind, data = said["kind"], said["data"]
        for version in range(said["v"], len(shapes[kind])):
            given = copy.deepcopy(data)
            after = steps[kind, version](data)
            if data != given:
                yield f"seq {said['seq']}: the step from {kind} {version} changes what it was given"
            data = after
            yield from _misshapen(f"seq {said['seq']}: {kind} {version + 1}", data, shapes[kind][version])


def _misshapen(what: str, data: Data, shape: Shape) -> Iterator[str]:
    needed = {name for name, check in shape.items() if not check.optional}
    if not needed <= data.keys() <= shape.keys():
        yield f"{what} has the fields {', '.join(data)}"
    wrong: dict[str, Any] = {
        name: data[name] for name in shape.keys() & data.keys() if not shape[name].holds(data[name])
    }
    yield from (f"{what} has a wrong {name}: {value!r}" for name, value in wrong.items())
