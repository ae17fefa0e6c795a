"""Up to when the service has seen to the seats of those who are off, so that it need not look at them again."""

import sqlalchemy as sa

from app.store.engine import or_nothing
from app.store.players import players
from app.store.schema import metadata

rests = sa.Table(
    "rests",
    metadata,
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False, index=True),
    sa.PrimaryKeyConstraint("game", "seat", "why"),
)
"""Up to when nothing more is to be done about a seat whose player is off: its clock is paused, or is not to be."""

CALENDAR, VACATION = "calendar", "vacation"
"""Why somebody is off."""


def rest(connection: sa.Connection, game: str, seat: int, why: str, until: int) -> None:
    """Notes that a seat has been seen to up to then, within the transaction that does so."""
    row = {"game": game, "seat": seat, "why": why, "until": until}
    connection.execute(rests.delete().where(rests.c.game == game, rests.c.seat == seat, rests.c.why == why))
    connection.execute(or_nothing(connection, rests), row)


def wake(connection: sa.Connection, game: str, seat: int) -> None:
    """Notes that a seat is to be looked at again, within the transaction that starts its clock."""
    connection.execute(rests.delete().where(rests.c.game == game, rests.c.seat == seat))


def wake_all(connection: sa.Connection, game: str) -> None:
    """The same for all seats of a game, whose clock is another one: what was noted was for the one before."""
    connection.execute(rests.delete().where(rests.c.game == game))


def anew(connection: sa.Connection, account: str, why: str | None = None) -> None:
    """Notes that all seats of an account are to be looked at again; with `why` only for what was seen to for that."""
    theirs = sa.exists().where(
        players.c.account == account, players.c.game == rests.c.game, players.c.seat == rests.c.seat
    )
    connection.execute(rests.delete().where(theirs, sa.true() if why is None else rests.c.why == why))
