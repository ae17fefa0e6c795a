"""Replays that were brought from elsewhere, apart from the games that are played here.

Nothing of them is the truth of a game of ours, so a row may go again, with what hangs on it; none is ever changed.
"""

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store import analyses, comments
from app.store.engine import reading, writing
from app.store.schema import metadata
from app.store.store import Also

imports = sa.Table(
    "imports",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    sa.Column("digest", sa.Text, nullable=False),  # SHA-256 of the file as it came, unpacked
    sa.Column("created", sa.BigInteger, nullable=False),  # UTC milliseconds
    sa.Column("title", sa.Text),
    sa.Column("form", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),  # what the file says; it need not be a game that was played here
    sa.Column("verdict", sa.Text, nullable=False),
    sa.Column("events", sa.BigInteger, nullable=False),  # how many of them are kept
    sa.Column("report", sa.Text, nullable=False),  # JSON
    sa.Column("names", sa.Text, nullable=False),  # by seat, as JSON
    sa.Column("size", sa.BigInteger, nullable=False),  # bytes of content
    sa.Column("content", sa.LargeBinary, nullable=False),  # what is kept of the file, compressed
    sa.UniqueConstraint("account", "digest"),
    sa.Index("ix_imports_account_created_id", "account", "created", "id"),
)

_BESIDE = (analyses.analyses, analyses.hands, analyses.decisions, comments.comments, comments.reports)
"""Tables of what is found and said of an import, in the order in which others lock their rows. Branches of it are games
of their own, and stay."""

_LOCK = sa.text("SELECT pg_advisory_xact_lock(hashtextextended(:account, 0))")


class Gone(Exception):
    """The import has been taken away."""


class Full(Exception):
    """The account keeps as much as an account may keep."""


class Imported(NamedTuple):
    """What is known of an import beside its events. `names` are those of the seats that the file brought."""

    id: str
    account: str
    digest: str
    created: int
    title: str | None
    form: str
    game: str
    verdict: str
    events: int
    report: Mapping[str, Any]
    names: Sequence[str | None]


Place = tuple[int, str]
"""Where an import stands among those of its account: when it was made, and its id."""

_COLUMNS = [imports.c[name] for name in Imported._fields]


class ImportStore:
    """The imports in this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def add(self, one: Imported, content: bytes, most: int, most_bytes: int) -> str:
        """Keeps an import, and gives its id; that of the one before, if the account has brought the same file.

        An account keeps at most so many, and so many bytes, which it counts compressed. Raises Full.
        """
        packed = zlib.compress(content)
        row = one._asdict() | {"report": json.dumps(one.report), "names": json.dumps(one.names)}
        with writing(self._engine) as connection:
            if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
                connection.execute(_LOCK, {"account": one.account})
            if (known := connection.scalar(_same(one.account, one.digest))) is not None:
                return str(known)
            sums = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(imports.c.size), 0))
            count, size = connection.execute(sums.where(imports.c.account == one.account)).one()
            if count >= most or size + len(packed) > most_bytes:
                raise Full
            connection.execute(sa.insert(imports), row | {"size": len(packed), "content": packed})
        return one.id

    def same(self, account: str, digest: str) -> str | None:
        """The id of the import that this account has made of this file."""
        with reading(self._engine) as connection:
            found = connection.scalar(_same(account, digest))
        return None if found is None else str(found)

    def find(self, id: str) -> Imported | None:
        """What is known of an import."""
        with reading(self._engine) as connection:
            row = connection.execute(sa.select(*_COLUMNS).where(imports.c.id == id)).first()
        return _read(row) if row else None

    def content(self, id: str) -> bytes | None:
        """What is kept of the file; None if it is gone."""
        with reading(self._engine) as connection:
            packed = connection.scalar(sa.select(imports.c.content).where(imports.c.id == id))
        return None if packed is None else zlib.decompress(packed)

    def of(self, account: str, before: Place | None, limit: int) -> list[Imported]:
        """An account's imports, the newest first."""
        place = (imports.c.created, imports.c.id)
        query = sa.select(*_COLUMNS).where(imports.c.account == account)
        if before is not None:
            query = query.where(sa.tuple_(*place) < sa.tuple_(*map(sa.literal, before)))
        query = query.order_by(*(column.desc() for column in place)).limit(limit)
        with reading(self._engine) as connection:
            return [_read(row) for row in connection.execute(query).all()]

    def remove(self, id: str) -> bool:
        """Takes an import away, with what was found and said of it; whether it was there."""
        with writing(self._engine) as connection:
            if connection.execute(sa.delete(imports).where(imports.c.id == id)).rowcount == 0:
                return False
            for table in _BESIDE:
                connection.execute(sa.delete(table).where(table.c.subject == id))
        return True


def held(id: str) -> Also:
    """What is done first where something is written beside an import: it stays until that is written. Raises Gone."""

    def hold(connection: sa.Connection) -> None:
        query = sa.select(imports.c.id).where(imports.c.id == id).with_for_update(read=True, key_share=True)
        if connection.execute(query).first() is None:
            raise Gone

    return hold


def _same(account: str, digest: str) -> sa.Select[Any]:
    return sa.select(imports.c.id).where(imports.c.account == account, imports.c.digest == digest)


def _read(row: Any) -> Imported:
    one = Imported._make(row)
    return one._replace(report=json.loads(row.report), names=json.loads(row.names))
