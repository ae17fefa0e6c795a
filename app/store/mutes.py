"""Whom people do not want to hear of: persons, by their accounts, and players of one game."""

from collections.abc import Sequence
from typing import NamedTuple

import sqlalchemy as sa

from app.store.accounts import accounts
from app.store.engine import or_nothing, reading, writing
from app.store.players import players
from app.store.schema import metadata

mutes = sa.Table(
    "mutes",
    metadata,
    sa.Column("account", sa.Text, nullable=False),
    sa.Column("muted", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("account", "muted"),
)
"""account does not want to hear of the account muted."""

seat_mutes = sa.Table(
    "seat_mutes",
    metadata,
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("viewer", sa.Text, nullable=False),
    sa.Column("player", sa.Text, nullable=False),
    sa.PrimaryKeyConstraint("game", "viewer", "player"),
)
"""viewer is an account or a guest, as `Caller.identity` says it. It is the player who is muted, not the seat: before
the start another one may sit down there."""


class Muted(NamedTuple):
    """An account that somebody has muted, and when (UTC ms)."""

    id: str
    name: str
    created: int


class MuteStore:
    """The mutes in this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def add(self, account: str, muted: str, t: int) -> None:
        """One account mutes another."""
        row = {"account": account, "muted": muted, "created": t}
        with writing(self._engine) as connection:
            connection.execute(or_nothing(connection, mutes), row)

    def remove(self, account: str, muted: str) -> None:
        """It is heard again."""
        with writing(self._engine) as connection:
            connection.execute(mutes.delete().where(mutes.c.account == account, mutes.c.muted == muted))

    def count(self, account: str) -> int:
        """How many accounts somebody has muted."""
        query = sa.select(sa.func.count()).where(mutes.c.account == account)
        with reading(self._engine) as connection:
            return connection.execute(query).scalar_one()

    def of(self, account: str) -> list[Muted]:
        """Whom an account has muted, by name."""
        joined = mutes.join(accounts, accounts.c.id == mutes.c.muted)
        query = sa.select(accounts.c.id, accounts.c.name, mutes.c.created).select_from(joined)
        query = query.where(mutes.c.account == account).order_by(accounts.c.name_key)
        with reading(self._engine) as connection:
            return [Muted._make(row) for row in connection.execute(query).all()]

    def add_player(self, game: str, viewer: str, player: str) -> None:
        """Somebody mutes a player of this game."""
        row = {"game": game, "viewer": viewer, "player": player}
        with writing(self._engine) as connection:
            connection.execute(or_nothing(connection, seat_mutes), row)

    def remove_player(self, game: str, viewer: str, player: str) -> None:
        """That player is heard again."""
        same = (seat_mutes.c.game == game, seat_mutes.c.viewer == viewer, seat_mutes.c.player == player)
        with writing(self._engine) as connection:
            connection.execute(seat_mutes.delete().where(*same))

    def players(self, game: str, viewer: str, account: str | None) -> tuple[Sequence[str], Sequence[str]]:
        """The players of this game that the viewer has muted there, and those whose accounts they have muted."""
        there = sa.select(seat_mutes.c.player).where(seat_mutes.c.game == game, seat_mutes.c.viewer == viewer)
        of_people = players.join(mutes, mutes.c.muted == players.c.account)
        people = sa.select(players.c.player).select_from(of_people)
        people = people.where(players.c.game == game, mutes.c.account == account)
        with reading(self._engine) as connection:
            return connection.execute(there).scalars().all(), connection.execute(people).scalars().all()
