"""Fixtures for all tests: databases of both kinds, and how hard hypothesis tries."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests import effort

if TYPE_CHECKING:
    from app.store import Engine
    from tests.databases import Databases

for _asserting in ("tests.rules.specification", "tests.drills.boards"):
    pytest.register_assert_rewrite(_asserting)  # its assertions say as much as those in tests

settings.register_profile("sample", max_examples=50, derandomize=True, deadline=None, database=None)
settings.register_profile(
    "whole", max_examples=2000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("whole" if effort.WHOLE else "sample")


@pytest.fixture(scope="session")
def databases(tmp_path_factory) -> Iterator["Databases"]:
    """For tests that need several databases, an unmigrated one, or one for a whole module."""
    from tests.databases import databases  # here, so that tests of the rules load no database

    with databases(tmp_path_factory.mktemp("databases")) as made:
        yield made


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request, databases) -> Iterator[str]:
    """A fresh, migrated, empty database; the test runs once on each kind."""
    url = databases.fresh(request.param)
    yield url
    databases.drop(url)


@pytest.fixture
def engine(database_url: str) -> Iterator["Engine"]:
    """An engine of the store on a fresh database of each kind."""
    from app.store import make_engine

    engine = make_engine(database_url)
    yield engine
    engine.dispose()


@pytest.fixture
def sqlite_url(databases) -> Iterator[str]:
    """A fresh, migrated, empty SQLite database."""
    url = databases.fresh("sqlite")
    yield url
    databases.drop(url)


@pytest.fixture
def postgresql_url(databases) -> Iterator[str]:
    """A fresh, migrated, empty PostgreSQL database."""
    url = databases.fresh("postgresql")
    yield url
    databases.drop(url)
