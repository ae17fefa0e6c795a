"""Which moment of a game is meant: the event it is right after, named by its seq, a request, a hand, or a time."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from app.services.refusals import Malformed, NotFound
from app.store.store import Store
from replays.format import quick
from replays.recording import Recording

EXAMPLES = ("57", "request:12", "hand:2", "2026-01-01T12:00:00Z")
MALFORMED = (
    f"A moment is the seq of an event ({EXAMPLES[0]}), {EXAMPLES[1]}, {EXAMPLES[2]},"
    f" or a time ({EXAMPLES[3]}; in an address the + of an offset is written %2B)."
)

NUMBER = "0|[1-9][0-9]{0,15}"
"""The grammar of a number in a question."""
_NUMBERED = re.compile(rf"(?:(request|hand):)?({NUMBER})")
_TIME = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?)([Zz]|[+-][0-9]{2}:[0-9]{2})"
)
GRAMMAR = f"{_NUMBERED.pattern}|{_TIME.pattern}"
"""That of a moment, as a regular expression: what it takes may still be no time that there is."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)

_PROBES = 64  # lines read at once in a search: two or three questions find the place in any record
_MOST_TURNED = 29  # the cards that may be passed over for a starting card (R6), and that card

LinesAt = Callable[[Sequence[int]], Sequence[bytes]]
"""The lines of a record at these places, which are in order."""


class At(NamedTuple):
    """A moment as somebody names it. `what` is `seq`, `request`, `hand` or `time` (UTC milliseconds)."""

    what: str
    number: int

    @classmethod
    def parse(cls, text: str) -> "At":
        """The moment in a text: `57`, `request:12`, `hand:2`, or a time of RFC 3339. Raises Malformed."""
        if (numbered := _NUMBERED.fullmatch(text)) is not None:
            return cls(numbered[1] or "seq", int(numbered[2]))
        if (time := _TIME.fullmatch(text)) is not None:
            return cls("time", _milliseconds(time[1].upper(), time[2].upper()))
        raise Malformed("at", MALFORMED)

    def in_game(self, store: Store, game: str, version: int) -> int:
        """The seq of the last event up to this moment of a game, which stands at `version`. Raises NotFound.

        A few questions to the store find it, however long the record is.
        """
        return self._find(
            version + 1,
            lambda seqs: store.lines_at(game, seqs),
            lambda: [event.seq for event in store.events_of_kind(game, "hand.started")],
        )

    def in_recording(self, recording: Recording) -> int:
        """The seq of the last event up to this moment of a record. Raises NotFound."""
        lines = recording.lines
        return self._find(
            len(lines),
            lambda seqs: [lines[seq] for seq in seqs],
            lambda: [seq for seq, line in enumerate(lines) if b'"kind":"hand.started"' in line],
        )

    def _find(self, length: int, lines_at: LinesAt, hands: Callable[[], list[int]]) -> int:
        if self.what == "seq":
            found = self.number if self.number < length else -1
        elif self.what == "hand":
            found = _dealt(self.number, length, lines_at, hands())
        else:
            found = _last("t" if self.what == "time" else "request", self.number, length, lines_at)
        if found < 0:
            raise NotFound
        return found


def _milliseconds(time: str, offset: str) -> int:
    try:
        moment = datetime.fromisoformat(time + offset.replace("Z", "+00:00"))
    except ValueError:
        raise Malformed("at", MALFORMED) from None
    return (moment - _EPOCH) // _MILLISECOND


def _last(name: str, value: int, length: int, lines_at: LinesAt) -> int:
    """The last place where what is called `name`, which never falls, is not above `value`; -1 if there is none.

    A request that is not there yet is none: the number of the last place must be its own.
    """
    low, high, there = -1, length, None
    while high - low > 1:
        step = -(-(high - low) // _PROBES)
        places = range(low + step, high, step)
        for place, said in zip(places, quick(lines_at(places)), strict=True):
            if said[name] > value:
                high = place
                break
            low, there = place, said[name]
    return -1 if name == "request" and there != value else low


def _dealt(hand: int, length: int, lines_at: LinesAt, hands: Sequence[int]) -> int:
    """The place where the last of a hand's starting cards has been turned; -1 if the hand was not dealt."""
    if not 1 <= hand <= len(hands) or hands[hand - 1] >= length:
        return -1
    place = hands[hand - 1]
    for said in quick(lines_at(range(place + 1, min(length, place + 1 + _MOST_TURNED)))):
        if said["kind"] != "card.turned":
            break
        place = said["seq"]
    return place
