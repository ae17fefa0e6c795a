"""Analyses of games that are over and of imported replays: asked for once, made behind the requests in small slices.

Each decision is kept as soon as it is made, so an analysis that is broken off is gone on with where it was, by whatever
worker comes to it. What came out is kept by the version of the analyser; a new version computes anew.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from app.services.refusals import NotFound
from app.store import Store
from app.store.analyses import DONE, FAILED, Analysis, AnalysisStore
from app.store.imports import Gone, held
from replays.analysis import ANALYSER
from replays.analysis.analyst import analyse
from replays.analysis.swings import swings
from replays.analysis.turning import count, winners
from replays.recording import Recording

SLICE_SECONDS = 0.3
"""How long one is worked on at once: what else runs behind the requests waits for no longer, and one decision more."""
TRIES = 5
"""How often work may break off, by whatever kills it, without a decision more being done."""
AT_HAND = 4
"""So many analyses stay open between two slices: to open one again takes as long as to fold its record."""

Data = dict[str, Any]


class _Run(NamedTuple):
    """An analysis on its way: how many decisions of each hand are still to come, and they themselves."""

    left: dict[int, int]
    coming: Iterator[Data]


class Analyses:
    """Asking, working, telling. `now` gives UTC milliseconds, `wake` tells whoever works that there is something."""

    def __init__(
        self,
        store: AnalysisStore,
        games: Store,
        open_replay: Callable[[str], Recording],
        wake: Callable[[], None],
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._games = games
        self._open_replay = open_replay
        self._wake = wake
        self._now = now
        self._runs: dict[str, tuple[int, _Run]] = {}

    # ------------------------------------------------------------ for callers

    def ask(self, subject: str, imported: bool) -> Data:
        """Asks for the analysis of a game that is over, or of an import, which the caller may see; tells how far it is.
        Asked for twice it is made once. Raises NotFound for an import that was taken away meanwhile."""
        try:
            one = self._store.ask(subject, ANALYSER, imported, self._now(), held(subject) if imported else None)
        except Gone:
            raise NotFound from None
        self._wake()
        return self._told(one, None)

    def told(self, subject: str, hand: int | None = None) -> Data:
        """How far an analysis has come and what came out so far, as JSON values; the decisions of one hand."""
        one = self._store.find(subject, ANALYSER)
        return _nothing() if one is None else self._told(one, hand)

    def _told(self, one: Analysis, hand: int | None) -> Data:
        return _nothing() | {
            "status": one.status,
            "done": one.done,
            "total": one.total,
            "hands": [found._asdict() for found in self._store.hands(one)],
            "decisions": None if hand is None else self._store.decisions(one, hand),
        }

    # ------------------------------------------------------------ behind the requests

    def waiting(self, limit: int = 10) -> list[Analysis]:
        """The analyses that are not done, the one that nobody has worked on for the longest first."""
        return self._store.waiting(ANALYSER, limit)

    def work(self, one: Analysis) -> None:
        """Goes on with an analysis for a while."""
        if one.tries >= TRIES:
            self.fail(one)
            return
        end = time.monotonic() + SLICE_SECONDS
        self._store.try_once_more(one, self._now())
        done, run = one.done, self._run(one)
        while True:
            said = next(run.coming, None)
            if said is None:
                self._end(one, DONE)
                return
            if not self._store.add(one, done, said["hand"], said["seq"], said, self._now()):
                return  # another worker goes on with it
            done += 1
            run.left[said["hand"]] -= 1
            if not run.left[said["hand"]]:
                self._end_hand(one, said["hand"])
            if time.monotonic() >= end:
                self._keep(one.subject, done, run)
                return

    def fail(self, one: Analysis) -> None:
        """Gives an analysis up."""
        self._end(one, FAILED)

    def _run(self, one: Analysis) -> _Run:
        """The analysis from its first decision that is not done; as it was left, unless somebody else has gone on."""
        done, run = self._runs.pop(one.subject, (None, None))
        if run is not None and done == one.done:
            return run
        recording = self._recording(one)
        if one.total is None:
            self._store.count(one, count(recording), winners(recording))
        left = {}
        for hand in self._store.hands(one):
            left[hand.hand] = hand.total - hand.done
            if hand.swings is None and hand.done == hand.total:  # broken off right behind its last decision
                self._end_hand(one, hand.hand)
        return _Run(left, analyse(recording, one.done))

    def _recording(self, one: Analysis) -> Recording:
        if one.imported:
            return self._open_replay(one.subject)
        lines = self._games.event_bytes(one.subject)
        if not lines:
            raise NotFound
        return Recording(lines)

    def _keep(self, subject: str, done: int, run: _Run) -> None:
        while len(self._runs) >= AT_HAND:
            self._runs.pop(next(iter(self._runs)))
        self._runs[subject] = (done, run)

    def _end_hand(self, one: Analysis, hand: int) -> None:
        """A hand all of whose decisions are done has its swings."""
        self._store.end_hand(one, hand, swings(self._store.decisions(one, hand)))

    def _end(self, one: Analysis, status: str) -> None:
        self._runs.pop(one.subject, None)
        self._store.end(one, status)


def _nothing() -> Data:
    return {"analyser": ANALYSER, "status": "none", "done": 0, "total": None, "hands": [], "decisions": None}
