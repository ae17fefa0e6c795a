"""How matches ended: place and points of each seat, read from the events by a consumer of theirs.

Who a player is stands in `players` alone: a guest who became an account has their results by then, and whoever is
forgotten there is so here.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.accounts import accounts
from app.store.consumers import Model, keeps
from app.store.engine import reading
from app.store.players import players
from app.store.schema import events, metadata
from app.store.sequencer import Positioned
from app.store.tables import OPEN_TO_ALL, tables
from replays.fold import data_of
from replays.format import quick


def _table(name: str) -> sa.Table:
    return sa.Table(
        name,
        metadata,
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("player", sa.Text),
        sa.Column("place", sa.Integer),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat"),
    )


results, shadow = _table("results"), _table("results_shadow")
"""player is null for a bot, also for one that played on for somebody; place where there is none."""

TELLING = ("seat.taken", "seat.left", "seat.taken_over", "hand.ended")
"""What says who played and how many points they have, before `match.ended` says their places."""


class ResultRow(NamedTuple):
    """How a match ended for one seat, and when (UTC ms)."""

    game: str
    seat: int
    player: str | None
    place: int | None
    points: int
    ended: int


class Profile(NamedTuple):
    """An account, since when there is one (UTC ms), and how many matches that anybody may look at it has finished and
    won."""

    id: str
    name: str
    since: int
    finished: int
    won: int


class ResultStore:
    """The results in this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def profile(self, id: str) -> Profile | None:
        """What everybody may know of an account."""
        counted = _counted(id).subquery()
        query = sa.select(accounts.c.id, accounts.c.name, accounts.c.created, counted.c.finished, counted.c.won)
        query = query.select_from(accounts.join(counted, sa.true())).where(accounts.c.id == id)
        with reading(self._engine) as connection:
            row = connection.execute(query).first()
        return None if row is None else Profile._make(row)

    def of(self, games: Sequence[str]) -> dict[str, list[ResultRow]]:
        """How these games ended, seat by seat; those that have not are left out."""
        query = results.select().where(results.c.game.in_(games)).order_by(results.c.game, results.c.seat)
        found: dict[str, list[ResultRow]] = {}
        with reading(self._engine) as connection:
            for row in connection.execute(query).all():
                found.setdefault(row.game, []).append(ResultRow._make(row))
        return found

    def accounts(self, game: str) -> dict[int, str]:
        """The accounts at the seats of a game."""
        query = sa.select(players.c.seat, players.c.account)
        query = query.where(players.c.game == game, players.c.seat.is_not(None), players.c.account.is_not(None))
        with reading(self._engine) as connection:
            return {row.seat: row.account for row in connection.execute(query).all()}


def ended(connection: sa.Connection, batch: Sequence[Positioned], table: sa.Table) -> None:
    """Adds the results of the matches that ended in these events."""
    for one in batch:
        if one.kind == "match.ended":
            connection.execute(table.delete().where(table.c.game == one.game))
            connection.execute(table.insert(), _rows(connection, one))


RESULTS = keeps("results", Model(results, shadow, ended))
"""What reads the events for the results."""


def _rows(connection: sa.Connection, end: Positioned) -> list[dict[str, Any]]:
    query = sa.select(events.c.bytes).where(events.c.game == end.game, events.c.kind.in_(TELLING))
    told = quick(connection.execute(query.order_by(events.c.seq)).scalars().all())
    seated, points = _told(told)
    (last,) = quick([end.bytes])
    places = data_of(last)["places"]
    return [
        ResultRow(end.game, seat, player, places[seat], points.get(seat, 0), last["t"])._asdict()
        for seat, player in sorted(seated.items())
    ]


def _told(told: Iterable[dict[str, Any]]) -> tuple[dict[int, str | None], dict[int, int]]:
    """Who sat where at the end, None for a bot, and their points."""
    seated: dict[int, str | None] = {}
    points: dict[int, int] = {}
    for one in told:
        data = data_of(one)
        match one["kind"]:
            case "seat.taken":
                seated[data["seat"]] = data["player"]
            case "seat.left":
                del seated[data["seat"]]
            case "seat.taken_over":
                seated[data["seat"]] = None
            case "hand.ended":
                points = dict(enumerate(data["scores"]))
    return seated, points


def _counted(account: str) -> sa.Select[Any]:
    theirs = sa.and_(players.c.game == results.c.game, players.c.player == results.c.player)
    joined = results.join(players, theirs).join(tables, tables.c.game == results.c.game)
    won = sa.func.coalesce(sa.func.sum(sa.case((results.c.place == 1, 1), else_=0)), 0)
    query = sa.select(sa.func.count().label("finished"), won.label("won")).select_from(joined)
    return query.where(players.c.account == account, results.c.place.is_not(None), *OPEN_TO_ALL)
