"""Reads what the sampler saw, and says where the time goes."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.benchmarks.load.sampler import Stack

OURS = ("app", "replays", "config", "wsgi")
ROWS = 25


def read(folder: Path) -> Counter[Stack]:
    """The counts of all workers that wrote to a folder."""
    counts: Counter[Stack] = Counter()
    for path in folder.glob("*.json"):
        for stack, seen in json.loads(path.read_text()):
            counts[tuple(stack)] += seen
    return counts


def explain(counts: Counter[Stack]) -> str:
    """Three lists, each in percent of the time in which the workers had a request, the largest first."""
    busy = Counter({stack: seen for stack, seen in counts.items() if not idle(stack)})
    lists: dict[str, Callable[[Stack], Iterable[str]]] = {
        "By the innermost package": lambda stack: [package(stack)],
        "By the innermost function of ours, with what it calls elsewhere": nearest,
        "By function of ours, with all that is under it": everything,
    }
    parts = [f"{busy.total()} samples with a request, {counts.total() - busy.total()} without one."]
    parts += [f"{title}:\n\n```\n{ranking(tally(busy, name), busy.total())}\n```" for title, name in lists.items()]
    return "\n\n".join(parts)


def tally(counts: Counter[Stack], names: Callable[[Stack], Iterable[str]]) -> Counter[str]:
    """How many samples each name has a part in."""
    tallied: Counter[str] = Counter()
    for stack, seen in counts.items():
        for name in names(stack):
            tallied[name] += seen
    return tallied


def ranking(tallied: Counter[str], whole: int) -> str:
    """The names with the most samples, a line each."""
    return "\n".join(f"{seen / whole:7.1%}  {name}" for name, seen in tallied.most_common(ROWS))


def idle(stack: Stack) -> bool:
    """Whether the worker waits for a request."""
    return stack[:1] == ("gunicorn.workers.sync:SyncWorker.wait",)


def package(stack: Stack) -> str:
    """Where the innermost frame is: a package, one of our parts, or the wait for the database."""
    module, _, function = stack[0].partition(":")
    first, *rest = module.split(".")
    if first == "psycopg" and function.endswith(".wait"):
        return "(waiting for the database)"
    return ".".join([first, *rest[:1]]) if first in OURS else first


def nearest(stack: Stack) -> list[str]:
    """The innermost function of ours; before and after the application, the server."""
    return next(([frame] for frame in stack if ours(frame)), ["(outside the application's code)"])


def everything(stack: Stack) -> set[str]:
    """Every function of ours on the stack, each once."""
    return {frame for frame in stack if ours(frame)}


def ours(frame: str) -> bool:
    """Whether a frame is in the application."""
    return frame.partition(":")[0].partition(".")[0] in OURS
