"""Applications whose time and chance are in the test's hands."""

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from flask import Flask

from app.factory import close, create_app
from config import Config
from tests import chance, effort
from tests.api.conftest import SETTINGS
from tests.drills.company import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of every app made from now on."""
    clock = Clock()
    monkeypatch.setattr("app.factory.now", clock)
    return clock


@pytest.fixture
def seeded() -> Iterator[Callable[[object], random.Random]]:
    """Makes all that this process draws, decks and ids too, follow from a seed by its name, on either database; gives
    chance for the test itself."""
    with ExitStack() as until_the_end:

        def seed(of: object) -> random.Random:
            until_the_end.enter_context(chance.drawn_from(random.Random(f"{effort.SEED} {of}")))
            return random.Random(f"{effort.SEED} {of} too")

        yield seed


@pytest.fixture
def serve() -> Iterator[Callable[..., Flask]]:
    """Makes applications on the database at an URL: each is a process that serves, as far as they can tell."""
    made: list[Flask] = []

    def make(url: str, **settings: object) -> Flask:
        made.append(create_app(Config(database_url=url, metrics_open=True, **(SETTINGS | settings))))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for app in made:
        close(app)
