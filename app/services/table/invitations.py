"""Asking people to a table by name. Who is invited may come, listed or not, or say no, and then is left in peace.

An invitation by somebody whom the account has muted is not shown to it, and the one who invites is not told so.
"""

from collections.abc import Callable
from typing import Any

from app.rules.refusals import Refused
from app.services.account.persons import Persons
from app.services.clock import rfc3339
from app.services.play.games import host_of
from app.services.play.sight import Seen
from app.services.refusals import Malformed, NotAllowed, NotNow
from app.services.table.mutes import account_of
from app.store.invitations import InvitationRow, InvitationStore, Invited, TooMany

MOST = 30
"""Invitations by name to one table."""


class NoSuchInvitation(Exception):
    """The account is not invited to this table."""


class Invitations:
    """Invites, and takes invitations back. `now` gives UTC milliseconds."""

    def __init__(self, store: InvitationStore, persons: Persons, now: Callable[[], int]) -> None:
        self._store = store
        self._persons = persons
        self._now = now

    def invite(self, seen: Seen, name: str) -> dict[str, Any]:
        """Asks an account to a table that waits; asked again it is asked no second time.

        By the host and those seated; whom the host has removed the host alone invites again. Raises NoSuchPlayer,
        NotAllowed, NotNow, Refused, Malformed.
        """
        by = _at_table(seen)
        _check_waiting(seen)
        account = self._persons.named(name).id
        if account == seen.caller.account:
            raise Malformed("name", "That is you.")
        if not seen.is_host and self._store.removed(seen.game, account):
            raise NotAllowed("removed_by_host", "The host has removed them: only the host may invite them again.")
        if self._store.sits(seen.game, account):
            raise Refused("already_seated", "they sit at this table")
        row = self._written(InvitationRow(seen.game, account, by, None, self._now()))
        if row.declined:
            raise NotNow("invitation_declined", "They have said no.")
        return _told(self._found(seen.game, account))

    def of(self, seen: Seen) -> list[dict[str, Any]]:
        """Who was invited: all of them for the host and those seated, for others their own invitation."""
        if seen.is_host or seen.seat is not None:
            return [_told(one) for one in self._store.of(seen.game)]
        mine = self.mine(seen)
        return [] if mine is None else [mine]

    def mine(self, seen: Seen) -> dict[str, Any] | None:
        """The caller's own invitation to this table, declined or not."""
        if seen.caller.account is None:
            return None
        found = self._store.find(seen.game, seen.caller.account)
        return None if found is None else _told(found)

    def decline(self, seen: Seen) -> None:
        """The caller does not want to come, and no seat is kept for them; they may still think better of it. Raises
        NotAllowed, NoSuchInvitation."""
        if not self._store.decline(seen.game, account_of(seen.caller)):
            raise NoSuchInvitation

    def withdraw(self, seen: Seen, account: str) -> None:
        """The host, or who invited them, thinks better of it. Raises NotAllowed, NoSuchInvitation."""
        by = _at_table(seen)
        if self._found(seen.game, account).row.by != by:
            host_of(seen)
        if not self._store.withdraw(seen.game, account):
            raise NoSuchInvitation

    def _written(self, row: InvitationRow) -> InvitationRow:
        try:
            return self._store.add(row, MOST)
        except TooMany:
            raise NotNow("too_many_invitations", f"One invites at most {MOST} people to a table.") from None

    def _found(self, game: str, account: str) -> Invited:
        found = self._store.find(game, account)
        if found is None:
            raise NoSuchInvitation
        return found


def _at_table(seen: Seen) -> str:
    """The caller as a player of this table. Raises NotAllowed for everybody who is not at it."""
    if seen.caller.player is None or not (seen.is_host or seen.seat is not None):
        raise NotAllowed("not_at_table", "Only the host, and those who sit at the table, may do this.")
    return seen.caller.player


def _check_waiting(seen: Seen) -> None:
    state = seen.position.state
    if state.over:
        raise Refused("game_over", "the table is closed")
    if state.started:
        raise Refused("game_started", "the match has started")


def _told(one: Invited) -> dict[str, Any]:
    state = "seated" if one.seated else "declined" if one.row.declined else "waiting"
    return {
        "account": one.row.account,
        "name": one.name,
        "by": one.by,
        "invited": rfc3339(one.row.created),
        "seat": one.row.seat,
        "state": state,
    }
