"""Many files, one after the other: one that something is wrong with does not stop the others, and the exit status says
the worst that was found."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from replays.files import NotSound, Unreadable, replay_files
from replays.verify import DIVERGED, UNVERIFIED

UNREADABLE = "unreadable"


def written(paths: Sequence[Path], write: Callable[[Path], None]) -> int:
    """Has something written of each record; one that diverged, or cannot be read or written, is told on stderr."""
    found = set()
    for path in replay_files(paths):
        try:
            write(path)
            found.add("written")
        except NotSound as error:
            found.add(DIVERGED)
            print(f"diverged {path}: {error}", file=sys.stderr)
        except Unreadable as error:
            found.add(UNREADABLE)
            print(f"unreadable {path}: {error}", file=sys.stderr)
        except OSError as error:
            found.add(UNREADABLE)
            print(f"not written {path}: {error}", file=sys.stderr)
    return status(paths, found)


def status(paths: Sequence[Path], found: set[str]) -> int:
    """The exit status for what was found in the files of these paths."""
    if not found:
        print(f"no records in {', '.join(map(str, paths))}", file=sys.stderr)
    if DIVERGED in found:
        return 1
    if UNREADABLE in found or not found:
        return 4
    return 3 if UNVERIFIED in found else 0
