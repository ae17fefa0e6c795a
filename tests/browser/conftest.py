"""A browser without a network, and records to look at."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page

from app.factory import close, create_app
from config import Config
from tests.api.conftest import SETTINGS
from tests.browser import chromium
from tests.browser.serving import served
from tests.databases import Databases


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one module only: while it is open its event loop is, too."""
    with chromium.browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """What the application is told besides the usual; a module says its own."""
    return {}


@pytest.fixture(scope="module")
def app(databases: Databases, settings: dict[str, str]) -> Iterator[Flask]:
    """One application for all of a module; each test has tables and people of its own."""
    url = databases.fresh("sqlite")
    app = create_app(Config(database_url=url, **settings, **SETTINGS))  # type: ignore[arg-type]
    yield app
    close(app)
    databases.drop(url)


@pytest.fixture(scope="module")
def address(app: Flask) -> Iterator[str]:
    """Where it is served."""
    with served(app) as address:
        yield address


@pytest.fixture
def offline(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Makes contexts that reach nothing."""
    made = []

    def make(**settings: Any) -> BrowserContext:
        made.append(browser.new_context(offline=True, **settings))
        return made[-1]

    yield make
    for context in made:
        context.close()


@pytest.fixture
def opened(offline, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Opens a page from a file, as from a mail; it may ask for nothing else, and say nothing on the console."""
    heard: list[str] = []
    path = tmp_path / "game.replay.html"

    def open_page(html: str, fragment: str = "", **settings: Any) -> Page:
        path.write_text(html, encoding="utf-8")
        page = offline(**settings).new_page()
        page.on("request", lambda request: heard.append(request.url))
        page.on("console", lambda message: heard.append(message.text))
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.goto(path.as_uri() + fragment)
        return page

    yield open_page
    assert [said for said in heard if said.partition("#")[0] != path.as_uri()] == []
