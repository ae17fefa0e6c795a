"""Reads what the sampler noted, and says where the processor time of the workers goes."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.benchmarks.load.sampler import Stack

OURS = ("app", "replays", "config", "wsgi")
ROWS = 30


def read(folder: Path) -> Counter[Stack]:
    """The counts of all workers that wrote to a folder."""
    counts: Counter[Stack] = Counter()
    for path in folder.glob("*.json"):
        for stack, seen in json.loads(path.read_text()):
            counts[tuple(stack)] += seen
    return counts


def explain(counts: Counter[Stack], request_us: float) -> str:
    """Three lists, the largest share first; `request_us` is what a request takes of the workers, in µs."""
    lists: dict[str, Callable[[Stack], Iterable[str]]] = {
        "By the innermost package": lambda stack: [package(stack)],
        "By the innermost function of ours, with what it calls elsewhere": nearest,
        "By function of ours, with all that is under it": everything,
    }
    whole = counts.total()
    parts = [f"Processor time of the workers, {request_us:.0f} µs a request, from {whole} samples."]
    for title, names in lists.items():
        parts.append(f"{title}:\n\n```\n{ranking(tally(counts, names), whole, request_us)}\n```")
    return "\n\n".join(parts)


def tally(counts: Counter[Stack], names: Callable[[Stack], Iterable[str]]) -> Counter[str]:
    """How many samples each name has a part in."""
    tallied: Counter[str] = Counter()
    for stack, seen in counts.items():
        for name in names(stack):
            tallied[name] += seen
    return tallied


def ranking(tallied: Counter[str], whole: int, request_us: float) -> str:
    """The names with the most samples, a line each: the share, and what it is of a request."""
    return "\n".join(
        f"{seen / whole:6.1%} {seen / whole * request_us:6.0f} µs  {name}" for name, seen in tallied.most_common(ROWS)
    )


def package(stack: Stack) -> str:
    """Where the innermost frame is: a package, or a part of ours."""
    first, *rest = stack[0].partition(":")[0].split(".")
    return ".".join([first, *rest[:1]]) if first in OURS else first


def nearest(stack: Stack) -> list[str]:
    """The innermost function of ours; before and behind the application, the server."""
    return next(([frame] for frame in stack if ours(frame)), ["(outside the application's code)"])


def everything(stack: Stack) -> set[str]:
    """Every function of ours on the stack, each once."""
    return {frame for frame in stack if ours(frame)}


def ours(frame: str) -> bool:
    """Whether a frame is in the application."""
    return frame.partition(":")[0].partition(".")[0] in OURS
