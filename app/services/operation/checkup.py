"""One stored game, checked: its rows against each other, its events against the rules, what is derived against both."""

import json
from collections.abc import Iterator
from typing import Any

from app.rules.state import START, State
from app.services.play.dealers import last_seed_of
from app.services.play.positions import SNAPSHOT_FORM
from app.store.errors import SecretUnreadable
from app.store.inspection import GameRows
from app.store.secrets import Cipher, Sealed
from app.store.snapshots import is_sound
from replays import deal, verify
from replays.chain import Chain, Head
from replays.fold import fold
from replays.format import quick, sha256_hex

SHOWN = 10
"""Of a game whose rows are wrong from somewhere on, no more of them are told."""


def check_game(rows: GameRows, cipher: Cipher | None) -> Iterator[str]:
    """What does not hold, a line each. Rows that are wrong are not asked what follows from them."""
    broken = list(_events(rows))
    yield from broken[:SHOWN]
    if len(broken) > SHOWN:
        yield f"and {len(broken) - SHOWN} more of its events"
    yield from _positions(rows)
    if rows.stream is None:
        yield "it has rows, but no stream"
    elif not broken:
        yield from _sound(rows, rows.stream, cipher)


def _events(rows: GameRows) -> Iterator[str]:
    """Each row for itself, and the chain up to where it breaks: nothing behind that can be judged."""
    chain: Chain | None = Chain()
    for place, row in enumerate(rows.events):
        if row["seq"] != place:
            yield f"event {place} is missing: the next one is {row['seq']}"
            return
        line = row["bytes"]
        if not isinstance(line, bytes):
            yield f"event {place}: its bytes are none"
            return
        if row["hash"] != sha256_hex(line):
            yield f"event {place}: its hash is not that of its bytes"
        if chain is None:
            continue
        try:
            event = chain.add(line)
        except ValueError as error:
            yield f"event {place}: {error}"
            chain = None
            continue
        if event.kind != row["kind"]:
            yield f"event {place}: its kind is {event.kind}, the column says {row['kind']}"
        if event.game != rows.game:
            yield f"event {place}: it is of game {event.game}"


def _positions(rows: GameRows) -> Iterator[str]:
    """A game's positions are its seqs from 0 up, in order, as far as it has been sequenced, each with its event."""
    seqs = [row["seq"] for row in rows.positions]
    if seqs != list(range(len(seqs))):
        yield "its positions are not in the order of its events"
    if seqs and max(seqs) >= len(rows.events):
        yield f"position {rows.positions[-1]['position']} is of event {max(seqs)}, which is missing"
    if rows.stream is not None and rows.stream["sequenced"] != len(seqs) - 1:
        yield f"it is sequenced up to event {rows.stream['sequenced']}, but has {len(seqs)} positions"


def _sound(rows: GameRows, stream: dict[str, Any], cipher: Cipher | None) -> Iterator[str]:
    """What follows from events that are sound one by one: the head, the rules, and what is derived."""
    lines = [row["bytes"] for row in rows.events]
    if not lines:
        yield "it has a stream, but no events"
        return
    yield from _head(lines, stream)
    report = verify.verify_lines(lines)
    if report.verdict == "diverged":
        yield f"the verifier: {report.line()}"
        return
    try:
        state = fold(START, lines)
    except ValueError as error:
        yield f"it cannot be folded: {error}"
        return
    if state.over and report.verdict != "exact":
        yield f"the verifier: {report.line()}, though it is over"
    yield from _waiting(state, stream)
    yield from _snapshots(rows, lines)
    yield from _secret(rows, state, cipher)
    yield from _keys(rows, len(lines))


def _head(lines: list[bytes], stream: dict[str, Any]) -> Iterator[str]:
    chain = Chain()
    for line in lines:
        chain.add(line)
    for name in Head._fields:
        if stream[name] != getattr(chain.head, name):
            yield f"its head says {name} {stream[name]}, its last event {getattr(chain.head, name)}"


def _waiting(state: State, stream: dict[str, Any]) -> Iterator[str]:
    for name in ("turn", "deadline", "over"):
        if stream[name] != getattr(state, name):
            yield f"its head says {name} {stream[name]}, its events {getattr(state, name)}"


def _snapshots(rows: GameRows, lines: list[bytes]) -> Iterator[str]:
    """Those of other rules are never read, and so may say what they like. A long record has many: each is come to from
    the one before."""
    behind, folded = START, 0
    for row in rows.snapshots:
        if row["rules"] != SNAPSHOT_FORM:
            continue
        count = row["seq"] + 1
        there = 0 < count <= len(lines)
        state = fold(behind, lines[folded:count]) if there else None
        if not _is_state(rows.game, row, state):
            yield f"snapshot {row['seq']} is not the fold of its events"
        if state is not None and _ends_a_request(lines, count):
            behind, folded = state, count


def _is_state(game: str, row: dict[str, Any], state: State | None) -> bool:
    if state is None or not is_sound(game, row["rules"], row["seq"], row["data"], row["digest"]):
        return False
    try:
        return State.restore(json.loads(row["data"])) == state
    except (ValueError, TypeError, KeyError, AttributeError):
        return False


def _ends_a_request(lines: list[bytes], count: int) -> bool:
    """Whether the first so many lines are whole requests: inside of one nothing can be gone on from."""
    said = quick(lines[count - 1 : count + 1])
    return len(said) == 1 or said[0]["request"] != said[1]["request"]


def _secret(rows: GameRows, state: State, cipher: Cipher | None) -> Iterator[str]:
    if rows.secret is None:
        if not state.over:
            yield "its seed is missing: it cannot go on"
    elif state.over:
        yield "it is over, and its seed has not been forgotten"
    elif cipher is not None:
        yield from _opens(rows.game, Sealed(rows.secret["key"], rows.secret["sealed"]), state, cipher)


def _opens(game: str, sealed: Sealed, state: State, cipher: Cipher) -> Iterator[str]:
    try:
        secret = cipher.open(game, sealed)
    except SecretUnreadable as error:
        yield str(error)
    else:
        last = last_seed_of(game, state)
        if len(secret) != deal.SEED_BYTES or deal.seed(state.deal, secret, 0, last) != state.commitment:
            yield "its seed is not the one that it has committed to"


def _keys(rows: GameRows, count: int) -> Iterator[str]:
    for row in rows.keys:
        if not 0 <= row["version"] < count:
            yield f"the key {row['key']!r} was answered with version {row['version']}, which it does not have"
