"""Writes what was decided as one request of a game, once or not at all, and answers for it."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from app.rules.events import recorded
from app.rules.request import Decision
from app.services.play.positions import Position, Positions
from app.services.play.sight import Seen
from app.services.play.views import view_of
from app.services.refusals import KeyReused, Stale
from app.store import Also, Connection, DuplicateKey, Key, Store, StreamHead, VersionConflict
from app.store.tables import CANCELLED, FINISHED, Asked, Tables, change
from replays.branch import Deed
from replays.chain import START, Head, Line, lines
from replays.deal import MissingSeed
from replays.format import quick

STALE_EVENTS = 500
"""At most so many events tell what has changed; who is further behind looks anew."""


class Terms(NamedTuple):
    """Under which terms a caller asks for a change: the versions it may rest on, and the key of the request, if any.

    `asked` is what was read of the game, and of this key, when the caller was found: it is good for this request.
    """

    expected: frozenset[int]
    key: Key | None = None
    asked: Asked | None = None


class Answer(NamedTuple):
    """The answer to an accepted request: the version right after it, its lines, and the view of whoever asked."""

    game: str
    version: int
    lines: Sequence[bytes]
    view: dict[str, Any]
    seat: int | None


Deciding = Callable[[], Decision]
"""Decides a request; raises Refused."""


class Requests:
    """Appends requests to games. `wake` tells whoever waits behind that something happened."""

    def __init__(self, store: Store, tables: Tables, positions: Positions, wake: Callable[[], None]) -> None:
        self._store = store
        self._tables = tables
        self._positions = positions
        self._wake = wake

    def known(self, seen: Seen, terms: Terms) -> Answer | None:
        """The answer of then, if this request was accepted before. Raises KeyReused, and Stale if it is new and the
        version it expects is not the game's."""
        asked, key = seen.asked, terms.key
        if key is not None and asked.digest is not None:
            if asked.digest != key.digest or asked.game != seen.game or asked.then is None:
                raise KeyReused
            return self.answer_of(seen, asked.then)
        if key is not None and seen.position.head.version > asked.version:  # by another thread, perhaps for this key
            known = self._kept(seen, key)
            if known is not None:
                return known
        if seen.position.head.version not in terms.expected:
            raise self.stale(seen, terms)
        return None

    def write(
        self, seen: Seen, deciding: Deciding, actor: str, t: int, terms: Terms, also: Also | None = None
    ) -> Answer:
        """One request, by the caller, who is answered. Raises Stale if another was first, KeyReused, and Refused."""
        return self.write_all(seen, lambda: [Deed(actor, deciding())], t, terms, also)

    def write_all(
        self, seen: Seen, deciding: Callable[[], Sequence[Deed]], t: int, terms: Terms, also: Also | None = None
    ) -> Answer:
        """Requests that follow one another, written together or not at all: as `write`; the answer is to the last."""
        try:
            position, made = self.append_all(seen.game, seen.position, deciding(), t, terms.key, also)
        except (VersionConflict, DuplicateKey):
            return self._lost(seen, terms)
        except MissingSeed:  # when a match ends, or never starts, its secret seed is forgotten
            head = self._store.head(seen.game)
            if head is None or head.version == seen.position.head.version:
                raise
            return self._lost(seen, terms)
        if also is not None:
            seen = seen._replace(table=self._positions.table(seen.game) or seen.table)
        written = [line.bytes for line in made]
        return Answer(seen.game, position.head.version, written, self._view(seen, position), seen.seat)

    def note(self, seen: Seen, terms: Terms, also: Also) -> Answer:
        """What changes nothing in the record, by the caller, who is answered; `also` writes it. Raises Stale if another
        was first, KeyReused."""
        version = seen.position.head.version
        try:
            self._store.beside(seen.game, version, terms.key, also)
        except (VersionConflict, DuplicateKey):
            return self._lost(seen, terms)
        seen = seen._replace(table=self._positions.table(seen.game) or seen.table)
        return Answer(seen.game, version, [], self._view(seen, seen.position), seen.seat)

    def append(
        self,
        game: str,
        before: Position,
        decision: Decision,
        actor: str,
        t: int,
        key: Key | None = None,
        also: Also | None = None,
    ) -> tuple[Position, list[Line]]:
        """One request of whoever `actor` says. Raises VersionConflict and DuplicateKey, and then nothing is written."""
        return self.append_all(game, before, [Deed(actor, decision)], t, key, also)

    def append_all(
        self, game: str, before: Position, deeds: Sequence[Deed], t: int, key: Key | None, also: Also | None
    ) -> tuple[Position, list[Line]]:
        """Requests that follow one another, as `append`. Gives the lines of the last of them."""
        made, head = lines_of(before.head, game, deeds, t)
        state = deeds[-1].decision.state
        if state.over:
            also = _closing(game, CANCELLED if state.places is None else FINISHED, also)
        stream = stream_head(game, head, deeds[-1].decision)
        self._store.append(stream, before.head.version, made, key, forget_secret=state.over, also=also)
        return self._went_on(game, Position(head, state)), made[-len(deeds[-1].decision.events) :]

    def create(
        self, game: str, deeds: Sequence[Deed], last_seed: bytes, t: int, key: Key | None, also: Also
    ) -> Position:
        """A new game with its first requests. Raises DuplicateKey."""
        made, head = lines_of(START, game, deeds, t)
        self._store.create(stream_head(game, head, deeds[-1].decision), made, last_seed, key, also)
        return self._went_on(game, Position(head, deeds[-1].decision.state))

    def _went_on(self, game: str, position: Position) -> Position:
        self._positions.keep(game, position)
        self._wake()
        return position

    def answer_of(self, seen: Seen, version: int) -> Answer:
        """The answer to the request that ended with `version`, as its caller may see it."""
        position = self._positions.at(seen.game, version)
        return Answer(seen.game, version, self._request_of(seen.game, version), self._view(seen, position), seen.seat)

    def stale(self, seen: Seen, terms: Terms) -> Stale:
        """What the caller has to know who expected another version."""
        newest = max(terms.expected, default=seen.position.head.version)
        since = self._store.events(seen.game, newest, limit=STALE_EVENTS)
        version = max([seen.position.head.version, *(event.seq for event in since[-1:])])
        return Stale(version, [event.bytes for event in since])

    def _view(self, seen: Seen, position: Position) -> dict[str, Any]:
        return view_of(seen.table, position, self._positions, seen.seat)

    def _lost(self, seen: Seen, terms: Terms) -> Answer:
        """Another writer was first. It may have been a copy of this very request."""
        known = None if terms.key is None else self._kept(seen, terms.key)
        if known is None:
            raise self.stale(seen, terms)
        return known

    def _kept(self, seen: Seen, key: Key) -> Answer | None:
        """The answer to the request that was accepted under this key, if one was. Raises KeyReused."""
        row = self._store.find_key(key.caller, key.key, seen.game)
        if row is None:
            return None
        if row.game != seen.game or row.digest != key.digest:
            raise KeyReused
        return self.answer_of(seen, row.version)

    def _request_of(self, game: str, version: int, width: int = 32) -> list[bytes]:
        """The lines of the request that ends with the event `version`."""
        found = self._store.event_bytes(game, version - width, version)
        said = quick(found)
        mine = [line for line, one in zip(found, said, strict=True) if one["request"] == said[-1]["request"]]
        if len(mine) == len(found) and said[0]["seq"] > 0:
            return self._request_of(game, version, 2 * width)
        return mine


def lines_of(head: Head, game: str, deeds: Sequence[Deed], t: int) -> tuple[list[Line], Head]:
    """The lines of these requests, one behind the other, and the head behind them."""
    made: list[Line] = []
    for actor, decision in deeds:
        of_one, head = lines(head, game, actor, t, recorded(decision.events))
        made += of_one
    return made, head


def stream_head(game: str, head: Head, decision: Decision) -> StreamHead:
    """What stands at the head of a stream after a request."""
    state = decision.state
    return StreamHead(game, head.version, head.hash, head.request, head.t, state.turn, state.deadline, state.over)


def _closing(game: str, status: str, also: Also | None) -> Also:
    def close(connection: Connection) -> None:
        if also is not None:
            also(connection)
        change(connection, game, status=status, attended=False)

    return close
