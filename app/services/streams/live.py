"""News of games to those who wait for them: one reader of the order across games for all of them in a process.

Whoever listens is told which of their games have gone on, never what happened: that they read themselves, by the seq
that they have come to. So nothing queues up for one who is slow, and nothing is lost on one who comes back.
"""

import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from typing import NamedTuple

from app.services.guard import guarded
from app.store.news import NewsStore, Sign
from app.store.sequencer import Positioned, Sequencer
from app.store.signals import Signals

POLL_SECONDS = 0.1
"""How long a hint is waited for before one looks all the same."""
BESIDE_SECONDS = 2.0
"""How often one looks for what is no event: what was said at a table, who was invited."""
RECENT = 128
"""Events of a game that stay in memory while somebody follows it."""
SEATING = frozenset({"game.created", "seat.taken", "game.started"})
"""The events with which a game becomes somebody's."""


class News(NamedTuple):
    """What has changed up to a position: games with new events, games beside which something did, whether there are
    new games of the listener's, and whether somebody has invited them."""

    position: int
    games: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()
    joined: bool = False
    invited: bool = False


class Listener:
    """Somebody who waits. Made by `Hub.listen`, and gone when its context is left."""

    def __init__(self, hub: "Hub", account: str | None, beside: bool) -> None:
        self.account = account
        self.beside = beside
        self.games: set[str] = set()
        self.woken = Event()
        self.new = _New()
        self._hub = hub

    def __enter__(self) -> "Listener":
        return self

    def __exit__(self, *error: object) -> None:
        self._hub.leave(self)

    def follow(self, games: Collection[str]) -> None:
        """From now on these games, too."""
        self._hub.follow(self, games)

    def unfollow(self, game: str) -> None:
        """This game no more."""
        self._hub.unfollow(self, game)

    def wait(self, seconds: float) -> News:
        """What is new since the last time, at once or as soon as there is something; nothing after so many seconds."""
        self.woken.wait(max(0.0, seconds))
        return self._hub.take(self)


@dataclass(slots=True)
class _New:
    """What a listener has not taken yet: never more than it has games."""

    games: set[str] = field(default_factory=set)
    beside: set[str] = field(default_factory=set)
    joined: bool = False
    invited: bool = False


class Hub:
    """Follows the order across games for as long as somebody listens, in a thread of its own.

    `now` gives seconds, from any moment on.
    """

    def __init__(
        self, sequencer: Sequencer, signals: Signals, store: NewsStore, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._sequencer = sequencer
        self._signals = signals
        self._store = store
        self._now = now
        self._lock = Lock()
        self._begin = Lock()
        self._thread: Thread | None = None
        self.stopped = False
        self._position = 0
        self._listeners: set[Listener] = set()
        self._by_game: dict[str, set[Listener]] = {}
        self._by_account: dict[str, set[Listener]] = {}
        self._recent: dict[str, deque[Positioned]] = {}
        self._signs: dict[str, Sign] = {}
        self._invited: dict[str, Sign] = {}
        self._look = 0.0

    def listen(self, account: str | None = None, beside: bool = False) -> Listener:
        """Somebody waits from now on: an account also for games that it sits down at, and for invitations; with
        `beside` also for what changes at its tables that is no event."""
        listener = Listener(self, account, beside)
        known = self._store.invited([account]) if account else {}
        with self._begin:
            self._start()
            with self._lock:
                self._listeners.add(listener)
                if account:
                    self._by_account.setdefault(account, set()).add(listener)
                    self._invited.setdefault(account, known.get(account, ()))
        return listener

    def follow(self, listener: Listener, games: Collection[str]) -> None:
        """See `Listener.follow`."""
        new = [game for game in games if game not in self._signs] if listener.beside else []
        signs = self._store.signs(new)
        with self._lock:
            listener.games.update(games)
            for game in games:
                self._by_game.setdefault(game, set()).add(listener)
            for game in new:
                self._signs.setdefault(game, signs.get(game, ()))

    def unfollow(self, listener: Listener, game: str) -> None:
        """See `Listener.unfollow`."""
        with self._lock:
            listener.games.discard(game)
            _drop(self._by_game, game, listener)
            if game not in self._by_game:
                self._recent.pop(game, None)
                self._signs.pop(game, None)

    def leave(self, listener: Listener) -> None:
        """Nobody waits there any more."""
        for game in list(listener.games):
            self.unfollow(listener, game)
        with self._lock:
            self._listeners.discard(listener)
            if listener.account:
                _drop(self._by_account, listener.account, listener)
                if listener.account not in self._by_account:
                    self._invited.pop(listener.account, None)

    def take(self, listener: Listener) -> News:
        """What is new for a listener since it was asked last."""
        with self._lock:
            listener.woken.clear()
            new, listener.new = listener.new, _New()
            return News(self._position, frozenset(new.games), frozenset(new.beside), new.joined, new.invited)

    def recent(self, game: str, after: int) -> list[Positioned] | None:
        """The events of a game behind `after`, from memory; None if they are not there."""
        with self._lock:
            kept = self._recent.get(game)
            if not kept or kept[0].seq > after + 1:
                return None
            return [event for event in kept if event.seq > after]

    def has_been(self, position: int) -> bool:
        """Whether there has been this position: another process may have told of it before this one has read so far."""
        return position <= self._position or position <= self._sequencer.last()

    def stop(self) -> None:
        """Ends the thread, and lets all go who wait."""
        self.stopped = True
        self._signals.wake()
        with self._lock:
            listeners = set(self._listeners)
        _wake(listeners)
        if self._thread is not None:
            self._thread.join()

    def round(self, sequence: bool = True) -> None:
        """Tells of all that is new; with `sequence` what has no position yet gets one first, so that news need not
        wait for a worker that is busy or gone."""
        while sequence and self._sequencer.run_once():
            pass
        while batch := self._sequencer.after(self._position):
            self._tell(batch, self._people(batch))
        if self._now() >= self._look:
            self._look = self._now() + BESIDE_SECONDS
            self._look_beside()

    def _start(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._position = self._sequencer.last()
            self._thread = Thread(target=self._run, name="kartfold-live", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        told = False
        while not self.stopped and self._wanted():
            guarded("live", lambda told=told: self.round(not told))  # type: ignore[misc]
            told = self._signals.wait(POLL_SECONDS)
        self._signals.close()

    def _wanted(self) -> bool:
        """Whether anybody listens still; if not, the next one begins anew."""
        with self._begin:
            if not self._listeners:
                self._thread = None
                return False
        return True

    def _people(self, batch: Sequence[Positioned]) -> set[str]:
        """The accounts that may have a new game now."""
        games = {event.game for event in batch if event.kind in SEATING}
        return self._store.people(games) if games and self._by_account else set()

    def _tell(self, batch: Sequence[Positioned], people: set[str]) -> None:
        woken: set[Listener] = set()
        with self._lock:
            for event in batch:
                for listener in self._by_game.get(event.game, ()):
                    listener.new.games.add(event.game)
                    woken.add(listener)
                if event.game in self._by_game:
                    self._recent.setdefault(event.game, deque(maxlen=RECENT)).append(event)
            for account in people:
                for listener in self._by_account.get(account, ()):
                    listener.new.joined = True
                    woken.add(listener)
            self._position = batch[-1].position
        _wake(woken)

    def _look_beside(self) -> None:
        games, accounts = list(self._signs), list(self._by_account)
        signs, invited = self._store.signs(games), self._store.invited(accounts)
        woken: set[Listener] = set()
        with self._lock:
            for game in _changed(self._signs, signs, games):
                for listener in self._by_game.get(game, ()):
                    if listener.beside:
                        listener.new.beside.add(game)
                        woken.add(listener)
            for account in _changed(self._invited, invited, accounts):
                for listener in self._by_account.get(account, ()):
                    listener.new.invited = True
                    woken.add(listener)
        _wake(woken)


def _wake(listeners: set[Listener]) -> None:
    for listener in listeners:
        listener.woken.set()


def _drop(index: dict[str, set[Listener]], of: str, listener: Listener) -> None:
    listeners = index.get(of)
    if listeners is not None:
        listeners.discard(listener)
        if not listeners:
            del index[of]


def _changed(known: dict[str, Sign], now: dict[str, Sign], asked: Collection[str]) -> list[str]:
    """Those that are not as they were known, and are known now; who has left meanwhile is in neither."""
    changed = [one for one in asked if one in known and known[one] != now.get(one, ())]
    for one in changed:
        known[one] = now.get(one, ())
    return changed
