"""Analyses of records in files."""

from collections.abc import Iterator
from pathlib import Path

from replays.analysis.analyst import analyse
from replays.analysis.telling import told
from replays.files import Unreadable, read_file
from replays.notation.files import NotSound
from replays.recording import Recording
from replays.verify import DIVERGED, verify_lines


def analysis_of_file(path: Path, hand: int | None = None) -> Iterator[str]:
    """The analysis of the record in a file for people, line by line; of one hand or of all that are over.

    Raises Unreadable, also where there is no such hand, and NotSound for a record that diverged.
    """
    lines, cut = read_file(path)
    report = verify_lines(lines, cut)
    if report.verdict == DIVERGED:
        raise NotSound(report.line())
    recording = Recording(lines[:-1] if cut else lines)
    try:
        if not recording.lines or not recording.opened or hand not in (None, *recording.opened):
            raise Unreadable("there is no such hand that is over" if hand else "there is no hand that is over")
        yield from told(analyse(recording, hand=hand))
    except ValueError as error:  # rules, or a version of an event, that are not known here
        raise Unreadable(str(error)) from error
