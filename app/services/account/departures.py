"""Accounts that are deleted: at once and for good, by somebody who knows the password.

Their games stay, for the others who played them and because a record is never changed; it holds player ids alone, and
those lead to nobody any more.
"""

from collections.abc import Callable

from app.rules.refusals import Refused
from app.services.account.accounts import Accounts
from app.services.account.preferences import read
from app.services.letters import letters
from app.services.letters.letters import letter
from app.services.play.callers import EVERYBODY, Caller
from app.services.play.games import Games
from app.services.play.requests import Terms
from app.services.refusals import NotFound, Stale
from app.services.table.seating import Seating
from app.store.accounts import AccountRow
from app.store.belongings import Belongings, Seat
from app.store.comments import CommentStore
from app.store.imports import ImportStore
from app.store.tables import WAITING

TRIES = 5
"""How often a game is left anew that goes on meanwhile."""


class StillPlaying(Exception):
    """A game that somebody wanted to leave went on each time: nothing but other games has been left."""


class Departures:
    """Lets people go. `now` gives UTC milliseconds."""

    def __init__(
        self,
        store: Belongings,
        accounts: Accounts,
        games: Games,
        seating: Seating,
        comments: CommentStore,
        imports: ImportStore,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._games = games
        self._seating = seating
        self._comments = comments
        self._imports = imports
        self._now = now

    def leave(self, id: str, password: str, language: str | None = None) -> None:
        """Deletes an account, and all that is only its own. What cannot be left at once stops it; asked again it goes
        on. Raises WrongPassword, StillPlaying."""
        row = self._accounts.check_password(id, password)
        for seat in self._store.on(id):
            self._get_up(row, seat)
        for comment in self._store.comments(id):  # the newest first: an answer before what it answers
            self._comments.remove(comment, "author")
        for replay in self._store.import_ids(id):
            self._imports.remove(replay)
        spoken = read(row.preferences).language or language
        said = None
        if row.address is not None:
            said = letter(letters.FAREWELL, self._now(), None, row.address, spoken, name=row.name)
        self._store.remove(id, said)

    def _get_up(self, row: AccountRow, seat: Seat) -> None:
        for _ in range(TRIES):
            found = next((one for one in self._store.on(row.id) if one.game == seat.game), None)
            if found is None:
                return
            try:
                self._leave_game(row, found)
            except Stale:
                continue
            except (NotFound, Refused):
                pass  # over since, or the seat had left before
            return
        raise StillPlaying

    def _leave_game(self, row: AccountRow, seat: Seat) -> None:
        """A host's table that waits is cancelled; a seat is given back, or plays on as the table has agreed."""
        terms = Terms(frozenset({seat.version}))
        caller = Caller("account", EVERYBODY, row.id, row.name, seat.game, seat.player, seat.seat)
        if seat.host and seat.status == WAITING:
            self._games.cancel(seat.game, caller, terms)
        elif seat.seat is not None:
            self._seating.leave(seat.game, caller, seat.seat, terms)
