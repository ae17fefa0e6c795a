"""The audit of a game in a real browser: the button checks the record, and says in the page's words what it did."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Page, Route, expect

from app.factory import close, create_app
from config import Config
from tests.api.bringing import JSON_LINES, bring, file
from tests.api.conftest import SETTINGS
from tests.api.people import API, Person
from tests.api.tables import Table, lines, said
from tests.browser.serving import served
from tests.records import random_match, rechained, values_of

HOSTILE = "<img src=x onerror=alert(1)>"
AGAIN = "Verify in this browser"


@pytest.fixture
def app(sqlite_url: str) -> Iterator[Flask]:
    made = create_app(Config(database_url=sqlite_url, **SETTINGS))  # type: ignore[arg-type]
    yield made
    close(made)


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    with served(app) as address:
        yield address


@pytest.fixture
def context(browser) -> Iterator[BrowserContext]:
    """A browser in which nothing goes wrong on the console: no script of ours, and none that the policy stopped."""
    heard: list[str] = []
    made = browser.new_context(locale="en")
    made.on("weberror", lambda error: heard.append(str(error.error)))
    made.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
    yield made
    made.close()
    assert heard == []


@pytest.fixture
def over(app: Flask) -> Table:
    """A game that is over, between a guest with a hostile name and a bot."""
    table = Table(app, guests=1, bots=["racer"], name=HOSTILE, options={"hands": 2}).start()
    table.play(random.Random(4))
    return table


@pytest.fixture
def on(app: Flask) -> Table:
    """A game whose first hand is on."""
    table = Table(app, guests=1, bots=["racer"], spectators="all", listed=True).start()
    table.play(random.Random(4), moves=3)
    return table


@pytest.fixture
def opened(context: BrowserContext, address: str) -> Callable[[Table], Page]:
    """Opens the audit of a game as its guest, who has come by the seat link."""

    def open_page(table: Table, **changes: str) -> Page:
        page = context.new_page()
        page.goto(address + table.made["seat_link"]["link"])
        query = "".join(f"?{name}={value}" for name, value in changes.items())
        page.goto(f"{address}/games/{table.game}/audit{query}")
        return page

    return open_page


def verify(page: Page) -> None:
    """Presses the button, and waits for the verdict."""
    page.get_by_role("button", name=AGAIN).click()
    expect(page.locator("#verify-result")).to_have_attribute("data-verdict", re.compile("."))


def rows(page: Page) -> dict[str, tuple[str, str]]:
    """What was checked: by check what was found, and the count in words."""
    return {
        row.get_attribute("data-check") or "": (row.get_attribute("data-found") or "", row.inner_text())
        for row in page.locator("[data-verify-checks] li").all()
    }


def test_a_game_that_is_over_holds_and_the_page_says_what_was_checked(app, over, opened):
    page = opened(over)
    expect(page.get_by_role("heading", name="Exact: everything holds")).to_be_visible()
    verify(page)
    expect(page.locator("[data-verify-status]")).to_have_text("Everything that was checked holds.")
    shown = rows(page)
    events = lines(over.host)
    hands = sum(b'"kind":"hand.started"' in line for line in events)
    cards = sum(b'"kind":"card.' in line for line in events)
    assert {found for found, _ in shown.values()} == {"holds"}
    assert f"Checked: {len(events)}" in shown["chain"][1]
    assert f"Checked: {hands}" in shown["seeds"][1]
    assert f"Checked: {cards}" in shown["cards"][1]
    assert page.locator("[data-verify-head]").inner_text() == page.locator("[data-head]").inner_text()
    assert page.locator("[data-verify-fault]").is_hidden()
    assert page.locator("progress").is_hidden()


def test_a_name_is_text_and_nothing_else(over, opened):
    page = opened(over)
    assert page.locator("main").get_by_text(HOSTILE).count() == 1
    assert page.locator("main img").count() == 0


def test_the_hash_of_a_friend_is_compared(over, opened):
    page = opened(over)
    verify(page)
    head = page.locator("[data-verify-head]").inner_text()
    other, same = page.get_by_label("The hash that your friend has"), page.locator("[data-verify-same]")
    other.fill(f" {head.upper()} ")
    expect(same).to_contain_text("to its last event")
    second = values_of(lines(over.host))[3]["prev"]
    other.fill(second)
    expect(same).to_contain_text("the hash of event 2 here")
    other.fill("0" * 64)
    expect(same).to_contain_text("another record")
    other.fill("0" * 63)
    expect(same).to_contain_text("64 digits")
    other.fill("")
    expect(same).to_be_empty()


def test_in_a_game_that_is_on_the_own_cards_are_checked_and_the_rest_is_not_open_yet(on, opened):
    page = opened(on)
    expect(page.get_by_role("heading", name="Unverified yet: the game is on")).to_be_visible()
    verify(page)
    assert page.locator("#verify-result").get_attribute("data-verdict") == "open"
    shown = rows(page)
    own = len(on.host.view()["you"]["hand"])
    turned = sum(b'"kind":"card.turned"' in line for line in lines(on.host))
    assert shown["cards"][0] == shown["roots"][0] == shown["seeds"][0] == "open"
    assert "Not open yet: 1" in shown["seeds"][1]
    assert shown["openings"][0] == "holds"
    assert f"Checked: {own + turned}" in shown["openings"][1]
    expect(page.locator("[data-verify-reasons]")).to_contain_text("not open yet")


def test_what_the_server_sends_otherwise_is_found_and_told(context, over, opened):
    """A server that lies in the record it hands out, chain and all, is found by the page that it sent itself."""
    values = values_of(lines(over.host))
    at = next(at for at, value in enumerate(values) if value["kind"] == "card.turned")
    values[at]["data"]["card"] = "b9" if values[at]["data"]["card"] != "b9" else "g1"
    forged = b"".join(line + b"\n" for line in rechained(values))

    def lie(route: Route) -> None:
        route.fulfill(body=forged, content_type=JSON_LINES)

    page = opened(over)
    page.route("**/replay.jsonl", lie)
    verify(page)
    expect(page.locator("[data-verify-status]")).to_have_text("This record does not hold.")
    expect(page.locator("[data-verify-fault]")).to_contain_text(f"Event {at}: ")
    assert rows(page)["cards"][0] == "fails"


def test_what_a_record_says_is_shown_as_text(over, opened):
    values = values_of(lines(over.host))
    values[0]["data"]["rules"] = HOSTILE
    page = opened(over)
    page.route("**/replay.jsonl", lambda route: route.fulfill(body=file(rechained(values)), content_type=JSON_LINES))
    verify(page)
    expect(page.locator("[data-verify-reasons]")).to_contain_text(HOSTILE)
    assert page.locator("main img").count() == 0


def test_it_says_when_it_could_not_look(context, over, opened):
    page = opened(over)
    page.route("**/replay.jsonl", lambda route: route.fulfill(status=200, body=b"", content_type=JSON_LINES))
    verify(page)
    expect(page.locator("[data-verify-reasons]")).to_contain_text("There is no event in it.")
    assert page.locator("[data-verify-head-of]").is_hidden()


def test_without_scripts_the_page_says_how_to_check(browser, over, address):
    context = browser.new_context(java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(address + over.made["seat_link"]["link"])
    page.goto(f"{address}/games/{over.game}/audit")
    assert page.get_by_role("button", name=AGAIN).count() == 0
    expect(page.locator("noscript p")).to_contain_text("needs scripts")
    expect(page.locator("noscript p")).to_be_visible()
    expect(page.get_by_text(f"python -m replays verify {over.game}.replay.jsonl")).to_be_visible()
    context.close()


def test_an_imported_record_verifies_too(app, context, address, over, opened):
    person = Person.sign_up(app, "anna", "correct horse battery")
    brought = said(bring(person, file(random_match(21).lines)), 201)
    page = opened(over)
    report: dict[str, Any] = page.evaluate(
        """async ([modules, url]) => (await import(modules)).verifyRecord(url)""",
        [
            re.sub(r"verify-page\.js$", "record/verify.js", script(page)),
            f"{API}/replays/{brought['id']}/replay.jsonl",
        ],
    )
    assert (report["verdict"], report["events"]) == ("holds", len(random_match(21).lines))


def script(page: Page) -> str:
    """Where the page's module is."""
    return str(page.locator("script[src*='verify-page']").evaluate("one => one.src"))
