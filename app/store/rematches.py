"""Rematches: which table follows a match that is over, and who its guests are there.

A game has one. It is claimed in the transaction that makes the new table, so that of two who ask at once one makes it,
and the other comes to it.
"""

from typing import NamedTuple

import sqlalchemy as sa

from app.store.engine import or_nothing, reading, writing
from app.store.players import PlayerRow, add_player, players
from app.store.schema import metadata

rematches = sa.Table(
    "rematches",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("next", sa.Text, nullable=False),
)

guests = sa.Table(
    "rematch_guests",
    metadata,
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("next_player", sa.Text, nullable=False),
    sa.PrimaryKeyConstraint("game", "player"),
)
"""Guests who came to the rematch of their game. Accounts are found without it."""


class Claimed(Exception):
    """The game has another rematch already."""


class Person(NamedTuple):
    """Who played in a game under this player id; an account, or a guest (None) by name."""

    player: str
    account: str | None


class RematchStore:
    """The rematches in this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def next(self, game: str) -> str | None:
        """The table that follows this game."""
        with reading(self._engine) as connection:
            return connection.scalar(sa.select(rematches.c.next).where(rematches.c.game == game))

    def people(self, game: str) -> list[Person]:
        """Everybody whom the game knows by a player id."""
        query = sa.select(players.c.player, players.c.account).where(players.c.game == game)
        with reading(self._engine) as connection:
            return [Person._make(row) for row in connection.execute(query.order_by(players.c.player)).all()]

    def guest(self, game: str, player: str) -> str | None:
        """Under which id a guest of this game came to its rematch."""
        query = sa.select(guests.c.next_player).where(guests.c.game == game, guests.c.player == player)
        with reading(self._engine) as connection:
            return connection.scalar(query)

    def bring(self, game: str, player: str, row: PlayerRow) -> None:
        """A guest of this game comes to the table of `row`. Raises Claimed if they are there already."""
        with writing(self._engine) as connection:
            follow(connection, game, player, row.player)
            add_player(connection, row)


def claim(connection: sa.Connection, game: str, next: str, instead_of: str | None) -> None:
    """Makes a table the rematch of a game, the first one or in place of this one. Raises Claimed."""
    if instead_of is None:
        done = connection.execute(or_nothing(connection, rematches), {"game": game, "next": next})
    else:
        same = (rematches.c.game == game, rematches.c.next == instead_of)
        connection.execute(guests.delete().where(guests.c.game == game))
        done = connection.execute(rematches.update().where(*same).values(next=next))
    if done.rowcount != 1:
        raise Claimed


def follow(connection: sa.Connection, game: str, player: str, next_player: str) -> None:
    """Notes who a guest of this game is in its rematch. Raises Claimed if that is known."""
    row = {"game": game, "player": player, "next_player": next_player}
    if connection.execute(or_nothing(connection, guests), row).rowcount != 1:
        raise Claimed
