"""All that is an account's: told to its owner, and taken away with the account."""

import json
import uuid
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.absences import forget_account
from app.store.accounts import NameTaken, accounts, sessions, tokens
from app.store.awaited import awaited
from app.store.calendars import calendars
from app.store.comments import CommentRow, comments, reports
from app.store.engine import reading, writing
from app.store.imports import imports
from app.store.invitations import invitations, removals
from app.store.letters import Letter, letters, post
from app.store.mutes import mutes, seat_mutes
from app.store.notice_settings import settings
from app.store.notices import notices
from app.store.orders import forget
from app.store.phrases import phrases
from app.store.phrases import reports as phrase_reports
from app.store.players import players
from app.store.presence import presence
from app.store.push import signed_out, subscriptions
from app.store.schema import streams
from app.store.tables import PLAYING, WAITING, tables
from app.store.vacations import vacations
from app.store.webhooks import webhook_deliveries, webhooks

Row = Mapping[str, Any]


class Seat(NamedTuple):
    """A game that an account is in; `seat` is None for those who have none (any more)."""

    game: str
    player: str
    seat: int | None
    host: bool
    status: str
    created: int
    version: int


class Belongings:
    """What accounts have, in this engine's database. Times are UTC milliseconds."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    # ------------------------------------------------------------ telling

    def seats(self, account: str, *statuses: str) -> list[Seat]:
        """The games that an account is in, in these states or in all, the oldest first."""
        host = (players.c.player == tables.c.host).label("host")
        columns = (players.c.game, players.c.player, players.c.seat, host, tables.c.status, tables.c.created)
        joined = players.join(tables, tables.c.game == players.c.game).join(streams, streams.c.game == players.c.game)
        query = sa.select(*columns, streams.c.version).select_from(joined).where(players.c.account == account)
        if statuses:
            query = query.where(tables.c.status.in_(statuses))
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(tables.c.created, tables.c.game)).all()
        return [Seat._make(row)._replace(host=bool(row.host)) for row in rows]

    def on(self, account: str) -> list[Seat]:
        """Those that are not over."""
        return self.seats(account, WAITING, PLAYING)

    def sessions(self, account: str) -> list[Row]:
        return self._all(sessions, account, sessions.c.created, "created", "expires")

    def tokens(self, account: str) -> list[Row]:
        return self._all(tokens, account, tokens.c.created, "id", "name", "scopes", "created", "expires")

    def comments(self, account: str) -> list[CommentRow]:
        """What an account has said or noted, the newest first, as far as it has not been taken away."""
        said = (comments.c.account == account, comments.c.removed.is_(None))
        query = comments.select().where(*said).order_by(comments.c.created.desc(), comments.c.subject, comments.c.id)
        with reading(self._engine) as connection:
            return [CommentRow(*row) for row in connection.execute(query).all()]

    def reports(self, account: str) -> list[Row]:
        """What an account has reported: not the words of others."""
        columns = [reports.c[name] for name in ("subject", "comment", "reason", "created")]
        query = sa.select(*columns).where(reports.c.reporter == reporter(account)).order_by(reports.c.created)
        return self._rows(query)

    def phrase_reports(self, account: str) -> list[Row]:
        """The same of phrases at tables."""
        columns = [phrase_reports.c[name] for name in ("game", "id", "reason", "created")]
        mine = phrase_reports.c.reporter == reporter(account)
        return self._rows(sa.select(*columns).where(mine).order_by(phrase_reports.c.created))

    def phrases(self, account: str) -> list[Row]:
        """What an account has said at tables, as far as it is kept."""
        said = sa.and_(players.c.game == phrases.c.game, players.c.player == phrases.c.player)
        columns = [phrases.c[name] for name in ("game", "seat", "phrase", "created")]
        query = sa.select(*columns).select_from(phrases.join(players, said)).where(players.c.account == account)
        return self._rows(query.order_by(phrases.c.created, phrases.c.game, phrases.c.id))

    def invitations(self, account: str) -> list[Row]:
        return self._all(invitations, account, invitations.c.created, "game", "created", "declined")

    def mutes(self, account: str) -> list[Row]:
        """Whom an account has muted, by their ids: what they are called is theirs."""
        return self._all(mutes, account, mutes.c.created, "muted", "created")

    def calendar(self, account: str) -> list[Row]:
        names = ("zone", "quiet_from", "quiet_to", "days_off", "automatic")
        return self._all(calendars, account, calendars.c.account, *names)

    def vacations(self, account: str) -> list[Row]:
        return self._all(vacations, account, vacations.c.starts, "starts", "ends", "automatic", "created")

    def letters(self, account: str) -> list[Row]:
        return self._all(letters, account, letters.c.created, "kind", "address", "created", "sent")

    def webhooks(self, account: str) -> list[Row]:
        return self._all(webhooks, account, webhooks.c.created, "id", "address", "kinds", "created", "off")

    def webhook_deliveries(self, account: str) -> list[Row]:
        """What went to them, as far as it is kept."""
        names = ("webhook", "id", "kind", "created", "tries", "status", "error", "delivered")
        joined = webhook_deliveries.join(webhooks)
        query = sa.select(*(webhook_deliveries.c[name] for name in names)).select_from(joined)
        query = query.where(webhooks.c.account == account)
        return self._rows(query.order_by(webhook_deliveries.c.created, webhook_deliveries.c.id))

    def browsers(self, account: str) -> list[Row]:
        """Those that are told of games; how one speaks to them is in no file."""
        return self._all(subscriptions, account, subscriptions.c.created, "id", "language", "created")

    def notices(self, account: str) -> list[Row]:
        return self._all(notices, account, notices.c.made, "id", "game", "kind", "seat", "deadline", "made")

    def notice_settings(self, account: str) -> list[Row]:
        """What an account wants to be told; no secrets."""
        names = ("switches", "digest", "hour", "digest_due", "digested", "bounced")
        return [
            {**row, "switches": json.loads(row["switches"])}
            for row in self._all(settings, account, settings.c.account, *names)
        ]

    def import_ids(self, account: str) -> list[str]:
        """The replays that an account has brought, the oldest first."""
        query = sa.select(imports.c.id).where(imports.c.account == account).order_by(imports.c.created, imports.c.id)
        with reading(self._engine) as connection:
            return list(connection.scalars(query))

    def imports(self, account: str) -> Iterator[Row]:
        """The same with what is kept of each: one after the other, for they may be many and long."""
        names = ("id", "title", "form", "game", "verdict", "created", "content")
        for id in self.import_ids(account):
            for row in self._rows(sa.select(*(imports.c[name] for name in names)).where(imports.c.id == id)):
                yield {**row, "content": zlib.decompress(row["content"]).decode(errors="replace")}

    def _all(self, table: sa.Table, account: str, order: sa.ColumnElement[Any], *names: str) -> list[Row]:
        query = sa.select(*(table.c[name] for name in names)).where(table.c.account == account)
        return self._rows(query.order_by(order))

    def _rows(self, query: sa.Select[Any]) -> list[Row]:
        with reading(self._engine) as connection:
            return [dict(row) for row in connection.execute(query).mappings().all()]

    # ------------------------------------------------------------ changing

    def rename(self, account: str, name: str, name_key: str) -> None:
        """Another name, at every table too. Raises NameTaken."""
        try:
            with writing(self._engine) as connection:
                values = {"name": name, "name_key": name_key}
                connection.execute(accounts.update().where(accounts.c.id == account), values)
                _tell_tables(connection, account)
        except sa.exc.IntegrityError:
            raise NameTaken from None

    def sign_out(self, session: str) -> None:
        """A session is over, and its browser is told no more."""
        with writing(self._engine) as connection:
            connection.execute(sessions.delete().where(sessions.c.hash == session))
            signed_out(connection, subscriptions.c.session == session)

    def sign_out_everywhere(self, account: str) -> None:
        """The same of all sessions of an account."""
        with writing(self._engine) as connection:
            connection.execute(sessions.delete().where(sessions.c.account == account))
            signed_out(connection, subscriptions.c.account == account)

    def signed_in_anew(self, before: str, account: str, session: str) -> None:
        """A session has come in the place of another in the same browser, which is told on if it is the same account's
        as before."""
        mine = (subscriptions.c.session == before, subscriptions.c.account == account)
        with writing(self._engine) as connection:
            connection.execute(subscriptions.update().where(*mine).values(session=session))
            signed_out(connection, subscriptions.c.session == before)

    def remove(self, account: str, letter: Letter | None) -> None:
        """Takes the account away with what hangs on it. What others need stays, and names nobody: games, answered
        comments, and reports of what others have said."""
        with writing(self._engine) as connection:
            _tell_tables(connection, account)
            forget(connection, account)
            forget_account(connection, account)
            gone = {"account": None, "name": None, "link": None}
            connection.execute(players.update().where(players.c.account == account), gone)
            said = (comments.c.account == account, comments.c.private.is_(False))
            silent = {"account": None, "text": "", "removed": sa.func.coalesce(comments.c.removed, "author")}
            connection.execute(comments.update().where(*said).values(**silent))
            connection.execute(comments.delete().where(comments.c.account == account))
            nobody = {"reporter": f"gone:{uuid.uuid4()}"}
            for table in (reports, phrase_reports):
                connection.execute(table.update().where(table.c.reporter == reporter(account)), nobody)
            for column in _OF_ACCOUNTS:
                connection.execute(sa.delete(column.table).where(column == account))
            connection.execute(seat_mutes.delete().where(seat_mutes.c.viewer == reporter(account)))
            connection.execute(accounts.delete().where(accounts.c.id == account))
            if letter is not None:
                post(connection, letter)


_OF_ACCOUNTS = (
    invitations.c.account,
    removals.c.account,
    mutes.c.account,
    mutes.c.muted,
    presence.c.account,
    awaited.c.account,
)
"""Where an account stands in tables that nobody reads but for it."""


def reporter(account: str) -> str:
    """An account as whoever has reported something, or does not want to hear somebody."""
    return f"account:{account}"


def _tell_tables(connection: sa.Connection, account: str) -> None:
    """Whoever keeps a table in memory reads it anew: it says what its people are called."""
    theirs = sa.select(players.c.game).where(players.c.account == account)
    connection.execute(tables.update().where(tables.c.game.in_(theirs)).values(revision=tables.c.revision + 1))
