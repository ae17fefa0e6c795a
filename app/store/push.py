"""Web push: the browsers that accounts want to be told in, and what waits to be sent to each.

What lets somebody speak to a browser is sealed under the keys of the service, and known again by its hash. Of a game
the newest notice alone waits: it takes the place of the one before.
"""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import sqlalchemy as sa

from app.store import deliveries, notice_settings
from app.store.accounts import accounts, lock, sessions
from app.store.deliveries import DELIVERED, FAILED
from app.store.engine import reading, writing
from app.store.notices import Notice
from app.store.schema import metadata
from app.store.secrets import Cipher, Sealed, seal_anew

subscriptions = sa.Table(
    "push_subscriptions",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("account", sa.Text, sa.ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("hash", sa.Text, nullable=False, unique=True),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("sealed", sa.LargeBinary, nullable=False),
    sa.Column("language", sa.Text, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("session", sa.Text, index=True),
)
"""hash is that of the address at the push service, key and sealed are how the browser is spoken to, as JSON; language
is that of the pages when it was told so; session is who was signed in there, by the hash of `sessions`. One that has
expired goes, and its browser is told on; one that was ended takes its browser along."""

pushes = sa.Table(
    "pushes",
    metadata,
    sa.Column("subscription", sa.Text, sa.ForeignKey("push_subscriptions.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("notice", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("deadline", sa.BigInteger),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("due", sa.BigInteger, nullable=False, index=True),
    sa.Column("tries", sa.Integer, nullable=False),
)
"""What waits to be sent; once it is, or is given up, it is gone."""


class Subscription(NamedTuple):
    """A browser; created is UTC milliseconds, session the hash of that in which it was asked to tell."""

    id: str
    account: str
    hash: str
    language: str
    created: int
    session: str | None = None


class Push(NamedTuple):
    """A notice on its way to a browser; `due` is when it is tried next. Times are UTC milliseconds."""

    subscription: str
    game: str
    notice: str
    kind: str
    deadline: int | None
    created: int
    due: int
    tries: int = 0


def fanout(connection: sa.Connection, notices: Sequence[Notice]) -> None:
    """A push for each browser of those who want a notice of its kind that way: a `Fanout`."""
    if not notices:
        return
    query = sa.select(subscriptions.c.id, subscriptions.c.account)
    query = query.where(subscriptions.c.account.in_({notice.account for notice in notices})).order_by(
        subscriptions.c.id
    )
    found = connection.execute(query.with_for_update(read=True, key_share=True)).all()  # none is forgotten meanwhile
    wanted = notice_settings.wanted(connection, sorted({row.account for row in found}), notice_settings.PUSH)
    for id, account in found:
        for notice in notices:
            if notice.account == account and notice.kind in wanted[account]:
                _add(
                    connection, Push(id, notice.game, notice.id, notice.kind, notice.deadline, notice.made, notice.made)
                )


def signed_out(connection: sa.Connection, which: sa.ColumnElement[bool]) -> None:
    """Browsers are told no more, since whoever was signed in there is no more."""
    connection.execute(subscriptions.delete().where(which))


class PushStore:
    """The browsers in this engine's database."""

    def __init__(self, engine: sa.Engine, cipher: Cipher) -> None:
        self._engine = engine
        self._cipher = cipher

    # ------------------------------------------------------------ of their owners

    def add(self, made: Subscription, how: Mapping[str, str], most: int) -> None:
        """A browser that is to be told from now on, as whoever is signed in there now; one that was told before is
        told no more as somebody else. The oldest of an account give way to those beyond `most`. Nothing where they have
        been signed out meanwhile."""
        sealed = self._seal(made.id, json.dumps(dict(how)).encode())
        row = made._asdict() | {"key": sealed.key, "sealed": sealed.sealed}
        mine = sa.select(subscriptions.c.id).where(subscriptions.c.account == made.account)
        newest = mine.order_by(subscriptions.c.created.desc(), subscriptions.c.id)
        with writing(self._engine) as connection:
            lock(connection, made.account)
            here = sa.select(sessions.c.hash).where(sessions.c.hash == made.session)
            if made.session is not None and connection.scalar(here.with_for_update(read=True, key_share=True)) is None:
                return
            connection.execute(subscriptions.delete().where(subscriptions.c.hash == made.hash))
            connection.execute(subscriptions.insert(), row)
            surplus = connection.execute(newest.offset(most)).scalars().all()
            connection.execute(subscriptions.delete().where(subscriptions.c.id.in_(surplus)))

    def of(self, account: str) -> list[Subscription]:
        """The browsers of an account, the oldest first."""
        columns = [subscriptions.c[name] for name in Subscription._fields]
        query = sa.select(*columns).where(subscriptions.c.account == account)
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(subscriptions.c.created, subscriptions.c.id)).all()
        return [Subscription._make(row) for row in rows]

    def remove(self, account: str, **which: str) -> bool:
        """A browser of an account, by its `id` or its `hash`; whether it was there."""
        same = [subscriptions.c[name] == value for name, value in which.items()]
        with writing(self._engine) as connection:
            statement = subscriptions.delete().where(subscriptions.c.account == account, *same)
            return connection.execute(statement).rowcount > 0

    def preferences(self, account: str) -> str | None:
        """How the owner likes the pages, as it is stored."""
        with reading(self._engine) as connection:
            return connection.scalar(sa.select(accounts.c.preferences).where(accounts.c.id == account))

    # ------------------------------------------------------------ on the way

    def waiting(self, now: int, limit: int) -> list[tuple[str, str]]:
        """Browsers to which something is due, and whose they are, in the order in which they have their turn."""
        waits = pushes.join(subscriptions)
        query = deliveries.in_turn(waits, subscriptions.c.id, subscriptions.c.account, pushes.c.due, now).limit(limit)
        with reading(self._engine) as connection:
            found = connection.execute(query).all()
        return [(row[0], row[1]) for row in found]

    def due(self, subscription: str, now: int, limit: int) -> list[Push]:
        """What is to be tried now, what waits for the longest first."""
        query = pushes.select().where(pushes.c.subscription == subscription, pushes.c.due <= now)
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(pushes.c.due, pushes.c.game).limit(limit)).all()
        return [Push._make(row) for row in rows]

    def claim(self, push: Push, due: int) -> bool:
        """Whether this try is ours: until `due` nobody else makes one, and then there is another."""
        with writing(self._engine) as connection:
            statement = pushes.update().where(*_same(push)).values(due=due, tries=pushes.c.tries + 1)
            return connection.execute(statement).rowcount == 1

    def how(self, id: str) -> tuple[Subscription, dict[str, str]] | None:
        """A browser, and how it is spoken to. Raises SecretUnreadable."""
        with reading(self._engine) as connection:
            row = connection.execute(subscriptions.select().where(subscriptions.c.id == id)).first()
        if row is None:
            return None
        opened: dict[str, str] = json.loads(self._cipher.open(_bound(id), Sealed(row.key, row.sealed)))
        return Subscription(row.id, row.account, row.hash, row.language, row.created, row.session), opened

    def taken(self, push: Push) -> None:
        """The push service has it."""
        self._end(push, DELIVERED)

    def give_up(self, push: Push) -> None:
        """It is tried no more."""
        self._end(push, FAILED)

    def gone(self, id: str) -> None:
        """The browser wants no more, so says its push service: it is forgotten, with all that waits for it."""
        it = sa.select(subscriptions.c.id).where(subscriptions.c.id == id)
        with writing(self._engine) as connection:
            connection.execute(it.with_for_update())  # before what waits for it, as `fanout` does
            waits = connection.execute(pushes.delete().where(pushes.c.subscription == id)).rowcount
            connection.execute(subscriptions.delete().where(subscriptions.c.id == id))
            deliveries.count(connection, deliveries.PUSH, FAILED, waits)

    def sweep(self, before: int) -> None:
        """Forgets what was to be sent before then; seals anew what older keys have sealed, so that those can be given
        up."""
        with writing(self._engine) as connection:
            old = connection.execute(pushes.delete().where(pushes.c.created < before)).rowcount
            deliveries.count(connection, deliveries.PUSH, FAILED, old)
            seal_anew(connection, self._cipher, subscriptions, _bound)

    def pending(self) -> int:
        """How many wait to be tried."""
        with reading(self._engine) as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(pushes)).scalar_one()

    def _end(self, push: Push, outcome: str) -> None:
        with writing(self._engine) as connection:
            ended = connection.execute(pushes.delete().where(*_same(push))).rowcount
            deliveries.count(connection, deliveries.PUSH, outcome, ended)

    def _seal(self, id: str, how: bytes) -> Sealed:
        return self._cipher.seal(_bound(id), how)


def _add(connection: sa.Connection, push: Push) -> None:
    before = (pushes.c.subscription == push.subscription, pushes.c.game == push.game)
    connection.execute(pushes.delete().where(*before))
    connection.execute(pushes.insert(), push._asdict())


def _bound(id: str) -> str:
    """What a browser's keys are sealed for: they open nowhere else."""
    return f"push:{id}"


def _same(push: Push) -> tuple[sa.ColumnElement[bool], ...]:
    """The push, unless somebody else has claimed it since, or a newer one has taken its place."""
    which = (pushes.c.subscription == push.subscription, pushes.c.game == push.game)
    return (*which, pushes.c.due == push.due, pushes.c.notice == push.notice)
