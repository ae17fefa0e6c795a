"""Analyses of games and imported replays: which were asked for, how far each has come, and what came out.

Each decision is a row of its own, written together with the count of those that are done; so whoever goes on, after
whatever has happened, goes on where that was. An analysis belongs to a version of the analyser; another version's is
another one.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.engine import or_nothing, reading, writing
from app.store.schema import metadata
from app.store.store import Also

QUEUED, RUNNING, DONE, FAILED = "queued", "running", "done", "failed"

_OPEN = sa.text("status IN ('queued', 'running')")

analyses = sa.Table(
    "analyses",
    metadata,
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("analyser", sa.Text, nullable=False),
    sa.Column("imported", sa.Boolean, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("asked", sa.BigInteger, nullable=False),
    sa.Column("worked", sa.BigInteger, nullable=False),
    sa.Column("total", sa.Integer),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.PrimaryKeyConstraint("subject", "analyser"),
    sa.Index("ix_analyses_worked", "worked", "subject", sqlite_where=_OPEN, postgresql_where=_OPEN),
)
"""subject is the id of a game or of an imported replay. total are its decisions, null until they are counted; tries
says how often work on it has begun without one being done since."""

hands = sa.Table(
    "analysed_hands",
    metadata,
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("analyser", sa.Text, nullable=False),
    sa.Column("hand", sa.Integer, nullable=False),
    sa.Column("winner", sa.Integer),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("swings", sa.Text),
    sa.PrimaryKeyConstraint("subject", "analyser", "hand"),
)
"""swings are JSON, null until the hand is done."""

decisions = sa.Table(
    "analysed_decisions",
    metadata,
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("analyser", sa.Text, nullable=False),
    sa.Column("hand", sa.Integer, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.PrimaryKeyConstraint("subject", "analyser", "hand", "seq"),
)
"""data is the decision as JSON."""


class Analysis(NamedTuple):
    """An analysis as far as it has come; `imported` if its subject is an imported replay, not a game."""

    subject: str
    analyser: str
    imported: bool
    status: str
    asked: int
    worked: int
    total: int | None
    done: int
    tries: int


class Hand(NamedTuple):
    """A hand of an analysis: its winner or None, how many of its decisions are done, and the swings once all are."""

    hand: int
    winner: int | None
    total: int
    done: int
    swings: Sequence[Mapping[str, Any]] | None


class AnalysisStore:
    """The analyses in this engine's database. Times are UTC milliseconds."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def ask(self, subject: str, analyser: str, imported: bool, now: int, also: Also | None = None) -> Analysis:
        """Asks for an analysis, unless it was asked for before; those of other versions of the analyser go. `also` is
        done first, in the same transaction."""
        row = Analysis(subject, analyser, imported, QUEUED, now, now, None, 0, 0)
        with writing(self._engine) as connection:
            if also is not None:
                also(connection)
            # The row is there already if two asked at the same moment; of two that add it one waits for the other.
            for table in (analyses, hands, decisions):
                connection.execute(sa.delete(table).where(table.c.subject == subject, table.c.analyser != analyser))
            found = _row(connection, subject, analyser)
            if found is None:
                connection.execute(or_nothing(connection, analyses).values(row._asdict()))
                found = _row(connection, subject, analyser)
        assert found is not None
        return found

    def find(self, subject: str, analyser: str) -> Analysis | None:
        """An analysis; None if none was asked for."""
        with reading(self._engine) as connection:
            return _row(connection, subject, analyser)

    def waiting(self, analyser: str, limit: int) -> list[Analysis]:
        """Those that are not done, the one that nobody has worked on for the longest first."""
        query = sa.select(analyses).where(_OPEN, analyses.c.analyser == analyser)
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(analyses.c.worked, analyses.c.subject).limit(limit)).all()
        return [Analysis._make(row) for row in rows]

    def try_once_more(self, one: Analysis, now: int) -> None:
        """Notes that work on it begins."""
        with writing(self._engine) as connection:
            _change(connection, one, status=RUNNING, worked=now, tries=analyses.c.tries + 1)

    def count(self, one: Analysis, totals: Mapping[int, int], winners: Mapping[int, int | None]) -> None:
        """Notes how many decisions there are in each hand, and who won it."""
        rows = [
            {
                "subject": one.subject,
                "analyser": one.analyser,
                "hand": hand,
                "winner": winners.get(hand),
                "total": total,
            }
            for hand, total in totals.items()
        ]
        with writing(self._engine) as connection:
            if rows:
                connection.execute(or_nothing(connection, hands), rows)
            _change(connection, one, total=sum(totals.values()))

    def add(self, one: Analysis, done: int, hand: int, seq: int, data: Mapping[str, Any], now: int) -> bool:
        """Adds the decision that comes after `done` others. False if somebody else has gone on with it."""
        row = {"subject": one.subject, "analyser": one.analyser, "hand": hand, "seq": seq, "data": _json(data)}
        with writing(self._engine) as connection:
            if not _change(connection, one, analyses.c.done == done, done=done + 1, tries=0, worked=now):
                return False
            connection.execute(sa.insert(decisions).values(row))
        return True

    def end_hand(self, one: Analysis, hand: int, swings: Sequence[Mapping[str, Any]]) -> None:
        """Keeps the swings of a hand all of whose decisions are done."""
        which = sa.and_(_of(hands, one.subject, one.analyser), hands.c.hand == hand)
        with writing(self._engine) as connection:
            connection.execute(sa.update(hands).where(which).values(swings=_json(swings)))

    def end(self, one: Analysis, status: str) -> None:
        """It is done, or has failed."""
        with writing(self._engine) as connection:
            _change(connection, one, status=status)

    def hands(self, one: Analysis) -> list[Hand]:
        """Its hands, in order."""
        made = sa.select(decisions.c.hand, sa.func.count().label("done")).group_by(decisions.c.hand)
        made_of = made.where(_of(decisions, one.subject, one.analyser)).subquery()
        columns = (hands.c.hand, hands.c.winner, hands.c.total, sa.func.coalesce(made_of.c.done, 0), hands.c.swings)
        query = sa.select(*columns).select_from(hands.outerjoin(made_of, made_of.c.hand == hands.c.hand))
        with reading(self._engine) as connection:
            rows = connection.execute(query.where(_of(hands, one.subject, one.analyser)).order_by(hands.c.hand)).all()
        return [
            Hand(hand, winner, total, done, swings and json.loads(swings)) for hand, winner, total, done, swings in rows
        ]

    def decisions(self, one: Analysis, hand: int) -> list[dict[str, Any]]:
        """The decisions of a hand that are done, in order."""
        which = sa.and_(_of(decisions, one.subject, one.analyser), decisions.c.hand == hand)
        query = sa.select(decisions.c.data).where(which).order_by(decisions.c.seq)
        with reading(self._engine) as connection:
            return [json.loads(data) for data in connection.scalars(query)]


def _row(connection: sa.Connection, subject: str, analyser: str) -> Analysis | None:
    row = connection.execute(sa.select(analyses).where(_of(analyses, subject, analyser))).first()
    return None if row is None else Analysis._make(row)


def _of(table: sa.Table, subject: str, analyser: str) -> sa.ColumnElement[bool]:
    return sa.and_(table.c.subject == subject, table.c.analyser == analyser)


def _change(connection: sa.Connection, one: Analysis, *only: sa.ColumnElement[bool], **values: Any) -> bool:
    """Sets columns of an analysis that is open still; whether there was one."""
    which = sa.and_(_of(analyses, one.subject, one.analyser), _OPEN, *only)
    return connection.execute(sa.update(analyses).where(which).values(values)).rowcount > 0


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
