"""A store on a fresh database of each kind."""

import pytest
import sqlalchemy as sa

from app.store import Store
from tests.contract.stories import open_store


@pytest.fixture
def store(engine: sa.Engine) -> Store:
    return open_store(engine)
