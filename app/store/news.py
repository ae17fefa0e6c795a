"""What those ask who follow games: which are somebody's, what has changed in them since a position, and what stands
beside a game that is no event."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.engine import reading
from app.store.invitations import invitations
from app.store.lobby import Who
from app.store.phrases import phrases
from app.store.players import players
from app.store.proposals import proposals
from app.store.rematches import rematches
from app.store.schema import positions, streams
from app.store.tables import PLAYING, WAITING, tables

AT_ONCE = 1000
"""Games or accounts in one question."""
MOST = 1000
"""Games of one caller."""


class Told(NamedTuple):
    """A game of somebody's, and the last of its events that they have been told of."""

    game: str
    seq: int


Sign = tuple[object, ...]
"""How what stands beside a game is now: another one than before says that something of it has changed."""


class NewsStore:
    """Asks this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def games(self, who: Who) -> list[str]:
        """Their games that wait or are on, those first that were made last."""
        query = sa.select(tables.c.game).select_from(tables.join(players, _same)).where(*_mine(who), _ON)
        return [row.game for row in self._all(query.order_by(tables.c.created.desc(), tables.c.game).limit(MOST))]

    def told(self, who: Who, position: int) -> list[Told]:
        """Those games, and such as have ended behind this position, with what was told up to it. An end that has no
        position yet is behind it, too."""
        first = sa.select(positions.c.game, sa.func.min(positions.c.seq).label("first"))
        since = first.where(positions.c.position > position).group_by(positions.c.game).subquery()
        joined = tables.join(players, _same).join(streams, streams.c.game == tables.c.game)
        joined = joined.outerjoin(since, since.c.game == tables.c.game)
        query = sa.select(tables.c.game, sa.func.coalesce(since.c.first - 1, streams.c.sequenced)).select_from(joined)
        ended = sa.or_(since.c.first.is_not(None), streams.c.version > streams.c.sequenced)
        query = query.where(*_mine(who), sa.or_(_ON, ended))
        return [Told._make(row) for row in self._all(query.order_by(tables.c.created.desc()).limit(MOST))]

    def people(self, games: Iterable[str]) -> set[str]:
        """The accounts at these tables."""
        found: set[str] = set()
        for some in _portions(games):
            query = sa.select(players.c.account).where(players.c.game.in_(some), players.c.account.is_not(None))
            found.update(row.account for row in self._all(query))
        return found

    def invited(self, accounts: Iterable[str]) -> dict[str, Sign]:
        """What says for each of these accounts whether somebody has asked them to a table since."""
        of, many, last = invitations.c.account, sa.func.count(), sa.func.max(invitations.c.created)
        found: dict[str, Sign] = {}
        for some in _portions(accounts):
            query = sa.select(of, many, last).where(of.in_(some)).group_by(of)
            found |= {row[0]: tuple(row[1:]) for row in self._all(query)}
        return found

    def signs(self, games: Iterable[str]) -> dict[str, Sign]:
        """What says for each of these games whether something beside it has changed: its table, what is said and
        proposed there, who is invited, where it goes on."""
        found: dict[str, Sign] = {}
        for some in _portions(games):
            for query in _SIGNS:
                for row in self._all(query, {"games": some}):
                    found[row[0]] = (*found.get(row[0], ()), *row)
        return found

    def _all(self, query: sa.Select[Any], values: dict[str, object] | None = None) -> Sequence[sa.Row[Any]]:
        with reading(self._engine) as connection:
            return connection.execute(query, values or {}).all()


def _portions(names: Iterable[str]) -> Iterator[list[str]]:
    ordered = list(names)
    for first in range(0, len(ordered), AT_ONCE):
        yield ordered[first : first + AT_ONCE]


def _mine(who: Who) -> tuple[sa.ColumnElement[bool], ...]:
    if who.account is not None:
        return (players.c.account == who.account,)
    return players.c.game == who.game, players.c.player == who.player


def _sign(table: sa.Table, *columns: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """The name of the table is part of it: a sign is made of several."""
    games: sa.BindParameter[Any] = sa.bindparam("games", expanding=True)
    query = sa.select(table.c.game, sa.literal(table.name), *columns)
    return query.where(table.c.game.in_(games)).group_by(table.c.game)


def _number(flag: sa.Column[bool]) -> sa.ColumnElement[int]:
    return sa.func.sum(sa.case((flag, 1), else_=0))


_same = tables.c.game == players.c.game
_ON = tables.c.status.in_((WAITING, PLAYING))
_SIGNS = (
    _sign(tables, sa.func.max(tables.c.revision)),
    _sign(phrases, sa.func.max(phrases.c.id)),
    _sign(
        invitations,
        *(sa.func.count(), sa.func.max(invitations.c.created)),
        *(_number(invitations.c.declined), _number(invitations.c.withdrawn)),
    ),
    _sign(proposals, sa.func.max(proposals.c.id), sa.func.max(proposals.c.agreed)),
    _sign(rematches, sa.func.max(rematches.c.next)),
)
