"""A site whose letters come to lie in a folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.web.letters import Letters, site_with


@pytest.fixture
def site(sqlite_url: str, tmp_path: Path) -> Iterator[Flask]:
    """The real application, with nothing in it."""
    with site_with(sqlite_url, letters=tmp_path) as app:
        yield app


@pytest.fixture
def letters(site: Flask, tmp_path: Path) -> Letters:
    """What it sends."""
    return Letters(site, tmp_path)
