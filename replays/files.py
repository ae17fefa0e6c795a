"""Replay files: `<game>.replay.jsonl`, or the same compressed as `.jsonl.gz`."""

import gzip
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from replays.format import MAX_LINE
from replays.recording import Recording
from replays.verify import DIVERGED, Report, verify_lines

MAX_FILE = 1 << 30
"""Bytes of one record, uncompressed: a bomb is not unpacked to its end."""


class Unreadable(Exception):
    """A file that cannot be read as a record at all, an empty one included."""


class NotSound(Exception):
    """A record that diverged: nothing is made of that. The message says where."""


def replay_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files named, and in folders their `*.jsonl` and `*.jsonl.gz`, in order of name."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for kind in ("*.jsonl", "*.jsonl.gz") for file in path.rglob(kind))
        else:
            yield path


def verify_file(path: Path) -> Report:
    """The report of one file. Raises Unreadable."""
    return verify_lines(*read_file(path))


def sound_recording(path: Path) -> Recording:
    """The record in a file that holds, as far as it goes: what is made of records is made of that. A last line that is
    cut is left out. Raises Unreadable, NotSound."""
    lines, cut = read_file(path)
    report = verify_lines(lines, cut)
    if report.verdict == DIVERGED:
        raise NotSound(report.line())
    whole = lines[:-1] if cut else lines
    if not whole:
        raise Unreadable("there is no whole line")
    recording = Recording(whole)
    try:
        recording.moment(len(whole) - 1)  # up to there it is read
    except ValueError as error:  # rules, or a version of an event, that are not known here
        raise Unreadable(str(error)) from error
    return recording


def read_file(path: Path) -> tuple[list[bytes], bool]:
    """The lines of one file without their newlines, and whether the end of the last is missing. Raises Unreadable."""
    try:
        with _open(path) as file:
            lines = list(_lines(file))
    except (OSError, EOFError, ValueError) as error:
        raise Unreadable(str(error)) from error
    if not lines:
        raise Unreadable("the file is empty")
    return [line.removesuffix(b"\n") for line in lines], not lines[-1].endswith(b"\n")


def _open(path: Path) -> IO[bytes]:
    return gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb")  # type: ignore[return-value]


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    """The lines with their newlines; one that is too long is given up to where it is too long."""
    size = 0
    while line := file.readline(MAX_LINE + 2):
        size += len(line)
        if size > MAX_FILE:
            raise ValueError(f"larger than {MAX_FILE:,} bytes")
        yield line
