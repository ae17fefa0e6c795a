"""Looking at games: views of now and then, events, and the record itself."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from app.rules.state import State
from app.services.play.callers import Caller
from app.services.play.positions import Position, Positions
from app.services.play.sight import Seen, Sight, belongs
from app.services.play.views import Eyes, hands_ended, tag_of, view_of
from app.services.refusals import NotAllowed, NotFound
from app.services.replay.moments import At
from app.store import Store
from app.store.tables import Asked
from replays.format import quick

AT_ONCE = 100
FURTHEST_BACK = 1000
"""Events that are looked at for one of the caller's own, from the last on, and how many at once."""


class Scene(NamedTuple):
    """A position that a caller may see through these eyes."""

    position: Position
    eyes: Eyes

    @property
    def version(self) -> int:
        """The event that it is right after."""
        return self.position.head.version


class Looks:
    """What callers may see of games. All of these raise NotFound and NotAllowed."""

    def __init__(self, store: Store, positions: Positions, sight: Sight) -> None:
        self._store = store
        self._positions = positions
        self._sight = sight

    def open(self, game: str, caller: Caller, invitation: str | None = None, asked: Asked | None = None) -> Seen:
        """The game as it stands, if the caller may see it; `asked` is what was read of it for this request already."""
        return self._sight.open(game, caller, invitation, asked=asked)

    def now(self, seen: Seen) -> dict[str, Any]:
        """The view of the game as it stands, as the caller sees it."""
        return self.view(seen, Scene(seen.position, seen.seat))

    def scene(self, seen: Seen, at: At | None, eyes: Eyes) -> Scene:
        """The game at this moment, or as it stands (None), before these eyes.

        Those of the caller's own seat and of the table (None) always serve; others are lent once the hand of that
        moment is over, when all its cards are open anyway: to officials too.
        """
        now = seen.position
        seq = now.head.version if at is None else at.in_game(self._store, seen.game, now.head.version)
        then = now if seq == now.head.version else self._positions.at(seen.game, seq)
        if eyes is not None and eyes != seen.seat:
            _check_eyes(now.state, then.state, eyes)
        return Scene(then, eyes)

    def view(self, seen: Seen, scene: Scene) -> dict[str, Any]:
        """What is seen there, as JSON values; of a game that is over with the `rematch`, for those who may know."""
        view = view_of(seen.table, scene.position, self._positions, scene.eyes)
        rematch = self.rematch(seen)
        return view if rematch is None else view | {"rematch": rematch}

    def mark(self, seen: Seen) -> str:
        """What tells two views of one version apart, for their tags: what goes on beside the record."""
        return tag_of(seen.table, seen.position.state) + ("_rematch" if self.rematch(seen) else "")

    def rematch(self, seen: Seen) -> str | None:
        """The table at which the people of this game go on: for those who were in it, for others if it is listed."""
        table = seen.table
        known = table.rematch is not None and (table.listed or belongs(table, seen.position.state, seen.caller))
        return table.rematch if known else None

    def since(self, seen: Seen) -> int | None:
        """The last event of the last request that the caller made in this game: what is behind it happened since.

        None if there was none, or none of late.
        """
        mine = [f"player:{seen.caller.player}"] if seen.caller.game == seen.game else []
        mine += [] if seen.seat is None else [f"seat:{seen.seat}"]
        version = seen.position.head.version
        for upto in range(version, max(-1, version - FURTHEST_BACK), -AT_ONCE):
            said = quick(self._store.event_bytes(seen.game, upto - AT_ONCE, upto))
            found = next((one["seq"] for one in reversed(said) if one["actor"] in mine), None)
            if found is not None:
                return int(found)
        return None

    def events(self, seen: Seen, after: int, limit: int) -> list[bytes]:
        """At most `limit` of the lines behind the event `after`, as stored."""
        upto = min(after + limit, seen.position.head.version)
        return self._store.event_bytes(seen.game, after, upto)

    def record(self, seen: Seen, after: int = -1) -> Iterator[bytes]:
        """All lines behind the event `after` up to the version that was opened, each with its newline, in chunks."""
        for lines in self._store.lines_behind(seen.game, after, seen.position.head.version):
            yield b"\n".join(lines) + b"\n"


def _check_eyes(now: State, then: State, eyes: int | Literal["all"]) -> None:
    if eyes != "all" and not 0 <= eyes < now.seats:
        raise NotFound
    if then.hand > hands_ended(now):
        raise NotAllowed("hand_not_over", "Another seat's cards are shown when their hand is over.")
