"""News of a table in a browser: by the stream where there is one, by asking every now and then where there is none."""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from app.factory import close, create_app
from config import Config
from tests.api.conftest import SETTINGS
from tests.api.people import API
from tests.api.tables import Table, any_move, said
from tests.browser.serving import served

Open = Callable[..., tuple[Table, Page]]
IN_PIECES = """
const whole = window.fetch;
const each = (bytes, pieces) => { for (const byte of bytes) pieces.enqueue(Uint8Array.of(byte)); };
window.fetch = async (...asked) => {
  const answer = await whole(...asked);
  if (!String(asked[0]).includes("/events")) return answer;
  return new Response(answer.body.pipeThrough(new TransformStream({ transform: each })), { status: answer.status });
};
"""
"""Streams come byte by byte, as they may over a network."""


@pytest.fixture
def open_table(sqlite_url: str, browser: Browser) -> Iterator[Open]:
    """A table before its host, in a service that holds so many streams; `script` runs before those of the page."""
    with ExitStack() as stack:

        def make(streams: int, script: str = "") -> tuple[Table, Page]:
            app = create_app(Config(database_url=sqlite_url, **SETTINGS | {"streams": streams}))  # type: ignore[arg-type]
            stack.callback(close, app)
            table = Table(app)
            address = stack.enter_context(served(app))
            context = browser.new_context()
            stack.callback(context.close)
            context.request.get(address + table.made["seat_link"]["link"], max_redirects=0)
            page = context.new_page()
            page.add_init_script(script)
            page.clock.install()  # no time passes on the page, and so it asks for nothing by itself
            with page.expect_response(lambda answer: answer.url.startswith(f"{address}{API}")) as answer:
                page.goto(f"{address}/games/{table.game}")
            assert answer.value.status == (200 if streams else 503)
            return table, page

        yield make


def test_what_happens_is_shown_at_once_by_the_stream(open_table: Open) -> None:
    table, page = open_table(1)
    table.start()
    expect(page.locator("#table")).to_have_attribute("data-version", str(table.version))
    version = _move(table)
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))
    said(table.guests[1].post("/phrases", {"phrase": "hello"}), 201)
    expect(page.locator("#talk [data-phrase]")).to_have_count(1)


def test_a_stream_that_comes_in_pieces_tells_the_same(open_table: Open) -> None:
    table, page = open_table(1, IN_PIECES)
    version = table.start().version
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))


def test_where_there_is_none_the_page_asks_now_and_then(open_table: Open) -> None:
    table, page = open_table(0)
    table.start()
    version = _move(table)
    expect(page.locator("#table")).to_have_attribute("data-version", re.compile("2"))
    page.clock.run_for(20_000)
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))


def test_a_page_that_nobody_sees_has_no_stream(open_table: Open) -> None:
    table, page = open_table(1)
    page.evaluate("() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    version = table.start().version
    page.evaluate("() => Object.defineProperty(document, 'hidden', { configurable: true, get: () => false })")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#table")).to_have_attribute("data-version", str(version))


def _move(table: Table) -> int:
    """Whoever is in turn moves; the version afterwards."""
    guest = table.in_turn()
    view = guest.view()
    version: int = said(guest.move(any_move(view, random.Random(1)), view["version"]))["version"]
    return version
