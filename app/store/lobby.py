"""Lists of tables, page by page, and the games that wait for bots or for the broom."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.accounts import accounts
from app.store.branches import COLUMNS as BRANCH
from app.store.branches import Branch, branches, read_branch
from app.store.engine import reading
from app.store.players import players
from app.store.schema import events, streams
from app.store.tables import FINISHED, PLAYING, WAITING, read_bots, tables


class Who(NamedTuple):
    """Whose games are asked for: an account's, or those of one player (a guest has one game)."""

    account: str | None
    game: str | None
    player: str | None


class Listed(NamedTuple):
    """A table as a list shows it. `mine` is the seat of whoever asks; `people` are names by seat, `bots` too; `branch`
    is what it branches from."""

    game: str
    version: int
    status: str
    created: int
    seats: int
    bots: Mapping[int, str]
    people: Mapping[int, str]
    options: Mapping[str, Any]
    clock: Mapping[str, Any]
    spectators: str
    turn: int | None
    deadline: int | None
    mine: int | None
    branch: Branch | None


class Waiting(NamedTuple):
    """A game whose bots may have a move to make, and from when on (UTC ms)."""

    game: str
    due: int


Place = tuple[int, str]
"""Where a page ended: the time and the id of its last table."""


class Lobby:
    """Lists of this engine's tables, the newest first. Tables for practice are in the lists of their own people, and
    in that of what they branch from."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def waiting(self, who: Who, before: Place | None, limit: int) -> list[Listed]:
        """Tables that anybody may sit down at."""
        return self._page(who, [tables.c.status == WAITING, _COUNTS, tables.c.listed], before, limit)

    def running(self, who: Who, before: Place | None, limit: int) -> list[Listed]:
        """Games that anybody may watch."""
        return self._page(who, [tables.c.status == PLAYING, _COUNTS, *_OPEN_TO_ALL], before, limit)

    def finished(self, who: Who, before: Place | None, limit: int) -> list[Listed]:
        """Matches that are over and that anybody may look at."""
        return self._page(who, [tables.c.status == FINISHED, _COUNTS, *_OPEN_TO_ALL], before, limit)

    def mine(self, who: Who, before: Place | None, limit: int) -> list[Listed]:
        """All tables of whoever asks."""
        return self._page(who, [players.c.player.is_not(None)], before, limit)

    def to_act(self, who: Who, before: Place | None, limit: int) -> list[Listed]:
        """The games that wait for whoever asks."""
        return self._page(who, [players.c.seat == streams.c.turn], before, limit)

    def branches(self, origin: str, who: Who, before: Place | None, limit: int) -> list[Listed]:
        """The branches of a game or an import: those that anybody may look at, and those of whoever asks."""
        known = sa.or_(sa.and_(*_OPEN_TO_ALL), players.c.player.is_not(None))
        return self._page(who, [branches.c.origin == origin, known], before, limit)

    def hosts(self, games: Sequence[str]) -> dict[str, str]:
        """Who made these tables, by name."""
        name = sa.func.coalesce(accounts.c.name, players.c.name, "").label("called")
        made = sa.and_(players.c.game == tables.c.game, players.c.player == tables.c.host)
        joined = tables.join(players, made).outerjoin(accounts, accounts.c.id == players.c.account)
        rows = self._all(sa.select(tables.c.game, name).select_from(joined).where(tables.c.game.in_(games)))
        return {row.game: row.called for row in rows}

    def endings(self, games: Sequence[str]) -> dict[str, list[bytes]]:
        """The last two events of each of these games that is over."""
        last = sa.and_(events.c.game == streams.c.game, events.c.seq >= streams.c.version - 1)
        query = sa.select(events.c.game, events.c.bytes).select_from(streams.join(events, last))
        query = query.where(streams.c.game.in_(games), streams.c.over).order_by(events.c.game, events.c.seq)
        found: dict[str, list[bytes]] = {}
        for row in self._all(query):
            found.setdefault(row.game, []).append(row.bytes)
        return found

    def attended(self, limit: int) -> list[Waiting]:
        """The games whose bots nobody has asked since the last event, the longest due first."""
        due = (streams.c.t + tables.c.bot_delay).label("due")
        query = (
            sa.select(tables.c.game, due)
            .select_from(_joined)
            .where(tables.c.attended, streams.c.version > tables.c.seen)
            .order_by(due)
            .limit(limit)
        )
        return [Waiting(row.game, row.due) for row in self._all(query)]

    def never_started(self, before: int, limit: int) -> list[str]:
        """The tables that wait for their start, and at which nothing has happened since then (UTC ms)."""
        return self._quiet(tables.c.status == WAITING, before, limit)

    def asleep(self, before: int, limit: int) -> list[str]:
        """The games without a clock in which nothing has happened since then (UTC ms)."""
        return self._quiet(sa.and_(tables.c.status == PLAYING, sa.not_(tables.c.timed)), before, limit)

    def _quiet(self, which: sa.ColumnElement[bool], before: int, limit: int) -> list[str]:
        query = sa.select(tables.c.game).select_from(_joined).where(which, streams.c.t < before).limit(limit)
        return [row.game for row in self._all(query)]

    def _page(
        self, who: Who, which: Sequence[sa.ColumnElement[bool]], before: Place | None, limit: int
    ) -> list[Listed]:
        joined = _joined.outerjoin(players, _mine(who)).outerjoin(branches, branches.c.game == tables.c.game)
        query = sa.select(*_COLUMNS, *BRANCH, players.c.seat.label("mine")).select_from(joined)
        query = query.where(*which).order_by(tables.c.created.desc(), tables.c.game.desc()).limit(limit)
        if before is not None:
            query = query.where(sa.tuple_(tables.c.created, tables.c.game) < sa.tuple_(*map(sa.literal, before)))
        rows = self._all(query)
        people = self._people([row.game for row in rows])
        return [_listed(row, people.get(row.game, {})) for row in rows]

    def _people(self, games: Sequence[str]) -> dict[str, dict[int, str]]:
        name = sa.func.coalesce(accounts.c.name, players.c.name, "")
        joined = players.outerjoin(accounts, accounts.c.id == players.c.account)
        query = sa.select(players.c.game, players.c.seat, name.label("called")).select_from(joined)
        found: dict[str, dict[int, str]] = {}
        for row in self._all(query.where(players.c.game.in_(games), players.c.seat.is_not(None))):
            found.setdefault(row.game, {})[row.seat] = row.called
        return found

    def _all(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        with reading(self._engine) as connection:
            return connection.execute(query).all()


def _mine(who: Who) -> sa.ColumnElement[bool]:
    same_table = players.c.game == tables.c.game
    if who.account is not None:
        return sa.and_(same_table, players.c.account == who.account)
    if who.player is not None:
        return sa.and_(same_table, players.c.game == who.game, players.c.player == who.player)
    return sa.and_(same_table, sa.false())


def _listed(row: Any, people: Mapping[int, str]) -> Listed:
    fields = {name: getattr(row, name) for name in Listed._fields if name not in ("people", "branch")}
    fields |= {"bots": read_bots(row.bots), "options": json.loads(row.options), "clock": json.loads(row.clock)}
    return Listed(**fields, people=people, branch=read_branch(row))


_COUNTS = sa.not_(tables.c.practice)
_OPEN_TO_ALL = (tables.c.listed, tables.c.spectators == "all")
_COLUMNS = (
    *(tables.c[name] for name in ("game", "status", "created", "seats", "bots", "options", "clock", "spectators")),
    *(streams.c[name] for name in ("version", "turn", "deadline")),
)
_joined = tables.join(streams, streams.c.game == tables.c.game)
