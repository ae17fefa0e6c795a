"""Who may see which table: decided once, asked by every route."""

from collections.abc import Callable
from typing import NamedTuple

from app.rules.state import State
from app.services.account.credentials import digest
from app.services.play.callers import Caller
from app.services.play.positions import Position, Positions
from app.services.refusals import NotAllowed, NotFound
from app.store import Key
from app.store.tables import Asked, Table, Tables

OFFICIALS = frozenset({"arbiter", "admin"})


class Seen(NamedTuple):
    """A game before a caller who may see it; `seat` is whose cards they see: their own, or nobody's."""

    game: str
    caller: Caller
    seat: int | None
    asked: Asked
    table: Table
    position: Position

    @property
    def is_host(self) -> bool:
        """Whether the caller is the host of the table."""
        return player_of(self.caller, self.game) == self.table.host


class Sight:
    """Opens games to callers. `invited` says whether an account was asked to a table by name."""

    def __init__(self, tables: Tables, positions: Positions, invited: Callable[[str, str], bool]) -> None:
        self._tables = tables
        self._positions = positions
        self._invited = invited

    def open(
        self,
        game: str,
        caller: Caller,
        invitation: str | None = None,
        key: Key | None = None,
        asked: Asked | None = None,
    ) -> Seen:
        """The game as it stands, with what the caller's key left if it was used; `asked` if that is known already.

        Raises NotFound for a game that is not there or not for this caller to know of, NotAllowed for one that
        they may know of and not watch.
        """
        seen = self.admit(game, caller, key, asked)
        if not belongs(seen.table, seen.position.state, caller):
            self._check_stranger(seen, invitation)
        return seen

    def admit(self, game: str, caller: Caller, key: Key | None = None, asked: Asked | None = None) -> Seen:
        """The same for whoever has a right to be there that is known otherwise. Raises NotFound."""
        if asked is None or caller.game != game:
            asked = self._tables.ask(game, key.caller if key else None, key.key if key else None)
        table = self._positions.table(game, asked.revision) if asked is not None else None
        if asked is None or table is None:
            raise NotFound
        position = self._positions.now(asked, game)
        return Seen(game, caller, seat_of(caller, game, position.state), asked, table, position)

    def _check_stranger(self, seen: Seen, invitation: str | None) -> None:
        table, account = seen.table, seen.caller.account
        if table.listed and (not seen.position.state.started or table.spectators == "all"):
            return
        invited = invitation is not None and digest(invitation) == table.invitation
        invited = invited or (account is not None and self._invited(seen.game, account))
        if not (table.listed or invited):
            raise NotFound
        if not seen.position.state.started or table.spectators == "all" or (table.spectators == "link" and invited):
            return
        if table.spectators == "link":
            raise NotAllowed("spectators_by_link", "This game is shown to those whom a player has sent the link.")
        raise NotAllowed("no_spectators", "This game is for its players alone.")


def belongs(table: Table, state: State, caller: Caller) -> bool:
    """Whether the caller is no stranger here: seated, in the match once, the host, or an official."""
    player = player_of(caller, table.game)
    if player is not None and (player == table.host or has_sat(player, state)):
        return True
    return not OFFICIALS.isdisjoint(caller.scopes)


def has_sat(player: str | None, state: State) -> bool:
    """Whether this player has a seat, or had one when a bot took it over."""
    return player is not None and any(one is not None and one.player == player for one in state.players)


def is_replaced(seen: Seen) -> bool:
    """Whether a bot plays on for the caller, who has left their seat or let time run out too often."""
    return seen.seat is None and has_sat(player_of(seen.caller, seen.game), seen.position.state)


def player_of(caller: Caller, game: str) -> str | None:
    """The caller's player id in this game; a guest of another table has none."""
    return caller.player if caller.game == game else None


def seat_of(caller: Caller, game: str, state: State) -> int | None:
    """The caller's seat in this game, if it is theirs in `state` too, which may be newer than what was read of them."""
    if caller.game != game or caller.seat is None:
        return None
    one = state.players[caller.seat]
    return caller.seat if one is not None and one.player == caller.player and one.bot is None else None
