"""What happened lately in a game: its last events, each with the position right after it, for sentences about them."""

from app.rules.state import START
from app.services.play.positions import Positions
from app.services.play.sight import Seen
from app.store import Store
from replays.recording import Moment, requests_behind

LONGEST = 500
"""Events that are told of at most, the last ones."""


class Stories:
    """Tells what happened behind an event. Nothing in it is hidden: events are what everybody may know."""

    def __init__(self, store: Store, positions: Positions) -> None:
        self._store = store
        self._positions = positions

    def behind(self, seen: Seen, after: int) -> list[Moment]:
        """What happened behind the event `after` (-1: from the beginning), up to the version that was opened: whole
        requests, the one that `after` is in the middle of included, and no more than `LONGEST` events."""
        version = seen.position.head.version
        if after >= version:
            return []
        after = self._edge(seen.game, max(after, version - LONGEST))
        state = START if after < 0 else self._positions.at(seen.game, after).state
        told = requests_behind(state, self._store.event_bytes(seen.game, after, version))
        return [moment for request in told for moment in request.moments()]

    def _edge(self, game: str, after: int) -> int:
        """The end of the last request that is over at the event `after`."""
        while after >= 0 and not self._positions.at(game, after).complete:
            after -= 1
        return after
