"""Branches: tables that go on from an event of another game, or of an imported replay, with its cards.

A branch is a game of its own, and nothing is written to what it branches from.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.schema import metadata

branches = sa.Table(
    "branches",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("origin", sa.Text, nullable=False),  # the id of a game, or of an import
    sa.Column("imported", sa.Boolean, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),  # the last event of the origin that the branch has too
    sa.Column("hand", sa.Integer, nullable=False),
    sa.Column("put_in", sa.Text, nullable=False),  # what each seat that was taken has put into the deal, as JSON
    sa.Index("ix_branches_origin", "origin", "game"),
)


class Branch(NamedTuple):
    """What a table branches from: a game or an import, right behind its event `seq`, in this hand.

    `put_in` has the seats that were taken there, each with what it put into the deal.
    """

    origin: str
    imported: bool
    seq: int
    hand: int
    put_in: Mapping[int, str | None]


COLUMNS = tuple(branches.c[name] for name in Branch._fields)
"""What is asked for where branches are joined to something; `read_branch` makes a Branch of it."""


def read_branch(row: Any) -> Branch | None:
    """The branch in a row that has the columns; None if there is none."""
    if row.origin is None:
        return None
    put_in = {int(seat): entropy for seat, entropy in json.loads(row.put_in).items()}
    return Branch(row.origin, row.imported, row.seq, row.hand, put_in)


def add_branch(connection: sa.Connection, game: str, branch: Branch) -> None:
    """Notes what a new table branches from."""
    put_in = json.dumps({str(seat): entropy for seat, entropy in sorted(branch.put_in.items())})
    connection.execute(branches.insert(), {"game": game, **branch._asdict(), "put_in": put_in})
