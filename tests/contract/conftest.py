"""A store on a fresh database of each kind."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from app.store import Store, make_engine
from tests.contract.stories import open_store


@pytest.fixture
def engine(database_url: str) -> Iterator[sa.Engine]:
    engine = make_engine(database_url)
    yield engine
    engine.dispose()


@pytest.fixture
def store(engine: sa.Engine) -> Store:
    return open_store(engine)
