"""What a table that plays is asked to agree on: at most one thing at a time, and who has agreed so far.

A proposal is no part of the record; what was agreed on is.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.engine import reading
from app.store.schema import metadata, streams

proposals = sa.Table(
    "proposals",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("by", sa.Integer, nullable=False),  # a seat
    sa.Column("what", sa.Text, nullable=False),  # as JSON
    sa.Column("agreed", sa.Text, nullable=False),  # the seats, as JSON
    sa.Column("expires", sa.BigInteger, nullable=False, index=True),
    sa.Column("looked", sa.BigInteger, nullable=False),  # the version at which the service has looked at it last
)


class Proposal(NamedTuple):
    """Who proposes what: `pause` with `until` (UTC ms), `resume`, or `clock`; which seats have agreed; until when it
    stands, UTC ms."""

    game: str
    id: str
    by: int
    what: Mapping[str, Any]
    agreed: tuple[int, ...]
    expires: int


class Changed(Exception):
    """It is another one by now, or there is none."""


class ProposalStore:
    """The proposals in this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def find(self, game: str) -> Proposal | None:
        """What a table is asked to agree on."""
        with reading(self._engine) as connection:
            row = connection.execute(sa.select(*COLUMNS).where(proposals.c.game == game)).first()
        return _read(row) if row else None

    def expired(self, now: int, limit: int) -> list[Proposal]:
        """Those that nobody can agree to any more."""
        query = sa.select(*COLUMNS).where(proposals.c.expires <= now).limit(limit)
        with reading(self._engine) as connection:
            return [_read(row) for row in connection.execute(query)]

    def gone_on(self, limit: int) -> list[Proposal]:
        """Those whose game has gone on since the service looked: perhaps fewer have to agree."""
        joined = proposals.join(streams, streams.c.game == proposals.c.game)
        query = sa.select(*COLUMNS).select_from(joined).where(streams.c.version > proposals.c.looked).limit(limit)
        with reading(self._engine) as connection:
            return [_read(row) for row in connection.execute(query)]


def propose(connection: sa.Connection, proposal: Proposal, instead_of: Proposal | None) -> None:
    """A new proposal, in place of one that stands no more. Raises Changed if another one is there."""
    if instead_of is not None:
        withdraw(connection, instead_of)
    values = proposal._asdict() | {"what": json.dumps(proposal.what), "agreed": json.dumps(proposal.agreed)}
    try:
        with connection.begin_nested():
            connection.execute(proposals.insert(), values | {"looked": -1})
    except sa.exc.IntegrityError:
        raise Changed from None


def agree(connection: sa.Connection, before: Proposal, agreed: tuple[int, ...]) -> None:
    """Who agrees by now. Raises Changed unless it is as it was `before`."""
    query = proposals.update().where(_same(before)).values(agreed=json.dumps(agreed))
    if connection.execute(query).rowcount != 1:
        raise Changed


def withdraw(connection: sa.Connection, before: Proposal) -> None:
    """It is settled, one way or the other. Raises Changed unless it is as it was `before`."""
    if connection.execute(proposals.delete().where(_same(before))).rowcount != 1:
        raise Changed


def look(connection: sa.Connection, before: Proposal, version: int) -> None:
    """Notes that the service has looked at it at this version of its game."""
    connection.execute(proposals.update().where(_same(before)).values(looked=version))


def _same(before: Proposal) -> sa.ColumnElement[bool]:
    mine = sa.and_(proposals.c.game == before.game, proposals.c.id == before.id)
    return sa.and_(mine, proposals.c.agreed == json.dumps(before.agreed))


COLUMNS = [proposals.c[name].label(f"proposal_{name}") for name in Proposal._fields]
"""What `read_proposal` needs of a row."""


def read_proposal(row: Any) -> Proposal | None:
    """The proposal of a row that has `COLUMNS`; None if there is none."""
    return None if row.proposal_game is None else _read(row)


def _read(row: Any) -> Proposal:
    game, id, by, what, agreed, expires = (getattr(row, f"proposal_{name}") for name in Proposal._fields)
    return Proposal(game, id, by, json.loads(what), tuple(json.loads(agreed)), expires)
