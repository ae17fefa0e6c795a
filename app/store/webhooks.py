"""Webhooks: the addresses that accounts want notices sent to, and what became of each delivery.

The secrets that deliveries are signed with are sealed under the keys of the service: whoever holds the database alone
can sign nothing.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from app.store import deliveries
from app.store.accounts import lock
from app.store.deliveries import DELIVERED, FAILED
from app.store.engine import or_nothing, reading, writing
from app.store.notices import Notice
from app.store.schema import metadata
from app.store.secrets import Cipher, Sealed, seal_anew

_WAITS = sa.text("due IS NOT NULL")

webhooks = sa.Table(
    "webhooks",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("kinds", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("sealed", sa.LargeBinary, nullable=False),
    sa.Column("old_key", sa.Text),
    sa.Column("old_sealed", sa.LargeBinary),
    sa.Column("old_until", sa.BigInteger),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("off", sa.Text),
    sa.Column("failing", sa.BigInteger),
)
"""kinds are words parted by spaces. key and sealed are the secret, the old ones that before it, which signs beside it
until old_until. off says why nothing is sent, null while it is; failing is when the first try failed of those that
have failed since one did not."""

webhook_deliveries = sa.Table(
    "webhook_deliveries",
    metadata,
    sa.Column("webhook", sa.Text, sa.ForeignKey("webhooks.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False, index=True),
    sa.Column("due", sa.BigInteger),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("status", sa.Integer),
    sa.Column("error", sa.Text),
    sa.Column("tried", sa.BigInteger),
    sa.Column("delivered", sa.BigInteger),
    sa.Index("ix_webhook_deliveries_due", "due", sqlite_where=_WAITS, postgresql_where=_WAITS),
    sa.Index("ix_webhook_deliveries_waiting", "webhook", "created", sqlite_where=_WAITS, postgresql_where=_WAITS),
)
"""id is that of the notice. about is JSON: what the notice says. due is when it is tried next, null when it is not;
status and error are what came of the last try, delivered is when it was taken."""

BY_OWNER, GONE, FAILING = "owner", "gone", "failing"
"""Why a webhook is off: its owner said so, it said itself that it is no more, or it has failed for days."""
OFF, PASSED, TOO_MANY = "off", "passed", "too_many"
"""The errors of deliveries that are not tried any more: their webhook was turned off, what they say holds no longer, so
many newer ones wait."""
MOST_WAITING = 500
"""Deliveries that wait for a webhook. Of more the oldest give way: what is newest is of the most use."""


class Webhook(NamedTuple):
    """An address that an account wants notices sent to: `off` is None, or why nothing is sent. Times are UTC ms."""

    id: str
    account: str
    address: str
    kinds: tuple[str, ...]
    created: int
    off: str | None = None
    old_until: int | None = None
    failing: int | None = None


class Delivery(NamedTuple):
    """A notice on its way to a webhook, or at its end: `due` is when it is tried next. Times are UTC milliseconds."""

    webhook: str
    id: str
    kind: str
    about: Mapping[str, Any]
    created: int
    due: int | None
    tries: int = 0
    status: int | None = None
    error: str | None = None
    tried: int | None = None
    delivered: int | None = None


class TooManyWebhooks(Exception):
    """The account has as many as one may have."""


def fanout(connection: sa.Connection, notices: Sequence[Notice]) -> None:
    """A delivery for each webhook whose owner wants a notice of its kind there: a `Fanout`."""
    if not notices:
        return
    wanted = webhooks.c.account.in_({notice.account for notice in notices})
    query = sa.select(webhooks.c.id, webhooks.c.account, webhooks.c.kinds).where(wanted, webhooks.c.off.is_(None))
    query = query.order_by(webhooks.c.id).with_for_update(read=True, key_share=True)  # none is removed meanwhile
    found = connection.execute(query).all()
    for id, account, kinds in found:
        for notice in notices:
            if notice.account == account and notice.kind in kinds.split():
                _add(connection, _delivery(id, notice))
    _make_room(connection, [id for id, _, _ in found])


class WebhookStore:
    """The webhooks in this engine's database."""

    def __init__(self, engine: sa.Engine, cipher: Cipher) -> None:
        self._engine = engine
        self._cipher = cipher

    # ------------------------------------------------------------ of their owners

    def add(self, webhook: Webhook, secret: bytes, most: int) -> None:
        """Raises TooManyWebhooks for an account that has `most` already."""
        sealed = self._seal(webhook.id, secret)
        values = webhook._asdict() | {"kinds": " ".join(webhook.kinds), "key": sealed.key, "sealed": sealed.sealed}
        with writing(self._engine) as connection:
            lock(connection, webhook.account)
            mine = sa.select(sa.func.count()).where(webhooks.c.account == webhook.account)
            if connection.execute(mine).scalar_one() >= most:
                raise TooManyWebhooks
            connection.execute(webhooks.insert(), values)

    def of(self, account: str) -> list[Webhook]:
        """Those of an account, the oldest first."""
        return self._webhooks(webhooks.c.account == account)

    def one(self, id: str) -> Webhook | None:
        return next(iter(self._webhooks(webhooks.c.id == id)), None)

    def change(self, id: str, address: str, kinds: Sequence[str]) -> None:
        self._write(webhooks.update().where(webhooks.c.id == id), {"address": address, "kinds": " ".join(kinds)})

    def turn_on(self, id: str) -> None:
        """It is sent to again: what comes from now on."""
        self._write(webhooks.update().where(webhooks.c.id == id), {"off": None, "failing": None})

    def turn_off(self, id: str, why: str) -> None:
        """Nothing is sent to it any more, nor what waits."""
        with writing(self._engine) as connection:
            _turn_off(connection, id, why)

    def remove(self, id: str) -> None:
        """It is gone, and what it was sent."""
        self._write(webhooks.delete().where(webhooks.c.id == id))

    def rotate(self, id: str, secret: bytes, until: int) -> None:
        """Another secret; the one before signs too until then."""
        sealed = self._seal(id, secret)
        old = {"old_key": webhooks.c.key, "old_sealed": webhooks.c.sealed, "old_until": until}
        new = {"key": sealed.key, "sealed": sealed.sealed}
        self._write(webhooks.update().where(webhooks.c.id == id).values(**old, **new))

    def secrets(self, id: str, now: int) -> list[bytes]:
        """What a delivery is signed with now, the newest first. Raises SecretUnreadable."""
        columns = (webhooks.c.key, webhooks.c.sealed, webhooks.c.old_key, webhooks.c.old_sealed, webhooks.c.old_until)
        with reading(self._engine) as connection:
            row = connection.execute(sa.select(*columns).where(webhooks.c.id == id)).first()
        if row is None:
            return []
        found = [Sealed(row.key, row.sealed)]
        if row.old_until is not None and now < row.old_until:
            found.append(Sealed(row.old_key, row.old_sealed))
        return [self._cipher.open(_bound(id), sealed) for sealed in found]

    # ------------------------------------------------------------ the log

    def log(self, webhook: str, before: tuple[int, str] | None, limit: int) -> list[Delivery]:
        """Its deliveries, the newest first, older than the one that was made then and has that id."""
        table = webhook_deliveries
        query = table.select().where(table.c.webhook == webhook)
        if before is not None:
            query = query.where(sa.tuple_(table.c.created, table.c.id) < sa.tuple_(*map(sa.literal, before)))
        with reading(self._engine) as connection:
            found = connection.execute(query.order_by(table.c.created.desc(), table.c.id.desc()).limit(limit)).all()
        return [_read(row) for row in found]

    def add_delivery(self, delivery: Delivery) -> None:
        with writing(self._engine) as connection:
            _add(connection, delivery)
            _make_room(connection, [delivery.webhook])

    def again(self, webhook: str, id: str, now: int) -> bool:
        """It is delivered anew, whatever came of it; whether there is such a one."""
        anew = {"due": now, "tries": 0, "delivered": None, "status": None, "error": None}
        with writing(self._engine) as connection:
            return connection.execute(webhook_deliveries.update().where(*_this(webhook, id)), anew).rowcount == 1

    # ------------------------------------------------------------ on the way

    def waiting(self, now: int, limit: int) -> list[tuple[str, str]]:
        """Webhooks to which something is due, and whose they are, in the order in which they have their turn."""
        waits = webhook_deliveries.join(webhooks)
        query = deliveries.in_turn(waits, webhooks.c.id, webhooks.c.account, webhook_deliveries.c.due, now).limit(limit)
        with reading(self._engine) as connection:
            return [(row[0], row[1]) for row in connection.execute(query).all()]

    def due(self, webhook: str, now: int, limit: int) -> list[Delivery]:
        """What is to be tried now, what waits for the longest first."""
        table = webhook_deliveries
        query = table.select().where(table.c.webhook == webhook, table.c.due.is_not(None), table.c.due <= now)
        with reading(self._engine) as connection:
            return [_read(row) for row in connection.execute(query.order_by(table.c.due, table.c.id).limit(limit))]

    def claim(self, delivery: Delivery, due: int) -> bool:
        """Whether this try is ours: until `due` nobody else makes one, and then there is another."""
        mine = _same(delivery)
        with writing(self._engine) as connection:
            statement = webhook_deliveries.update().where(*mine).values(due=due, tries=webhook_deliveries.c.tries + 1)
            return connection.execute(statement).rowcount == 1

    def taken(self, delivery: Delivery, status: int, now: int) -> None:
        """It was delivered, as it was claimed; its webhook fails no more."""
        values = {"due": None, "status": status, "error": None, "tried": now, "delivered": now}
        failing = (webhooks.c.id == delivery.webhook, webhooks.c.failing.is_not(None))
        with writing(self._engine) as connection:  # webhooks, deliveries, counts: all lock them in this order
            connection.execute(webhooks.update().where(*failing), {"failing": None})
            ended = connection.execute(webhook_deliveries.update().where(*_same(delivery)), values).rowcount
            deliveries.count(connection, deliveries.WEBHOOK, DELIVERED, ended)

    def failed(
        self, delivery: Delivery, status: int | None, error: str | None, now: int, again: int | None, lately: int
    ) -> int:
        """A try failed, and the next one is at `again`, or there is none; since when all have. What had failed before
        nothing was tried for a while says nothing: they are counted from this one on, if none was since `lately`."""
        values = {"status": status, "error": error, "tried": now, "due": again}
        table = webhook_deliveries
        tried = sa.exists().where(table.c.webhook == delivery.webhook, table.c.tried >= lately)
        well = (webhooks.c.id == delivery.webhook, sa.or_(webhooks.c.failing.is_(None), sa.not_(tried)))
        with writing(self._engine) as connection:
            connection.execute(webhooks.update().where(*well), {"failing": now})
            ended = connection.execute(webhook_deliveries.update().where(*_same(delivery)), values).rowcount
            deliveries.count(connection, deliveries.WEBHOOK, FAILED, ended if again is None else 0)
            since = sa.select(webhooks.c.failing).where(webhooks.c.id == delivery.webhook)
            return connection.execute(since).scalar() or now

    def passed(self, delivery: Delivery) -> int | None:
        """It is not tried any more, nor was it now as it was claimed, since it holds no longer; since when all tries
        have failed, None if the last did not."""
        values = {"error": PASSED, "due": None, "tries": delivery.tries - 1}
        with writing(self._engine) as connection:
            ended = connection.execute(webhook_deliveries.update().where(*_same(delivery)), values).rowcount
            deliveries.count(connection, deliveries.WEBHOOK, FAILED, ended)
            return connection.scalar(sa.select(webhooks.c.failing).where(webhooks.c.id == delivery.webhook))

    def sweep(self, before: int, now: int) -> None:
        """Forgets deliveries that were made before then, and secrets that sign no more; seals anew what older keys have
        sealed, so that those can be given up."""
        old = (webhook_deliveries.c.created < before, webhook_deliveries.c.due.is_(None))
        spent = {"old_key": None, "old_sealed": None, "old_until": None}
        with writing(self._engine) as connection:
            connection.execute(webhook_deliveries.delete().where(*old))
            connection.execute(webhooks.update().where(webhooks.c.old_until <= now), spent)
            seal_anew(connection, self._cipher, webhooks, _bound)

    def pending(self) -> int:
        """How many deliveries wait to be tried."""
        query = sa.select(sa.func.count()).where(webhook_deliveries.c.due.is_not(None))
        with reading(self._engine) as connection:
            return connection.execute(query).scalar_one()

    def _seal(self, id: str, secret: bytes) -> Sealed:
        return self._cipher.seal(_bound(id), secret)

    def _webhooks(self, *which: sa.ColumnElement[bool]) -> list[Webhook]:
        columns = [webhooks.c[name] for name in Webhook._fields]
        query = sa.select(*columns).where(*which).order_by(webhooks.c.created, webhooks.c.id)
        with reading(self._engine) as connection:
            rows = connection.execute(query).all()
        return [Webhook._make(row)._replace(kinds=tuple(row.kinds.split())) for row in rows]

    def _write(self, statement: sa.Executable, values: Mapping[str, Any] | None = None) -> None:
        with writing(self._engine) as connection:
            connection.execute(statement, values)


def _delivery(webhook: str, notice: Notice) -> Delivery:
    about = {"game": notice.game, "seat": notice.seat, "version": notice.version, "deadline": notice.deadline}
    return Delivery(webhook, notice.id, notice.kind, about, notice.made, notice.made)


def _add(connection: sa.Connection, delivery: Delivery) -> None:
    """Once, however often it is added: a notice is told once."""
    row = delivery._asdict() | {"about": json.dumps(delivery.about)}
    connection.execute(or_nothing(connection, webhook_deliveries), row)


def _make_room(connection: sa.Connection, ids: Sequence[str]) -> None:
    """Ends what waits for these webhooks beyond `MOST_WAITING`. Of a webhook one process does it at a time, since two
    would wait for each other's rows; and it is counted last, when nothing else is locked behind it."""
    crowded = [id for id in ids if connection.scalar(_surplus(id).limit(1)) is not None]
    if not crowded:
        return
    alone = sa.select(webhooks.c.id).where(webhooks.c.id.in_(crowded)).order_by(webhooks.c.id)
    connection.execute(alone.with_for_update(key_share=True))
    ended = 0
    for id in crowded:
        given_up = webhook_deliveries.update().where(
            webhook_deliveries.c.webhook == id, webhook_deliveries.c.id.in_(_surplus(id))
        )
        ended += connection.execute(given_up, {"due": None, "error": TOO_MANY}).rowcount
    deliveries.count(connection, deliveries.WEBHOOK, FAILED, ended)


def _surplus(webhook: str) -> sa.Select[Any]:
    """The ids of what waits for a webhook beyond `MOST_WAITING`, of which the newest stay."""
    table = webhook_deliveries
    waits = sa.select(table.c.id).where(table.c.webhook == webhook, table.c.due.is_not(None))
    return waits.order_by(table.c.created.desc(), table.c.id.desc()).offset(MOST_WAITING)


def _turn_off(connection: sa.Connection, id: str, why: str) -> None:
    connection.execute(webhooks.update().where(webhooks.c.id == id), {"off": why})
    waits = (webhook_deliveries.c.webhook == id, webhook_deliveries.c.due.is_not(None))
    ended = connection.execute(webhook_deliveries.update().where(*waits), {"due": None, "error": OFF}).rowcount
    deliveries.count(connection, deliveries.WEBHOOK, FAILED, ended)


def _bound(id: str) -> str:
    """What a secret is sealed for: it opens nowhere else."""
    return f"webhook:{id}"


def _this(webhook: str, id: str) -> tuple[sa.ColumnElement[bool], ...]:
    return (webhook_deliveries.c.webhook == webhook, webhook_deliveries.c.id == id)


def _same(delivery: Delivery) -> tuple[sa.ColumnElement[bool], ...]:
    """The delivery, unless somebody else has claimed it since, or asked for it anew."""
    return (*_this(delivery.webhook, delivery.id), webhook_deliveries.c.due == delivery.due)


def _read(row: Any) -> Delivery:
    return Delivery._make(row)._replace(about=json.loads(row.about))
