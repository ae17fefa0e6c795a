"""What everybody may know of a person with an account: since when, how many matches, and which."""

from collections.abc import Sequence
from typing import Any

from app.services.account.persons import Persons
from app.services.clock import rfc3339
from app.services.pages import Page, cut
from app.services.play.callers import Caller
from app.services.refusals import NoSuchPlayer
from app.services.table.lists import cursor_of, place_of, summary, who_of
from app.store.lobby import Listed, Lobby
from app.store.results import ResultRow, ResultStore


class Profiles:
    """Looks persons up. Counted are matches that anybody may look at, and no practice."""

    def __init__(self, persons: Persons, results: ResultStore, lobby: Lobby) -> None:
        self._persons = persons
        self._results = results
        self._lobby = lobby

    def find(self, player: str) -> dict[str, Any]:
        """A person, by id or name. Raises NoSuchPlayer."""
        found = self._results.profile(self._persons.id_of(player))
        if found is None:
            raise NoSuchPlayer
        return found._asdict() | {"since": rfc3339(found.since)}

    def games(self, caller: Caller, player: str, cursor: str | None, limit: int) -> Page:
        """The matches of a person, finished and running, the newest first: those that anybody may look at, and those
        in which the caller is too. Raises NoSuchPlayer, Malformed."""
        account = self._persons.id_of(player)
        found = self._lobby.played(account, who_of(caller), place_of(cursor), limit + 1)
        shown, next = cut(found, limit, cursor_of)
        results = self._results.of([one.game for one in shown])
        return Page([_told(one, account, results.get(one.game, ())) for one in shown], next)

    def accounts(self, game: str) -> dict[int, str]:
        """The ids of the accounts at the seats of a game: who has none is not there."""
        return self._results.accounts(game)


def _told(one: Listed, account: str, results: Sequence[ResultRow]) -> dict[str, Any]:
    seat = next(seat for seat, id in one.accounts.items() if id == account)
    mine = next((result for result in results if result.seat == seat), None)
    return summary(one) | {
        "seat": seat,
        "place": None if mine is None else mine.place,
        "points": None if mine is None else mine.points,
        "ended": None if mine is None else rfc3339(mine.ended),
        "results": [{"seat": each.seat, "place": each.place, "points": each.points} for each in results],
    }
