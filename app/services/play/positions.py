"""Where games stand: the fold of their events, and the dealers who know their cards, kept while games are played.

What is kept may be thrown away at any moment; it is checked against the version that the database gives.
"""

import json
import logging
from typing import NamedTuple

from app.rules.state import START, State
from app.services.kept import Kept
from app.services.play.dealers import RealDealer, dealer_of
from app.services.replay import stages
from app.store.store import Store
from app.store.streams import StreamHead
from app.store.tables import Asked, Table, Tables
from replays.chain import Head
from replays.fold import fold
from replays.format import quick

SNAPSHOT_FORM = "umk/1.2"
"""The form of snapshots, by name: a change of what a state holds, or of how events are folded, needs a new one. It is
not the name of the rules that a record follows, though the first is called as they are."""

SNAPSHOT_AFTER = 100
"""A cold start that has to fold more events than this leaves a snapshot behind."""

log = logging.getLogger(__name__)


class Position(NamedTuple):
    """A game right after an event; `complete` unless the request of that event goes on."""

    head: Head
    state: State
    complete: bool = True


class Positions:
    """Positions, dealers and tables of games, from memory or from the store."""

    def __init__(self, store: Store, tables: Tables, size: int = 1024) -> None:
        self._store = store
        self._tables = tables
        self._positions: Kept[Position] = Kept(size)
        self._dealers: Kept[RealDealer] = Kept(size)
        self._kept_tables: Kept[Table] = Kept(size)

    def forget(self) -> None:
        """Drops everything that is kept: the next question is answered from the store."""
        self._positions.clear()
        self._dealers.clear()
        self._kept_tables.clear()

    def latest(self, game: str) -> Position | None:
        """Where a game stands now; None if there is none."""
        head = self._store.head(game)
        return None if head is None else self.now(head, game)

    def now(self, at: Head | StreamHead | Asked, game: str) -> Position:
        """The position at that head of the game, or a later one if it is at hand already."""
        head = Head(at.version, at.hash, at.request, at.t)
        kept = self._positions.get(game)
        if kept is not None and kept.head.version >= head.version:
            return kept
        position = Position(head, self._cold(game, head.version) if kept is None else self._on(game, kept, head))
        self.keep(game, position)
        return position

    def keep(self, game: str, position: Position) -> None:
        """Keeps a newer position of a game."""
        self._positions.put(game, position)

    def at(self, game: str, seq: int) -> Position:
        """The position right after the event `seq`, which has to be there, from the store."""
        state, _ = self._rebuild(game, seq)
        last, *after = self._store.events(game, seq - 1, seq + 1)
        said = quick([last.bytes, *(event.bytes for event in after)])
        complete = len(said) == 1 or said[1]["request"] != said[0]["request"]
        return Position(Head(seq, last.hash, said[0]["request"], said[0]["t"]), state, complete)

    def dealer(self, game: str, state: State) -> RealDealer:
        """Who knows the cards of a game; `state` is any position of it since the start."""
        kept = self._dealers.get(game)
        if kept is None:
            kept = dealer_of(self._store, game, state)
            if state.started:  # before the start people may still put entropy in
                self._dealers.put(game, kept)
        return kept

    def table(self, game: str, revision: int | None = None) -> Table | None:
        """The table of a game, from memory if it is at this revision; None if there is none."""
        kept = self._kept_tables.get(game)
        if kept is not None and kept.revision == revision:
            return kept
        table = self._tables.find(game)
        if table is not None:
            self._kept_tables.put(game, table)
        return table

    def _on(self, game: str, kept: Position, head: Head) -> State:
        return fold(kept.state, self._store.event_bytes(game, kept.head.version, head.version))

    def _cold(self, game: str, version: int) -> State:
        state, folded = self._rebuild(game, version)
        if folded > SNAPSHOT_AFTER:
            self._store.save_snapshots(game, SNAPSHOT_FORM, [(version, snapshot_of(state))])
        return state

    def _rebuild(self, game: str, seq: int) -> tuple[State, int]:
        """The state right after the event `seq`, and how many events were folded for it.

        A long fold leaves snapshots on the way: what is asked next of this part of the game is near one of them.
        """
        snapshot, lines = self._store.rebuild_rows(game, SNAPSHOT_FORM, seq)
        state = START if snapshot is None else _restored(game, snapshot[1])
        if state is None:
            state, lines = START, self._store.event_bytes(game, -1, seq)
        if len(lines) <= stages.EVERY:
            return fold(state, lines), len(lines)
        state, kept = stages.fold_in_stages(state, lines, stages.EVERY)
        self._store.save_snapshots(game, SNAPSHOT_FORM, [(stage.seq, snapshot_of(stage.state)) for stage in kept])
        return state, len(lines)


def snapshot_of(state: State) -> bytes:
    """A state as a snapshot keeps it. It is no record: nobody hashes it, and it need not be canonical."""
    return json.dumps(state.data(), separators=(",", ":")).encode()


def _restored(game: str, snapshot: bytes) -> State | None:
    """The state in a snapshot, None for a snapshot that is no use: it is a cache, nothing hangs on it."""
    try:
        return State.restore(json.loads(snapshot))
    except (ValueError, TypeError, KeyError, AttributeError):
        log.warning("a snapshot of game %s cannot be read", game)
        return None
