"""Quick phrases at tables, and which of them were reported. They are no events: nothing of a record is about them.

Of each game the newest stay. A report keeps what it is about.
"""

from collections.abc import Collection
from typing import NamedTuple

import sqlalchemy as sa

from app.store.accounts import accounts
from app.store.engine import reading, writing
from app.store.players import players
from app.store.schema import metadata

KEPT = 200
"""Phrases of one game that are kept."""
TRIES = 20
"""Of several who speak at once each is written behind another."""

phrases = sa.Table(
    "phrases",
    metadata,
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("id", sa.Integer, nullable=False, autoincrement=False),  # 1, 2, 3, … in each game
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("phrase", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("game", "id"),
)

reports = sa.Table(
    "phrase_reports",
    metadata,
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
    sa.Column("reporter", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("phrase", sa.Text, nullable=False),
    sa.Column("said", sa.BigInteger, nullable=False),
    sa.Column("reason", sa.Text),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("game", "id", "reporter"),
    sa.Index("ix_phrase_reports_created", "created", "game", "id", "reporter"),
)
"""id is that of the phrase, and seat, player, phrase and said are as they were in it."""


class PhraseRow(NamedTuple):
    """Something that was said: by the player at this seat, when (UTC ms)."""

    game: str
    id: int
    seat: int
    player: str
    phrase: str
    created: int


class ReportRow(NamedTuple):
    """A complaint about a phrase, with the phrase."""

    game: str
    id: int
    reporter: str
    seat: int
    player: str
    phrase: str
    said: int
    reason: str | None
    created: int


class Reported(NamedTuple):
    """A report, and what the player goes by, if that is known."""

    report: ReportRow
    name: str | None


class PhraseStore:
    """The phrases in this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def add(self, game: str, seat: int, player: str, phrase: str, t: int) -> PhraseRow:
        """Something new is said; what is too old goes."""
        for last in reversed(range(TRIES)):
            try:
                return self._add(game, seat, player, phrase, t)
            except sa.exc.IntegrityError:  # somebody else spoke at the same moment
                if not last:
                    raise
        raise AssertionError

    def find(self, game: str, id: int) -> PhraseRow | None:
        """One phrase."""
        with reading(self._engine) as connection:
            row = connection.execute(phrases.select().where(phrases.c.game == game, phrases.c.id == id)).first()
        return None if row is None else PhraseRow._make(row)

    def newest(self, game: str, after: int, without: Collection[str], limit: int) -> list[PhraseRow]:
        """The newest phrases behind `after`, without those of these players; the oldest of them first."""
        query = phrases.select().where(phrases.c.game == game, phrases.c.id > after)
        query = query.where(phrases.c.player.not_in(without)).order_by(phrases.c.id.desc()).limit(limit)
        with reading(self._engine) as connection:
            rows = connection.execute(query).all()
        return [PhraseRow._make(row) for row in reversed(rows)]

    def report(self, report: ReportRow) -> None:
        """Adds a report; whoever reports again says it anew."""
        same = [reports.c[name] == getattr(report, name) for name in ("game", "id", "reporter")]
        with writing(self._engine) as connection:
            connection.execute(reports.delete().where(*same))
            connection.execute(reports.insert(), report._asdict())

    def reported(self, after: tuple[int, str, int, str] | None, limit: int) -> list[Reported]:
        """What waits for a decision, the oldest first."""
        place = (reports.c.created, reports.c.game, reports.c.id, reports.c.reporter)
        by = sa.and_(players.c.game == reports.c.game, players.c.player == reports.c.player)
        joined = reports.outerjoin(players, by).outerjoin(accounts, accounts.c.id == players.c.account)
        query = sa.select(*reports.c, sa.func.coalesce(accounts.c.name, players.c.name)).select_from(joined)
        if after is not None:
            query = query.where(sa.tuple_(*place) > sa.tuple_(*map(sa.literal, after)))
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(*place).limit(limit)).all()
        return [Reported(ReportRow._make(row[:-1]), row[-1]) for row in rows]

    def dismiss(self, game: str, id: int) -> int:
        """Forgets the reports of a phrase, and says how many there were."""
        with writing(self._engine) as connection:
            return connection.execute(reports.delete().where(reports.c.game == game, reports.c.id == id)).rowcount

    def _add(self, game: str, seat: int, player: str, phrase: str, t: int) -> PhraseRow:
        last = sa.select(sa.func.coalesce(sa.func.max(phrases.c.id), 0)).where(phrases.c.game == game)
        with writing(self._engine) as connection:
            row = PhraseRow(game, connection.execute(last).scalar_one() + 1, seat, player, phrase, t)
            connection.execute(phrases.insert(), row._asdict())
            old = (phrases.c.game == game, phrases.c.id <= row.id - KEPT)
            connection.execute(phrases.delete().where(*old))
        return row
