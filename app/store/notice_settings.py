"""What accounts want to be told, and by which channel; and when their digest, their feed and their address were good
for something last."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store.accounts import stays
from app.store.engine import or_nothing, reading, writing
from app.store.notices import INVITED, KINDS, OUT_OF_TURN, OVER, REMINDERS, TURN
from app.store.schema import metadata

MAIL, PUSH = "mail", "push"
CHANNELS = (MAIL, PUSH)
"""What can be switched kind by kind; webhooks choose for themselves, the feed has all."""
DEFAULTS: Mapping[str, frozenset[str]] = {
    MAIL: frozenset({TURN, REMINDERS[80], OVER, INVITED}),
    PUSH: frozenset({TURN, OUT_OF_TURN, REMINDERS[80], OVER, INVITED}),
}
"""What goes through a channel where nobody has chosen."""
OFF, DAILY = "off", "daily"
DIGESTS = (OFF, DAILY)

_DUE = sa.text("digest_due IS NOT NULL")

settings = sa.Table(
    "notice_settings",
    metadata,
    sa.Column("account", sa.Text, sa.ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("switches", sa.Text, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),
    sa.Column("hour", sa.Integer, nullable=False),
    sa.Column("digest_due", sa.BigInteger),
    sa.Column("digested", sa.BigInteger),
    sa.Column("bounced", sa.Text),
    sa.Column("feed", sa.Text, unique=True),
    sa.Column("stop", sa.Text, unique=True),
    sa.Index("ix_notice_settings_digest_due", "digest_due", sqlite_where=_DUE, postgresql_where=_DUE),
)
"""switches is JSON, channel → kind → whether, as chosen. digest_due is when the next digest is, digested up to
when the last told what had ended. bounced is an address that nobody has; feed the hash of the secret in the address of
the feed, stop what the links in letters carry that switch letters off."""


class Settings(NamedTuple):
    """What an account has chosen; `hour` of the day, in its own time zone, is when the digest comes."""

    switches: Mapping[str, Mapping[str, bool]] = {}
    digest: str = OFF
    hour: int = 8
    digest_due: int | None = None
    digested: int | None = None
    bounced: str | None = None
    feed: bool = False

    def wants(self, channel: str, kind: str) -> bool:
        """Whether notices of this kind go through this channel."""
        return self.switches.get(channel, {}).get(kind, kind in DEFAULTS[channel])


NOTHING_CHOSEN = Settings()


class NoticeSettings:
    """What accounts have chosen, in this engine's database."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def of(self, account: str) -> Settings:
        with reading(self._engine) as connection:
            return settings_of(connection, [account])[account]

    def by_feed(self, hash: str) -> str | None:
        """The account whose feed has a secret of this hash."""
        return self._account(settings.c.feed == hash)

    def by_stop(self, secret: str) -> str | None:
        """The account whose letters have this secret in their links."""
        return self._account(settings.c.stop == secret)

    def change(self, account: str, **values: Any) -> None:
        """Sets columns of an account's row; `switches` is a mapping, and joined to those that are set. Nothing for an
        account that is gone."""
        with writing(self._engine) as connection:
            change(connection, account, **values)

    def _account(self, which: sa.ColumnElement[bool]) -> str | None:
        with reading(self._engine) as connection:
            row = connection.execute(sa.select(settings.c.account).where(which)).first()
        return None if row is None else str(row.account)


def settings_of(connection: sa.Connection, ids: Sequence[str]) -> dict[str, Settings]:
    """What each of these accounts has chosen."""
    found = {account: NOTHING_CHOSEN for account in ids}
    query = settings.select().where(settings.c.account.in_(list(found)))
    for row in connection.execute(query).all():
        found[row.account] = _read(row)
    return found


def wanted(connection: sa.Connection, ids: Sequence[str], channel: str) -> dict[str, frozenset[str]]:
    """The kinds that go through a channel, for each of these accounts."""
    chosen = settings_of(connection, ids)
    return {one: frozenset(kind for kind in KINDS if its.wants(channel, kind)) for one, its in chosen.items()}


def change(connection: sa.Connection, account: str, **values: Any) -> None:
    """The same as `NoticeSettings.change`, within a transaction."""
    if not row_of(connection, account):
        return
    mine = settings.c.account == account
    if "switches" in values:
        query = sa.select(settings.c.switches).where(mine).with_for_update()
        stored = json.loads(connection.scalar(query) or "{}")
        for channel, kinds in values["switches"].items():
            stored[channel] = {**stored.get(channel, {}), **kinds}
        values = {**values, "switches": json.dumps(stored, sort_keys=True)}
    connection.execute(settings.update().where(mine).values(**values))


def row_of(connection: sa.Connection, account: str) -> bool:
    """Makes sure that an account has a row; it has none if it is gone."""
    if not stays(connection, account):
        return False
    new = {"account": account, "switches": "{}", "digest": OFF, "hour": NOTHING_CHOSEN.hour}
    connection.execute(or_nothing(connection, settings), new)
    return True


def _read(row: Any) -> Settings:
    return Settings(
        json.loads(row.switches), row.digest, row.hour, row.digest_due, row.digested, row.bounced, row.feed is not None
    )
