"""Who is at a table: player ids, and the seat links that guests come back with.

What is to be written comes back as a function for the transaction that appends the events (`also` of the store), so
that a seat and its event are there together or not at all.
"""

import uuid
from typing import NamedTuple

from app.services.account.credentials import digest, mint_link
from app.services.play.callers import Caller
from app.services.refusals import NotAllowed, NotFound
from app.store import Also, Connection
from app.store.players import PlayerRow, PlayerStore, add_player, drop_link, move_player
from app.store.tables import WAITING, Tables


class NoGuest(Exception):
    """There is no guest at this seat: nobody, a bot, or somebody with an account."""


class Seated(NamedTuple):
    """A player id for the record, the secret of a guest's seat link (None for an account), and what to write."""

    player: str
    link: str | None
    also: Also


class Players:
    """The people of each game. A seat of None is a place beside the table, as of a host who does not play."""

    def __init__(self, store: PlayerStore, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    def seat_account(self, game: str, seat: int | None, account: str) -> Seated:
        """An account sits down; who comes back to a table keeps the player id that they had there."""
        known = self._store.of_account(game, account)
        if known is not None:
            return Seated(known.player, None, self.move(game, known.player, seat))
        row = PlayerRow(game, str(uuid.uuid4()), account, None, None, seat)
        return Seated(row.player, None, lambda connection: add_player(connection, row))

    def seat_guest(self, game: str, seat: int | None, name: str, secret: bytes | None = None) -> Seated:
        """A guest sits down under a name; the link, made of `secret` if there is one, is for the guest alone."""
        link = mint_link(game, secret)
        row = PlayerRow(game, str(uuid.uuid4()), None, name, digest(link), seat)
        return Seated(row.player, link, lambda connection: add_player(connection, row))

    def move(self, game: str, player: str, seat: int | None) -> Also:
        """Somebody who is known at this table takes another seat, or gets up and stays; a guest's link stays good."""
        return lambda connection: move_player(connection, game, player, seat)

    def leave(self, game: str, player: str) -> Also:
        """The player gets up and goes; a guest's link is good for nothing any more."""

        def write(connection: Connection) -> None:
            move_player(connection, game, player, None)
            drop_link(connection, game, player)

        return write

    def replace_link(self, game: str, seat: int, caller: Caller) -> str:
        """A new link for the guest at this seat; the old one, and every cookie made with it, is worth nothing.

        Its holder may ask for it, and before the start the host, for a guest who has lost it: whoever has the link
        has the cards. Raises NotFound for strangers, NotAllowed for others at the table, NoGuest. A seat is 0 or more.
        """
        table = self._tables.find(game)
        if table is None or caller.player is None or caller.game != game or seat >= table.seats:
            raise NotFound
        if caller.seat != seat and (caller.player != table.host or table.status != WAITING):
            raise NotAllowed("not_yours", "A seat's link is replaced by its holder, or by the host before the start.")
        row = self._store.at_seat(game, seat)
        if row is None or row.link is None:
            raise NoGuest
        link = mint_link(game)
        self._store.set_link(game, row.player, digest(link))
        return link
