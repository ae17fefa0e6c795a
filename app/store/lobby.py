"""Lists of tables, page by page, and the games that wait for bots or for the broom."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.accounts import accounts
from app.store.branches import COLUMNS as BRANCH
from app.store.branches import Branch, branches, read_branch
from app.store.engine import reading
from app.store.invitations import CAME, OPEN, invitations
from app.store.mutes import mutes
from app.store.players import players
from app.store.schema import events, streams
from app.store.tables import FINISHED, OPEN_TO_ALL, PLAYING, WAITING, read_bots, tables

NO_DEADLINE = 10**14
"""Added to the time of the last event of a game without a deadline: it waits behind all that have one, and those that
have waited for the longest come first among themselves."""


class Who(NamedTuple):
    """Whose games are asked for: an account's, or those of one player (a guest has one game)."""

    account: str | None
    game: str | None
    player: str | None


class Listed(NamedTuple):
    """A table as a list shows it. `mine` is the seat of whoever asks; `people` are names by seat, `bots` too, and
    `accounts` the ids of those who have one; `kept` are seats that others are waited for; `branch` is what it branches
    from; `due` says in which order games wait for a move; `invited_by` who has asked whoever asks to come."""

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
    due: int
    host: str
    accounts: Mapping[int, str]
    kept: frozenset[int]
    branch: Branch | None
    time_off: Mapping[str, bool]
    invited_by: str | None = None


class Waiting(NamedTuple):
    """A game whose bots may have a move to make, and from when on (UTC ms)."""

    game: str
    due: int


class Person(NamedTuple):
    """Somebody at a table, or its host beside it."""

    game: str
    seat: int | None
    name: str
    account: str | None
    hosts: bool


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

    def to_act(self, who: Who, after: Place | None, limit: int) -> list[Listed]:
        """The games that wait for whoever asks, the first deadline first."""
        return self._page(who, [_WAITS_FOR_ME], after, limit, _MOST_URGENT)

    def acting(self, who: Who, limit: int) -> list[str]:
        """The ids of the same games, in the same order."""
        joined = _joined.join(players, _mine(who))
        query = sa.select(tables.c.game).select_from(joined).where(_WAITS_FOR_ME).order_by(*_MOST_URGENT).limit(limit)
        return [row.game for row in self._all(query)]

    def invited(self, who: Who, before: Place | None, limit: int) -> list[Listed]:
        """The tables to which whoever asks was invited by name, has not come, and has not said no; but for those to
        which somebody has invited them whom they have muted."""
        asked = sa.and_(invitations.c.account == who.account, OPEN, sa.not_(CAME), sa.not_(_BY_A_MUTED))
        games = sa.select(invitations.c.game).where(asked)
        found = self._page(who, [tables.c.status == WAITING, tables.c.game.in_(games)], before, limit)
        hosts = self._inviters(who, [one.game for one in found])
        return [one._replace(invited_by=hosts.get(one.game, "")) for one in found]

    def played(self, account: str, who: Who, before: Place | None, limit: int) -> list[Listed]:
        """The games that an account plays or has played in, which anybody may look at, or in which whoever asks has a
        seat too."""
        there = players.alias("there")
        plays = sa.exists().where(there.c.game == tables.c.game, there.c.account == account, there.c.seat.is_not(None))
        known = sa.or_(sa.and_(*OPEN_TO_ALL), players.c.seat.is_not(None))
        which = [tables.c.status.in_((PLAYING, FINISHED)), _COUNTS, plays, known]
        return self._page(who, which, before, limit)

    def branches(self, origin: str, who: Who, before: Place | None, limit: int) -> list[Listed]:
        """The branches of a game or an import: those that anybody may look at, and those of whoever asks."""
        known = sa.or_(sa.and_(*_OPEN_TO_ALL), players.c.player.is_not(None))
        return self._page(who, [branches.c.origin == origin, known], before, limit)

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

    def left(self, before: int, limit: int) -> list[str]:
        """The tables among them whose seats somebody had who has got up, and now nobody has."""
        sits = sa.exists().where(players.c.game == tables.c.game, players.c.seat.is_not(None))
        got_up = sa.exists().where(events.c.game == tables.c.game, events.c.kind == "seat.left")
        return self._quiet(sa.and_(tables.c.status == WAITING, sa.not_(sits), got_up), before, limit)

    def asleep(self, before: int, limit: int) -> list[str]:
        """The games without a clock in which nothing has happened since then (UTC ms)."""
        return self._quiet(sa.and_(tables.c.status == PLAYING, sa.not_(tables.c.timed)), before, limit)

    def _quiet(self, which: sa.ColumnElement[bool], before: int, limit: int) -> list[str]:
        query = sa.select(tables.c.game).select_from(_joined).where(which, streams.c.t < before).limit(limit)
        return [row.game for row in self._all(query)]

    def _page(
        self,
        who: Who,
        which: Sequence[sa.ColumnElement[bool]],
        last: Place | None,
        limit: int,
        order: Sequence[sa.ColumnElement[Any]] | None = None,
    ) -> list[Listed]:
        """`order` are a number and the id of a game, by which the list goes up; without it the newest come first."""
        joined = _joined.outerjoin(players, _mine(who)).outerjoin(branches, branches.c.game == tables.c.game)
        query = sa.select(*_COLUMNS, *BRANCH, players.c.seat.label("mine")).select_from(joined).where(*which)
        place = order or (tables.c.created, tables.c.game)
        if last is not None:
            here, there = sa.tuple_(*place), sa.tuple_(*map(sa.literal, last))
            query = query.where(here < there if order is None else here > there)
        ordered = [column.desc() for column in place] if order is None else place
        rows = self._all(query.order_by(*ordered).limit(limit))
        games = [row.game for row in rows]
        people = self._people(games)
        kept = self._kept(who, [row.game for row in rows if row.status == WAITING])
        return [_listed(row, people.get(row.game, []), kept.get(row.game, set())) for row in rows]

    def _people(self, games: Sequence[str]) -> dict[str, list[Person]]:
        """Who sits at these tables, and their hosts."""
        name = sa.func.coalesce(accounts.c.name, players.c.name, "")
        hosts = players.c.player == tables.c.host
        joined = players.join(tables, tables.c.game == players.c.game)
        joined = joined.outerjoin(accounts, accounts.c.id == players.c.account)
        query = sa.select(players.c.game, players.c.seat, name, players.c.account, hosts).select_from(joined)
        query = query.where(players.c.game.in_(games), sa.or_(players.c.seat.is_not(None), hosts))
        found: dict[str, list[Person]] = {}
        for row in self._all(query):
            found.setdefault(row.game, []).append(Person._make(row))
        return found

    def _kept(self, who: Who, games: Sequence[str]) -> dict[str, set[int]]:
        """The seats of these tables that are kept for others than whoever asks."""
        if not games:
            return {}
        query = sa.select(invitations.c.game, invitations.c.seat)
        query = query.where(invitations.c.game.in_(games), invitations.c.seat.is_not(None), OPEN, sa.not_(CAME))
        if who.account is not None:
            query = query.where(invitations.c.account != who.account)
        found: dict[str, set[int]] = {}
        for row in self._all(query):
            found.setdefault(row.game, set()).add(row.seat)
        return found

    def _inviters(self, who: Who, games: Sequence[str]) -> dict[str, str]:
        """By whom whoever asks was invited to these tables."""
        by = sa.and_(players.c.game == invitations.c.game, players.c.player == invitations.c.by)
        joined = invitations.join(players, by).outerjoin(accounts, accounts.c.id == players.c.account)
        name = sa.func.coalesce(accounts.c.name, players.c.name, "").label("called")
        query = sa.select(invitations.c.game, name).select_from(joined)
        query = query.where(invitations.c.account == who.account, invitations.c.game.in_(games))
        return {row.game: row.called for row in self._all(query)}

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


def _listed(row: Any, people: Sequence[Person], kept: set[int]) -> Listed:
    fields = {name: getattr(row, name) for name in _READ}
    fields |= {"bots": read_bots(row.bots), "options": json.loads(row.options), "clock": json.loads(row.clock)}
    fields |= {"time_off": json.loads(row.time_off)}
    seated = {one.seat: one for one in people if one.seat is not None}
    return Listed(
        **fields,
        people={seat: one.name for seat, one in seated.items()},
        accounts={seat: one.account for seat, one in seated.items() if one.account is not None},
        host=next((one.name for one in people if one.hosts), ""),
        kept=frozenset(kept),
        branch=read_branch(row),
    )


_READ = [name for name in Listed._fields if name not in ("people", "accounts", "host", "kept", "branch", "invited_by")]
_COUNTS = sa.not_(tables.c.practice)
_OPEN_TO_ALL = (tables.c.listed, tables.c.spectators == "all")
_DUE = sa.func.coalesce(streams.c.deadline, streams.c.t + NO_DEADLINE)
_MOST_URGENT = (_DUE, tables.c.game)
_WAITS_FOR_ME = players.c.seat == streams.c.turn
_COLUMNS = (
    *(
        tables.c[name]
        for name in ("game", "status", "created", "seats", "bots", "options", "clock", "spectators", "time_off")
    ),
    *(streams.c[name] for name in ("version", "turn", "deadline")),
    _DUE.label("due"),
)
_inviter = players.alias("inviter")
_BY_A_MUTED = sa.exists().where(
    _inviter.c.game == invitations.c.game,
    _inviter.c.player == invitations.c.by,
    mutes.c.account == invitations.c.account,
    mutes.c.muted == _inviter.c.account,
)
_joined = tables.join(streams, streams.c.game == tables.c.game)
