"""What people say about events of games and imported replays, and who has complained of it. Nothing of it is part of a
record.

A comment is of an account or of a guest's player. Names are read from where they stand, so that one that is changed or
forgotten there is so here.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.accounts import accounts
from app.store.engine import reading, writing
from app.store.players import players
from app.store.schema import metadata
from app.store.store import Also

comments = sa.Table(
    "comments",
    metadata,
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("parent", sa.Text),
    sa.Column("account", sa.Text, index=True),
    sa.Column("player", sa.Text),
    sa.Column("private", sa.Boolean, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("edited", sa.BigInteger),
    sa.Column("removed", sa.Text),
    sa.PrimaryKeyConstraint("subject", "id"),
    sa.Index("ix_comments_place", "subject", "seq", "created", "id"),
)
"""subject is the id of a game or of an imported replay. removed says by whom (`author`, `staff`) a comment was taken
away that has answers, and so leaves its place; its text is gone."""

reports = sa.Table(
    "comment_reports",
    metadata,
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("comment", sa.Text, nullable=False),
    sa.Column("reporter", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),  # the comment as it was reported: it may be edited since
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.PrimaryKeyConstraint("subject", "comment", "reporter"),
    sa.Index("ix_comment_reports_created", "created", "comment", "reporter"),
)


class NoParent(Exception):
    """What a comment answers is not there any more."""


class Answered(Exception):
    """A comment has answers."""


class Author(NamedTuple):
    """Who writes: an account, or else a guest's player in the game."""

    account: str | None
    player: str | None


class CommentRow(NamedTuple):
    subject: str
    id: str
    seq: int
    parent: str | None
    account: str | None
    player: str | None
    private: bool
    text: str
    created: int
    edited: int | None = None
    removed: str | None = None

    @property
    def author(self) -> Author:
        """Whose it is."""
        return Author(self.account, self.player if self.account is None else None)


class Named(NamedTuple):
    """A comment with what its author goes by, and the seat they have in this game, if any."""

    comment: CommentRow
    name: str | None
    seat: int | None


class ReportRow(NamedTuple):
    subject: str
    comment: str
    reporter: str
    reason: str
    text: str
    created: int


class Reported(NamedTuple):
    """A report, and what it is of."""

    report: ReportRow
    of: Named


Place = tuple[int, int, str]
"""Where a comment stands among those of its subject: seq, created, id."""

_of_account = sa.and_(comments.c.account.is_not(None), players.c.account == comments.c.account)
_of_guest = sa.and_(comments.c.account.is_(None), players.c.player == comments.c.player)
_names = comments.outerjoin(accounts, accounts.c.id == comments.c.account).outerjoin(
    players, sa.and_(players.c.game == comments.c.subject, sa.or_(_of_account, _of_guest))
)
_named = (*comments.c, sa.func.coalesce(accounts.c.name, players.c.name), players.c.seat)


class CommentStore:
    """The comments in this engine's database. Times are UTC milliseconds."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def find(self, subject: str, id: str) -> Named | None:
        """One comment."""
        with reading(self._engine) as connection:
            query = sa.select(*_named).select_from(_names).where(comments.c.subject == subject, comments.c.id == id)
            row = connection.execute(query).first()
        return _read(row) if row else None

    def of(self, subject: str, reader: Author, until: int | None, after: Place | None, limit: int) -> list[Named]:
        """The public comments, and the reader's own notes, in the order of events and then of time."""
        query = sa.select(*_named).select_from(_names).where(comments.c.subject == subject, _visible_to(reader))
        if until is not None:
            query = query.where(comments.c.seq <= until)
        place = (comments.c.seq, comments.c.created, comments.c.id)
        if after is not None:
            query = query.where(sa.tuple_(*place) > sa.tuple_(*map(sa.literal, after)))
        with reading(self._engine) as connection:
            return [_read(row) for row in connection.execute(query.order_by(*place).limit(limit)).all()]

    def places(self, subject: str, reader: Author) -> dict[int, int]:
        """How many comments there are on each event that has any, of those that `of` gives."""
        kept = (comments.c.subject == subject, comments.c.removed.is_(None), _visible_to(reader))
        query = sa.select(comments.c.seq, sa.func.count()).where(*kept).group_by(comments.c.seq)
        with reading(self._engine) as connection:
            return {seq: count for seq, count in connection.execute(query.order_by(comments.c.seq)).all()}

    def count(self, subject: str, author: Author) -> int:
        """How many comments somebody has in one place."""
        query = sa.select(sa.func.count()).where(comments.c.subject == subject, _written_by(author))
        with reading(self._engine) as connection:
            return connection.execute(query).scalar_one()

    def public(self, subject: str) -> int:
        """How many comments there are to be read by anybody."""
        kept = (comments.c.subject == subject, comments.c.private.is_(False), comments.c.removed.is_(None))
        with reading(self._engine) as connection:
            return connection.execute(sa.select(sa.func.count()).where(*kept)).scalar_one()

    def add(self, comment: CommentRow, also: Also | None = None) -> bool:
        """Whether it is new: one of this id may be there already. `also` is done first, in the same transaction.

        Raises NoParent if what it answers is gone.
        """
        try:
            with writing(self._engine) as connection:
                if also is not None:
                    also(connection)
                if comment.parent is not None and _locked(connection, comment.subject, comment.parent) is None:
                    raise NoParent
                connection.execute(comments.insert(), comment._asdict())
        except sa.exc.IntegrityError:
            return False
        return True

    def edit(self, comment: CommentRow, text: str, private: bool, t: int) -> None:
        """Another text, another circle of readers: of what nobody else reads any more nothing is to be dealt with.

        Raises Answered for a comment that shall be private, and has answers.
        """
        with writing(self._engine) as connection:
            _locked(connection, comment.subject, comment.id)  # nobody answers or reports meanwhile
            if private and not comment.private:
                if _answered(connection, comment):
                    raise Answered
                self._forget_reports(connection, comment.subject, comment.id)
            values = {"text": text, "private": private, "edited": t}
            connection.execute(comments.update().where(*_is(comment.subject, comment.id)), values)

    def remove(self, comment: CommentRow, by: str) -> None:
        """Takes a comment away with the reports of it; where it was answered, its place stays. One that had stayed for
        an answer that is the last to go goes too."""
        with writing(self._engine) as connection:
            _locked(connection, comment.subject, comment.id)  # nobody answers meanwhile
            self._forget_reports(connection, comment.subject, comment.id)
            if _answered(connection, comment):
                statement = comments.update().where(*_is(comment.subject, comment.id))
                connection.execute(statement, {"text": "", "removed": by})
                return
            _delete(connection, comment)

    def report(self, report: ReportRow) -> None:
        """Adds a report; whoever reports again says it anew."""
        same = (
            reports.c.subject == report.subject,
            reports.c.comment == report.comment,
            reports.c.reporter == report.reporter,
        )
        with writing(self._engine) as connection:
            comment = _locked(connection, report.subject, report.comment)
            if comment is None or comment.private:
                return
            said = {"reason": report.reason, "text": report.text}
            changed = connection.execute(reports.update().where(*same), said).rowcount
            if not changed:
                connection.execute(reports.insert(), report._asdict())

    def reported(self, after: tuple[int, str, str] | None, limit: int) -> list[Reported]:
        """What waits for a decision, the oldest first."""
        of = sa.and_(comments.c.subject == reports.c.subject, comments.c.id == reports.c.comment)
        place = (reports.c.created, reports.c.comment, reports.c.reporter)
        query = sa.select(*reports.c, *_named).select_from(_names.join(reports, of))
        if after is not None:
            query = query.where(sa.tuple_(*place) > sa.tuple_(*map(sa.literal, after)))
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(*place).limit(limit)).all()
        cut = len(ReportRow._fields)
        return [Reported(ReportRow(*row[:cut]), _read(row[cut:])) for row in rows]

    def dismiss(self, subject: str, comment: str) -> int:
        """Forgets the reports of a comment, and says how many there were."""
        with writing(self._engine) as connection:
            return self._forget_reports(connection, subject, comment)

    def _forget_reports(self, connection: sa.Connection, subject: str, comment: str) -> int:
        of = (reports.c.subject == subject, reports.c.comment == comment)
        return connection.execute(reports.delete().where(*of)).rowcount


def _is(subject: str, id: str) -> tuple[sa.ColumnElement[bool], ...]:
    return comments.c.subject == subject, comments.c.id == id


def _locked(connection: sa.Connection, subject: str, id: str) -> CommentRow | None:
    """A comment that nobody else answers, reports or takes away until this transaction ends."""
    row = connection.execute(comments.select().where(*_is(subject, id)).with_for_update()).first()
    return CommentRow(*row) if row else None


def _visible_to(reader: Author) -> sa.ColumnElement[bool]:
    return sa.or_(comments.c.private.is_(False), _written_by(reader))


def _written_by(author: Author) -> sa.ColumnElement[bool]:
    if author.account is not None:
        return comments.c.account == author.account
    return sa.and_(comments.c.account.is_(None), comments.c.player == author.player)


def _answered(connection: sa.Connection, comment: CommentRow) -> bool:
    answers = sa.select(comments.c.id).where(comments.c.subject == comment.subject, comments.c.parent == comment.id)
    return connection.execute(answers.limit(1)).first() is not None


def _delete(connection: sa.Connection, comment: CommentRow) -> None:
    connection.execute(comments.delete().where(*_is(comment.subject, comment.id)))
    if comment.parent is None:
        return
    above = _locked(connection, comment.subject, comment.parent)
    if above is not None and above.removed and not _answered(connection, above):
        _delete(connection, above)


def _read(row: Sequence[Any]) -> Named:
    return Named(CommentRow(*row[:-2]), *row[-2:])
