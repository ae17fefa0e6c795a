"""Who is at a table: player ids, names, and the seat links of guests.

What is to be written comes back as a function for the transaction that appends the events (`also` of the store), so
that a seat and its event are there together or not at all; it may raise SeatTaken.
"""

import uuid
from typing import NamedTuple

from app.services.credentials import digest, mint_link
from app.store import Also, Connection
from app.store.players import PlayerRow, PlayerStore, SeatTaken, add_player, drop_link, move_player

__all__ = ["Players", "SeatTaken", "Seated"]


class Seated(NamedTuple):
    """A player id for the record, the secret of a guest's seat link (None for an account), and what to write."""

    player: str
    link: str | None
    also: Also


class Players:
    """The people of each game. A seat of None is a place beside the table, as of a host who does not play."""

    def __init__(self, store: PlayerStore) -> None:
        self._store = store

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

    def names(self, game: str) -> dict[str, str]:
        """What the players of a game are called, by player id; empty where the person has been forgotten."""
        return self._store.of_game(game)

    def games_of(self, account: str) -> dict[str, int]:
        """Where an account has a seat: the seat by game."""
        return self._store.games_of(account)
