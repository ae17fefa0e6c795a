"""The archive as one stream: the records of matches that are over, one behind the other, line by line.

The lines are those of the records, and each says of which game it is and its seq: that is all it takes to go on behind
any of them. A match stands where it ended, so whoever asks again behind the last line is given what is new.
"""

import re
import time
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from app.services.account.accounts import name_key
from app.services.play.callers import Caller
from app.services.refusals import Malformed, NoSuchPlayer, NotFound
from app.store import Store
from app.store.accounts import AccountStore
from app.store.archive import Archive, Ended

AT_ONCE = 50
"""Games looked up at once."""
SECONDS = 5.0
"""After so long an answer ends with its game: a server's patience with one answer has an end."""
ME = "me"

_PLACE = re.compile(r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([0-9]{1,15})")


class NoAccount(Exception):
    """Their own matches (`me`) are asked for by somebody without an account."""


class Place(NamedTuple):
    """A line of the archive: its game, and its seq."""

    game: str
    seq: int

    @classmethod
    def parse(cls, text: str) -> "Place":
        """The place in `<game>:<seq>`. Raises Malformed."""
        found = _PLACE.fullmatch(text)
        if found is None:
            raise Malformed("after", "say the last line that you have as <game>:<seq>, with its own game and seq")
        return cls(found[1], int(found[2]))


class Archives:
    """Hands the archive out."""

    def __init__(self, archive: Archive, store: Store, accounts: AccountStore) -> None:
        self._archive = archive
        self._store = store
        self._accounts = accounts

    def lines(self, caller: Caller, player: str | None, after: Place | None, limit: int) -> Iterator[bytes]:
        """At most `limit` lines behind `after`, each with its newline: of all matches that anybody may look at, of one
        player's (a name), or of all the caller's own (`me`).

        Raises NoSuchPlayer, NoAccount for `me` without one, and NotFound for a line that is not there, before the first
        line is given.
        """
        account = self._account(caller, player)
        mine = account is not None and account == caller.account
        begun = self._begun(after, account, mine) if after is not None else None
        return islice(self._lines(account, mine, begun, after.seq if after else -1), limit)

    def _lines(self, account: str | None, mine: bool, begun: Ended | None, seq: int) -> Iterator[bytes]:
        end = time.monotonic() + SECONDS
        position = 0
        if begun is not None:
            yield from self._record(begun, seq)
            position = begun.position
        while games := self._archive.behind(position, AT_ONCE, account, mine):
            for game in games:
                if time.monotonic() > end:
                    return
                yield from self._record(game, -1)
                position = game.position

    def _record(self, game: Ended, after: int) -> Iterator[bytes]:
        for lines in self._store.lines_behind(game.game, after, game.version):
            yield from (line + b"\n" for line in lines)

    def _account(self, caller: Caller, player: str | None) -> str | None:
        if player is None:
            return None
        if player == ME:
            if caller.account is None:
                raise NoAccount
            return caller.account
        account = self._accounts.by_name_key(name_key(player))
        if account is None:
            raise NoSuchPlayer
        return account.id

    def _begun(self, place: Place, account: str | None, mine: bool) -> Ended:
        """The match that the last line was of, which has to be one of those asked for."""
        found = self._archive.find(place.game)
        if found is None or place.seq > found.version:
            raise NotFound
        if self._archive.behind(found.position - 1, 1, account, mine) != [found]:
            raise NotFound
        return found
