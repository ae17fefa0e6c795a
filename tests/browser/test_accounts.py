"""A guest becomes somebody with an account, as people do it: in a browser, with the letters that come."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from tests.browser.serving import served
from tests.browser.test_accessibility import NARROW, RULES
from tests.web.letters import Letters, site_with

ANN = "ann@example.org"
FIRST, SECOND = "correct horse battery", "another horse altogether"


@pytest.fixture
def site(sqlite_url: str, tmp_path: Path) -> Iterator[Flask]:
    with site_with(sqlite_url, letters=tmp_path) as app:
        yield app


@pytest.fixture
def address(site: Flask) -> Iterator[str]:
    with served(site) as address:
        yield address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """Somebody's phone."""
    with browser.new_context(viewport=NARROW, locale="en-US") as context:
        yield context.new_page()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def fill(page: Page, label: str, value: str) -> None:
    page.get_by_role("textbox", name=label, exact=True).fill(value)


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def test_from_a_guest_to_an_account_and_back_after_a_lost_password(
    site: Flask, address: str, page: Page, tmp_path: Path
) -> None:
    letters = Letters(site, tmp_path)
    page.goto(address)
    page.get_by_role("button", name="Play a bot now").first.click()
    page.wait_for_url("**/games/*")
    table = urlsplit(page.url).path

    page.get_by_text("Your way back to this seat").click()
    page.get_by_role("link", name="Or make an account, and keep the seat").click()
    heading(page, "Make an account")
    fill(page, "Name", "Ann")
    fill(page, "Password", FIRST)
    fill(page, "E-mail address, if you like", ANN)
    press(page, "Make the account")
    heading(page, "Take your seats along?")
    page.get_by_role("button", name="Take this one").click()
    page.wait_for_url(f"**{table}*")
    expect(page.get_by_role("link", name="Ann", exact=True).first).to_be_visible()

    page.goto(address + letters.link(ANN))
    press(page, "Yes, it is mine")
    heading(page, "Ann")
    expect(page.get_by_role("status")).to_have_text("The address is confirmed.")
    press(page, "Sign out")
    expect(page.get_by_role("status")).to_have_text("You are signed out.")

    page.get_by_role("link", name="Sign in").click()
    page.get_by_role("link", name="Password lost?").click()
    fill(page, "Name or e-mail address", ANN)
    press(page, "Send the letter")
    expect(page.get_by_role("status")).to_contain_text("a letter is on its way")
    page.goto(address + letters.link(ANN))
    fill(page, "Another password", SECOND)
    press(page, "Take this password")
    heading(page, "Sign in")
    fill(page, "Name or e-mail address", "Ann")
    fill(page, "Password", SECOND)
    press(page, "Sign in")
    page.wait_for_url("**/mine*")
    page.goto(address + table)
    expect(page.locator("[data-you]")).not_to_have_attribute("data-you", "")  # the seat is hers


def test_a_password_can_be_seen_and_is_sent_as_one(address: str, page: Page) -> None:
    page.goto(f"{address}/sign-in")
    field = page.locator("#field-password")
    show = page.get_by_role("button", name="Show: Password")
    field.fill("not this one")
    show.click()
    expect(field).to_have_attribute("type", "text")
    expect(show).to_have_attribute("aria-pressed", "true")
    page.locator("form.panel").evaluate(
        "form => form.addEventListener('submit', () => sessionStorage.setItem('sent', form.elements.password.type))"
    )
    fill(page, "Name or e-mail address", "Ann")
    press(page, "Sign in")
    expect(page.get_by_role("alert")).to_have_text("No account has this name and this password.")
    assert page.evaluate("sessionStorage.getItem('sent')") == "password"
    expect(field).to_have_attribute("type", "password")


def test_a_password_can_be_pasted(address: str, page: Page) -> None:
    page.goto(f"{address}/sign-up")
    name, password = page.locator("#field-name"), page.locator("#field-password")
    name.fill(FIRST)
    name.press("Control+A")
    name.press("Control+C")
    password.press("Control+V")
    expect(password).to_have_value(FIRST)


def test_without_scripts_no_button_is_there_that_does_nothing(address: str, browser: Browser) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/sign-up")
        expect(page.locator("main button:visible")).to_have_text(["Make the account"])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_something_is_wrong(address: str, browser: Browser, scheme: str) -> None:
    """Forms that come again, a token that is shown, a link that is good for nothing: no page is opened like that."""
    axe = Axe()
    found: list[tuple[str, str, str]] = []
    with browser.new_context(viewport=NARROW, color_scheme=scheme, reduced_motion="reduce") as context:  # type: ignore[arg-type]
        page = context.new_page()

        def look() -> None:
            for one in axe.run(page, options=RULES).response["violations"]:
                found.extend((page.url, one["id"], node["html"][:200]) for node in one["nodes"])

        page.goto(f"{address}/sign-up")
        page.locator("form.panel").evaluate("form => { form.noValidate = true }")
        press(page, "Make the account")
        expect(page.locator("[aria-invalid]")).to_have_count(2)
        look()
        fill(page, "Name", "Ann")
        fill(page, "Password", FIRST)
        press(page, "Make the account")
        page.goto(f"{address}/account/tokens")
        fill(page, "What it is for", "My bot")
        press(page, "Make the token")
        expect(page.get_by_label("The token", exact=True)).to_be_visible()
        look()
        page.goto(f"{address}/password/nobody-has-this")
        heading(page, "This link does not work")
        look()
    assert found == []
