"""Time on pages with scripts: where the browser says that one is, in whose zone times are written, how long the longest
wait is while a table is made, and a pause that is agreed on at the table."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.api.people import Person
from tests.api.tables import Table, said

KOLKATA, TOKYO = "Asia/Kolkata", "Asia/Tokyo"


@pytest.fixture
def signed_in(browser: Browser, app: Flask, address: str) -> Iterator[Callable[[str], tuple[Person, Page]]]:
    """Makes people with accounts, each with a browser in Kolkata."""
    made = []

    def sign_in(name: str) -> tuple[Person, Page]:
        person = Person.sign_up(app, name, "correct horse battery")
        context = browser.new_context(timezone_id=KOLKATA, locale="en", reduced_motion="reduce")
        context.add_cookies([{"name": "kartfold_session", "value": person.cookie(), "url": address}])
        made.append(context)
        return person, context.new_page()

    yield sign_in
    for context in made:
        context.close()


def test_the_zone_of_the_browser_is_proposed_and_kept_when_one_saves(signed_in, address: str) -> None:
    person, page = signed_in("Ann")
    page.goto(f"{address}/account/time")
    expect(page.locator("#field-zone")).to_have_value(KOLKATA)
    expect(page.locator("#vacation-zone")).to_have_value(KOLKATA)
    expect(page.locator("#zone-proposed")).to_be_visible()
    assert said(person.get("/account/calendar"))["zone"] == "UTC"
    page.locator("#field-quiet_from").fill("23:00")
    page.locator("#field-quiet_to").fill("07:00")
    page.locator("section", has=page.locator("#calendar")).get_by_role("button", name="Save").click()
    expect(page.locator("html")).to_have_attribute("data-zone", KOLKATA)
    assert said(person.get("/account/calendar"))["zone"] == KOLKATA
    expect(page.locator("#zone-proposed")).to_be_hidden()


def test_a_city_is_found_by_a_few_letters(signed_in, address: str) -> None:
    _person, page = signed_in("Ben")
    page.goto(f"{address}/account/time?lang=sq")
    page.locator("#zone-search").fill("tirane")
    expect(page.locator("#field-zone")).to_have_value("Europe/Tirane")
    page.locator("#zone-search").press("Enter")
    assert page.url.endswith("/account/time?lang=sq"), "nothing is sent"
    expect(page.locator("#field-zone option:not([hidden])")).to_have_count(1)


def test_times_are_written_in_the_zone_of_the_account(signed_in, address: str) -> None:
    person, page = signed_in("Cleo")
    begins = datetime.now(ZoneInfo(TOKYO)) + timedelta(hours=3)
    hours = {"from": begins.hour * 60, "to": (begins.hour + 8) % 24 * 60}
    said(person.put("/account/calendar", {"zone": TOKYO, "quiet_hours": hours}))
    page.goto(f"{address}/account/time")
    first = page.locator("section", has=page.locator("#calendar")).locator("time").first
    expect(first).to_contain_text(begins.strftime("%-I:00 %p"))


def test_the_longest_wait_is_said_anew_with_each_choice(browser: Browser, address: str) -> None:
    page = browser.new_page(locale="en")
    page.goto(f"{address}/new")
    expect(page.locator("#wait")).to_contain_text("4 days for one decision, or 32 days")
    page.locator("#field-decision").select_option("3600000")
    expect(page.locator("#wait")).to_contain_text("2 days and 13 hours for one decision, or 30 days and 13 hours")
    for name in ("quiet_hours", "vacations"):
        page.locator(f"input[name={name}]").uncheck()
    expect(page.locator("#wait")).to_have_text("Nobody waits longer than 1 hour for one decision.")
    page.locator("input[name=clock][value=none]").check()
    expect(page.locator("#wait")).to_contain_text("Nothing runs out")
    assert page.url == f"{address}/new"
    page.close()


def test_a_pause_is_agreed_on_at_the_table(browser: Browser, app: Flask, address: str) -> None:
    table = Table(app, guests=2, clock={"kind": "decision", "ms": 86_400_000}).start()
    asked = {"pause": {"until": said(table.host.get())["deadline"]}, "expected_version": table.version}
    said(table.guests[1].post("/proposals", asked))
    context = browser.new_context(locale="en", reduced_motion="reduce")
    assert context.request.get(address + table.made["seat_link"]["link"], max_redirects=0).status == 303
    page = context.new_page()
    page.goto(f"{address}/games/{table.game}")
    expect(page.locator("#table.live")).to_be_attached()
    page.evaluate("window.stayed = true")
    page.get_by_role("button", name="I agree").click()
    expect(page.locator("#standing")).to_contain_text("The clock stands still until")
    expect(page.locator("#proposal")).to_have_count(0)
    expect(page.locator("#latest time")).to_have_text(page.locator(".still time").inner_text())
    expect(page.locator("time[data-deadline]")).to_have_count(0)
    assert page.evaluate("window.stayed"), "without a new page"
    context.close()


@pytest.mark.parametrize(("language", "words"), [("en", "in 7 days"), ("eo", "post 7 tagoj")])
def test_a_deadline_far_off_is_told_in_the_words_of_the_page(
    browser: Browser, app: Flask, address: str, language: str, words: str
) -> None:
    """A browser that does not know the language leaves what the server wrote."""
    table = Table(app, guests=2, clock={"kind": "decision", "ms": 7 * 86_400_000}).start()
    page = browser.new_page(locale="en")
    page.goto(f"{address}/games/{table.game}?lang={language}")
    expect(page.locator("#table.live")).to_be_attached()
    for told in page.locator("time[data-deadline]").all():
        expect(told).to_have_text(words)
    page.close()
