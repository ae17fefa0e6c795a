"""Whom somebody does not want to hear of: persons everywhere, and players at one table.

Of a person who is muted one sees no invitations and no phrases. Nobody is told that they are muted.
"""

from collections.abc import Callable
from typing import Any

from app.rules.refusals import Refused
from app.services.account.persons import Persons
from app.services.clock import rfc3339
from app.services.play.callers import Caller
from app.services.play.sight import Seen
from app.services.refusals import Malformed, NotAllowed, NotNow
from app.store.mutes import MuteStore

MOST = 1000
"""Persons that one may have muted."""


class Mutes:
    """Muting and hearing again; what is so already stays so. `now` gives UTC milliseconds."""

    def __init__(self, store: MuteStore, persons: Persons, now: Callable[[], int]) -> None:
        self._store = store
        self._persons = persons
        self._now = now

    def mute(self, caller: Caller, player: str) -> None:
        """A person, by id or name, is not heard any more. Raises NoSuchPlayer, NotAllowed for a caller without an
        account, Malformed for oneself, NotNow."""
        account, muted = account_of(caller), self._persons.id_of(player)
        if account == muted:
            raise Malformed("player", "That is you.")
        if self._store.count(account) >= MOST:
            raise NotNow("too_many_mutes", f"One mutes at most {MOST} persons.")
        self._store.add(account, muted, self._now())

    def unmute(self, caller: Caller, player: str) -> None:
        """A person is heard again. Raises NoSuchPlayer, NotAllowed."""
        self._store.remove(account_of(caller), self._persons.id_of(player))

    def people(self, caller: Caller) -> list[dict[str, Any]]:
        """The persons whom the caller has muted, by name. Raises NotAllowed."""
        return [
            {"id": one.id, "name": one.name, "since": rfc3339(one.created)}
            for one in self._store.of(account_of(caller))
        ]

    def mute_seat(self, seen: Seen, seat: int) -> None:
        """Who sits at this seat is not heard any more at this table, by this caller. Raises Refused, NotAllowed."""
        self._store.add_player(seen.game, _viewer(seen), _player_at(seen, seat))

    def unmute_seat(self, seen: Seen, seat: int) -> None:
        """Who sits at this seat is heard again there, unless they are muted everywhere. Raises as `mute_seat`."""
        self._store.remove_player(seen.game, _viewer(seen), _player_at(seen, seat))

    def seats(self, seen: Seen) -> list[int]:
        """The seats that the caller does not hear at this table."""
        muted = self.players(seen)
        return [seat for seat, one in enumerate(seen.position.state.players) if one and one.player in muted]

    def players(self, seen: Seen) -> frozenset[str]:
        """The players whom the caller does not hear at this table, there or anywhere."""
        there, people = self._store.players(seen.game, seen.caller.identity, seen.caller.account)
        return frozenset([*there, *people])


def account_of(caller: Caller) -> str:
    """The caller's account. Raises NotAllowed for whoever has none."""
    if caller.account is None:
        raise NotAllowed("account_needed", "Only somebody with an account may do this.")
    return caller.account


def _viewer(seen: Seen) -> str:
    if seen.caller.kind == "anonymous":
        raise NotAllowed("account_needed", "Whoever mutes somebody needs an account, or a seat at a table.")
    return seen.caller.identity


def _player_at(seen: Seen, seat: int) -> str:
    players = seen.position.state.players
    if not 0 <= seat < len(players):
        raise Refused("no_such_seat", f"there is no seat {seat}")
    one = players[seat]
    if one is None or one.player is None:
        raise Refused("seat_empty", f"nobody sits at seat {seat} who could say anything")
    return one.player
