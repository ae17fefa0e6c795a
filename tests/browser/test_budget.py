"""What the page of a table costs: bytes, the time to its first paint, and the quiet of what one looks at."""

import random
from collections.abc import Callable, Iterator

import pytest
from flask import Flask, Response, request
from playwright.sync_api import BrowserContext, Page, Route, ViewportSize, expect

from tests.api.tables import Table, any_move, said
from tests.browser.quiet import quiet
from tests.browser.serving import served
from tests.chance import seeded

MOST_BYTES = 150_000
"""Of a table with everything that it loads, the worker that keeps its files included; nothing is compressed here."""
BANK = {"kind": "bank", "ms": 86_400_000, "increment_ms": 3_600_000, "max_ms": 172_800_000}
"""The clock of which there is most to say."""
MOST_SHIFT = 0.01
SCREENS: list[ViewportSize] = [
    {"width": width, "height": height} for width, height in ((1920, 1080), (1280, 800), (390, 844), (320, 568))
]
MOVES = 20
"""So many arrivals are measured, on all screens together."""
PAINTED = """() => new Promise((done) => {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === "first-contentful-paint") done(entry.startTime);
  }).observe({ type: "paint", buffered: true });
})"""
SHIFTS = """
  window.shifts = [];
  const named = ({ node }) => (node?.outerHTML ?? node?.data ?? "").slice(0, 80);
  const read = (entry) => [entry.value, entry.sources.map(named)];
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  const note = (entries) => window.shifts.push(...entries.filter((entry) => !entry.hadRecentInput).map(read));
  observer.observe({ type: "layout-shift", buffered: true });
  window.shifted = () => {
    note(observer.takeRecords());
    return window.shifts.reduce((sum, [value]) => sum + value, 0);
  };
"""
"""What shifts, but for what somebody has just done: how much, and which elements."""
SEEN_AGAIN = """() => document.dispatchEvent(new Event("visibilitychange"))"""
DRAWN = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"""


class Counter:
    """Counts what an application sends, in bytes by path, without the headers."""

    def __init__(self, app: Flask) -> None:
        self.sent: dict[str, int] = {}
        app.after_request(self._count)

    def _count(self, response: Response) -> Response:
        self.sent[request.path] = self.sent.get(request.path, 0) + (response.content_length or 0)
        return response


@pytest.fixture(scope="module")
def counter(app: Flask) -> Counter:
    return Counter(app)


@pytest.fixture(scope="module")
def address(counter: Counter, app: Flask) -> Iterator[str]:
    with served(app) as address:
        yield address


@pytest.fixture
def context(browser, address: str) -> Iterator[Callable[..., BrowserContext]]:
    with quiet(browser, address) as make:
        yield make


def waiting(app: Flask) -> Table:
    """A table that is not full."""
    return Table(app, guests=3, seats=4, clock=BANK)


def in_play(app: Flask) -> Table:
    """One of ten, well under way."""
    while True:
        table = Table(app, guests=9, bots=["racer"], clock=BANK).start()
        table.play(random.Random(5), moves=40)
        if table.host.view()["phase"] != "match_over":
            return table


def over(app: Flask) -> Table:
    """One of ten whose match is over, with the cards that all of them have left."""
    table = Table(app, guests=9, bots=["racer"], clock=BANK).start()
    table.play(random.Random(5))
    return table


def come_in(context: BrowserContext, address: str, table: Table) -> Page:
    """The guest who made it comes by the seat link; the page is another one, in which nothing has been loaded."""
    link = context.request.get(address + table.made["seat_link"]["link"], max_redirects=0)
    assert link.status == 303
    return context.new_page()


class Gate:
    """Requests that are let through when it opens."""

    def __init__(self) -> None:
        self.held: list[Route] = []
        self.is_open = False

    def take(self, route: Route) -> None:
        """Somebody asks."""
        if self.is_open:
            route.continue_()
        else:
            self.held.append(route)

    def open(self) -> None:
        """Lets everything through, and what comes later."""
        self.is_open = True
        for route in self.held:
            route.continue_()


@pytest.mark.parametrize("state", [waiting, in_play, over])
def test_a_table_weighs_little(state, app: Flask, address: str, counter: Counter, context) -> None:
    table = state(app)
    page = come_in(context(), address, table)
    counter.sent.clear()
    page.goto(f"{address}/games/{table.game}", wait_until="load")
    expect(page.locator("#table.live")).to_be_attached()
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    assert f"/games/{table.game}" in counter.sent
    assert any(path.endswith("js/table.js") for path in counter.sent)
    assert sum(counter.sent.values()) < MOST_BYTES, sorted(counter.sent.items(), key=lambda one: one[1])


def test_it_is_painted_before_any_script_has_come(app: Flask, address: str, context) -> None:
    table = in_play(app)
    page = come_in(context(), address, table)
    gate = Gate()
    page.route("**/*.js", gate.take)
    page.goto(f"{address}/games/{table.game}", wait_until="commit")
    assert page.evaluate(PAINTED) > 0
    expect(page.locator("#hand .held").first).to_be_visible()
    expect(page.locator("#top")).to_be_visible()
    assert gate.held, "the page has scripts"
    assert page.locator("#table.live").count() == 0
    gate.open()
    expect(page.locator("#table.live")).to_be_attached()


def test_it_is_painted_where_scripts_are_off(app: Flask, address: str, context) -> None:
    table = in_play(app)
    page = come_in(context(java_script_enabled=False), address, table)
    page.goto(f"{address}/games/{table.game}")
    page.screenshot()
    assert page.evaluate("performance.getEntriesByName('first-contentful-paint').length") == 1
    expect(page.locator("#hand .held").first).to_be_visible()


@pytest.mark.parametrize(("locale", "deal"), [("en", "shifts 9 en"), ("ar", "shifts ar")])
def test_nothing_shifts_when_a_move_of_another_arrives(
    locale: str, deal: str, app: Flask, address: str, context
) -> None:
    with seeded(deal):
        table = Table(app, guests=4, clock=BANK)
    table.start()
    pages = [watching(context(locale=locale, viewport=viewport), address, table) for viewport in SCREENS]
    measured, phases, chance = 0, set[str](), random.Random(4)
    while measured < MOVES:
        before = table.host.view()
        moves_on(table, chance)
        after = table.host.view()
        phases.add(after["phase"])
        for page in pages:
            come_back(page)
        for page in pages:
            arrives(page, after["version"])
            if before["turn"] != table.host.seat and before["you"]["hand"] == after["you"]["hand"]:
                assert page.evaluate("window.shifted()") < MOST_SHIFT, page.evaluate("window.shifts")
                measured += 1
    assert "challenge" in phases, "of which there is most to say"


def watching(context: BrowserContext, address: str, table: Table) -> Page:
    """The table before the guest who made it, who waits for others."""
    page = come_in(context, address, table)
    page.add_init_script(SHIFTS)
    page.goto(f"{address}/games/{table.game}", wait_until="load")
    expect(page.locator("#table.live")).to_be_attached()
    return page


def moves_on(table: Table, chance: random.Random) -> None:
    """Whoever has to move does: the guest who looks, too, but elsewhere."""
    guest = table.in_turn()
    view = guest.view()
    said(guest.move(any_move(view, chance), view["version"]))


def come_back(page: Page) -> None:
    """Somebody looks at a page again, which then asks for news at once. What shifts is counted from here on."""
    page.evaluate(DRAWN)
    page.evaluate("window.shifts.length = 0")
    page.evaluate(SEEN_AGAIN)


def arrives(page: Page, version: int) -> None:
    """The page shows a version, drawn."""
    expect(page.locator("#table")).to_have_attribute("data-version", str(version), timeout=20_000)
    page.evaluate(DRAWN)
