"""Notices on their way into letters: which wait for one, and the letter that takes them along."""

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from app.store.accounts import accounts
from app.store.engine import reading, writing
from app.store.letters import Letter, letters, post
from app.store.notice_settings import Settings, row_of, settings, settings_of
from app.store.notices import notices


class Mailings:
    """The notices that go by mail, in this engine's database. Times are UTC milliseconds."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def waiting(self, kind: str, before: int, limit: int) -> list[str]:
        """The accounts with notices that wait since then for a letter, and that have no letter of this kind to be
        sent."""
        sending = sa.exists().where(
            letters.c.account == notices.c.account, letters.c.kind == kind, letters.c.due.is_not(None)
        )
        oldest = sa.func.min(notices.c.made)
        query = sa.select(notices.c.account).where(notices.c.mail, sa.not_(sending)).group_by(notices.c.account)
        query = query.having(oldest <= before).order_by(oldest, notices.c.account).limit(limit)
        with reading(self._engine) as connection:
            return list(connection.scalars(query))

    def gather(self, account: str, letter: Letter) -> bool:
        """Puts all that waits into a letter, which is told what it has; whether there was anything."""
        mine = (notices.c.account == account, notices.c.mail)
        with writing(self._engine) as connection:
            ids = list(connection.scalars(sa.select(notices.c.id).where(*mine).with_for_update()))
            if not ids:
                return False
            connection.execute(notices.update().where(notices.c.id.in_(ids)).values(mail=False))
            post(connection, letter._replace(about={"notices": sorted(ids)}))
            return True

    def drop(self, account: str) -> None:
        """Nothing of what waits goes into a letter: there is nobody whom it could go to."""
        mine = (notices.c.account == account, notices.c.mail)
        with writing(self._engine) as connection:
            connection.execute(notices.update().where(*mine).values(mail=False))

    def stop(self, account: str, secret: str) -> str:
        """The secret in the links of an account's letters that switch letters off: this one, unless there is one."""
        mine = settings.c.account == account
        with writing(self._engine) as connection:
            row_of(connection, account)
            connection.execute(settings.update().where(mine, settings.c.stop.is_(None)).values(stop=secret))
            return str(connection.scalar(sa.select(settings.c.stop).where(mine)))

    def digests(self, now: int, limit: int) -> list[tuple[str, Settings]]:
        """The accounts whose digest is due, with what they have chosen."""
        query = sa.select(settings.c.account).where(settings.c.digest_due <= now)
        with reading(self._engine) as connection:
            found = list(connection.scalars(query.order_by(settings.c.digest_due, settings.c.account).limit(limit)))
            return list(settings_of(connection, found).items())

    def digest(self, account: str, due: int, next: int, letter: Letter | None) -> bool:
        """Posts the digest that was due then, and says when the next one is; whether nobody else had."""
        mine = (settings.c.account == account, settings.c.digest_due == due)
        with writing(self._engine) as connection:
            if connection.execute(settings.update().where(*mine).values(digest_due=next)).rowcount == 0:
                return False
            if letter is not None:
                post(connection, letter)
            return True


def addresses(connection: sa.Connection, ids: Sequence[str]) -> Mapping[str, str]:
    """The confirmed addresses of those of these accounts that have one."""
    query = sa.select(accounts.c.id, accounts.c.address).where(accounts.c.id.in_(ids), accounts.c.address.is_not(None))
    return {row.id: row.address for row in connection.execute(query).all()}


def to_mail(connection: sa.Connection, ids: Sequence[str]) -> None:
    """These notices wait for a letter from now on."""
    connection.execute(notices.update().where(notices.c.id.in_(ids)).values(mail=True))
