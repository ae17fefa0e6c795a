"""Looking at games: views of now and then, events, and the record itself."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from app.rules.state import State
from app.services.callers import Caller
from app.services.positions import Position, Positions
from app.services.refusals import NotAllowed, NotFound
from app.services.sight import Seen, Sight
from app.services.views import view_of
from app.store import Damaged, Store
from app.store.tables import Asked

CHUNK = 500
"""Events read at once where a whole record is handed out."""


class Look(NamedTuple):
    """A view, and of what: after which event, and through which seat's eyes (None: a spectator's)."""

    version: int
    seat: int | None
    view: dict[str, Any]


class Looks:
    """What callers may see of games. All of these raise NotFound and NotAllowed."""

    def __init__(self, store: Store, positions: Positions, sight: Sight) -> None:
        self._store = store
        self._positions = positions
        self._sight = sight

    def open(self, game: str, caller: Caller, invitation: str | None = None, asked: Asked | None = None) -> Seen:
        """The game as it stands, if the caller may see it; `asked` is what was read of it for this request already."""
        return self._sight.open(game, caller, invitation, asked=asked)

    def now(self, seen: Seen) -> Look:
        """The view of the game as it stands."""
        return self._look(seen, seen.position, seen.seat)

    def then(self, seen: Seen, at: int, eyes: int | None = None) -> Look:
        """The view right after the event `at`: as the caller's own seat saw it then, or as seat `eyes` did.

        Another seat's eyes are lent once the hand of that moment is over, when all its cards are open anyway.
        """
        if not 0 <= at <= seen.position.head.version:
            raise NotFound
        position = self._positions.at(seen.game, at)
        if eyes is not None and eyes != seen.seat:
            self._check_eyes(seen.position.state, position.state, eyes)
            return self._look(seen, position, eyes)
        return self._look(seen, position, seen.seat)

    def _look(self, seen: Seen, position: Position, seat: int | None) -> Look:
        return Look(position.head.version, seat, view_of(seen.table, position, self._positions, seat))

    @staticmethod
    def _check_eyes(now: State, then: State, eyes: int) -> None:
        if not 0 <= eyes < now.seats:
            raise NotFound
        if then.hand > hands_ended(now):
            raise NotAllowed("hand_not_over", "Another seat's cards are shown when their hand is over.")

    def events(self, seen: Seen, after: int, limit: int) -> list[bytes]:
        """At most `limit` of the lines behind the event `after`, as stored."""
        upto = min(after + limit, seen.position.head.version)
        return self._store.event_bytes(seen.game, after, upto)

    def record(self, seen: Seen, after: int = -1) -> Iterator[bytes]:
        """All lines behind the event `after` up to the version that was opened, each with its newline, in chunks."""
        last = seen.position.head.version
        while after < last:
            lines = self._store.event_bytes(seen.game, after, min(after + CHUNK, last))
            if not lines:
                raise Damaged(f"events of game {seen.game} behind {after} are missing")
            after += len(lines)
            yield b"\n".join(lines) + b"\n"


def hands_ended(state: State) -> int:
    """How many hands of this match are over, and so open."""
    return state.last_hand.hand if state.last_hand is not None else 0
