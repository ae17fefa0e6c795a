"""A store on a fresh database of each kind, and doctors for it."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from app.store import Cipher, Store, make_engine

CIPHER = Cipher({"test": b"k" * 32})


@pytest.fixture
def engine(database_url: str) -> Iterator[sa.Engine]:
    engine = make_engine(database_url)
    yield engine
    engine.dispose()


@pytest.fixture
def store(engine: sa.Engine) -> Store:
    return Store(engine, CIPHER)


@pytest.fixture
def cipher() -> Cipher:
    return CIPHER
