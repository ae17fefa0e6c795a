"""Letters that wait to be sent, written in the transaction of what they are about, and those that were sent.

No secret is among them: what a link in a letter carries is made when the letter is.
"""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.engine import reading, writing
from app.store.schema import metadata

_WAITS = sa.text("due IS NOT NULL")

letters = sa.Table(
    "letters",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("account", sa.Text, sa.ForeignKey("accounts.id", ondelete="CASCADE"), index=True),
    sa.Column("address", sa.Text),
    sa.Column("language", sa.Text, nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("due", sa.BigInteger),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("sent", sa.BigInteger),
    sa.Index("ix_letters_due", "due", sqlite_where=_WAITS, postgresql_where=_WAITS),
    sa.Index("ix_letters_address", "address", "kind", "sent"),
    sa.Index("ix_letters_created", "created"),
)
"""address and account are null while it is not known whom a letter goes to. about is JSON, and empty once the letter is
sent or given up; due is null then."""


class Letter(NamedTuple):
    """A letter as it is stored; due is when it is tried next, times are UTC milliseconds."""

    id: str
    kind: str
    account: str | None
    address: str | None
    language: str
    about: Mapping[str, Any]
    created: int
    due: int | None
    tries: int = 0
    sent: int | None = None


class LetterStore:
    """The letters in this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def add(self, letter: Letter) -> None:
        with writing(self._engine) as connection:
            post(connection, letter)

    def due(self, now: int, limit: int) -> list[Letter]:
        """The letters that are to be tried now, those that wait for the longest first."""
        query = letters.select().where(letters.c.due.is_not(None), letters.c.due <= now).order_by(letters.c.due)
        with reading(self._engine) as connection:
            return [_read(row) for row in connection.execute(query.limit(limit)).all()]

    def claim(self, letter: Letter, due: int) -> bool:
        """Whether this try is ours: until `due` nobody else sends the letter, and then it is tried again."""
        mine = (letters.c.id == letter.id, letters.c.due == letter.due)
        with writing(self._engine) as connection:
            statement = letters.update().where(*mine).values(due=due, tries=letters.c.tries + 1)
            return connection.execute(statement).rowcount == 1

    def sent(self, letter: Letter, now: int) -> None:
        """It was sent, for this account and to this address; what it was about is forgotten."""
        known = {"account": letter.account, "address": letter.address}
        self._close(letter.id, sent=now, **known)

    def give_up(self, id: str) -> None:
        """It is tried no more."""
        self._close(id)

    def drop(self, id: str) -> None:
        """There is nobody whom it could go to, or too many have gone there."""
        with writing(self._engine) as connection:
            connection.execute(letters.delete().where(letters.c.id == id))

    def count(self, kind: str, address: str, since: int) -> int:
        """How many letters of a kind have gone to an address since then."""
        same = (letters.c.address == address, letters.c.kind == kind, letters.c.sent >= since)
        with reading(self._engine) as connection:
            return connection.execute(sa.select(sa.func.count()).where(*same)).scalar_one()

    def sweep(self, before: int) -> int:
        """Forgets what was sent or given up, and written before then; says how many."""
        old = (letters.c.due.is_(None), letters.c.created < before)
        with writing(self._engine) as connection:
            return connection.execute(letters.delete().where(*old)).rowcount

    def _close(self, id: str, **values: Any) -> None:
        with writing(self._engine) as connection:
            connection.execute(letters.update().where(letters.c.id == id).values(due=None, about="{}", **values))


def post(connection: sa.Connection, letter: Letter) -> None:
    """Puts a letter into the box, within the transaction of what it is about."""
    connection.execute(letters.insert(), letter._asdict() | {"about": json.dumps(letter.about)})


def _read(row: Any) -> Letter:
    return Letter._make(row)._replace(about=json.loads(row.about))
