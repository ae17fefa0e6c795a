"""Fresh, migrated databases for tests, a copy each: a migration runs once a session and database kind."""

import contextlib
import functools
import itertools
import os
import shutil
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import sqlalchemy as sa

from app.store.migrate import upgrade
from tests import postgres


class Databases:
    """Gives databases by kind. `server` gives the URL of a PostgreSQL server, asked when one is first needed."""

    def __init__(self, folder: Path, server: Callable[[], str]) -> None:
        self._folder = folder
        self._server = server
        self._numbers = itertools.count()
        self._run = uuid.uuid4().hex[:12]  # another run may use the same server
        self._templates: dict[str, sa.URL] = {}
        self._made: list[str] = []

    def fresh(self, kind: str) -> str:
        """The URL of a new database of this kind, "sqlite" or "postgresql", migrated and empty."""
        if kind not in self._templates:
            template = self.empty(kind)
            upgrade(template)
            self._templates[kind] = sa.make_url(template)
        name = self._templates[kind].database or ""
        if kind == "sqlite":
            return f"sqlite:///{shutil.copyfile(name, self._path())}"
        return self._create(template=name)

    def empty(self, kind: str) -> str:
        """The URL of a new database without any table: for tests of the migrations themselves."""
        return f"sqlite:///{self._path()}" if kind == "sqlite" else self._create(template="template0")

    def drop(self, url: str) -> None:
        """Remove a database that this object gave, whoever is still connected to it."""
        where = sa.make_url(url)
        if where.get_backend_name() == "sqlite":
            for path in self._folder.glob(f"{Path(where.database or '').name}*"):  # -wal and -shm too
                path.unlink()
        else:
            self._execute(f'DROP DATABASE IF EXISTS "{where.database}" WITH (FORCE)')
            self._made.remove(url)

    def close(self) -> None:
        """Remove what is left on the PostgreSQL server."""
        for url in list(self._made):
            self.drop(url)

    def _path(self) -> Path:
        return self._folder / f"{next(self._numbers)}.db"

    def _create(self, template: str) -> str:
        name = f"kartfold_test_{self._run}_{next(self._numbers)}"
        self._execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY')
        url = sa.make_url(self._server()).set(database=name).render_as_string(hide_password=False)
        self._made.append(url)
        return url

    def _execute(self, statement: str) -> None:
        engine = sa.create_engine(self._server(), isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
        with engine.connect() as connection:
            connection.execute(sa.text(statement))


@contextlib.contextmanager
def databases(folder: Path) -> Iterator[Databases]:
    """Databases in this folder, and on a server of our own or the one that TEST_DATABASE_URL names."""
    with contextlib.ExitStack() as stack:

        @functools.cache
        def server() -> str:
            return other_server() or stack.enter_context(postgres.server())

        made = Databases(folder, server)
        try:
            yield made
        finally:
            made.close()


def other_server() -> str | None:
    """The server that TEST_DATABASE_URL names, whose user may create databases; None for one of our own."""
    url = os.environ.get("TEST_DATABASE_URL")
    if not url:
        return None
    return sa.make_url(url).set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
