"""Notices that wait: whether what they say still holds, and what the tables are like that they speak of."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from app.store.accounts import accounts
from app.store.awaited import awaited
from app.store.engine import reading, writing
from app.store.invitations import CAME, OPEN, invitations
from app.store.mutes import mutes
from app.store.notices import INVITED, OUT_OF_TURN, OVER, TURN, Fanout, Notice, notices
from app.store.players import players
from app.store.schema import streams
from app.store.tables import WAITING, read_bots, tables


class TableNow(NamedTuple):
    """A table as notices speak of it: the names of its people and the kinds of its bots by seat, and when the decision
    that is due falls due (UTC ms)."""

    game: str
    status: str
    deadline: int | None
    people: Mapping[int, str]
    bots: Mapping[int, str]


class Item(NamedTuple):
    """A notice and its table as it is now; `by` is who has invited, where that is what it says."""

    notice: Notice
    table: TableNow
    by: str | None = None


class Standing:
    """What holds of the notices in this engine's database. `channels` are given those that nobody has handed on yet."""

    def __init__(self, engine: sa.Engine, channels: Sequence[Fanout] = ()) -> None:
        self._engine = engine
        self._channels = channels

    def pass_on(self, notice: Notice) -> bool:
        """Hands a notice to the channels that was left for that, or drops it if it holds no longer; says whether it
        was handed on. Of several that do so at once one does."""
        mine = (notices.c.id == notice.id, notices.c.untold)
        with writing(self._engine) as connection:
            if connection.execute(notices.update().where(*mine).values(untold=False)).rowcount == 0:
                return False
            if not _holds(connection, notice, notice.made):
                connection.execute(notices.delete().where(notices.c.id == notice.id))
                return False
            for channel in self._channels:
                channel(connection, [notice])
            return True

    def items(self, told: Sequence[Notice]) -> list[Item]:
        """These notices with their tables; without those whose table is gone, and without invitations that hold no
        longer: who sits there by now is nothing to whoever is not asked any more."""
        with reading(self._engine) as connection:
            return _items(connection, [one for one in told if one.kind != INVITED or _invited(connection, one)])

    def holding(self, ids: Sequence[str], now: int) -> list[Item]:
        """Those of these notices that hold now (UTC ms), the oldest first; of a decision the last that was told of
        it."""
        query = sa.select(*(notices.c[name] for name in Notice._fields)).where(notices.c.id.in_(list(ids)))
        with reading(self._engine) as connection:
            told = [Notice._make(row) for row in connection.execute(query.order_by(notices.c.made, notices.c.id)).all()]
            held = [one for one in told if _holds(connection, one, now)]
            last = {(one.game, _about(one)): one for one in held}
            return _items(connection, list(last.values()))


def _about(notice: Notice) -> str:
    """What a notice is about, of which the last alone needs to be told."""
    return notice.kind if notice.kind in (OUT_OF_TURN, OVER, INVITED) else TURN


def _holds(connection: sa.Connection, one: Notice, now: int) -> bool:
    match one.kind:
        case "over":
            return True
        case "invited":
            return _invited(connection, one)
        case "out_of_turn":
            here = sa.select(streams.c.version).where(streams.c.game == one.game)
            return connection.scalar(here) == one.version
    return _awaited(connection, one, now)


def _invited(connection: sa.Connection, one: Notice) -> bool:
    """Whether they are still asked to come, by nobody whom they do not hear."""
    inviter = players.alias("asking")
    by = sa.and_(inviter.c.game == invitations.c.game, inviter.c.player == invitations.c.by)
    unheard = sa.exists().where(mutes.c.account == invitations.c.account, mutes.c.muted == inviter.c.account)
    joined = invitations.join(tables, tables.c.game == invitations.c.game).outerjoin(inviter, by)
    query = sa.select(sa.literal(1)).select_from(joined)
    query = query.where(invitations.c.game == one.game, invitations.c.account == one.account)
    query = query.where(tables.c.status == WAITING, OPEN, sa.not_(CAME), sa.not_(unheard))
    return connection.scalar(query) is not None


def _awaited(connection: sa.Connection, one: Notice, now: int) -> bool:
    """Whether the decision that they were told of is still theirs, and has time left."""
    later = notices.alias("later")
    newer = sa.exists().where(
        later.c.account == one.account, later.c.game == one.game, later.c.kind == TURN, later.c.made > one.made
    )
    joined = awaited.join(streams, streams.c.game == awaited.c.game)
    query = sa.select(streams.c.deadline).select_from(joined).where(awaited.c.game == one.game)
    query = query.where(awaited.c.account == one.account, awaited.c.told, streams.c.turn == one.seat, sa.not_(newer))
    row = connection.execute(query).first()
    return row is not None and (row.deadline is None or row.deadline > now)


def _items(connection: sa.Connection, told: Sequence[Notice]) -> list[Item]:
    known = tables_now(connection, sorted({one.game for one in told}))
    return [
        Item(one, known[one.game], _inviter(connection, one) if one.kind == INVITED else None)
        for one in told
        if one.game in known
    ]


def _inviter(connection: sa.Connection, one: Notice) -> str | None:
    by = sa.and_(players.c.game == invitations.c.game, players.c.player == invitations.c.by)
    joined = invitations.join(players, by).outerjoin(accounts, accounts.c.id == players.c.account)
    query = sa.select(sa.func.coalesce(accounts.c.name, players.c.name)).select_from(joined)
    row = connection.execute(query.where(invitations.c.game == one.game, invitations.c.account == one.account)).first()
    return None if row is None else str(row[0] or "")


def tables_now(connection: sa.Connection, games: Sequence[str]) -> dict[str, TableNow]:
    """Those of these tables that there are."""
    query = sa.select(tables.c.game, tables.c.status, tables.c.bots, streams.c.deadline)
    query = query.select_from(tables.join(streams, streams.c.game == tables.c.game)).where(tables.c.game.in_(games))
    found = {
        row.game: TableNow(row.game, row.status, row.deadline, {}, read_bots(row.bots))
        for row in connection.execute(query).all()
    }
    name = sa.func.coalesce(accounts.c.name, players.c.name, "").label("called")
    seated = sa.select(players.c.game, players.c.seat, name)
    seated = seated.select_from(players.outerjoin(accounts, accounts.c.id == players.c.account))
    seated = seated.where(players.c.game.in_(games), players.c.seat.is_not(None)).order_by(players.c.seat)
    people: dict[str, dict[int, str]] = {}
    for row in connection.execute(seated).all():
        people.setdefault(row.game, {})[row.seat] = row.called
    return {game: one._replace(people=people.get(game, {})) for game, one in found.items()}
