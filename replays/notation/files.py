"""Notations in files: `<game>.replay.txt`, UTF-8."""

from pathlib import Path

from replays.files import Unreadable, sound_recording
from replays.notation.read import Reading, read_notation
from replays.notation.tokens import MAX_TEXT, BadNotation
from replays.notation.write import write_notation
from replays.verify import Report

SUFFIX = ".txt"

_MOST_BYTES = 4  # of a character in UTF-8


def read_text(path: Path) -> Reading:
    """What is read in one file that holds a notation. Raises Unreadable."""
    try:
        with path.open("rb") as file:
            text = file.read(_MOST_BYTES * MAX_TEXT + 1).decode()
        return read_notation(text)
    except (OSError, UnicodeDecodeError, BadNotation) as error:
        raise Unreadable(str(error)) from error


def verify_text(path: Path) -> Report:
    """The report of one file that holds a notation. Raises Unreadable."""
    return read_text(path).report


def notation_of_file(path: Path, decks: bool, times: bool) -> str:
    """The notation of the record in a file, as far as it goes; as `write_notation`. Raises Unreadable, NotSound."""
    return write_notation(sound_recording(path), decks=decks, times=times)
