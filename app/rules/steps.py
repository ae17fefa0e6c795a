"""The steps by which what was written in an old version is read: one version up, one kind, one function each.

A step is given the `data` of a line as that version had them, and gives those of the next version; it changes nothing
that it was given, and looks at nothing else. A record is never rewritten: its lines climb each time they are read.

    @step("card.played", 1)
    def _said(data: Data) -> Data:
        return {**data, "said": "uno" if data["uno"] else None}
"""

from collections.abc import Callable, Mapping
from typing import Any

Data = dict[str, Any]
Step = Callable[[Data], Data]


class BrokenSteps(RuntimeError):
    """Events could not be read, or not in one way only: the program must not start."""


STEPS: dict[tuple[str, int], Step] = {}
"""A kind and a version of it → what leads to the next one."""


def step(kind: str, version: int, steps: dict[tuple[str, int], Step] = STEPS) -> Callable[[Step], Step]:
    """Registers the step from this version of a kind to the next. Raises BrokenSteps for a second one."""

    def register(function: Step) -> Step:
        if (kind, version) in steps:
            raise BrokenSteps(f"{kind}: two steps lead up from version {version}")
        steps[kind, version] = function
        return function

    return register


def check_steps(current: Mapping[str, int], steps: Mapping[tuple[str, int], Step] = STEPS) -> None:
    """Every old version of every kind has its step, and there is no other. Raises BrokenSteps."""
    wanted = {(kind, version) for kind, newest in current.items() for version in range(1, newest)}
    for kind, version in sorted(wanted - steps.keys()):
        raise BrokenSteps(f"{kind}: no step leads from version {version} to version {version + 1}")
    for kind, version in sorted(steps.keys() - wanted):
        raise BrokenSteps(f"{kind}: a step from version {version} leads nowhere")
