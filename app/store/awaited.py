"""Whom each game waits for, as far as they have been told: a row for every game with accounts at it, while it is on.

The consumer `notices` only notes which games have gone on. What is to be told is found out game by game behind it, from
where the game stands by then: so nobody is told what has passed, and a game that cannot be read holds up no other.
"""

import sqlalchemy as sa

from app.store.schema import metadata

CONSUMER = "notices"
"""What reads the events for the notices."""

_DUE = sa.text("due IS NOT NULL")

awaited = sa.Table(
    "awaited",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("due", sa.BigInteger),
    sa.Column("account", sa.Text),
    sa.Column("decision", sa.Integer),
    sa.Column("deadline", sa.BigInteger),
    sa.Column("told", sa.Boolean, nullable=False),
    sa.Column("reminded", sa.Integer, nullable=False),
    sa.Column("catching", sa.Integer),
    sa.Index("ix_awaited_due", "due", sqlite_where=_DUE, postgresql_where=_DUE),
)
"""due is when the game is to be looked at next. decision is the number of the one that account has to take, deadline
when it falls due; told whether they know, reminded the per cent of its time of which they were told last. catching is a
seat that can be caught for UNO, and whoever comes next was told."""
