"""Fixtures for all tests: databases of both kinds, and how hard hypothesis tries."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests import effort

settings.register_profile("sample", max_examples=50, derandomize=True, deadline=None, database=None)
settings.register_profile(
    "whole", max_examples=2000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("whole" if effort.WHOLE else "sample")


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL server's URL: one of our own, or the one that TEST_DATABASE_URL names."""
    from tests import databases, postgres

    other = databases.other_server()
    if other is not None:
        yield other
        return
    with postgres.server() as url:
        yield url


@pytest.fixture(scope="session")
def databases(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """A `tests.databases.Databases`: for tests that need several databases, or one for a whole module."""
    from tests.databases import Databases

    made = Databases(tmp_path_factory.mktemp("databases"), lambda: request.getfixturevalue("postgres_url"))
    yield made
    made.drop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request, databases) -> str:
    """A fresh, migrated, empty database; the test runs once on each kind."""
    return databases.fresh(request.param)


@pytest.fixture
def sqlite_url(databases) -> str:
    """A fresh, migrated, empty SQLite database."""
    return databases.fresh("sqlite")


@pytest.fixture
def postgresql_url(databases) -> str:
    """A fresh, migrated, empty PostgreSQL database."""
    return databases.fresh("postgresql")
