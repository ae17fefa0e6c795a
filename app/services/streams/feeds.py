"""What a stream says, message by message: the events of one game, or all that happens in a caller's games.

A feed never ends by itself before the match does, and who asked may lose the right to it meanwhile: so they are looked
up again, whenever a view is made or something has happened that may shut somebody out, and now and then besides.
"""

import json
import random
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, NamedTuple

from app.services.clock import rfc3339
from app.services.play.callers import Caller
from app.services.play.sight import Seen
from app.services.refusals import NotAllowed, NotFound
from app.services.replay.looks import Looks
from app.services.streams.live import Hub, Listener
from app.services.table.lists import who_of
from app.store import Store, Stored
from app.store.lobby import Lobby
from app.store.news import NewsStore
from app.store.sequencer import Positioned

ENDS = frozenset({"match.ended", "game.cancelled"})
"""The events behind which a game has no other."""
SHUTS_OUT = frozenset({"game.started", "seat.left"})
"""The events with which somebody may lose the right to a game: a match may be for its players alone, and who had a seat
is a stranger at a table of others without it."""
AT_ONCE = 100
"""Events that are read at once."""
MOST_EVENTS = 500
"""Who has missed more than so many of a game looks at it anew."""
FURTHEST_BACK = 20_000
"""Positions behind which nobody is told what they have missed: they look at everything anew, as do those who name a
position that there has not been, as after a database was taken back to what it was."""
MOST_INVITED = 100


class Message(NamedTuple):
    """Something that a stream says: JSON, and the id with which one resumes behind it."""

    event: str
    data: bytes
    id: int | None = None


Feed = Generator[Message | None, None, None]
"""None says that nothing has happened, and that the stream is alive."""

Again = Callable[[str | None], Caller | None]
"""Looks up again who asks, as they are at a game; None once what they came with is good for nothing any more."""

Looked = Callable[[str, str], object]
"""Is told of a game that an account looks at."""


class Gone(Exception):
    """Whoever asked is not who they were."""


class Feeds:
    """Makes feeds. `heartbeat` is the longest silence, in seconds; `now` gives seconds, from any moment on."""

    def __init__(
        self,
        hub: Hub,
        store: Store,
        news: NewsStore,
        lobby: Lobby,
        looks: Looks,
        heartbeat: float,
        now: Callable[[], float] = time.monotonic,
        looked: Looked = lambda game, account: None,
    ) -> None:
        self._hub = hub
        self._store = store
        self._news = news
        self._lobby = lobby
        self._looks = looks
        self._looked = looked
        self.heartbeat = heartbeat
        self._now = now

    def game(self, seen: Seen, after: int, allowed: Callable[[], Caller | None], wait: bool = True) -> Feed:
        """The events of a game behind `after`, and those that follow, to its end; `allowed` gives who may see it still.

        Without `wait` it ends where it would wait.
        """
        over, known = seen.position.state.over, seen.position.head.version
        with self._hub.listen(beside=True) as listener:
            listener.follow([seen.game])
            pulse = self._pulse()
            self._present(seen.game, seen.caller)
            while True:
                for line in self._behind(seen.game, after, known):
                    if line.seq > known and line.kind in SHUTS_OUT and allowed() is None:
                        return
                    after, over = line.seq, over or line.kind in ENDS
                    yield Message(line.kind, line.bytes, line.seq)
                if over:
                    yield Message("over", b'{"version":%d}' % after)
                if over or not wait:
                    return
                news = listener.wait(pulse.left())
                if self._hub.stopped:
                    return
                due = pulse.due()
                caller = allowed() if due or news.beside else seen.caller
                if caller is None:
                    return
                if due:
                    self._present(seen.game, caller)
                    yield None
                if news.beside:
                    yield Message("table", b"{}")

    def own(self, caller: Caller, again: Again, last: int | None, views: bool, wait: bool = True) -> Feed:
        """All games of a caller's that wait or are on: as they stand, or what has changed in them behind the position
        `last`, and whatever happens in them from now on."""
        with self._hub.listen(account=caller.account) as listener:
            said = _Said(self, listener, caller, again, views)
            try:
                yield from said.begin(last)
                while wait and not self._hub.stopped:
                    yield from said.go_on()
            except Gone:
                return

    def _pulse(self) -> "Pulse":
        return Pulse(self.heartbeat, self._now)

    def _present(self, game: str, caller: Caller) -> None:
        if caller.kind == "account" and caller.account is not None:
            self._looked(game, caller.account)

    def _behind(self, game: str, after: int, known: int) -> Iterator[Positioned | Stored]:
        """All events behind `after`; those up to `known` are there, though they need not have their positions yet."""
        while lines := self._lines(game, after, known):
            yield from lines
            after = lines[-1].seq

    def _lines(self, game: str, after: int, known: int) -> Sequence[Positioned | Stored]:
        recent = self._hub.recent(game, after) if after >= known else None
        return self._store.events(game, after, limit=AT_ONCE) if recent is None else recent


class Pulse:
    """When a sign of life is due. Not at the same moment for all who came at the same moment."""

    def __init__(self, seconds: float, now: Callable[[], float]) -> None:
        self._seconds = seconds
        self._now = now
        self._next = self._later()

    def left(self) -> float:
        """The seconds until then."""
        return self._next - self._now()

    def due(self) -> bool:
        """Whether it is time; then the next one is some time away."""
        if self.left() > 0:
            return False
        self._next = self._later()
        return True

    def _later(self) -> float:
        return self._now() + self._seconds * random.uniform(0.8, 1.0)


class _Said:
    """What the stream of one caller has said so far."""

    def __init__(self, feeds: Feeds, listener: Listener, caller: Caller, again: Again, views: bool) -> None:
        self._feeds = feeds
        self._listener = listener
        self._caller = caller
        self._again = again
        self._views = views
        self._pulse = feeds._pulse()
        self._position = 0
        self._told: dict[str, int] = {}
        self._invited: set[str] = set()

    def begin(self, last: int | None) -> Iterator[Message]:
        """What is said on connecting."""
        upto = self._listener.wait(0).position
        who, news = who_of(self._caller), self._feeds._news
        if last is not None and upto - FURTHEST_BACK <= last and self._feeds._hub.has_been(last):
            self._position = last
            self._told = {one.game: one.seq for one in news.told(who, last)}
            games = list(self._told)
        else:
            games = news.games(who)
        self._listener.follow(games)
        yield from self._of_games(games, upto)
        yield from self._invitations()

    def go_on(self) -> Iterator[Message | None]:
        """What is said next."""
        news = self._listener.wait(self._pulse.left())
        if self._feeds._hub.stopped:
            return
        if self._pulse.due():
            self._caller_at(None)
            yield None
        games = list(news.games)
        if news.joined:
            new = [game for game in self._feeds._news.games(who_of(self._caller)) if game not in self._listener.games]
            self._listener.follow(new)
            games += new
        yield from self._of_games(games, news.position)
        if news.invited:
            yield from self._invitations()

    def _of_games(self, games: Sequence[str], upto: int) -> Iterator[Message]:
        """The last of these messages has the position up to which all is said, those before it the one before."""
        held: Message | None = None
        for game in games:
            data = self._of_game(game)
            if data is not None:
                if held is not None:
                    yield held
                held = Message("game", data, self._position)
        self._position = upto
        if held is not None:
            yield held._replace(id=upto)

    def _of_game(self, game: str) -> bytes | None:
        """How a game stands, with what has happened in it since it was told of; None if nothing has."""
        caller = self._caller_at(game)
        try:
            seen = self._feeds._looks.open(game, caller, asked=caller.asked)
        except (NotFound, NotAllowed):
            self._listener.unfollow(game)
            return None
        version, told = seen.position.head.version, self._told.get(game)
        if told is not None and version <= told:
            return None
        self._told[game] = version
        if seen.position.state.over:
            self._listener.unfollow(game)
        lines = [] if told is None or version - told > MOST_EVENTS else self._lines(game, told, version)
        view = self._feeds._looks.now(seen) if self._views else None
        return _data(seen, lines, view)

    def _lines(self, game: str, after: int, upto: int) -> list[bytes]:
        recent = self._feeds._hub.recent(game, after)
        if recent and recent[-1].seq >= upto:
            return [event.bytes for event in recent if event.seq <= upto]
        return self._feeds._store.event_bytes(game, after, upto)  # they need not have their positions yet

    def _invitations(self) -> Iterator[Message]:
        if self._caller.account is None:
            return
        asked = self._feeds._lobby.invited(who_of(self._caller), None, MOST_INVITED)
        for one in asked:
            if one.game not in self._invited:
                data = {"game": one.game, "by": one.invited_by}
                yield Message("invited", json.dumps(data, ensure_ascii=False).encode(), self._position)
        self._invited = {one.game for one in asked}

    def _caller_at(self, game: str | None) -> Caller:
        """Who asks, now. Raises Gone."""
        caller = self._again(game)
        if caller is None or caller.identity != self._caller.identity:
            raise Gone
        return caller


def _data(seen: Seen, lines: Sequence[bytes], view: dict[str, Any] | None) -> bytes:
    """The lines of events as they are stored, within what is said of the game."""
    state = seen.position.state
    said: dict[str, Any] = {
        "game": seen.game,
        "version": seen.position.head.version,
        "status": seen.table.status,
        "seat": seen.seat,
        "turn": state.turn,
        "your_turn": state.turn is not None and state.turn == seen.seat,
        "deadline": rfc3339(state.deadline),
        "over": state.over,
    }
    shown = b"" if view is None else b',"view":' + _json(view)
    return b'%b,"events":[%b]%b}' % (_json(said)[:-1], b",".join(lines), shown)


def _json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()
