"""axe-core finds nothing against WCAG 2.2 AA on any page: light and dark, in both writing directions, for who has an
account and for who has none."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, ViewportSize

from app.factory import close, create_app
from config import Config
from tests.api.conftest import SETTINGS
from tests.browser.serving import served
from tests.effort import WHOLE
from tests.web.world import World, page_rules

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
LOOKS = [
    (scheme, language, signed_in)
    for scheme, language, signed_in in itertools.product(("light", "dark"), ("en", "ar"), (True, False))
    if WHOLE or (scheme, language, signed_in) in (("light", "en", False), ("dark", "ar", True))
]
NARROW = ViewportSize(width=390, height=800)


@pytest.fixture(scope="module")
def world(databases) -> Iterator[World]:
    """One for all of this module, which only looks at it."""
    url = databases.fresh("sqlite")
    app = create_app(Config(database_url=url, **SETTINGS))  # type: ignore[arg-type]
    yield World(app)
    close(app)
    databases.drop(url)


@pytest.fixture(scope="module")
def address(world: World) -> Iterator[str]:
    with served(world.app) as address:
        yield address


def context(browser: Browser, world: World, address: str, scheme: Any, signed_in: bool) -> BrowserContext:
    made = browser.new_context(color_scheme=scheme, viewport=NARROW, reduced_motion="reduce")
    if signed_in:
        made.add_cookies([{"name": "kartfold_session", "value": world.ann.cookie(), "url": address}])
    return made


@pytest.mark.drill
@pytest.mark.parametrize(("scheme", "language", "signed_in"), LOOKS)
def test_axe_finds_nothing(browser, world: World, address: str, scheme: str, language: str, signed_in: bool) -> None:
    axe, found = Axe(), []
    with context(browser, world, address, scheme, signed_in) as looking:
        page = looking.new_page()
        for path in paths(world):
            page.goto(f"{address}{path}?lang={language}")
            for one in axe.run(page, options=RULES).response["violations"]:
                found += [(path, one["id"], node["html"][:200], node["failureSummary"]) for node in one["nodes"]]
    assert found == []


def paths(world: World) -> list[str]:
    """Every page that a browser shows, and the table before the start and in play besides after the end."""
    pages = [path for path in map(world.path, page_rules(world.app)) if not path.endswith(".json")]
    return [*pages, *(f"/games/{game}" for game in (world.waiting, world.running)), f"/games/{world.running}/time"]
