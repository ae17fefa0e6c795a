"""A game in other forms: for viewers, for people, as a picture, and as one page that plays it by itself.

Made from the record alone, so of a hand that is still on they hold what everybody knows.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from replays.files import NotSound, Unreadable, sound_recording
from replays.notation import write_notation
from replays.notation.files import SUFFIX, read_text
from replays.recording import Recording
from replays.show.document import document
from replays.show.languages import DEFAULT
from replays.show.page import page
from replays.show.race import race_chart
from replays.verify import DIVERGED

Names = Sequence[str | None]
"""What people go by, by seat; None for a bot, and for who is not known."""


def _json(recording: Recording, names: Names, language: str = DEFAULT) -> str:
    return json.dumps(document(recording, names, language), separators=(",", ":"), ensure_ascii=False)


FORMS: dict[str, Callable[..., str]] = {
    "json": _json,
    "txt": write_notation,
    "bare.txt": partial(write_notation, decks=False),
    "html": page,
    "svg": race_chart,
}
"""What makes a form of a recording and names, by the ending of its file. Bare of the order of the cards, the notation
is for who only reads."""
SPOKEN = ("json", "html", "svg")
"""The forms that take a `language`; a notation is the same in all of them."""


def open_file(path: Path) -> tuple[Recording, Names]:
    """The record in a file, or what the moves of a notation (`.txt`) give, as far as it goes, and the names in it.

    Raises Unreadable, NotSound.
    """
    if path.suffix != SUFFIX:
        recording = sound_recording(path)
        return recording, (None,) * recording.created.seats
    reading = read_text(path)
    if reading.report.verdict == DIVERGED:
        raise NotSound(reading.report.line())
    return reading.recording, reading.names


def export_file(path: Path, form: str, names: Names = (), language: str = DEFAULT) -> str:
    """What is in a file, in one of the `FORMS`; `names` instead of those in it. Raises Unreadable, NotSound."""
    recording, known = open_file(path)
    if len(names) > len(known):
        raise Unreadable(f"{len(names)} names are too many for {len(known)} seats")
    spoken = {"language": language} if form in SPOKEN else {}
    return FORMS[form](recording, [*names, *known[len(names) :]], **spoken)
