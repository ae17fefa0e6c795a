"""The viewer in Chromium: it steps without loading, and draws what the server would; it scrubs, plays and is typed."""

import json
import random
import re
import statistics
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, CDPSession, Page, expect

from replays.recording import Recording
from replays.show.stops import stops
from tests.api.bringing import bring, file
from tests.api.people import Person
from tests.api.tables import Guest, Table, lines, said
from tests.effort import effort
from tests.records import long_match

NUMBERS = count()
EVENTS = 1_000
STEPS = 200

BOARD = """() => {
  const each = (selector, tell, within = document) => [...within.querySelectorAll(selector)].map(tell);
  const at = (id) => document.getElementById(id);
  return {
    said: at("board").innerText.replace(/\\s+/g, " "),
    cards: each("#lanes .lane", (lane) => each(".hand li", (card) => card.outerHTML.split(">")[0], lane)),
    drawn: each("#board > :not([hidden]) use", (use) => use.getAttribute("href").split("#")[1]),
    lanes: each("#lanes .lane", (lane) => Object.entries(lane.dataset).sort().join(" ")),
    marks: each("#lanes .mark", (mark) => mark.className),
    top: at("top").dataset.card ?? null,
    color: at("color").dataset.color ?? null,
    way: at("way").dataset.way,
    refused: !at("refused").hidden,
    over: !at("over").hidden,
  };
}"""
"""Everything that a board shows."""

STEP = """(steps) => Array.from({ length: steps }, () => {
  const before = performance.now();
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  document.body.getBoundingClientRect(); // styles and layout are part of a step
  return performance.now() - before;
})"""


@pytest.fixture(scope="module")
def over(app: Flask) -> Table:
    """A match of two hands that is over, of a bot at seat 1 between two guests."""
    table = Table(app, 2, bots=["random"], options={"hands": 2})
    table.start().play(random.Random(3))
    return table


@pytest.fixture(scope="module")
def running(app: Flask) -> Table:
    """A match whose first hand is over, and whose second one is on."""
    table = Table(app, 2, options={"hands": 2}).start()
    rng = random.Random(5)
    while table.host.view()["hand_number"] < 2:
        table.play(rng, moves=1)
    table.play(rng, moves=6)
    return table


@pytest.fixture
def looking(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Opens a page; while it is looked at its console says nothing."""
    contexts, heard = [], []

    def look(path: str, guest: Guest | None = None, cookie: str | None = None, **settings: Any) -> Page:
        contexts.append(browser.new_context(base_url=address, **settings))
        page = contexts[-1].new_page()
        page.on("console", lambda message: heard.append(message.text))
        page.on("pageerror", lambda error: heard.append(str(error)))
        if guest is not None:
            page.goto(f"/seat/{guest.headers['Authorization'].removeprefix('Bearer ')}")
        if cookie is not None:
            contexts[-1].add_cookies([{"name": "kartfold_session", "value": cookie, "url": address}])
        page.goto(path)
        if settings.get("java_script_enabled", True):
            expect(page.locator("body.live")).to_be_attached()
        return page

    yield look
    for context in contexts:
        context.close()
    assert heard == []


def replay(table: Table, query: str = "") -> str:
    return f"/games/{table.game}/replay{query}"


def stands(page: Page, seq: int) -> None:
    """The page shows the position after this event, everywhere."""
    expect(page.locator("#board")).to_have_attribute("data-seq", str(seq))
    expect(page.locator("#place")).to_have_text(str(seq))
    expect(page.locator("#slider")).to_have_value(str(seq))
    expect(page.locator("#moves [aria-current]")).to_have_text(page.locator("#said").inner_text())
    expect(page).to_have_url(re.compile(rf"[?&]at={seq}(&|#|$)"))


def test_it_steps_without_loading_a_page(looking, over: Table) -> None:
    page = looking(replay(over, "?at=20&as=all"))
    page.evaluate("window.here = true")
    told = [move["sentence"] for move in said(over.stranger.get("/replay.json"))["moves"]]

    def seen(seq: int) -> None:
        stands(page, seq)
        assert re.sub("[\u2068\u2069]", "", page.locator("#said").inner_text()) == told[seq]

    page.get_by_role("link", name="Next", exact=True).click()
    seen(21)
    page.get_by_role("link", name="Last", exact=True).click()
    seen(over.version)
    assert page.get_by_role("link", name="Next", exact=True).get_attribute("href") is None
    page.get_by_role("link", name="Previous", exact=True).click()
    seen(over.version - 1)
    page.get_by_role("link", name="First", exact=True).click()
    seen(0)
    page.locator("#slider").fill("33")
    seen(33)
    page.locator("#moves a").last.click()
    last = next(seq for seq, line in enumerate(lines(over.host)) if b'"kind":"hand.ended"' in line)
    seen(last)
    page.locator("#hands a").last.click()
    seen(stops(Recording(lines(over.host))).hands[1])
    assert page.evaluate("window.here"), "it is the same document"


def test_the_script_draws_what_the_server_draws(looking, over: Table) -> None:
    plain = looking(replay(over), java_script_enabled=False)
    page = looking(replay(over, "?at=0&as=table"))
    chance = random.Random(2)
    ended = [seq for seq, line in enumerate(lines(over.host)) if b'"kind":"hand.ended"' in line]
    shown = [seq for seq, line in enumerate(lines(over.host)) if b'"kind":"draw_four.challenged"' in line][:2]
    for seq in {0, over.version, *ended, *shown, *chance.sample(range(over.version), effort(4, 20))}:
        page.locator("#slider").fill(str(seq))
        for eyes in ("table", "0", "1", "2", "all"):
            page.locator(f"#eyes [data-eyes='{eyes}']").click()
            expect(page.locator("#board")).to_have_attribute("data-eyes", eyes)
            plain.goto(replay(over, f"?at={seq}&as={eyes}"))
            assert page.evaluate(BOARD) == plain.evaluate(BOARD), (seq, eyes)
            assert page.locator("#moves").inner_text() == plain.locator("#moves").inner_text()


def test_the_reader_sees_the_own_cards_of_a_hand_that_is_on_and_no_others(looking, running: Table) -> None:
    first = stops(Recording(lines(running.host))).hands[1]
    page = looking(replay(running, f"?at={first}"), guest=running.host)
    plain = looking(replay(running), guest=running.host, java_script_enabled=False)
    for key in ("ArrowRight", "ArrowRight", "End"):
        page.keyboard.press(key)
        seq = int(page.locator("#place").inner_text())
        expect(page.locator("#board")).to_have_attribute("data-seq", str(seq))
        plain.goto(replay(running, f"?at={seq}"))
        assert page.evaluate(BOARD) == plain.evaluate(BOARD)
    assert page.locator(".lane[data-looking] .hand [data-card]").count() > 0
    page.locator("#eyes [data-eyes='all']").click()
    expect(page.locator("#refused")).to_be_visible()
    expect(page.locator("#refused")).to_contain_text("when their hand is over")
    ended = next(seq for seq, line in enumerate(lines(running.host)) if b'"kind":"hand.ended"' in line)
    page.locator("#slider").fill(str(ended))
    expect(page.locator("#refused")).to_be_hidden()
    expect(page.locator("#board")).to_have_attribute("data-eyes", "all")


def test_strangers_see_backs_alone_of_a_hand_that_is_on(looking, running: Table) -> None:
    page = looking(replay(running))
    expect(page.locator("#board")).to_have_attribute("data-eyes", "table")
    assert page.locator(".lane .hand [data-card]").count() == 0
    page.keyboard.press("v")
    expect(page.locator("#board")).to_have_attribute("data-eyes", "table")
    page.goto(replay(running, f"?at={running.version}&as=0"))
    expect(page.locator("#refused")).to_be_visible()
    assert page.locator(".lane .hand [data-card]").count() == 0


def test_by_keys_alone(looking, over: Table) -> None:
    found = stops(Recording(lines(over.host)))
    start = found.hands[0]
    page = looking(replay(over, f"?at={start}&as=table"))

    def pressed(key: str, seq: int) -> None:
        page.keyboard.press(key)
        stands(page, seq)

    pressed("ArrowRight", start + 1)
    pressed("ArrowLeft", start)
    pressed("]", next(lap for lap in found.laps if lap > start))
    pressed("[", start)
    pressed("}", found.hands[1])
    pressed("{", start)
    pressed("End", over.version)
    pressed("ArrowRight", over.version)
    pressed("Home", 0)
    page.keyboard.press("}")
    stands(page, start)
    badges = [page.locator("#badge").inner_text()]
    for _ in range(5):
        page.keyboard.press("v")
        badges.append(page.locator("#badge").inner_text())
    assert badges[0] == badges[-1], "they come round again"
    assert len(set(badges)) == 5
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()


def test_it_plays_by_itself_until_something_is_touched(looking, over: Table) -> None:
    page = looking(replay(over, "?at=10&as=all"))
    page.get_by_label("Speed").select_option("8")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play it through", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator("#place")).to_have_text(re.compile("^(1[3-9]|2[0-9])$"))
    page.locator("#badge").click()
    expect(page.get_by_role("button", name="Play it through", exact=True)).to_be_visible()
    stands(page, int(page.locator("#place").inner_text()))
    page.get_by_label("Pace").select_option("real")
    page.locator("#slider").fill(str(over.version - 2))
    page.get_by_role("button", name="Play it through", exact=True).click()
    stands(page, over.version)
    expect(page.get_by_role("button", name="Play it through", exact=True)).to_be_visible()


def test_the_race_chart_scrubs(looking, over: Table) -> None:
    page = looking(replay(over, "?at=0&as=all"), viewport={"width": 1300, "height": 900})
    chart = page.get_by_role("slider", name=re.compile("Race chart"))
    expect(chart.locator("svg .here")).to_have_count(2)
    turns = json.loads(page.request.get(replay(over, "/steps.json")).text())["race"]
    lap = chart.locator("[data-hand='1']")
    lap.scroll_into_view_if_needed()
    box = lap.locator("[data-line]").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 1, box["y"] + box["height"] / 2)
    stands(page, turns[0][0])
    page.mouse.move(box["x"] + 1, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"], box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    stands(page, turns[0][-1])
    chart.press("ArrowLeft")
    stands(page, turns[0][-2])
    expect(chart).to_have_attribute("aria-valuenow", str(turns[0][-2]))


def test_an_address_leads_to_its_position_and_stays_true(looking, over: Table) -> None:
    page = looking(replay(over, "?at=40&as=2"))
    stands(page, 40)
    expect(page.locator("#badge")).to_contain_text(re.compile(r"Guest \(seat 2\).?'s eyes"))
    page.keyboard.press("ArrowRight")
    stands(page, 41)
    page.reload()
    expect(page.locator("body.live")).to_be_attached()
    stands(page, 41)
    expect(page.locator("#board")).to_have_attribute("data-eyes", "2")
    assert page.get_by_label("Link").input_value().endswith(f"/games/{over.game}/replay?at=41&as=2")
    assert "at=41&as=2" in page.get_by_label("To put it into a page of yours").input_value()


def test_the_list_shows_one_seat(looking, over: Table) -> None:
    page = looking(replay(over, "?at=40&as=all"))
    every = page.locator("#moves li").count()
    page.get_by_label("Moves of").select_option("2")
    some = page.locator("#moves li").count()
    assert 0 < some < every
    moves = said(over.stranger.get("/replay.json"))["moves"]
    listed = [int(str(item.get_attribute("data-seq"))) for item in page.locator("#moves li").all()]
    assert {moves[seq]["actor"] for seq in listed} == {"seat:2"}


def test_what_is_said_beside_comes_when_one_stays(looking, app: Flask, over: Table) -> None:
    ann = Person.sign_up(app, f"Ann {next(NUMBERS)}", "correct horse battery")
    said(ann.post(f"/games/{over.game}/comments", {"seq": 52, "text": "What a card!"}), 201)
    page = looking(replay(over, "?at=50"), cookie=ann.cookie())
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#talk")).to_contain_text("What a card!")
    expect(page.locator("#talk_heading")).to_have_text("Comments on event 52")
    page.get_by_label("Your comment").last.fill("Not so bad, either")
    page.locator("#moves a").first.click()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_label("Your comment").last).to_have_value("Not so bad, either")
    page.get_by_role("button", name="Write").click()
    expect(page.locator("#talk")).to_contain_text("Not so bad, either")
    stands(page, 52)


def test_comments_need_no_script(looking, app: Flask, over: Table) -> None:
    ben = Person.sign_up(app, f"Ben {next(NUMBERS)}", "correct horse battery")
    page = looking(replay(over, "?at=60"), cookie=ben.cookie(), java_script_enabled=False)
    page.get_by_label("Your comment").fill("By hand.")
    page.get_by_role("button", name="Write").click()
    expect(page.locator("#talk article")).to_contain_text("By hand.")
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator("#talk article")).to_have_count(0)
    expect(page.locator("#play")).to_be_hidden()
    page.locator("#jump").fill("60")
    page.get_by_role("button", name="Go").click()
    expect(page.locator("#talk article")).to_have_count(1)


def test_one_plays_on_from_here(looking, over: Table) -> None:
    page = looking(replay(over, "?at=30&as=all"))
    page.keyboard.press("ArrowRight")
    page.get_by_label("Your seat").select_option("0")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: over.game not in url)
    game = page.url.rpartition("/")[2]
    branch = json.loads(page.request.get(f"/api/v1/games/{game}").text())["table"]["branch_of"]
    assert branch["game"] == over.game
    assert branch["seq"] in (29, 30, 31)


def test_it_is_verified_in_the_browser(looking, over: Table) -> None:
    page = looking(replay(over))
    page.get_by_role("button", name="Verify in this browser").click()
    expect(page.locator("[data-verify-status]")).to_contain_text("Everything that was checked holds.", timeout=20_000)


@pytest.mark.parametrize("width", [320, 1280])
def test_from_right_to_left_tapes_clocks_and_roads_run_as_ever(looking, over: Table, width: int) -> None:
    page = looking(replay(over, "?at=40&as=all&lang=ar"), viewport={"width": width, "height": 800})
    assert page.evaluate("getComputedStyle(document.body).direction") == "rtl"
    for part in ("#slider", ".transport", "#chart", ".road"):
        assert page.locator(part).first.evaluate("part => getComputedStyle(part).direction") == "ltr"
    page.keyboard.press("ArrowRight")
    stands(page, 41)
    first, last = (page.locator(f"[data-step={name}]").bounding_box() for name in ("first", "last"))
    assert first is not None
    assert last is not None
    assert first["x"] < last["x"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_it_is_embedded_into_another_page(looking, over: Table, address: str) -> None:
    page = looking(f"/games/{over.game}/embed?at=40&as=1")
    expect(page.locator("#badge")).to_contain_text(re.compile("Random.?'s eyes"))
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator("#board")).to_have_attribute("data-seq", "41")
    expect(page).to_have_url(re.compile(r"/embed\?at=41"))
    assert page.locator("form[method=post]").count() == 0


def test_on_paper_it_is_the_position_and_the_list(looking, over: Table) -> None:
    page = looking(replay(over, "?at=40&as=all"))
    page.emulate_media(media="print")
    expect(page.locator("#lanes")).to_be_visible()
    expect(page.locator("#moves li").last).to_be_visible()
    assert page.locator("#moves").evaluate("list => list.scrollHeight <= list.clientHeight + 1")
    for part in (".transport", "#race", ".beside", "#slider"):
        expect(page.locator(part).first).to_be_hidden()


def test_how_long_a_step_takes_is_told(looking, app: Flask, record_property) -> None:
    """What it takes depends on the machine, so it is no assertion: the report of the tests has the figures."""
    ann = Person.sign_up(app, f"Ann {next(NUMBERS)}", "correct horse battery")
    brought = said(bring(ann, file(long_match(EVENTS).lines)), 201)
    page = looking(f"/replays/{brought['id']}?at=5&as=all", viewport={"width": 1280, "height": 900})
    expect(page.locator("#chart svg .here").first).to_be_attached()
    metrics = page.context.new_cdp_session(page)
    metrics.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = spent(metrics)
    times = sorted(page.evaluate(STEP, STEPS))
    after = spent(metrics)
    expect(page.locator("#place")).to_have_text(str(5 + STEPS))
    found = {
        "step, median ms": statistics.median(times),
        "step, p95 ms": times[round(0.95 * STEPS)],
        "step, ms of one core": (after - before) / STEPS,
    }
    for name, value in found.items():
        record_property(name, round(value, 1))
    print(f"{EVENTS} events:", ", ".join(f"{name} {value:.1f}" for name, value in found.items()))


def spent(metrics: CDPSession) -> float:
    """Milliseconds that the page's thread has worked, whoever else the machine worked for meanwhile."""
    found = {one["name"]: one["value"] for one in metrics.send("Performance.getMetrics")["metrics"]}
    return 1000 * float(found["ThreadTime"])
