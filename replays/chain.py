"""The chain: each event carries the hash of the one before, so that nothing changes, goes or moves unseen."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from app.rules.versions import VERSIONS
from replays.format import MAX_INT, Envelope, canonical_text, check_shape, envelope, sha256_hex

ZEROS = "0" * 64
"""`prev` of the first event."""


class Head(NamedTuple):
    """Where a chain ends: `seq` and hash of the last event, its request, and its time in UTC milliseconds."""

    version: int
    hash: str
    request: int
    t: int


START = Head(-1, ZEROS, -1, 0)
"""The head of a chain without events."""


class Line(NamedTuple):
    """An event ready to be stored: its bytes without a newline, their hash, and what finds it."""

    seq: int
    kind: str
    bytes: bytes
    hash: str


class BrokenChain(ValueError):
    """An event does not follow from the one before it; `seq` is the place at which it stands."""

    def __init__(self, seq: int, message: str) -> None:
        super().__init__(message)
        self.seq = seq


def lines(
    head: Head, game: str, actor: str, t: int, events: Sequence[tuple[str, Mapping[str, Any]]]
) -> tuple[list[Line], Head]:
    """The lines of one request, (kind, data) by (kind, data), and the head behind them; each kind in the version that
    is written today, one that the rules do not know in its first.

    `t` is UTC milliseconds; a clock that went back gives the head's time again. Raises NotCanonical or
    NotAnEvent for what may not be written, ValueError for no events.
    """
    if not events:
        raise ValueError("a request without events is no request")
    check_shape("actor", actor)
    check_shape("game", game)
    t, request, prev = max(t, head.t), head.request + 1, head.hash
    # The nine keys in order, written out: much faster than sorting them for every event.
    tail = f'","request":{request:d},"seq":'
    end = f',"t":{_time(t)},"v":'
    made = []
    for seq, (kind, data) in enumerate(events, head.version + 1):
        line = (
            f'{{"actor":"{actor}","data":{canonical_text(data)},"game":"{game}",'
            f'"kind":"{_kind(kind)}","prev":"{prev}{tail}{seq:d}{end}{VERSIONS.get(kind, 1):d}}}'
        ).encode()
        prev = hashlib.sha256(line).hexdigest()
        made.append(Line(seq, kind, line, prev))
    return made, Head(made[-1].seq, prev, request, t)


class Chain:
    """Checks a chain line by line: bytes, envelope, hashes, numbers and times; not what the events mean.

    `head` and `last` stand at the last event that was sound: at first where a chain that was checked is gone on with.
    """

    def __init__(self, head: Head = START, last: Envelope | None = None) -> None:
        self.head = head
        self.last = last

    def add(self, line: bytes) -> Envelope:
        """Takes the next line. Raises NotCanonical, NotAnEvent or BrokenChain (all ValueError), unchanged."""
        event = envelope(line)
        wrong = self._follows(event)
        if wrong:
            raise BrokenChain(self.head.version + 1, wrong)
        self.head = Head(event.seq, sha256_hex(line), event.request, event.t)
        self.last = event
        return event

    def _follows(self, event: Envelope) -> str | None:
        head, last = self.head, self.last
        if event.seq != head.version + 1:
            return f"seq is {event.seq}, not {head.version + 1}"
        if event.prev != head.hash:
            return "prev is not the hash of the event before" if last else "prev of the first event is not zeros"
        if last is not None and event.game != last.game:
            return "game is another than before"
        if event.t < head.t:
            return f"t goes back from {head.t} to {event.t}"
        return self._continues(event) if event.request == head.request else self._begins(event)

    def _begins(self, event: Envelope) -> str | None:
        expected = self.head.request + 1
        return None if event.request == expected else f"request is {event.request}, not {expected}"

    def _continues(self, event: Envelope) -> str | None:
        assert self.last is not None  # no event has the request -1 of the empty chain
        for name in ("t", "actor"):
            if getattr(event, name) != getattr(self.last, name):
                return f"{name} differs within request {event.request}"
        return None


def check(lines: Iterable[bytes]) -> Head:
    """The head of a whole chain, given its lines from the first on. Raises as `Chain.add` does."""
    chain = Chain()
    for line in lines:
        chain.add(line)
    return chain.head


@lru_cache(maxsize=128)
def _kind(kind: str) -> str:
    check_shape("kind", kind)
    return kind


def _time(t: int) -> str:
    if type(t) is not int or not 0 <= t <= MAX_INT:
        raise ValueError(f"not a time in milliseconds: {t!r}")
    return str(t)
