"""A store on a fresh database of each kind, and doctors for it."""

import pytest
import sqlalchemy as sa

from app.store import Cipher, Store

CIPHER = Cipher({"test": b"k" * 32})


@pytest.fixture
def store(engine: sa.Engine) -> Store:
    return Store(engine, CIPHER)


@pytest.fixture
def cipher() -> Cipher:
    return CIPHER
