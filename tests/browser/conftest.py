"""A browser without a network, and records to look at."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser import chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For one module only: while it is open its event loop is, too."""
    with chromium.browser() as browser:
        yield browser


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
