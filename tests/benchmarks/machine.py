"""Says on what machine, with what versions, a table was measured."""

import os
import platform
import sqlite3
import sys
import time
from pathlib import Path


def description() -> str:
    """A few lines: the moment, processor and cores, memory, load before the run, system and versions."""
    return "\n".join(
        [
            f"- {time.strftime('%Y-%m-%d %H:%M', time.gmtime())} UTC; load before the run: {load()}",
            f"- {processor()}, {cores()} cores to use, {memory()}",
            f"- {platform.platform()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}",
        ]
    )


def load() -> str:
    """The load averages: what else the machine was doing. Far above 0, the figures below are noisy."""
    return " ".join(f"{average:.2f}" for average in os.getloadavg())


def cores() -> int:
    """How many cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processor() -> str:
    """The processor's name, as the system calls it."""
    lines = lines_of("/proc/cpuinfo")
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def memory() -> str:
    """How much memory there is."""
    total = [line.split()[1] for line in lines_of("/proc/meminfo") if line.startswith("MemTotal:")]
    return f"{int(total[0]) / 1024**2:.0f} GiB" if total else "memory unknown"


def lines_of(path: str) -> list[str]:
    """The lines of a file of the system; none where there is no such file."""
    file = Path(path)
    return file.read_text().splitlines() if file.exists() else []
