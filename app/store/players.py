"""Who plays under which player id: the one place where a record's ids lead to people, and can be made to lead nowhere.

A player id is made for one person in one game. An account's player has the account beside it, a guest's the name
that the guest gave and the hash of the seat link.
"""

from typing import NamedTuple

import sqlalchemy as sa

from app.store.engine import reading, writing
from app.store.schema import metadata

players = sa.Table(
    "players",
    metadata,
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("account", sa.Text, index=True),
    sa.Column("name", sa.Text),
    sa.Column("link", sa.Text),
    sa.Column("seat", sa.Integer),
    sa.PrimaryKeyConstraint("game", "player"),
    sa.UniqueConstraint("game", "account"),
    sa.UniqueConstraint("game", "link"),
    sa.UniqueConstraint("game", "seat"),
)
"""No foreign key: accounts and games may live on different nodes of a sharded database. seat is null for those who
have none: a host who looks on, or somebody who left."""


class PlayerRow(NamedTuple):
    game: str
    player: str
    account: str | None
    name: str | None
    link: str | None
    seat: int | None


class PlayerStore:
    """The players of every game, in this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def at_seat(self, game: str, seat: int) -> PlayerRow | None:
        return self._one(players.c.game == game, players.c.seat == seat)

    def of_account(self, game: str, account: str) -> PlayerRow | None:
        return self._one(players.c.game == game, players.c.account == account)

    def set_link(self, game: str, player: str, link: str) -> None:
        """Only this link is good from now on."""
        mine = (players.c.game == game) & (players.c.player == player)
        with writing(self._engine) as connection:
            connection.execute(players.update().where(mine), {"link": link})

    def _one(self, *conditions: sa.ColumnElement[bool]) -> PlayerRow | None:
        with reading(self._engine) as connection:
            row = connection.execute(players.select().where(*conditions)).first()
        return PlayerRow._make(row) if row else None


def add_player(connection: sa.Connection, row: PlayerRow) -> None:
    """Adds a player within the transaction that seats them."""
    connection.execute(players.insert(), row._asdict())


def move_player(connection: sa.Connection, game: str, player: str, seat: int | None) -> None:
    """Gives a known player another seat, or none, within the transaction that does so."""
    mine = (players.c.game == game) & (players.c.player == player)
    connection.execute(players.update().where(mine), {"seat": seat})


def drop_link(connection: sa.Connection, game: str, player: str) -> None:
    """A guest's link is good for nothing from now on."""
    mine = (players.c.game == game) & (players.c.player == player)
    connection.execute(players.update().where(mine), {"link": None})
