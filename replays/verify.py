"""Checks a record from its bytes alone: bytes, chain, seeds, roots, slots, and every event against the rules.

Needs the standard library and the rules; no web, no database, no trust in whoever keeps the record.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from app.rules.events import (
    CardPlayed,
    CardTurned,
    Event,
    GameCreated,
    GameStarted,
    HandEnded,
    HandStarted,
    PileShuffled,
    SeatLeft,
    SeatTaken,
)
from app.rules.rulebook import UnknownRules
from app.rules.state import START, State
from app.rules.versions import UnknownKind, parse_event
from replays.chain import START as NO_EVENT
from replays.chain import BrokenChain, Chain, Head
from replays.deal import entropy_of, seed_before
from replays.format import Envelope
from replays.rerun import Diverged, Entry, Rerun

EXACT, UNVERIFIED, DIVERGED = "exact", "unverified", "diverged"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: how many of what, and what was found."""

    name: str
    looked_at: int
    unit: str
    found: str  # "holds", "open" (something that it needs is not there yet), or "fails"
    message: str | None = None

    def data(self) -> dict[str, Any]:
        """The check as JSON values."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in a record. `seq` and `check` (and `rule`) say where and why it diverged first."""

    verdict: str
    game: str | None
    events: int
    requests: int
    seats: int
    entropy_seats: int
    checks: tuple[Check, ...]
    reasons: tuple[str, ...] = ()
    seq: int | None = None
    check: str | None = None
    rule: str | None = None

    def data(self) -> dict[str, Any]:
        """The report as JSON values."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {**values, "checks": [check.data() for check in self.checks], "reasons": list(self.reasons)}

    def line(self) -> str:
        """The report in one line, without the verdict."""
        if self.verdict == DIVERGED:
            named = f"{self.check} {self.rule}" if self.rule else str(self.check)
            return f"seq {self.seq}: {named}: {'; '.join(self.reasons)}"
        said = (
            f"{self.events} events, {self.requests} requests, entropy from {self.entropy_seats} of {self.seats} seats"
        )
        return said if not self.reasons else f"{'; '.join(self.reasons)} ({said})"


class Verified(NamedTuple):
    """A first part of a record in which everything was checked to the end: a record that has grown is gone on with
    behind it. It ends with a request, after the start and before a hand whose seed was not known; or it is empty."""

    head: Head = NO_EVENT
    last: Envelope | None = None
    state: State = START
    seeds: Mapping[int, str] = {}
    requests: int = 0
    looked_at: Mapping[type[Event], int] = {}  # how many events of each type

    @property
    def events(self) -> int:
        """How many lines it has."""
        return self.head.version + 1


NOTHING = Verified()


@dataclass
class _Reading:
    """What has been read of a record behind `base`, and the first fault of each kind of check."""

    base: Verified
    chain: Chain
    entries: list[Entry] = field(default_factory=list)
    envelopes: list[Envelope] = field(default_factory=list)
    open: dict[str, str] = field(default_factory=dict)  # check → why it could not be made to the end
    faults: dict[str, Diverged] = field(default_factory=dict)
    requests: int = 0
    over: bool = False
    sealed: "_Place | None" = None  # up to where nothing has to be checked again

    def fault(self, diverged: Diverged) -> None:
        self.faults.setdefault(diverged.check, diverged)

    def first_fault(self) -> Diverged | None:
        return min(self.faults.values(), key=lambda diverged: diverged.seq, default=None)


class _Place(NamedTuple):
    """A place between two requests: how many events and requests are before it, and the state there."""

    events: int
    requests: int
    state: State


def verify_lines(lines: Iterable[bytes], cut: bool = False) -> Report:
    """Checks the event lines of one record, without their newlines. `cut`: the end of the last line is missing.

    Whatever the bytes are, the answer is a report: `exact`, `unverified` with the reasons, or `diverged`.
    """
    return verify_on(NOTHING, lines, cut)[0]


def verify_on(base: Verified, lines: Iterable[bytes], cut: bool = False) -> tuple[Report, Verified]:
    """As `verify_lines`, for the `lines` behind a part that was verified before. That its bytes are still those is for
    the caller to know.

    The report is on the whole record; beside it stands what is verified of it now.
    """
    reading = _Reading(base, Chain(base.head, base.last))
    _read_chain(reading, lines, cut)
    _read_events(reading)
    seeds = _check_seeds(reading)
    _play_again(reading, seeds)
    return _report(reading, seeds), _verified(reading, seeds)


def _read_chain(reading: _Reading, lines: Iterable[bytes], cut: bool) -> None:
    """Bytes and chain, line by line, as far as they are sound."""
    waiting: bytes | None = None
    for line in lines:
        if waiting is not None and not _add(reading, waiting):
            return
        waiting = line
    if cut:
        reading.open["bytes"] = "the last line was cut"
    elif waiting is not None:
        _add(reading, waiting)


def _add(reading: _Reading, line: bytes) -> bool:
    chain = reading.chain
    try:
        reading.envelopes.append(chain.add(line))
    except BrokenChain as error:
        reading.fault(Diverged(error.seq, "chain", str(error)))
    except ValueError as error:
        reading.fault(Diverged(chain.head.version + 1, "bytes", str(error)))
    else:
        return True
    return False


def _read_events(reading: _Reading) -> None:
    """What the lines say, up to the first kind or version that is not known; old versions climb to those of today."""
    for envelope in reading.envelopes:
        try:
            event = parse_event(envelope.kind, envelope.v, envelope.data)
        except UnknownKind as error:
            reading.open["rules"] = f"seq {envelope.seq}: {error}"
            return
        except ValueError as error:
            reading.fault(Diverged(envelope.seq, "shape", str(error)))
            return
        reading.entries.append(Entry(envelope.seq, envelope.request, envelope.actor, envelope.t, event))


def _check_seeds(reading: _Reading) -> dict[int, str]:
    """Each published seed leads back to the one before, the first to the commitment. Gives the sound ones, by hand."""
    seeds, deal = dict(reading.base.seeds), reading.base.state.deal
    before = seeds.get(len(seeds), reading.base.state.commitment)
    for entry in reading.entries:
        event = entry.event
        if isinstance(event, GameCreated):
            deal, before = event.deal, event.commitment
        elif isinstance(event, HandEnded):
            if event.hand != len(seeds) + 1 or seed_before(deal, event.seed) != before:
                message = f"the seed of hand {event.hand} does not lead back to the one before"
                reading.fault(Diverged(entry.seq, "seeds", message))
                return seeds
            before = seeds[event.hand] = event.seed
    return seeds


def _play_again(reading: _Reading, seeds: Mapping[int, str]) -> None:
    rerun = Rerun(seeds, reading.base.state)
    requests = _requests(reading.entries)
    played = 0
    for number, request in enumerate(requests):
        last = number == len(requests) - 1
        if reading.sealed is None and _deals_unknown(request, seeds):
            reading.sealed = _Place(played, reading.requests, rerun.state)
        try:
            whole = rerun.request(request, cut=last)
        except Diverged as error:
            reading.fault(error)
            return
        except UnknownRules as error:
            reading.open["rules"] = str(error)
            return
        if not whole:
            reading.open["rules"] = "the record ends in the middle of a request"
            return
        reading.requests += 1
        played += len(request)
    reading.over = rerun.state.over
    reading.sealed = reading.sealed or _Place(played, reading.requests, rerun.state)


def _deals_unknown(request: Sequence[Entry], seeds: Mapping[int, str]) -> bool:
    """Whether a hand is dealt here whose cards are not known yet."""
    return any(isinstance(entry.event, HandStarted) and entry.event.hand not in seeds for entry in request)


def _verified(reading: _Reading, seeds: Mapping[int, str]) -> Verified:
    """What need not be checked again; nothing new unless all that was read is sound."""
    base, place = reading.base, reading.sealed
    unsure = reading.faults or reading.open.keys() - {"rules"} or len(reading.entries) < len(reading.envelopes)
    if unsure or place is None or place.events == 0 or not place.state.started:
        return base
    last = reading.envelopes[place.events - 1]
    following = reading.envelopes[place.events : place.events + 1]
    hash_ = following[0].prev if following else reading.chain.head.hash
    ended = place.state.last_hand.hand if place.state.last_hand else 0
    known = {hand: seed for hand, seed in seeds.items() if hand <= ended}
    return Verified(
        Head(last.seq, hash_, last.request, last.t),
        last,
        place.state,
        known,
        base.requests + place.requests,
        _looked_at(base, reading.entries[: place.events]),
    )


def _looked_at(base: Verified, entries: Iterable[Entry]) -> Counter[type[Event]]:
    return Counter(base.looked_at) + Counter(type(entry.event) for entry in entries)


def _requests(entries: Sequence[Entry]) -> list[list[Entry]]:
    requests: list[list[Entry]] = []
    for entry in entries:
        if requests and requests[-1][0].request == entry.request:
            requests[-1].append(entry)
        else:
            requests.append([entry])
    return requests


def _report(reading: _Reading, seeds: Mapping[int, str]) -> Report:
    fault = reading.first_fault()
    if fault is None and not reading.over:
        there = reading.entries or reading.base.events
        reading.open.setdefault("rules", "the game is open" if there else "there is no event")
    reasons = (fault.message,) if fault else tuple(reading.open.values())
    seats, put_in = _entropy(reading)
    first = reading.base.last or next(iter(reading.envelopes), None)
    return Report(
        verdict=DIVERGED if fault else UNVERIFIED if reading.open else EXACT,
        game=first and first.game,
        events=reading.base.events + len(reading.envelopes),
        requests=reading.base.requests + reading.requests,
        seats=seats,
        entropy_seats=put_in,
        checks=_checks(reading, seeds),
        reasons=reasons,
        seq=fault.seq if fault else None,
        check=fault.check if fault else None,
        rule=fault.rule if fault else None,
    )


def _entropy(reading: _Reading) -> tuple[int, int]:
    """How many seats were taken at the start (or are now), and how many of them put entropy in."""
    started = reading.base.state
    if started.started:
        return sum(player is not None for player in started.players), len(entropy_of(started))
    taken: dict[int, bool] = {}
    for entry in reading.entries:
        if isinstance(entry.event, SeatTaken):
            taken[entry.event.seat] = entry.event.entropy is not None
        elif isinstance(entry.event, SeatLeft):
            taken.pop(entry.event.seat, None)
        elif isinstance(entry.event, GameStarted):
            break
    return len(taken), sum(taken.values())


def _checks(reading: _Reading, seeds: Mapping[int, str]) -> tuple[Check, ...]:
    """Everything that was looked at. What was bound but is not open yet is counted as open."""
    seen = _looked_at(reading.base, reading.entries)
    bound, played, hands = (
        seen[HandStarted] + seen[PileShuffled],
        seen[CardPlayed] + seen[CardTurned],
        seen[HandStarted],
    )
    lines, events = reading.base.events + len(reading.envelopes), reading.base.events + len(reading.entries)
    requests = reading.base.requests + reading.requests
    closed = hands == len(seeds)
    waiting = None if closed else f"{hands - len(seeds)} of {hands} hands are not open yet"
    looked = (
        ("bytes", lines, "lines", reading.open.get("bytes")),
        ("chain", lines, "links", None),
        ("shape", events, "events", None),
        ("seeds", len(seeds), "seeds", waiting),
        ("roots", bound, "piles", waiting),
        ("cards", played, "cards", waiting),
        ("rules", requests, "requests", reading.open.get("rules")),
    )
    return tuple(_check(reading, *one) for one in looked)


def _check(reading: _Reading, name: str, looked_at: int, unit: str, still_open: str | None) -> Check:
    fault = reading.faults.get(name)
    if fault is not None:
        return Check(name, looked_at, unit, "fails", f"seq {fault.seq}: {fault.message}")
    return Check(name, looked_at, unit, "open" if still_open else "holds", still_open)
