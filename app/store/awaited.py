"""Whom each game waits for, as far as they have been told: a row for every game with accounts at it, while it is on.

The consumer `notices` only notes which games have gone on. What is to be told is found out game by game behind it, from
where the game stands by then: so nobody is told what has passed, and a game that cannot be read holds up no other.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.calendars import calendars
from app.store.engine import or_nothing, reading, writing
from app.store.notices import Fanout, Notice, tell
from app.store.players import players
from app.store.presence import looking
from app.store.schema import events, metadata, streams
from app.store.sequencer import Positioned
from app.store.tables import tables
from replays.format import quick

CONSUMER = "notices"
"""What reads the events for the notices."""
CLOCKS = ("clock.paused", "clock.resumed", "clock.changed")
"""After these the decision that was due has another number, and is the same."""

_DUE = sa.text("due IS NOT NULL")

awaited = sa.Table(
    "awaited",
    metadata,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("due", sa.BigInteger),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("account", sa.Text),
    sa.Column("decision", sa.Integer, nullable=False),
    sa.Column("told", sa.Boolean, nullable=False),
    sa.Column("reminded", sa.Integer, nullable=False),
    sa.Column("catching", sa.Integer),
    sa.Index("ix_awaited_due", "due", sqlite_where=_DUE, postgresql_where=_DUE),
)
"""due is when the game is to be looked at next, version where it stood when it was looked at last. decision is the
number of the one that account has to take; told whether they know, reminded the per cent of its time of which they were
told last. catching is a seat that can be caught for UNO, and whoever comes next was told."""


class Awaited(NamedTuple):
    """A row of `awaited` as it is stored."""

    game: str
    due: int | None = None
    version: int = -1
    account: str | None = None
    decision: int = 0
    told: bool = False
    reminded: int = 0
    catching: int | None = None


class Facts(NamedTuple):
    """What is known beside where a game stands: its version and the time (UTC ms) and actor of its last event; how many
    of the events behind the version in its row only moved the clock; the accounts by seat, who looks until when, and
    from when until when their calendars have them off, now or next."""

    version: int
    t: int
    actor: str
    clocks: int
    accounts: Mapping[int, str]
    looking: Mapping[str, int]
    off: Mapping[str, tuple[int, int]]


class Outcome(NamedTuple):
    """What becomes of a row (None: the game is over), what is told, and what is only written down, since whoever it is
    for has seen it."""

    row: Awaited | None
    told: Sequence[Notice] = ()
    seen: Sequence[Notice] = ()


Judge = Callable[[Awaited, Facts], Outcome | None]
"""What is to be told, by the row of a game and the facts; None if they are those of another moment than is judged."""


class AwaitedStore:
    """Those rows in this engine's database. `channels` are given what is told, in the transaction that says so."""

    def __init__(self, engine: sa.Engine, channels: Sequence[Fanout]) -> None:
        self._engine = engine
        self._channels = channels

    def due(self, now: int, limit: int) -> list[str]:
        """The games that are to be looked at now (UTC ms), those that wait for the longest first."""
        query = sa.select(awaited.c.game).where(awaited.c.due <= now).order_by(awaited.c.due, awaited.c.game)
        with reading(self._engine) as connection:
            return list(connection.scalars(query.limit(limit)))

    def settle(self, game: str, judge: Judge) -> bool:
        """Tells what is to be told of a game, and notes that; says whether it was done. It is not where another process
        is at it, or where the game has gone on since it was read."""
        with writing(self._engine) as connection:
            query = awaited.select().where(awaited.c.game == game).with_for_update(skip_locked=True)
            row = connection.execute(query).first()
            if row is None:
                return False
            before = Awaited._make(row)
            outcome = judge(before, _facts(connection, before))
            if outcome is None:
                return False
            tell(connection, outcome.told, self._channels)
            tell(connection, outcome.seen, ())
            _keep(connection, game, outcome.row)
            return True


def gone_on(connection: sa.Connection, batch: Sequence[Positioned], since: int) -> None:
    """Notes that these games are to be looked at: those with accounts at them that are no practice tables, and are on
    or have ended since then (UTC ms)."""
    games = sorted({one.game for one in batch})
    known = sa.exists().where(players.c.game == tables.c.game, players.c.account.is_not(None))
    joined = tables.join(streams, streams.c.game == tables.c.game)
    news = sa.or_(sa.not_(streams.c.over), streams.c.t >= since)
    query = sa.select(tables.c.game).select_from(joined).where(tables.c.game.in_(games), known, news)
    rows = [Awaited(game, 0)._asdict() for game in connection.scalars(query.where(sa.not_(tables.c.practice)))]
    for row in sorted(rows, key=lambda row: str(row["game"])):
        if connection.execute(or_nothing(connection, awaited), row).rowcount == 0:
            connection.execute(awaited.update().where(awaited.c.game == row["game"]).values(due=0))


def _facts(connection: sa.Connection, before: Awaited) -> Facts:
    here = streams.c.game == before.game
    last = sa.and_(events.c.game == streams.c.game, events.c.seq == streams.c.version)
    query = sa.select(streams.c.version, events.c.bytes).select_from(streams.join(events, last)).where(here)
    version, line = connection.execute(query).one()
    (said,) = quick([line])
    since = (events.c.game == before.game, events.c.seq > before.version, events.c.seq <= version)
    clocks = sa.select(sa.func.count()).select_from(events).where(*since, events.c.kind.in_(CLOCKS))
    joined = players.outerjoin(calendars, calendars.c.account == players.c.account)
    seated = sa.select(players.c.seat, players.c.account, calendars.c.off_from, calendars.c.off_until)
    seated = seated.select_from(joined).where(
        players.c.game == before.game, players.c.seat.is_not(None), players.c.account.is_not(None)
    )
    people = connection.execute(seated).all()
    return Facts(
        version,
        said["t"],
        said["actor"],
        connection.execute(clocks).scalar_one(),
        {row.seat: row.account for row in people},
        looking(connection, before.game),
        {row.account: (row.off_from, row.off_until) for row in people if row.off_from is not None},
    )


def _keep(connection: sa.Connection, game: str, row: Awaited | None) -> None:
    mine: Any = awaited.c.game == game
    if row is None:
        connection.execute(awaited.delete().where(mine))
    else:
        connection.execute(awaited.update().where(mine).values(**row._asdict()))
