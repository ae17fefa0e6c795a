"""Analyses of records in files."""

from collections.abc import Iterator
from pathlib import Path

from replays.analysis.analyst import analyse
from replays.analysis.telling import told
from replays.files import Unreadable, sound_recording


def analysis_of_file(path: Path, hand: int | None = None) -> Iterator[str]:
    """The analysis of the record in a file for people, line by line; of one hand or of all that are over.

    Raises Unreadable, also where there is no such hand, and NotSound for a record that diverged.
    """
    recording = sound_recording(path)
    if not recording.opened or hand not in (None, *recording.opened):
        raise Unreadable("there is no such hand that is over" if hand else "there is no hand that is over")
    yield from told(analyse(recording, hand=hand))
