"""The schema of a database: bring it up, take it down, compare it with the tables in the code."""

import importlib
import io
import pkgutil
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError

import app.store
from app.store.engine import make_engine

SCRIPTS = Path(__file__).resolve().parents[2] / "migrations"

LOCK = 0x4B617274666F6C64  # "Kartfold": two servers that start together upgrade one after the other


class SchemaDiffers(Exception):
    """The database and the tables in the code do not agree; the message lists how."""


def upgrade(url: str, revision: str = "head") -> None:
    """Bring the database at this URL up to a revision, by default the newest: all the way or not at all."""
    _run(url, lambda config: command.upgrade(config, revision))


def downgrade(url: str, revision: str) -> None:
    """Take the database at this URL down to a revision; "base" leaves nothing."""
    _run(url, lambda config: command.downgrade(config, revision))


def check(url: str) -> None:
    """Raises SchemaDiffers if the database is not at the newest revision, or the tables in the code say otherwise."""
    for module in pkgutil.iter_modules(app.store.__path__, "app.store."):
        importlib.import_module(module.name)  # whoever has tables puts them into the metadata
    try:
        _run(url, command.check)
    except CommandError as error:
        raise SchemaDiffers(str(error)) from error


def revisions(connection: sa.Connection) -> tuple[str | None, str | None]:
    """The revision that the database is at, and the newest there is."""
    script = ScriptDirectory.from_config(_config())
    return MigrationContext.configure(connection).get_current_revision(), script.get_current_head()


def _config() -> Config:
    config = Config(stdout=io.StringIO())  # alembic would say on it that it found nothing
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _run(url: str, run: Callable[[Config], object]) -> None:
    engine = make_engine(url, poolclass=sa.NullPool)
    config = _config()
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        config.attributes["connection"] = connection
        run(config)
