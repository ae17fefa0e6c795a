"""Games in other forms: for viewers, for people, for pictures, and one page that plays the game by itself.

Made from the record alone, so of a hand that is still on they hold what everybody knows, whoever asks.
"""

from collections.abc import Callable
from itertools import chain
from typing import NamedTuple

from app.services.kept import Kept
from app.services.play.sight import Seen
from app.services.refusals import NotAllowed
from app.services.replay.pictures import png
from app.store import Store
from replays.exports import FORMS, Names
from replays.notation import write_notation
from replays.recording import Recording
from replays.show.alt import alt_text
from replays.show.table import table_picture

PLAIN_TEXT = "text/plain; charset=utf-8"
LONGEST = 20_000
"""Events of a game that is put into another form: that keeps a worker busy for some seconds."""
MOST_BYTES = 64 << 20
"""Bytes of records that one process keeps open."""
PICTURE_WIDTH = 1200
"""Pixels of a PNG, as previews of links have them."""


class Export(NamedTuple):
    """A form: its media type, and how it is made of a recording and the names of its seats; some take options."""

    content_type: str
    make: Callable[..., str]


class Picture(NamedTuple):
    """A form of a position: its media type, how it is made from a view, and whether it takes a `language`."""

    content_type: str
    make: Callable[..., bytes]
    spoken: bool = False


REPLAYS = {
    "json": Export("application/json", FORMS["json"]),
    "txt": Export(PLAIN_TEXT, write_notation),
    "html": Export("text/html; charset=utf-8", FORMS["html"]),
    "svg": Export("image/svg+xml", FORMS["svg"]),
}
"""A whole game, by the ending of its file."""

POSITIONS = {
    "svg": Picture("image/svg+xml", lambda view: table_picture(view).encode()),
    "png": Picture("image/png", lambda view: png(table_picture(view), PICTURE_WIDTH)),
    "txt": Picture(PLAIN_TEXT, lambda view, language: alt_text(view, language).encode(), spoken=True),
}
"""A position, by the ending of its file; the text is that which stands for the picture."""


def export(recording: Recording, names: Names, form: str, **options: bool | str) -> bytes:
    """The game in one of the `REPLAYS`; a notation without `decks` is for people who only read, and what is `SPOKEN`
    takes a `language`.

    Raises NotAllowed for one that is too long for that.
    """
    _check_length(len(recording.lines))
    return REPLAYS[form].make(recording, names, **options).encode()


class Recordings:
    """The records of games here, opened; those that were asked for last are kept by version."""

    def __init__(self, store: Store, most_bytes: int = MOST_BYTES) -> None:
        self._store = store
        self._kept: Kept[Recording] = Kept(most_bytes, size_of)

    def of(self, seen: Seen) -> Recording:
        """The record of a game up to the version that was opened. Raises NotAllowed for one that is too long for any
        form, which is not even read."""
        version = seen.position.head.version
        _check_length(version + 1)
        kept = self._kept.get(seen.game)
        if kept is not None and len(kept.lines) == version + 1:
            return kept
        recording = Recording(list(chain.from_iterable(self._store.lines_behind(seen.game, -1, version))))
        self._kept.put(seen.game, recording)
        return recording


def size_of(recording: Recording) -> int:
    """Bytes of its events."""
    return sum(map(len, recording.lines))


def _check_length(events: int) -> None:
    if events > LONGEST:
        raise NotAllowed("too_long", f"A game of more than {LONGEST:,} events is had as a record alone.")


def names_at(seen: Seen) -> list[str | None]:
    """What the people at a table go by, by seat."""
    players = seen.position.state.players
    return [seen.table.names.get(one.player) if one is not None and one.player else None for one in players]
