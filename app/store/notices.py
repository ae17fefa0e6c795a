"""Notices: what somebody is told of a game, in one row each. Nothing of it is hidden: a notice says no more than what
everybody may know of the game.

Whoever adds notices hands them to every channel in the same transaction (`Fanout`): a channel writes down there what it
has to deliver, and delivers later, as often as it takes. A delivery that fails holds up nobody.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.accounts import stays
from app.store.engine import or_nothing, reading, writing
from app.store.schema import metadata

TURN, OUT_OF_TURN, OVER, INVITED = "turn", "out_of_turn", "over", "invited"
REMINDERS = {50: "reminder_50", 80: "reminder_80", 95: "reminder_95"}
"""Per cent of the time of a decision → the kind of notice that says so."""
KINDS = (TURN, OUT_OF_TURN, *REMINDERS.values(), OVER, INVITED)
"""What one can be told of."""

_UNTOLD, _TO_MAIL = sa.text("untold"), sa.text("mail")

notices = sa.Table(
    "notices",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("version", sa.BigInteger, nullable=False),
    sa.Column("deadline", sa.BigInteger),
    sa.Column("made", sa.BigInteger, nullable=False),
    sa.Column("untold", sa.Boolean, nullable=False),
    sa.Column("mail", sa.Boolean, nullable=False),
    sa.UniqueConstraint("account", "game", "kind", "version"),
    sa.Index("ix_notices_account_made", "account", "made"),
    sa.Index("ix_notices_made", "made"),
    sa.Index("ix_notices_untold", "made", sqlite_where=_UNTOLD, postgresql_where=_UNTOLD),
    sa.Index("ix_notices_mail", "account", "made", sqlite_where=_TO_MAIL, postgresql_where=_TO_MAIL),
)
"""untold: written by whoever knows no channels, and not handed to them yet. mail: waits to go into a letter."""


class Notice(NamedTuple):
    """What an account is told: `id` is the same for every channel and every try. `seat` is theirs, `version` that of
    the game when it was said, 0 in an invitation; `deadline` and `made` are UTC milliseconds."""

    id: str
    account: str
    game: str
    kind: str
    seat: int | None
    version: int
    deadline: int | None
    made: int


Fanout = Callable[[sa.Connection, Sequence[Notice]], None]
"""What a channel does with new notices, within the transaction that adds them."""

_FIELDS = tuple(notices.c[name] for name in Notice._fields)


class NoticeStore:
    """The notices in this engine's database. Times are UTC milliseconds."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def latest(self, account: str, limit: int) -> list[Notice]:
        """What an account was told, the newest first."""
        query = sa.select(*_FIELDS).where(notices.c.account == account, sa.not_(notices.c.untold))
        query = query.order_by(notices.c.made.desc(), notices.c.id).limit(limit)
        with reading(self._engine) as connection:
            return [Notice._make(row) for row in connection.execute(query).all()]

    def untold(self, limit: int) -> list[Notice]:
        """What was left to be handed to the channels, the oldest first."""
        query = sa.select(*_FIELDS).where(notices.c.untold).order_by(notices.c.made, notices.c.id).limit(limit)
        with reading(self._engine) as connection:
            return [Notice._make(row) for row in connection.execute(query).all()]

    def ended(self, account: str, since: int) -> list[Notice]:
        """The matches whose end an account was told of since then, the oldest first."""
        query = sa.select(*_FIELDS).where(notices.c.account == account, notices.c.kind == OVER)
        with reading(self._engine) as connection:
            rows = connection.execute(query.where(notices.c.made >= since).order_by(notices.c.made)).all()
        return [Notice._make(row) for row in rows]

    def sweep(self, before: int) -> int:
        """Forgets what was told before then; says how much."""
        with writing(self._engine) as connection:
            return connection.execute(notices.delete().where(notices.c.made < before)).rowcount


def tell(connection: sa.Connection, told: Iterable[Notice], channels: Iterable[Fanout]) -> list[Notice]:
    """Adds notices and hands them to the channels; what was told before, and who is gone, is left out. Gives the new
    ones."""
    new = [one for one in told if _add(connection, one, untold=False)]
    for channel in channels:
        if new:
            channel(connection, new)
    return new


def leave(connection: sa.Connection, notice: Notice) -> None:
    """Adds a notice that is handed to the channels later, by whoever knows them."""
    _add(connection, notice, untold=True)


def _add(connection: sa.Connection, one: Notice, untold: bool) -> bool:
    """Whether it is new."""
    if not stays(connection, one.account):
        return False
    row: dict[str, Any] = {**one._asdict(), "untold": untold, "mail": False}
    return bool(connection.execute(or_nothing(connection, notices), row).rowcount == 1)
