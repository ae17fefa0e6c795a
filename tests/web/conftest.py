"""An application for the tests of pages, and people who look at them."""

from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from app.factory import close, create_app
from config import Config
from tests.api.conftest import SETTINGS
from tests.api.people import Person
from tests.web.visitor import Visitor


@pytest.fixture
def site(sqlite_url: str) -> Iterator[Flask]:
    """The real application, with nothing in it."""
    app = create_app(Config(database_url=sqlite_url, **SETTINGS))  # type: ignore[arg-type]
    yield app
    close(app)


@pytest.fixture
def visitor(site: Flask) -> Visitor:
    """Somebody whom nobody knows."""
    return Visitor(site)


@pytest.fixture
def member(site: Flask) -> Callable[[str], Visitor]:
    """Makes people with accounts, signed in."""
    return lambda name: Visitor(site, Person.sign_up(site, name, "correct horse battery"))
