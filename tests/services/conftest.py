"""Houses on fresh databases."""

from collections.abc import Iterator

import pytest

from tests.services.house import House


@pytest.fixture
def house(database_url: str) -> Iterator[House]:
    """One process of the service, on each kind of database."""
    made = House(database_url)
    yield made
    made.engine.dispose()
