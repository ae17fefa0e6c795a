"""Orders that players leave for when it is their turn, and which of their moves were made by them.

A list is sealed as the seeds are: what somebody means to play tells of their cards, though a card is named by its place
in the deck alone. Whoever carries an order out does so in the transaction that appends its events, and only if the list
is still the one that was read: what was taken back is not done, and what was done is not done again.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.engine import reading, writing
from app.store.players import players
from app.store.schema import metadata, streams
from app.store.secrets import Cipher, Sealed

KEPT = 50
"""Of each list so many moves that were made by order are told of."""

orders = sa.Table(
    "orders",
    metadata,
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("revision", sa.BigInteger, nullable=False),  # goes up with each change, after a removal too
    sa.Column("hand", sa.Integer, nullable=False),  # the hand, and the event, behind which the list was left
    sa.Column("base", sa.BigInteger, nullable=False),
    sa.Column("seen", sa.BigInteger, nullable=False),  # the version at which it was looked at last
    sa.Column("due", sa.BigInteger),  # when something is to be done if nothing happens, UTC milliseconds
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("sealed", sa.LargeBinary, nullable=False),
    sa.PrimaryKeyConstraint("game", "player"),
)

made = sa.Table(
    "orders_made",
    metadata,
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("request", sa.BigInteger, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("game", "player", "request"),
)
"""The requests that the service made for a player. The record has them as the player's own."""

Data = dict[str, Any]
"""An order, as JSON values."""


class Changed(Exception):
    """The list is not the one that was read any more: nothing was written."""


class OrderRow(NamedTuple):
    """The list of a player, opened."""

    game: str
    player: str
    revision: int
    hand: int
    base: int
    orders: Sequence[Data]


class Left(NamedTuple):
    """A list that may have something to do, from when on (UTC ms)."""

    game: str
    player: str
    due: int


class Made(NamedTuple):
    """A request that was made by order, and when (UTC ms)."""

    request: int
    created: int


class OrderStore:
    """The lists in this engine's database."""

    def __init__(self, engine: sa.Engine, cipher: Cipher) -> None:
        self._engine = engine
        self._cipher = cipher

    def find(self, game: str, player: str) -> OrderRow | None:
        """The list of a player. Raises SecretUnreadable."""
        with reading(self._engine) as connection:
            row = connection.execute(orders.select().where(*_of(game, player))).first()
        return None if row is None else self._opened(row)

    def put(self, row: OrderRow, before: int) -> None:
        """A whole list, in place of that of the revision `before` (0: there is none). Raises Changed."""
        values = row._asdict() | self._sealed(row) | {"seen": -1, "due": None}
        del values["orders"]
        with writing(self._engine) as connection:
            if before:
                query = orders.update().where(*_same(row._replace(revision=before)))
                if connection.execute(query.values(**values)).rowcount != 1:
                    raise Changed
                return
            try:
                connection.execute(orders.insert(), values)
            except sa.exc.IntegrityError as error:
                raise Changed from error

    def remove(self, game: str, player: str) -> None:
        """There is no list any more."""
        with writing(self._engine) as connection:
            connection.execute(orders.delete().where(*_of(game, player)))

    def left(self, limit: int) -> list[Left]:
        """The lists that have not been looked at since the last event of their game, and those that wait for a moment:
        what is due first comes first, so that no games that always go on keep others waiting."""
        due = sa.case((streams.c.version > orders.c.seen, streams.c.t), else_=orders.c.due).label("at")
        query = sa.select(orders.c.game, orders.c.player, due)
        query = query.select_from(orders.join(streams, streams.c.game == orders.c.game))
        query = query.where(sa.or_(streams.c.version > orders.c.seen, orders.c.due.is_not(None)))
        with reading(self._engine) as connection:
            return [Left._make(row) for row in connection.execute(query.order_by(due, *_KEY).limit(limit)).all()]

    def rest(self, row: OrderRow, version: int, due: int | None) -> None:
        """Notes that at this version there is nothing to do, or nothing before `due`."""
        with writing(self._engine) as connection:
            connection.execute(orders.update().where(*_same(row)).values(seen=version, due=due))

    def use(self, connection: sa.Connection, row: OrderRow, left: Sequence[Data], requests: Sequence[Made]) -> None:
        """Within the transaction of these requests, made by this list: what is left of it stays. Raises Changed, and
        then they must not be made."""
        if left == row.orders:  # it is held, so that nobody takes it back meanwhile
            query: sa.Update | sa.Delete = orders.update().where(*_same(row)).values(seen=orders.c.seen)
        elif left:
            rest = row._replace(orders=left)
            query = orders.update().where(*_same(row)).values(revision=row.revision + 1, **self._sealed(rest))
        else:
            query = orders.delete().where(*_same(row))
        if connection.execute(query).rowcount != 1:
            raise Changed
        rows = [{"game": row.game, "player": row.player, **one._asdict()} for one in requests]
        connection.execute(made.insert(), rows)

    def trim(self, row: OrderRow, left: Sequence[Data]) -> None:
        """What is of no use any more goes, if the list is still this one."""
        rest = row._replace(orders=left)
        query = orders.update().where(*_same(row)).values(revision=row.revision + 1, **self._sealed(rest))
        with writing(self._engine) as connection:
            connection.execute(query if left else orders.delete().where(*_same(row)))

    def made(self, game: str, player: str) -> list[Made]:
        """The last moves that were made for a player by order, the newest first."""
        query = sa.select(made.c.request, made.c.created).where(made.c.game == game, made.c.player == player)
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(made.c.request.desc()).limit(KEPT)).all()
        return [Made._make(row) for row in rows]

    def of_account(self, account: str) -> list[OrderRow]:
        """The lists that an account has left."""
        query = sa.select(orders).select_from(orders.join(players, _owner(orders)))
        with reading(self._engine) as connection:
            rows = connection.execute(query.where(players.c.account == account).order_by(*_KEY)).all()
        return [self._opened(row) for row in rows]

    def made_of_account(self, account: str) -> list[Data]:
        """The moves that were made for an account by order."""
        columns = (made.c.game, made.c.request, made.c.created)
        query = sa.select(*columns).select_from(made.join(players, _owner(made)))
        query = query.where(players.c.account == account).order_by(made.c.created, made.c.game, made.c.request)
        with reading(self._engine) as connection:
            return [dict(row) for row in connection.execute(query).mappings().all()]

    def _sealed(self, row: OrderRow) -> Data:
        text = json.dumps(list(row.orders), separators=(",", ":")).encode()
        return self._cipher.seal(_bound(row.game, row.player), text)._asdict()

    def _opened(self, row: Any) -> OrderRow:
        text = self._cipher.open(_bound(row.game, row.player), Sealed(row.key, row.sealed))
        return OrderRow(row.game, row.player, row.revision, row.hand, row.base, json.loads(text))


def forget(connection: sa.Connection, account: str) -> None:
    """Within the transaction in which an account goes: its lists go along, and what was made by them is its own."""
    theirs = sa.select(players.c.player).where(players.c.account == account)
    for table in (orders, made):
        connection.execute(table.delete().where(table.c.player.in_(theirs)))


def _bound(game: str, player: str) -> str:
    """What a sealed list is bound to: no other player's, and no seed."""
    return f"orders/{game}/{player}"


def _of(game: str, player: str) -> tuple[sa.ColumnElement[bool], ...]:
    return (orders.c.game == game, orders.c.player == player)


def _same(row: OrderRow) -> tuple[sa.ColumnElement[bool], ...]:
    return (*_of(row.game, row.player), orders.c.revision == row.revision)


def _owner(table: sa.Table) -> sa.ColumnElement[bool]:
    return sa.and_(players.c.game == table.c.game, players.c.player == table.c.player)


_KEY = (orders.c.game, orders.c.player)
