"""Notations in files: `<game>.replay.txt`, UTF-8."""

from pathlib import Path

from replays.files import Unreadable, read_file
from replays.notation.read import read_notation
from replays.notation.tokens import MAX_TEXT, BadNotation
from replays.notation.write import write_notation
from replays.recording import Recording
from replays.verify import DIVERGED, Report, verify_lines

SUFFIX = ".txt"

_MOST_BYTES = 4  # of a character in UTF-8


class NotSound(Exception):
    """A record that diverged: of that no notation is written. The message says where."""


def verify_text(path: Path) -> Report:
    """The report of one file that holds a notation. Raises Unreadable."""
    try:
        with path.open("rb") as file:
            text = file.read(_MOST_BYTES * MAX_TEXT + 1).decode()
        return read_notation(text).report
    except (OSError, UnicodeDecodeError, BadNotation) as error:
        raise Unreadable(str(error)) from error


def notation_of_file(path: Path, decks: bool, times: bool) -> str:
    """The notation of the record in a file, as far as it goes; as `write_notation`. Raises Unreadable, NotSound."""
    lines, cut = read_file(path)
    report = verify_lines(lines, cut)
    if report.verdict == DIVERGED:
        raise NotSound(report.line())
    whole = lines[:-1] if cut else lines
    if not whole:
        raise Unreadable("there is no whole line")
    try:
        return write_notation(Recording(whole), decks=decks, times=times)
    except ValueError as error:  # rules, or a version of an event, that are not known here
        raise Unreadable(str(error)) from error
