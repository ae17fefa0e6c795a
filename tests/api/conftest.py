"""The real application on fresh databases, seen from outside."""

from collections.abc import Callable, Iterator

import pytest
import sqlalchemy as sa
from flask import Flask
from flask.testing import FlaskClient

from app.factory import close, create_app
from config import Config
from tests.api.letters import HOME, SENDER
from tests.api.people import Person
from tests.letterbox import Letterbox
from tests.quick import quicken

quicken()

SETTINGS = {
    "secret_key": "a key for tests, which nobody else may use",
    "seed_keys": {"tests": bytes(range(32))},
    "secure_cookies": False,
    "rate_limits": False,
    "password_memory": 64,
    "password_passes": 1,
    "streams": 100,
}
"""argon2 at its least, so that hundreds of accounts are made in no time."""


@pytest.fixture
def make_app(database_url: str) -> Iterator[Callable[..., Flask]]:
    """Makes applications on one fresh database; keyword arguments are other settings."""
    made: list[Flask] = []

    def make(**settings: object) -> Flask:
        made.append(create_app(Config(database_url=database_url, **(SETTINGS | settings))))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for app in made:
        close(app)


@pytest.fixture
def look(database_url: str) -> Iterator[Callable[[str], list[tuple[object, ...]]]]:
    """Looks into the database past the application: the rows that a SELECT gives."""
    engine = sa.create_engine(database_url, poolclass=sa.NullPool)

    def rows(query: str) -> list[tuple[object, ...]]:
        with engine.connect() as connection:
            return [tuple(row) for row in connection.execute(sa.text(query))]

    yield rows
    engine.dispose()


@pytest.fixture
def app(make_app: Callable[..., Flask]) -> Flask:
    """An application as it is in production: errors are answered, not raised."""
    return make_app()


@pytest.fixture
def letterbox() -> Iterator[Letterbox]:
    """A mail server."""
    box = Letterbox()
    box.start()
    yield box
    box.stop()


@pytest.fixture
def posting(make_app: Callable[..., Flask], letterbox: Letterbox) -> Flask:
    """An application that sends its letters there."""
    return make_app(smtp_url=letterbox.url, mail_from=SENDER, public_url=HOME)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser that nobody has signed in with."""
    return app.test_client()


@pytest.fixture
def person(app: Flask) -> Callable[..., Person]:
    """Makes people with accounts, each signed in with a browser of their own."""

    def make(name: str, password: str = "correct horse battery") -> Person:
        return Person.sign_up(app, name, password)

    return make
