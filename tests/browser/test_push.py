"""What a browser is told while no page is open: the switch, and the worker that shows it."""

import base64
import json
from collections.abc import Iterator

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, Worker, expect

import config
from tests.api.people import Person
from tests.api.tables import said

GAME = "/games/3f0c1e52-7a52-4c35-9a3a-0a4c1c1b8a10"
TOLD = {
    "title": "It is your turn",
    "body": "You have until {deadline}.",
    "deadline": 1_800_000_000_000,
    "url": GAME,
    "tag": "3f0c",
    "lang": "en",
    "dir": "ltr",
}

BROWSER = """(key) => {
  const subscription = (endpoint) => ({
    endpoint,
    unsubscribe: async () => { delete localStorage.subscribed },
    toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: key, auth: "AAAAAAAAAAAAAAAAAAAAAA" } }),
  });
  PushManager.prototype.getSubscription = async () =>
    localStorage.subscribed ? subscription(localStorage.subscribed) : null;
  PushManager.prototype.subscribe = async (options) => {
    if (localStorage.refuses) throw new DOMException("no", "NotAllowedError");
    localStorage.asked = JSON.stringify(options);
    localStorage.subscribed = `https://push.example.org/${Math.random()}`;
    return subscription(localStorage.subscribed);
  };
}"""
"""A push service, which a browser without a network has none of."""


@pytest.fixture(scope="module")
def settings() -> dict[str, str]:
    """A service that tells browsers."""
    return {"vapid_key": config.new_vapid_key()}


@pytest.fixture
def context(browser: Browser, address: str) -> Iterator[BrowserContext]:
    heard: list[str] = []
    made = browser.new_context(base_url=address, permissions=["notifications"], timezone_id="America/New_York")
    made.on("weberror", lambda error: heard.append(str(error.error)))
    yield made
    made.close()
    assert heard == []


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


def signed_in(app: Flask, context: BrowserContext, address: str, name: str) -> Person:
    person = Person.sign_up(app, name, "correct horse battery")
    context.add_cookies([{"name": "kartfold_session", "value": person.cookie(), "url": address}])
    return person


def browsers(person: Person) -> int:
    return len(said(person.get("/account/export"))["push"])


def test_a_switch_says_whether_this_browser_is_told(app, context, page, address):
    ann = signed_in(app, context, address, "Ann")
    point = (
        ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    )
    context.add_init_script(f"({BROWSER})({json.dumps(base64.urlsafe_b64encode(point).decode())})")
    page.goto("/account/notifications")
    switch = page.get_by_role("button", name="Tell me in this browser")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    assert browsers(ann) == 1
    asked = json.loads(page.evaluate("localStorage.asked"))
    assert asked == {"userVisibleOnly": True, "applicationServerKey": said(ann.get("/account/push"))["key"]}
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert browsers(ann) == 0
    page.evaluate("localStorage.subscribed = 'https://push.example.org/somebody-elses'")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert browsers(ann) == 0


def test_a_browser_that_may_not_say_so_says_why(app, context, page, address):
    ann = signed_in(app, context, address, "Ben")
    context.add_init_script(f"({BROWSER})('')")
    context.add_init_script(
        "localStorage.refuses = true; Object.defineProperty(Notification, 'permission', { get: () => 'denied' })"
    )
    page.goto("/account/notifications")
    page.get_by_role("button", name="Tell me in this browser").click()
    expect(page.get_by_role("alert")).to_contain_text("its settings do")
    assert browsers(ann) == 0


WATCHED = """() => {
  const { registration } = self;
  const show = registration.showNotification;
  self.shown = new Promise((resolve) => {
    registration.showNotification = async (...told) => {
      await show.apply(registration, told);
      resolve();
    };
  });
}"""
"""So that one can wait until it is shown. Chromium without a screen forgets what it is asked for while it shows it:
asking again and again does not do."""

SHOWN = """async () => {
  const all = await self.registration.getNotifications();
  return all.map(({ title, body, lang, dir, tag, data }) => ({ title, body, lang, dir, tag, data }));
}"""
"""What is shown."""


def push(page: Page, told: dict) -> Worker:
    """Does what a push service would have the browser do; gives the worker that has shown it."""
    page.goto("/learn")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = page.context.new_cdp_session(page)
    known: list[dict] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    origin = page.evaluate("location.origin")
    while not known:
        page.evaluate("0")  # what the browser has to say comes meanwhile
    (worker,) = page.context.service_workers
    worker.evaluate(WATCHED)
    registration = {"origin": origin, "registrationId": known[0]["registrationId"]}
    session.send("ServiceWorker.deliverPushMessage", registration | {"data": json.dumps(told)})
    worker.evaluate("self.shown")
    return worker


def test_what_is_pushed_is_shown_with_the_time_of_this_device(page):
    (shown,) = push(page, TOLD).evaluate(SHOWN)
    shown["body"] = " ".join(shown["body"].split())  # versions of the browser have different spaces before AM
    assert shown == {
        "title": "It is your turn",
        "body": "You have until Jan 15, 2027, 3:00 AM.",
        "lang": "en",
        "dir": "ltr",
        "tag": "3f0c",
        "data": GAME,
    }


def test_it_leads_to_the_table_and_nowhere_else(page):
    opened = push(page, TOLD).evaluate(
        """async (game) => {
            const opened = [];
            self.clients.openWindow = async (address) => { opened.push(address) };
            const [notification] = await self.registration.getNotifications();
            const click = async (data) => {
                const event = new NotificationEvent("notificationclick", { notification });
                Object.defineProperty(event, "notification", { value: { data, close() { opened.push("closed") } } });
                const waited = [];
                event.waitUntil = (done) => waited.push(done);
                self.dispatchEvent(event);
                await Promise.all(waited);
            };
            await click(game);
            await click("https://elsewhere.example.org/");
            return opened;
        }""",
        GAME,
    )
    origin = page.evaluate("location.origin")
    assert opened == ["closed", origin + GAME, "closed"]
