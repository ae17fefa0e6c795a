"""Fixtures for all tests: chance, databases of both kinds, and how hard hypothesis tries."""

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests import effort
from tests.chance import seeded

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

HERE = Path(__file__).parent
BY_ANY = ("api", "services", "web")
"""What stands on the store, which has a suite of its own for both databases: of its tests one in four runs on
PostgreSQL as well."""
AT_LENGTH = ("drills", "faults")
"""What takes long: each test runs on one of the databases."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Most tests of `make test` run on one database. On the other `make drills` runs them: there they are marked."""
    sample: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        (sample if _is_in_sample(item) else left_out).append(item)
    if effort.WHOLE:
        for item in left_out:
            item.add_marker("drill")
    elif left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = sample


def _is_in_sample(item: pytest.Item) -> bool:
    """By what a test is called: the same ones every time."""
    parameters = getattr(item, "callspec", None)
    kind = None if parameters is None else parameters.params.get("database_url")
    if kind is None:
        return True
    part = item.path.relative_to(HERE).parts[0]
    number = zlib.crc32(f"{part} {item.name.partition('[')[0]}".encode())
    if part in BY_ANY:
        return kind == "sqlite" or number % 4 == 0
    return part not in AT_LENGTH or kind == ("sqlite", "postgresql")[number % 2]


@pytest.fixture(autouse=True)
def chance(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every test has decks of its own, the same in each run: what fails by chance fails again. DRILLS_SEED
    gives others.

    A service in another process draws as it likes.
    """
    with seeded((effort.SEED, request.node.nodeid)):
        yield


@pytest.fixture(autouse=True, scope="module")
def chance_of_a_module(request: pytest.FixtureRequest) -> Iterator[None]:
    """The same for what several tests share."""
    with seeded((effort.SEED, request.node.nodeid)):
        yield


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
