"""What can be kept of a file that somebody has brought: whole requests that were checked and hold, and nothing else.

What stands at or behind the first wrong event, or behind the first one that these rules do not know, is not kept, and
so never shown.
"""

import json
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from app.rules.dealer import Dealer, Pile
from app.services.replay.uploads import NotAReplay, TooLarge, lines_of
from replays.deal import MissingSeed
from replays.format import quick
from replays.notation import BadNotation, read_notation
from replays.recording import Recording
from replays.show.words import tidy
from replays.verify import DIVERGED, Report, verify_lines

RECORD, NOTATION = "record", "notation"
"""The forms of a file: the event lines of a game, or its moves as text."""

LONGEST_NOTATION = 512 * 1024
"""Characters: as many events as a record may have, which are read as fast."""
LONGEST_TEXT = 64
LATEST = 64_060_588_800_000
"""The year 4000, UTC ms. From there all pauses that a record may hold do not lead beyond what a date can say."""

_WITH_TEXT = tuple(
    f'"kind":"{kind}"'.encode()
    for kind in ("game.created", "seat.taken", "seat.taken_over", "game.cancelled", "clock.paused", "clock.changed")
)


class Reading(NamedTuple):
    """What is kept of a file: `lines`, the names of the seats if it has any, the cards by slot of each hand that it
    lays open otherwise than by seeds; and the report on the whole file."""

    form: str
    lines: Sequence[bytes]
    report: Report
    names: Sequence[str | None] = ()
    cards: Mapping[int, Sequence[str]] = {}

    def content(self) -> bytes:
        """As it is stored; `recording_of` reads it."""
        return b"\n".join(self.lines if self.form == RECORD else [json.dumps(self.cards).encode(), *self.lines])


def read(form: str, content: bytes) -> Reading:
    """Reads a file of this form. Raises TooLarge, NotAReplay."""
    if not content:
        raise NotAReplay("the file is empty")
    return _READERS[form](content)


def recording_of(form: str, content: bytes) -> Recording:
    """The recording of what was kept."""
    lines = content.split(b"\n")
    if form == RECORD:
        return Recording(lines)
    cards = {int(hand): tuple(codes) for hand, codes in json.loads(lines[0]).items()}
    return Recording(lines[1:], WrittenDealer(cards), cards.keys())


class WrittenDealer(Dealer):
    """Who knows the hands whose cards were written down, by slot. Raises MissingSeed for others."""

    def __init__(self, cards: Mapping[int, Sequence[str]]) -> None:
        super().__init__()
        self._cards = cards

    def cards(self, hand: int, piles: tuple[Pile, ...]) -> Sequence[str]:
        """As Dealer."""
        known, count = self._cards.get(hand, ()), piles[-1].first + len(piles[-1].cards)
        if len(known) < count:
            raise MissingSeed(f"the cards of hand {hand} are not known")
        return known[:count]


def _read_record(content: bytes) -> Reading:
    read: list[bytes] = []
    report = verify_lines(_noted(lines_of(content), read), cut=not content.endswith(b"\n"))
    understood = next(check.looked_at for check in report.checks if check.name == "shape")
    lines = _sound(read, report, understood)
    if not lines:
        raise NotAReplay(_why_not(read, report))
    _check_texts(lines)
    return Reading(RECORD, lines, report)


def _read_notation(content: bytes) -> Reading:
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise NotAReplay(f"not UTF-8 at byte {error.start}") from None
    if len(text) > LONGEST_NOTATION:
        raise TooLarge(f"A notation has {LONGEST_NOTATION:,} characters at most.")
    try:
        recording, report, names = read_notation(text)
    except BadNotation as error:
        raise NotAReplay(str(error)) from None
    lines = _sound(recording.lines, report, len(recording.lines))
    if not lines:
        raise NotAReplay(report.line())
    _check_texts(lines)
    cards = _cards_of(Recording(lines, recording.dealer, recording.opened))
    return Reading(NOTATION, lines, report, [clean_name(name) for name in names], cards)


def _sound(lines: Sequence[bytes], report: Report, understood: int) -> list[bytes]:
    """Of the lines that were read, those of the whole requests that hold: nothing at or behind a divergence, nor at or
    behind the first event that is not `understood`, of which there are so many."""
    end = understood if report.seq is None else min(understood, report.seq)
    whole = report.requests
    if end < min(report.events, len(lines)):
        whole = min(whole, _request_of(lines[end]))
    while end and _request_of(lines[end - 1]) >= whole:
        end -= 1
    return list(lines[:end])


def _why_not(read: Sequence[bytes], report: Report) -> str:
    """Why nothing can be kept. Of what is no text at all the first line is all there is, and seems to be cut."""
    first = verify_lines(read[:1])
    return (first if first.verdict == DIVERGED else report).line()


def _noted(lines: Iterable[bytes], read: list[bytes]) -> Iterator[bytes]:
    for line in lines:
        read.append(line)
        yield line


def _request_of(line: bytes) -> int:
    """The request of a canonical line: behind its name stand nothing but numbers."""
    return int(line[line.rindex(b',"request":') + 11 : line.rindex(b',"seq":')])


def _check_texts(lines: Sequence[bytes]) -> None:
    """Raises NotAReplay for what the rules leave open and no game of ours has: texts and times not fit to be shown.

    Strangers see who plays and why a game was paused, and the chain holds whatever stands there.
    """
    for said in quick([line for line in lines if any(kind in line for kind in _WITH_TEXT)]):
        for name, value in said["data"].items():
            if isinstance(value, str) and not (len(value) <= LONGEST_TEXT and value.isprintable()):
                raise NotAReplay(f"seq {said['seq']}: {name} is too long, or has invisible characters")
    if quick(lines[-1:])[0]["t"] > LATEST:
        raise NotAReplay("it goes beyond the year 4000")


def clean_name(name: str | None) -> str | None:
    """A name that somebody wrote into a file, as it may be shown to strangers; None if nothing is left of it."""
    visible = "".join(character for character in tidy(name) if character.isprintable())
    return unicodedata.normalize("NFC", " ".join(visible.split())) or None


def _cards_of(recording: Recording) -> dict[int, Sequence[str]]:
    """The cards by slot of each hand that is open, as many as were in its piles in the end."""
    return {one.number: recording.dealer.cards(one.number, one.piles) for one in recording.hands if one.open}


_READERS: dict[str, Callable[[bytes], Reading]] = {RECORD: _read_record, NOTATION: _read_notation}
