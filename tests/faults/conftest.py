"""What the tests of faults share."""

from collections.abc import Callable, Iterator

import pytest

from app.factory import close, create_app
from config import Config
from tests.api.conftest import SETTINGS
from tests.faults.service import Service, running


@pytest.fixture
def service(database_url: str) -> Iterator[Service]:
    """A running service."""
    with running(database_url) as service:
        yield service


@pytest.fixture
def doctor() -> Callable[[str], None]:
    """Fails unless `flask doctor` finds every game of a database as it should be."""

    def examine(url: str) -> None:
        app = create_app(Config(database_url=url, **SETTINGS))  # type: ignore[arg-type]
        try:
            said = app.test_cli_runner().invoke(args=["doctor"]).output
        finally:
            close(app)
        ill = [line for line in said.splitlines() if line.startswith("FAILS  ")]
        assert not [line for line in ill if not line.startswith("FAILS  durability")], said  # a test's server has none
        assert "games" in said

    return examine
