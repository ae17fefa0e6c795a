"""Starts gunicorn with an application for a while, and tells what its processes cost."""

import contextlib
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.benchmark import ROOT
from tests.benchmarks.load.client import Address

STOP_S = 20


class Server(NamedTuple):
    """A running server: where it listens, and the process to ask for its costs."""

    address: Address
    process: int


@contextlib.contextmanager
def gunicorn(application: str, environment: Mapping[str, str], options: Sequence[str] = ()) -> Iterator[Server]:
    """Serve `module:application` with two sync workers on a free port of 127.0.0.1; stopped at the end.

    The socket listens before the server starts and is handed to it, so nobody has to poll for its start.
    """
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listening:
        address = listening.getsockname()
        command = [
            *(sys.executable, "-m", "gunicorn", "--bind", f"fd://{listening.fileno()}"),
            *("--workers", "2", "--worker-class", "sync", "--log-level", "warning"),
            *options,
            application,
        ]
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **environment},
            stdout=sys.stderr,
            pass_fds=[listening.fileno()],
        )
    try:
        yield Server(address, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def cpu_seconds(process: int) -> float:
    """The processor time of a process and its living descendants, in seconds; 0 where /proc does not tell."""
    children: dict[int, list[int]] = {}
    ticks: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            number = int(stat.parent.name)
            children.setdefault(int(fields[1]), []).append(number)
            ticks[number] = int(fields[11]) + int(fields[12])
    return _tree(process, children, ticks) / os.sysconf("SC_CLK_TCK")


def _tree(process: int, children: Mapping[int, Sequence[int]], ticks: Mapping[int, int]) -> int:
    below = sum(_tree(child, children, ticks) for child in children.get(process, ()))
    return ticks.get(process, 0) + below


def parent(process: int) -> int:
    """The process that started this one."""
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
