"""An application for the tests of pages, and people who look at them."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from app.factory import close, create_app
from config import Config
from tests.api.conftest import SETTINGS
from tests.api.people import Person
from tests.databases import Databases
from tests.web.visitor import Visitor


@pytest.fixture
def site(sqlite_url: str) -> Iterator[Flask]:
    """The real application, with nothing in it."""
    app = create_app(Config(database_url=sqlite_url, **SETTINGS))  # type: ignore[arg-type]
    yield app
    close(app)


@pytest.fixture(scope="module")
def app(databases: Databases) -> Iterator[Flask]:
    """One application for all tests of a module: each has games of its own in it."""
    url = databases.fresh("sqlite")
    app = create_app(Config(database_url=url, **SETTINGS))  # type: ignore[arg-type]
    yield app
    close(app)
    databases.drop(url)


@pytest.fixture
def make_app(sqlite_url: str) -> Iterator[Callable[..., Flask]]:
    """Makes applications on one fresh database; keyword arguments are other settings."""
    made: list[Flask] = []

    def make(**settings: object) -> Flask:
        made.append(create_app(Config(database_url=sqlite_url, **(SETTINGS | settings))))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for app in made:
        close(app)


@pytest.fixture
def visitor(site: Flask) -> Visitor:
    """Somebody whom nobody knows."""
    return Visitor(site)


@pytest.fixture
def member(site: Flask) -> Callable[[str], Visitor]:
    """Makes people with accounts, signed in."""
    return lambda name: Visitor(site, Person.sign_up(site, name, "correct horse battery"))
