"""What a table is beside its game: the host, who may find and watch it, and its bots.

Nothing of it is part of the record. Each change raises the table's `revision`, so that whoever keeps a table in
memory sees that it is old.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, Text

from app.store.accounts import accounts
from app.store.branches import COLUMNS as BRANCH
from app.store.branches import Branch, add_branch, branches, read_branch
from app.store.direct import Direct
from app.store.engine import reading, writing
from app.store.players import players
from app.store.proposals import COLUMNS as PROPOSAL
from app.store.proposals import Proposal, proposals, read_proposal
from app.store.rematches import rematches
from app.store.schema import idempotency, metadata, streams

WAITING, PLAYING, FINISHED, CANCELLED = "waiting", "playing", "finished", "cancelled"

ALL_TIME_OFF = '{"quiet_hours": true, "vacations": true, "pauses": true}'
"""What was allowed before tables could say it."""

_NEEDS_BOTS = sa.text("attended")

tables = sa.Table(
    "tables",
    metadata,
    Column("game", Text, primary_key=True),
    Column("revision", BigInteger, nullable=False),
    Column("host", Text, nullable=False),  # a player of this game, who need not have a seat
    Column("listed", Boolean, nullable=False),
    Column("spectators", Text, nullable=False),
    Column("invitation", Text, nullable=False),  # the hash of what an invitation link carries
    Column("bot_delay", Integer, nullable=False),  # milliseconds
    Column("takeover", Text),
    Column("bots_alone", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("bots", Text, nullable=False),  # the bot at each seat that has one, as JSON
    Column("options", Text, nullable=False),  # for lists; the truth is in the record
    Column("clock", Text, nullable=False),
    Column("timed", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),  # UTC milliseconds
    Column("status", Text, nullable=False),
    Column("attended", Boolean, nullable=False),  # the game is on, and bots may have moves to make
    Column("seen", BigInteger, nullable=False),  # the version up to which they have made all they had
    Column("practice", Boolean, nullable=False, server_default=sa.false()),  # a branch: no game that counts
    Column("time_off", Text, nullable=False, server_default=ALL_TIME_OFF),  # what is allowed, as JSON
    Index("ix_tables_status", "status", "created", "game"),
    Index("ix_tables_attended", "game", sqlite_where=_NEEDS_BOTS, postgresql_where=_NEEDS_BOTS),
)

OPEN_TO_ALL = (tables.c.listed, tables.c.spectators == "all", sa.not_(tables.c.practice))
"""What anybody may look at, and counts."""


class Table(NamedTuple):
    """A table as it is stored; `bots` by seat. Who sits at the other seats is told by `names`, by player id.

    `branch` says what it branches from, if it does: then it is for practice, and no list of strangers has it.
    `rematch` is the table at which its people go on, `proposal` what they are asked to agree on while they play.
    """

    game: str
    revision: int
    host: str
    listed: bool
    spectators: str
    invitation: str
    bot_delay: int
    takeover: str | None
    bots_alone: str
    seats: int
    bots: Mapping[int, str]
    options: Mapping[str, Any]
    clock: Mapping[str, Any]
    created: int
    status: str
    names: Mapping[str, str] = {}
    branch: Branch | None = None
    rematch: str | None = None
    time_off: Mapping[str, bool] = json.loads(ALL_TIME_OFF)
    proposal: Proposal | None = None


class Asked(NamedTuple):
    """What a request about a game needs: its head, its table's revision, and what the caller's key left if it was
    used. `asked_of` reads it together with something else."""

    version: int
    hash: str
    request: int
    t: int
    over: bool
    revision: int
    digest: str | None
    game: str | None
    then: int | None


class Tables:
    """Reads and writes tables. What changes together with events is written by the functions below, within their
    transaction."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def ask(self, game: str, caller: str | None = None, key: str | None = None) -> Asked | None:
        """The one read on the way of a move; None if there is no such game."""
        with reading(self._engine) as connection:
            row = _ASK.first(connection, {"of": game, "caller": caller, "key": key})
        return None if row is None else Asked._make(row)

    def find(self, game: str) -> Table | None:
        """A table with the names of its players."""
        with reading(self._engine) as connection:
            rows = connection.execute(_FIND, {"of": game}).all()
        return _table(rows) if rows else None

    def invite(self, game: str, invitation: str) -> None:
        """Gives a table another invitation: the old one leads nowhere from now on."""
        with writing(self._engine) as connection:
            change(connection, game, invitation=invitation)

    def rest(self, game: str, version: int) -> None:
        """Notes that at this version no bot has a move to make: nobody looks again before the next event."""
        older = sa.and_(tables.c.game == game, tables.c.seen < version)
        with writing(self._engine) as connection:
            connection.execute(sa.update(tables).where(older).values(seen=version))


def add(connection: sa.Connection, table: Table) -> None:
    """A new table, with what it branches from."""
    values = {name: value for name, value in table._asdict().items() if name in _COLUMNS}
    values |= {"bots": _bots(table.bots), "options": json.dumps(table.options), "clock": json.dumps(table.clock)}
    values |= {"time_off": json.dumps(table.time_off)}
    values |= {"timed": table.clock["kind"] != "none", "attended": False, "seen": -1}
    values |= {"practice": table.branch is not None}
    connection.execute(sa.insert(tables).values(values))
    if table.branch is not None:
        add_branch(connection, table.game, table.branch)


def seat_bots(connection: sa.Connection, game: str, bots: Mapping[int, str], **values: Any) -> None:
    """Sets which seats are played by bots, and other columns."""
    change(connection, game, bots=_bots(bots), **values)


def change(connection: sa.Connection, game: str, **values: Any) -> None:
    """Sets columns of a table, and raises its revision."""
    raised = values | {"revision": tables.c.revision + 1}
    connection.execute(sa.update(tables).where(tables.c.game == game).values(raised))


def set_clock(connection: sa.Connection, game: str, clock: Mapping[str, Any]) -> None:
    """Another clock, as the record has it now."""
    change(connection, game, clock=json.dumps(clock), timed=clock["kind"] != "none")


def _bots(bots: Mapping[int, str]) -> str:
    return json.dumps({str(seat): name for seat, name in sorted(bots.items())})


def read_bots(stored: str) -> dict[int, str]:
    """The bots by seat, from the column."""
    return {int(seat): name for seat, name in json.loads(stored).items()}


def _table(rows: Any) -> Table:
    row = rows[0]
    fields = {name: getattr(row, name) for name in _COLUMNS}
    fields |= {"bots": read_bots(row.bots), "options": json.loads(row.options), "clock": json.loads(row.clock)}
    fields |= {"time_off": json.loads(row.time_off)}
    names = {one.player: one.name for one in rows if one.player is not None}
    beside = {"branch": read_branch(row), "rematch": row.rematch, "proposal": read_proposal(row)}
    return Table(**fields, names=names, **beside)


ASKED = (
    *(streams.c[name] for name in ("version", "hash", "request", "t", "over")),
    tables.c.revision,
    *(idempotency.c[name] for name in ("digest", "game", "version")),
)
"""The columns of `Asked`, in its order."""


def asked_of(
    query: sa.FromClause, game: sa.ColumnElement[str], caller: sa.ColumnElement[str], key: sa.ColumnElement[str]
) -> sa.Join:
    """`query` with the columns of `Asked` beside: null where there is no such game, and where the key is new.

    A key that was used at several tables gives several rows; `this_table_first` orders them.
    """
    same_key = sa.and_(idempotency.c.caller == caller, idempotency.c.key == key)
    return (
        query.outerjoin(streams, streams.c.game == game)
        .outerjoin(tables, tables.c.game == game)
        .outerjoin(idempotency, same_key)
    )


def this_table_first(game: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """A key that was used at another table is a used key, but the one of this table counts first."""
    return idempotency.c.game != game


def _ask() -> sa.Select[Any]:
    of, caller, key = (sa.bindparam(name, type_=Text) for name in ("of", "caller", "key"))
    one = sa.select(sa.literal(1).label("one")).subquery()
    query = sa.select(*ASKED).select_from(asked_of(one, of, caller, key))
    return query.where(tables.c.revision.is_not(None)).order_by(this_table_first(of)).limit(1)


def _find() -> sa.Select[Any]:
    name = sa.func.coalesce(accounts.c.name, players.c.name, "").label("name")
    joined = tables.outerjoin(players, players.c.game == tables.c.game)
    joined = joined.outerjoin(accounts, accounts.c.id == players.c.account)
    joined = joined.outerjoin(branches, branches.c.game == tables.c.game)
    joined = joined.outerjoin(rematches, rematches.c.game == tables.c.game)
    joined = joined.outerjoin(proposals, proposals.c.game == tables.c.game)
    columns = [tables.c[column] for column in _COLUMNS] + [rematches.c.next.label("rematch")]
    query = sa.select(*columns, *BRANCH, *PROPOSAL, players.c.player, name).select_from(joined)
    return query.where(tables.c.game == sa.bindparam("of", type_=Text))


_COLUMNS = [name for name in Table._fields if name not in ("names", "branch", "rematch", "proposal")]
_ASK = Direct(_ask())
_FIND = _find()
