"""Fresh, migrated databases for tests, a copy each: a migration runs once a session and database kind."""

import itertools
import os
import shutil
import uuid
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

KINDS = ("sqlite", "postgresql")


def upgrade(url: str) -> None:
    """Bring the database at `url` to the newest migration."""
    from app.store.migrate import upgrade  # here, so that tests of the rules load no database

    upgrade(url)


class Databases:
    """Gives databases by kind; `drop` removes all that it made on the PostgreSQL server."""

    def __init__(self, folder: Path, postgres: Callable[[], str]) -> None:
        self._folder = folder
        self._postgres = postgres
        self._numbers = itertools.count()
        self._run = uuid.uuid4().hex[:12]  # another run may use the same server
        self._templates: dict[str, str] = {}
        self._made: list[str] = []

    def fresh(self, kind: str) -> str:
        """The URL of a new database with the newest schema and nothing in it."""
        if kind not in self._templates:
            self._templates[kind] = self.empty(kind)
            upgrade(self._templates[kind])
        if kind == "sqlite":
            path = self._folder / f"{next(self._numbers)}.db"
            shutil.copyfile(sa.make_url(self._templates[kind]).database or "", path)
            return f"sqlite:///{path}"
        return self._create(template=sa.make_url(self._templates[kind]).database)

    def empty(self, kind: str) -> str:
        """The URL of a new database without any table: for tests of the migrations themselves."""
        if kind == "sqlite":
            return f"sqlite:///{self._folder / f'{next(self._numbers)}.db'}"
        return self._create(template="template0")

    def drop(self) -> None:
        """Remove every PostgreSQL database that this object made, whoever is still connected to it."""
        for name in self._made:
            self._execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def _create(self, template: str | None) -> str:
        name = f"kartfold_test_{self._run}_{next(self._numbers)}"
        self._execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        self._made.append(name)
        return sa.make_url(self._postgres()).set(database=name).render_as_string(hide_password=False)

    def _execute(self, statement: str) -> None:
        engine = sa.create_engine(self._postgres(), isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
        with engine.connect() as connection:
            connection.execute(sa.text(statement))


def other_server() -> str | None:
    """The server that TEST_DATABASE_URL names, whose user may create databases; None for one of our own."""
    url = os.environ.get("TEST_DATABASE_URL")
    if not url:
        return None
    return sa.make_url(url).set(drivername="postgresql+psycopg").render_as_string(hide_password=False)
