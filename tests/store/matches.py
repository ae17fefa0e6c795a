"""Real matches, played at random through the rules once, and put into as many stores as tests want."""

import random
from functools import lru_cache

from app.rules.options import Options
from app.services.play.positions import SNAPSHOT_FORM, snapshot_of
from app.store import Key, Store, StreamHead
from tests.records import BEGINNING, Recorder

SNAPSHOT_AFTER = 20  # requests


class Match(Recorder):
    """A match of two players; `number` makes its seed and its moves."""

    def __init__(self, number: int) -> None:
        super().__init__(random.Random(number), Options(), 2)
        self._snapshot: tuple[int, bytes] | None = None

    def play(self, requests: int | None) -> None:
        """Sit down, start, and make this many requests, or all there are."""
        self.begin()
        made = 0
        while not self.state.over and (requests is None or made < requests):
            self.step(resigning=0)
            made += 1
            if made == SNAPSHOT_AFTER:
                self._snapshot = (self.head.version, snapshot_of(self.state))

    def save(self, store: Store) -> "Match":
        """Put it into a store: its first event, all others at once, and a snapshot."""
        first, *others = self.written
        created = StreamHead(self.game, 0, first.hash, 0, BEGINNING, turn=None, deadline=None, over=False)
        store.create(created, [first], self.last_seed, Key("host", self.game, "digest"))
        state = self.state
        head = StreamHead(self.game, *self.head, turn=state.turn, deadline=state.deadline, over=state.over)
        store.append(head, 0, others, Key("player", self.game, "digest"), forget_secret=state.over)
        if self._snapshot is not None:
            seq, data = self._snapshot
            store.save_snapshots(self.game, SNAPSHOT_FORM, [(seq, data)])
        return self


@lru_cache
def played(number: int, requests: int | None = None) -> Match:
    """The match of this number after so many requests, or at its end."""
    match = Match(number)
    match.play(requests)
    return match
