"""Who was asked to a table by name, and whom its host does not want there."""

import uuid
from typing import NamedTuple

import sqlalchemy as sa

from app.store.accounts import accounts
from app.store.engine import or_nothing, reading, writing
from app.store.notices import INVITED, Notice, leave
from app.store.players import players
from app.store.schema import metadata

invitations = sa.Table(
    "invitations",
    metadata,
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("account", sa.Text, nullable=False, index=True),
    sa.Column("by", sa.Text, nullable=False),  # a player of this game
    sa.Column("seat", sa.Integer),  # kept for them until they come, or do not want to
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("declined", sa.Boolean, nullable=False),
    sa.Column("withdrawn", sa.Boolean, nullable=False),
    sa.PrimaryKeyConstraint("game", "account"),
)

removals = sa.Table(
    "removals",
    metadata,
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("account", sa.Text, nullable=False),
    sa.PrimaryKeyConstraint("game", "account"),
)
"""Accounts whose seat the host has taken from them: until the host invites them they do not sit there again."""


class TooMany(Exception):
    """A table has as many invitations as one may have."""


class InvitationRow(NamedTuple):
    game: str
    account: str
    by: str
    seat: int | None
    created: int
    declined: bool = False
    withdrawn: bool = False


class Invited(NamedTuple):
    """An invitation, with what the account and who invited it go by, and whether the account sits at the table."""

    row: InvitationRow
    name: str
    by: str
    seated: bool


_host = players.alias("inviter")
_host_account = accounts.alias("inviter_account")
_came = players.alias("came")
_theirs = sa.and_(_came.c.game == invitations.c.game, _came.c.account == invitations.c.account)
CAME = sa.exists().where(_theirs)
"""Whoever was invited has been at the table."""
OPEN = sa.and_(sa.not_(invitations.c.declined), sa.not_(invitations.c.withdrawn))
"""Nobody has taken the invitation back, and it was not declined."""


class InvitationStore:
    """The invitations by name in this engine's database. Times are UTC milliseconds."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def add(self, row: InvitationRow, most: int) -> InvitationRow:
        """Invites an account, and forgets that it was removed; gives the invitation as it stands: it may be an older
        one, and declined. Raises TooMany."""
        with writing(self._engine) as connection:
            connection.execute(removals.delete().where(*_removed(row.game, row.account)))
            connection.execute(or_nothing(connection, invitations), row._asdict())
            again = invitations.update().where(*_is(row.game, row.account), invitations.c.withdrawn)
            connection.execute(again.values(withdrawn=False, by=row.by, created=row.created))
            counted = sa.select(sa.func.count()).where(invitations.c.game == row.game)
            if connection.execute(counted).scalar_one() > most:
                raise TooMany
            found = connection.execute(invitations.select().where(*_is(row.game, row.account))).one()
            _tell(connection, row)
        return InvitationRow._make(found)

    def find(self, game: str, account: str) -> Invited | None:
        """The invitation of an account to a table, unless it was withdrawn."""
        return next(iter(self._of(game, invitations.c.account == account)), None)

    def of(self, game: str) -> list[Invited]:
        """The invitations to a table that were not withdrawn, the oldest first."""
        return self._of(game)

    def opens(self, game: str, account: str) -> bool:
        """Whether the account was invited to this table; whoever has declined may think better of it."""
        query = sa.select(invitations.c.withdrawn).where(*_is(game, account))
        with reading(self._engine) as connection:
            return connection.scalar(query) in (False, 0)

    def decline(self, game: str, account: str) -> bool:
        """The account does not want to come. Says whether it was invited."""
        return self._set(game, account, declined=True)

    def withdraw(self, game: str, account: str) -> bool:
        """The invitation is taken back. Says whether there was one."""
        return self._set(game, account, withdrawn=True)

    def sits(self, game: str, account: str) -> bool:
        """Whether the account has a seat at this table."""
        query = sa.select(players.c.seat).where(players.c.game == game, players.c.account == account)
        with reading(self._engine) as connection:
            return connection.scalar(query) is not None

    def removed(self, game: str, account: str) -> bool:
        """Whether the host has taken a seat from this account, and has not invited it since."""
        query = sa.select(sa.literal(1)).where(*_removed(game, account))
        with reading(self._engine) as connection:
            return connection.scalar(query) is not None

    def kept(self, game: str) -> dict[int, str]:
        """The seats that are kept for accounts who have not come yet."""
        query = sa.select(invitations.c.seat, invitations.c.account)
        query = query.where(invitations.c.game == game, invitations.c.seat.is_not(None), OPEN, sa.not_(CAME))
        with reading(self._engine) as connection:
            return {row.seat: row.account for row in connection.execute(query).all()}

    def _set(self, game: str, account: str, **values: bool) -> bool:
        there = (*_is(game, account), sa.not_(invitations.c.withdrawn))
        with writing(self._engine) as connection:
            return connection.execute(invitations.update().where(*there).values(**values)).rowcount == 1

    def _of(self, game: str, *which: sa.ColumnElement[bool]) -> list[Invited]:
        by = sa.func.coalesce(_host_account.c.name, _host.c.name, "")
        seated = sa.exists().where(_theirs, _came.c.seat.is_not(None))
        joined = (
            invitations.join(accounts, accounts.c.id == invitations.c.account)
            .outerjoin(_host, sa.and_(_host.c.game == invitations.c.game, _host.c.player == invitations.c.by))
            .outerjoin(_host_account, _host_account.c.id == _host.c.account)
        )
        query = sa.select(*invitations.c, accounts.c.name, by, seated).select_from(joined)
        query = query.where(invitations.c.game == game, sa.not_(invitations.c.withdrawn), *which)
        query = query.order_by(invitations.c.created, invitations.c.account)
        with reading(self._engine) as connection:
            rows = connection.execute(query).all()
        return [Invited(InvitationRow._make(row[:-3]), row[-3], row[-2], bool(row[-1])) for row in rows]


def invite(connection: sa.Connection, row: InvitationRow) -> None:
    """Invites an account to a new table, within the transaction that makes it."""
    connection.execute(invitations.insert(), row._asdict())
    _tell(connection, row)


def remove(connection: sa.Connection, game: str, player: str) -> None:
    """The host has taken this player's seat: an account is not to sit down there again, whoever had invited it."""
    query = sa.select(players.c.account).where(players.c.game == game, players.c.player == player)
    account = connection.scalar(query)
    if account is not None:
        connection.execute(or_nothing(connection, removals), {"game": game, "account": account})
        connection.execute(invitations.update().where(*_is(game, account)).values(withdrawn=True))


def _tell(connection: sa.Connection, row: InvitationRow) -> None:
    """They are told, once: whoever is asked again, or anew, knows."""
    leave(connection, Notice(str(uuid.uuid4()), row.account, row.game, INVITED, row.seat, 0, None, row.created))


def _is(game: str, account: str) -> tuple[sa.ColumnElement[bool], ...]:
    return invitations.c.game == game, invitations.c.account == account


def _removed(game: str, account: str) -> tuple[sa.ColumnElement[bool], ...]:
    return removals.c.game == game, removals.c.account == account
