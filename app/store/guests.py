"""Guests at their tables: the addresses that they leave there, the way back to a seat, and those who get an account."""

from typing import NamedTuple

import sqlalchemy as sa

from app.store.comments import comments
from app.store.engine import reading, writing
from app.store.mutes import seat_mutes
from app.store.players import players
from app.store.schema import metadata
from app.store.tables import PLAYING, WAITING, change, tables
from app.store.vouchers import SEAT, redeem

seat_addresses = sa.Table(
    "seat_addresses",
    metadata,
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("address_key", sa.Text, nullable=False, index=True),
    sa.PrimaryKeyConstraint("game", "player"),
)
"""Where a guest may be written to about a seat, while the game is on. Nobody has confirmed it."""


class GuestSeat(NamedTuple):
    """A seat that a guest may come back to."""

    game: str
    player: str
    seat: int
    name: str
    address: str


class AlreadyThere(Exception):
    """The account is at this table under another player id."""


class GuestStore:
    """The guests of this engine's games. Times are UTC milliseconds."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def set_address(self, game: str, player: str, address: str | None, key: str) -> None:
        """Keeps where a guest may be written to, or forgets it."""
        mine = (seat_addresses.c.game == game, seat_addresses.c.player == player)
        with writing(self._engine) as connection:
            _lock(connection, game, player)
            connection.execute(seat_addresses.delete().where(*mine))
            if address is not None:
                row = {"game": game, "player": player, "address": address, "address_key": key}
                connection.execute(seat_addresses.insert(), row)

    def address(self, game: str, player: str) -> str | None:
        """What the guest has left."""
        mine = (seat_addresses.c.game == game, seat_addresses.c.player == player)
        with reading(self._engine) as connection:
            return connection.scalar(sa.select(seat_addresses.c.address).where(*mine))

    def seats_of(self, key: str, limit: int) -> list[GuestSeat]:
        """The seats in games that are not over whose guests have left this address, the newest tables first."""
        same = sa.and_(players.c.game == seat_addresses.c.game, players.c.player == seat_addresses.c.player)
        joined = seat_addresses.join(players, same).join(tables, tables.c.game == players.c.game)
        columns = (players.c.game, players.c.player, players.c.seat, players.c.name, seat_addresses.c.address)
        query = sa.select(*columns).select_from(joined).where(seat_addresses.c.address_key == key, *_OPEN)
        query = query.where(players.c.link.is_not(None), players.c.seat.is_not(None), players.c.account.is_(None))
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(tables.c.created.desc(), tables.c.game).limit(limit)).all()
        return [GuestSeat._make(row) for row in rows]

    def recover(self, voucher: str, now: int, game: str, player: str, link: str) -> bool:
        """Another link for a guest's seat in place of the one that was, by a voucher; whether it was good, and there
        still is a guest who comes by a link."""
        guest = (*_is(game, player), players.c.link.is_not(None), players.c.account.is_(None))
        with writing(self._engine) as connection:
            if not redeem(connection, voucher, SEAT, now):
                return False
            return connection.execute(players.update().where(*guest), {"link": link}).rowcount == 1

    def claim(self, game: str, player: str, link: str, account: str) -> bool:
        """The guest with this link goes by this account from now on, under the player id that the record has; so do
        the comments. Whether the link was theirs. Raises AlreadyThere."""
        guest = (*_is(game, player), players.c.link == link)
        values = {"account": account, "name": None, "link": None}
        said = (comments.c.subject == game, comments.c.player == player, comments.c.account.is_(None))
        try:
            with writing(self._engine) as connection:
                if connection.execute(players.update().where(*guest), values).rowcount != 1:
                    return False
                connection.execute(comments.update().where(*said), {"account": account, "player": None})
                heard = (seat_mutes.c.game == game, seat_mutes.c.viewer == f"player:{player}")
                connection.execute(seat_mutes.update().where(*heard), {"viewer": f"account:{account}"})
                mine = (seat_addresses.c.game == game, seat_addresses.c.player == player)
                connection.execute(seat_addresses.delete().where(*mine))
                change(connection, game)
        except sa.exc.IntegrityError:
            raise AlreadyThere from None
        return True

    def sweep(self) -> int:
        """Forgets the addresses at tables that are over; says how many."""
        on = sa.select(tables.c.game).where(*_OPEN)
        with writing(self._engine) as connection:
            return connection.execute(seat_addresses.delete().where(seat_addresses.c.game.not_in(on))).rowcount


_OPEN = (tables.c.status.in_((WAITING, PLAYING)),)


def _is(game: str, player: str) -> tuple[sa.ColumnElement[bool], ...]:
    return players.c.game == game, players.c.player == player


def _lock(connection: sa.Connection, game: str, player: str) -> None:
    """Two requests of one guest take their turns."""
    connection.execute(sa.select(players.c.player).where(*_is(game, player)).with_for_update())
