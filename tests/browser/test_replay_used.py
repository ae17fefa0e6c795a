"""A replay as people use it, in both writing directions: scrubbed by slider, chart and keys, looked at through others'
eyes, verified in the browser, and played on from in the middle. What the board shows is always what the API says."""

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, expect

from tests.api.people import API
from tests.api.tables import Table, lines
from tests.browser.quiet import quiet

LANGUAGES = {"en": "ltr", "ar": "rtl"}
SHOWN = """(board) => [...board.querySelectorAll(".lane")].map((lane) => [...lane.querySelectorAll(":scope > .hand li")]
  .map((card) => [Number(card.dataset.slot ?? -1), card.dataset.card ?? "?"]))"""
"""The cards of each seat: slots and codes, where backs are seen -1 and a question mark."""
BACK = [-1, "?"]


@pytest.fixture(scope="module")
def over(app: Flask) -> Table:
    """A match of two hands between two guests and a bot."""
    table = Table(app, guests=2, bots=["racer"], options={"hands": 2}).start()
    table.play(random.Random(4))
    return table


@pytest.fixture
def context(browser, address: str) -> Iterator[Callable[..., BrowserContext]]:
    with quiet(browser, address) as make:
        yield make


class Replay:
    """The replay of a game, in the browser of the guest with seat 0."""

    def __init__(self, context: BrowserContext, address: str, table: Table) -> None:
        self.context, self.address, self.table = context, address, table
        self.page = context.new_page()
        self.page.goto(address + table.made["seat_link"]["link"])
        self.page.goto(f"{address}/games/{table.game}/replay")
        expect(self.page.locator("body.live")).to_be_attached()
        self.last = len(lines(table.host)) - 1

    def seq(self) -> int:
        """The event that the board shows."""
        return int(self.page.locator("#board").get_attribute("data-seq") or -1)

    def stands(self, seq: int, eyes: str) -> None:
        """The board shows this event through these eyes, each card where it was."""
        board = self.page.locator("#board")
        expect(board).to_have_attribute("data-seq", str(seq))
        expect(board).to_have_attribute("data-eyes", eyes)
        expect(self.page.locator("#place")).to_have_text(str(seq))
        view = self.view(seq, eyes)
        assert board.evaluate(SHOWN) == _hands(view)
        assert self.page.locator("#top").get_attribute("data-card") == view["top"]

    def view(self, seq: int, eyes: str) -> dict[str, Any]:
        """What the API says."""
        address = f"{self.address}{API}/games/{self.table.game}?at={seq}&as={eyes}"
        answer = self.context.request.get(address)
        assert answer.status == 200, answer.text()
        view: dict[str, Any] = json.loads(answer.text())
        return view

    def steps(self) -> dict[str, Any]:
        """The document that the page steps through."""
        answer = self.context.request.get(f"{self.address}/games/{self.table.game}/replay/steps.json")
        document: dict[str, Any] = json.loads(answer.text())
        return document


def _hands(view: dict[str, Any]) -> list[list[list[Any]]]:
    """By seat, what these eyes see of its hand."""
    if "open" in view:
        return [_cards(hand) for hand in view["open"]["hands"]]
    you = view.get("you")
    return [
        _cards(you["hand"]) if you and you["seat"] == one["seat"] else [BACK] * one["cards"] for one in view["seats"]
    ]


def _cards(hand: list[dict[str, Any]]) -> list[list[Any]]:
    return [[one["slot"], one["card"]] for one in hand]


@pytest.fixture(params=LANGUAGES)
def replay(request, context, address: str, over: Table) -> Replay:
    """Opened by somebody who reads this language."""
    replay = Replay(context(locale=request.param), address, over)
    expect(replay.page.locator("html")).to_have_attribute("dir", LANGUAGES[request.param])
    return replay


def test_the_slider_scrubs(replay: Replay) -> None:
    page, slider = replay.page, replay.page.locator("#slider")
    box = slider.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.1, y)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.6, y, steps=12)
    page.mouse.up()
    assert replay.last * 0.5 < replay.seq() < replay.last * 0.7, "from left to right, in both directions of writing"
    replay.stands(replay.seq(), "0")
    for seq in (replay.last, 0, replay.last // 3):
        slider.fill(str(seq))
        replay.stands(seq, "0")


def test_keys_go_through_it_and_through_the_eyes(replay: Replay) -> None:
    press = replay.page.keyboard.press
    press("End")
    replay.stands(replay.last, "0")
    press("ArrowLeft")
    replay.stands(replay.last - 1, "0")
    press("Home")
    replay.stands(0, "0")
    for _ in range(2):
        press("]")
    lap = replay.seq()
    assert lap == replay.steps()["lap_starts"][1]
    press("ArrowRight")
    replay.stands(lap + 1, "0")
    seen = set()
    for _ in range(5):
        press("v")
        eyes = str(replay.page.locator("#board").get_attribute("data-eyes"))
        replay.stands(lap + 1, eyes)
        seen.add(eyes)
    assert seen == {"table", "0", "1", "2", "all"}


def test_the_race_chart_scrubs(replay: Replay) -> None:
    page, chart = replay.page, replay.page.locator("#chart")
    expect(chart).to_have_attribute("role", "slider")
    turns = [seq for hand in replay.steps()["race"] for seq in hand]
    chart.click()
    clicked = replay.seq()
    assert clicked in turns
    assert clicked not in (0, replay.last)
    replay.stands(clicked, "0")
    page.keyboard.press("ArrowRight")
    replay.stands(min(seq for seq in turns if seq > clicked), "0")


def test_the_address_is_that_of_what_is_seen(replay: Replay) -> None:
    page = replay.page
    page.locator("#slider").fill("30")
    page.locator("#eyes [data-eyes='1']").click()
    replay.stands(30, "1")
    expect(page).to_have_url(re.compile(r"\?at=30&as=1$"))
    page.reload()
    expect(page.locator("body.live")).to_be_attached()
    replay.stands(30, "1")


def test_it_is_verified_in_the_browser(replay: Replay) -> None:
    page = replay.page
    page.locator("[data-verify]").click()
    expect(page.locator("#verify-result")).to_have_attribute("data-verdict", "holds")
    rows = page.locator("[data-verify-checks] li")
    assert {row.get_attribute("data-found") for row in rows.all()} == {"holds"}


def test_it_is_played_on_from_in_the_middle(replay: Replay) -> None:
    page = replay.page
    seq, then = _a_play(replay, "1")
    page.locator("#slider").fill(str(seq))
    replay.stands(seq, "0")
    page.locator("#branch_seat").focus()  # what somebody is at is not brought up to date meanwhile
    page.locator("#branch_seat").select_option("1")
    page.locator("#branch .primary").click()
    expect(page.locator("#table")).to_be_attached()
    assert replay.table.game not in page.url
    expect(page.locator("#top")).to_have_attribute("data-card", then["top"])
    held = page.locator("#hand .held").evaluate_all("held => held.map((one) => one.dataset.card)")
    assert sorted(held) == sorted(card["card"] for card in then["you"]["hand"])
    playable = page.locator("#hand .playable").evaluate_all("held => held.map((one) => one.dataset.card)")
    assert set(playable) == {move["card"] for move in then["you"]["moves"] if move["type"] == "play"}
    page.locator("#hand .playable button.face").first.click()
    expect(page.locator("#hand .held")).not_to_have_count(len(held))


def _a_play(replay: Replay, eyes: str) -> tuple[int, dict[str, Any]]:
    """A moment of the second half, and how it stood, in which this seat can play a number."""
    for seq in range(replay.last // 2, replay.last):
        view = replay.view(seq, eyes)
        if any(move["type"] == "play" and move["card"][1].isdigit() for move in view["you"]["moves"]):
            return seq, view
    raise AssertionError("no such moment")
