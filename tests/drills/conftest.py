"""Applications whose time and chance are in the test's hands."""

import os
import random
from collections.abc import Callable, Iterator

import pytest
from flask import Flask

from app.factory import close, create_app
from config import Config
from tests import effort
from tests.api.conftest import SETTINGS
from tests.drills.company import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of every app made from now on."""
    clock = Clock()
    monkeypatch.setattr("app.factory.now", clock)
    return clock


@pytest.fixture
def seeded(monkeypatch: pytest.MonkeyPatch) -> Callable[[object], random.Random]:
    """Makes all that this process draws at random, decks and ids too, follow from a seed: a failure comes back."""

    def seed(of: object) -> random.Random:
        chance = random.Random(f"{effort.SEED} {of}")
        monkeypatch.setattr(os, "urandom", chance.randbytes)
        monkeypatch.setattr(random, "_urandom", chance.randbytes)
        return random.Random(f"{effort.SEED} {of} too")

    return seed


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
