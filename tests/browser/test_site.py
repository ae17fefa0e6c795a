"""What the scripts of every page do, and what a narrow screen, a keyboard and a lost network find."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

PAGES = ("/", "/lobby", "/watch", "/mine", "/new", "/rules", "/differences", "/learn", "/learn/4", "/developers/format")


@pytest.fixture
def context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Makes contexts, closed at the end; nothing that their pages do may fail."""
    made, heard = [], []

    def make(**settings) -> BrowserContext:
        made.append(browser.new_context(**settings))
        made[-1].on("weberror", lambda error: heard.append(str(error.error)))
        return made[-1]

    yield make
    for one in made:
        one.close()
    assert heard == []


@pytest.fixture
def page(context, address: str) -> Page:
    return context(timezone_id="America/New_York", base_url=address).new_page()


def test_a_time_is_told_in_the_zone_of_the_reader(page):
    page.goto("/new")
    page.evaluate(
        """async () => {
            const site = document.querySelector("script[type=module]").src;
            const { localTimes } = await import(site.replace("site", "times"));
            for (const kind of ["local", "away"]) {
                const time = document.createElement("time");
                time.dateTime = "2026-01-01T02:30:00.000Z";
                time.dataset[kind] = "";
                time.textContent = "as it was";
                document.querySelector("main").append(time);
            }
            localTimes(document);
        }"""
    )
    local, away = page.locator("main > time").all()
    expect(local).to_have_text("Dec 31, 2025, 9:30 PM")
    expect(away).to_have_text("as it was")
    assert "December 31, 2025" in (away.get_attribute("title") or "")


def test_an_example_can_be_copied(context, address):
    page = context(permissions=["clipboard-read", "clipboard-write"], base_url=address).new_page()
    page.goto("/developers")
    button = page.get_by_role("button", name="Copy")
    button.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith(f"api={address}/api/v1")


def test_without_scripts_there_is_no_button_that_does_nothing(context, address):
    page = context(java_script_enabled=False, base_url=address).new_page()
    page.goto("/developers")
    expect(page.get_by_role("button", name="Copy")).to_be_hidden()


def test_without_a_network_a_page_says_so_and_no_game_is_kept(context, address):
    made = context(base_url=address)
    page = made.new_page()
    page.goto("/")
    page.get_by_role("button", name="Play a bot now").click()
    page.wait_for_url("**/games/*")
    game = page.url
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto(game)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    kept = page.evaluate(
        """async () => {
            const names = await caches.keys();
            const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
            return all.flat().map((request) => new URL(request.url).pathname);
        }"""
    )
    assert "/offline" in kept
    assert all(path == "/offline" or path.startswith("/static/") for path in kept)
    made.set_offline(True)
    page.goto(game)
    expect(page.get_by_role("heading", level=1)).to_have_text("No network")
    made.set_offline(False)
    page.goto(game)
    expect(page.get_by_role("heading", level=1)).not_to_have_text("No network")


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("width", [320, 1280, 3840])
def test_no_page_scrolls_sideways(context, address, width, language):
    page = context(viewport={"width": width, "height": 800}, base_url=address).new_page()
    for path in PAGES:
        page.goto(f"{path}?lang={language}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


@pytest.mark.parametrize("path", ["/", "/lobby"])
def test_what_a_thumb_hits_is_large_enough(context, address, path):
    page = context(viewport={"width": 320, "height": 800}, has_touch=True, is_mobile=True, base_url=address).new_page()
    page.goto(path)
    small = page.evaluate(
        """() => [...document.querySelectorAll("header a, button, main .button, summary, select")]
            .map((each) => [each.textContent.trim(), each.getBoundingClientRect()])
            .filter(([, box]) => box.height > 0 && (box.height < 32 || box.width < 24))
            .map(([name, box]) => [name, box.width, box.height])"""
    )
    assert small == []


def test_by_keyboard_one_skips_to_the_content_and_plays(page):
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Play a bot now")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/*")


def test_the_form_of_a_table_shows_what_belongs_to_the_answer(page):
    page.goto("/new")
    expect(page.get_by_label("Time for each decision", exact=True)).to_be_visible()
    expect(page.get_by_label("In the bank at the start")).to_be_hidden()
    page.get_by_label("A bank of time for each player").check()
    expect(page.get_by_label("In the bank at the start")).to_be_visible()
    expect(page.get_by_label("Time for each decision", exact=True)).to_be_hidden()


def test_looks_that_were_chosen_are_seen(page):
    page.goto("/lobby")
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_text("Looks and sound").click()
    page.get_by_label("Colours").select_option("dark")
    page.get_by_role("button", name="Keep it so").click()
    page.wait_for_url("**/lobby")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != before


def test_little_motion_is_none(context, address):
    page = context(reduced_motion="reduce", base_url=address).new_page()
    page.goto("/")
    assert page.evaluate("document.getAnimations().length") == 0
    moving = context(reduced_motion="no-preference", base_url=address).new_page()
    moving.goto("/")
    assert moving.evaluate("document.getAnimations().length") > 0
