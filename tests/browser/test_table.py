"""The table in a browser: by mouse and by keyboard, with news and with none, and without scripts."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, expect

from replays.show.languages import card_name
from tests.chance import seeded
from tests.web.tables import Guest, Match, moves, until

MOST_BYTES = 150_000
"""Of a table with all that it needs, uncompressed."""
THUMB = 44
SHIFTS = """
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifted = (window.shifted ?? 0) + entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture
def sit(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Opens the table before a guest, in a browser of their own that says nothing on the console."""
    made, heard = [], []

    def open_table(guest: Guest, reduced: bool = True, **settings: Any) -> Page:
        context = browser.new_context(reduced_motion="reduce" if reduced else "no-preference", **settings)
        made.append(context)
        cookies = guest.client._cookies.values()
        context.add_cookies([{"name": one.key, "value": one.value, "url": address} for one in cookies])
        page = context.new_page()
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
        page.goto(address + guest.at)
        return page

    yield open_table
    for context in made:
        context.close()
    assert [said for said in heard if "409" not in said and "ERR_FAILED" not in said] == []


def number(view: dict[str, Any]) -> bool:
    """Whether a card with a number can be played."""
    return view["phase"] == "turn" and bool(numbers(view))


def numbers(view: dict[str, Any]) -> list[str]:
    """The cards with numbers that can be played."""
    return [move["card"] for move in moves(view, "play") if move["card"][0] != "W" and move["card"][1].isdigit()]


def top(page: Page, card: str) -> None:
    """Waits until this card lies on top."""
    expect(page.locator("#top")).to_have_attribute("data-card", card)


# ---------------------------------------------------------------- doing something


def test_a_card_is_played_by_a_click_without_a_new_page(app: Flask, sit) -> None:
    _, guest = until(app, number)
    page, card = sit(guest), numbers(guest.view())[0]
    page.evaluate("window.same = true")
    page.locator(f'.playable[data-card="{card}"] button').first.click()
    top(page, card)
    expect(page.locator("#hand .held")).to_have_count(len(guest.view()["you"]["hand"]))
    expect(page.locator("#latest .news li").last).to_contain_text(card_name(card))
    assert page.evaluate("window.same") is True


def test_a_card_flies_and_then_lies_on_top(app: Flask, sit) -> None:
    _, guest = until(app, number)
    page, card = sit(guest, reduced=False), numbers(guest.view())[0]
    page.locator(f'.playable[data-card="{card}"] button').first.click()
    expect(page.locator(".flying")).to_have_count(1)
    top(page, card)
    expect(page.locator(".flying")).to_have_count(0)


def test_digits_pick_a_card_and_enter_plays_it(app: Flask, sit) -> None:
    _, guest = until(app, lambda view: number(view) and len(view["you"]["hand"]) < 10)
    page, card = sit(guest), numbers(guest.view())[0]
    item = page.locator(f'.playable[data-card="{card}"]').first
    page.keyboard.press(str(item.get_attribute("data-place")))
    expect(item.locator("button")).to_be_focused()
    page.keyboard.press("Enter")
    top(page, card)
    assert page.evaluate("document.activeElement !== document.body")


def test_of_a_card_that_cannot_be_played_it_is_said_why(app: Flask, sit) -> None:
    def some_cannot(view: dict[str, Any]) -> bool:
        held = [card["card"] for card in view["you"]["hand"]]
        return view["phase"] == "turn" and len(held) < 10 and not set(held) <= {m["card"] for m in moves(view, "play")}

    _, guest = until(app, some_cannot)
    page = sit(guest)
    item = page.locator(".held:not(.playable)").first
    page.keyboard.press(str(item.get_attribute("data-place")))
    expect(page.locator("#polite")).to_contain_text(card_name(str(item.get_attribute("data-card"))))
    expect(page.locator("#polite")).to_contain_text("neither the colour in force nor the number or symbol")


def test_d_draws_and_p_passes(app: Flask, sit) -> None:
    _, guest = until(app, lambda view: view["phase"] == "turn")
    page, before = sit(guest), len(guest.view()["you"]["hand"])
    page.keyboard.press("d")
    expect(page.locator("#hand .held")).to_have_count(before + 1)
    if guest.view()["phase"] == "drawn":
        expect(page.locator(".held.drawn.playable")).to_have_count(1)
        page.keyboard.press("p")
    expect(page.locator("#acts [data-key=p], #acts [data-key=d]")).to_have_count(0)


def test_a_wild_draw_four_opens_its_colours_and_a_letter_chooses_one(app: Flask, sit) -> None:
    _, guest = until(app, lambda view: any(move["card"] == "W4" for move in moves(view, "play")))
    page = sit(guest)
    page.locator(".wild summary").first.click()
    page.keyboard.press("Escape")
    expect(page.locator(".wild[open]")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator(".wild[open] .color")).to_have_count(4)
    page.keyboard.press("b")
    top(page, "W4")
    expect(page.locator(".in-force")).to_contain_text("Blue is in force")


def test_u_switches_uno_off_and_k_catches(app: Flask, sit) -> None:
    def one_but_last(view: dict[str, Any]) -> bool:
        return any(move.get("uno") and move["card"][1].isdigit() for move in moves(view, "play"))

    match, guest = until(app, one_but_last)
    other = next(each for each in match.guests if each is not guest)
    watching = sit(other)
    page, card = sit(guest), numbers(guest.view())[0]
    expect(page.locator("#acts [data-uno]")).to_be_checked()
    page.keyboard.press("u")
    expect(page.locator("#acts [data-uno]")).not_to_be_checked()
    page.locator(f'.playable[data-card="{card}"] button').first.click()
    top(page, card)
    expect(page.locator("#acts [data-key=u]")).to_contain_text("Say UNO")
    expect(watching.locator(".catch")).to_have_count(1)
    watching.keyboard.press("k")
    expect(watching.locator(".catch")).to_have_count(0)
    expect(watching.locator("#latest")).to_contain_text("who has not said UNO")


def test_c_challenges_and_the_hand_is_shown(app: Flask, sit) -> None:
    _, guest = until(app, lambda view: view["phase"] == "challenge")
    page = sit(guest)
    page.keyboard.press("c")
    expect(page.locator("#shown .face").first).to_be_visible()
    expect(page.locator("#acts [data-key=c]")).to_have_count(0)


def test_a_move_that_comes_too_late_is_told_and_nothing_is_lost(app: Flask, sit) -> None:
    match, guest = until(app, lambda view: view["phase"] == "turn")
    page = sit(guest)
    page.route(re.compile(f"{match.path}$"), lambda route: route.abort())  # no news comes before the move is sent
    guest.does("moves", version=match.version, type="draw")
    after = match.version
    page.keyboard.press("d")
    expect(page.locator("#toast")).to_contain_text("went on before this came")
    page.unroute(re.compile(f"{match.path}$"))
    expect(page.locator("#hand .held")).to_have_count(len(guest.view()["you"]["hand"]))
    expect(page.locator("#table")).to_have_attribute("data-version", str(after))
    assert match.version == after


def test_resigning_is_asked_first(app: Flask, sit) -> None:
    match = Match(app, 3)
    page = sit(match.host)
    page.get_by_role("link", name="Resign").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("Leave the match?")
    question.get_by_role("link", name="No").click()
    expect(question).to_be_hidden()
    assert not match.host.view()["seats"][0]["resigned"]
    page.get_by_role("link", name="Resign").click()
    question.get_by_role("button", name="Yes").click()
    expect(page.locator('.seat[data-seat="0"]')).to_contain_text("resigned")


def test_who_wants_to_be_asked_is_asked_before_a_card(app: Flask, sit) -> None:
    match, guest = until(app, number)
    guest.client.set_cookie("kartfold_preferences", '{"confirm":true}')
    page, card, before = sit(guest), numbers(guest.view())[0], match.version
    page.locator(f'.playable[data-card="{card}"] button').first.click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text(f"Play {card_name(card)}?")
    assert match.version == before
    question.get_by_role("button", name="Yes").click()
    top(page, card)


# ---------------------------------------------------------------- keys


def test_letters_can_be_switched_off(app: Flask, sit) -> None:
    match, guest = until(app, lambda view: view["phase"] == "turn")
    page, before = sit(guest), match.version
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    expect(sheet).to_contain_text("Draw a card")
    sheet.get_by_label("Letters and digits work as keys").uncheck()
    sheet.get_by_role("button", name="Close").click()
    page.keyboard.press("d")
    page.keyboard.press("?")
    expect(sheet).to_be_hidden()
    assert match.version == before
    page.get_by_role("button", name="Keys").click()
    sheet.get_by_label("Letters and digits work as keys").check()
    page.keyboard.press("Escape")
    page.keyboard.press("d")
    expect(page.locator("#table")).not_to_have_attribute("data-version", str(before))


def test_no_key_works_while_somebody_types(app: Flask, sit) -> None:
    match = Match(app, 2, begun=False, seats=3)
    page = sit(match.host)
    page.get_by_label("Or invite somebody").press_sequentially("sasha")
    expect(page.get_by_label("Or invite somebody")).to_have_value("sasha")
    assert match.host.view()["phase"] == "waiting"


# ---------------------------------------------------------------- news


def test_a_move_that_arrives_shifts_nothing_and_calls_who_is_next(app: Flask, sit) -> None:
    match, guest = until(app, number)
    other = next(each for each in match.guests if each is not guest)
    for settings in ({"viewport": {"width": 1280, "height": 800}}, {"viewport": {"width": 390, "height": 844}}):
        page = sit(other, reduced=False, **settings)
        expect(page.locator("#table.live")).to_have_count(1)
        page.evaluate(SHIFTS)
    pages = [context.pages[0] for context in page.context.browser.contexts if context.pages]
    card = numbers(guest.view())[0]
    match.makes(match.guests.index(guest), {"type": "play", "card": card})
    for page in pages:
        top(page, card)
        expect(page).to_have_title("Your turn · Kartfold")
        expect(page.locator("#urgent")).to_contain_text("Your turn")
        expect(page.locator("#polite")).to_contain_text(card_name(card))
        assert page.evaluate("window.shifted ?? 0") < 0.001


def test_what_is_open_and_typed_stays_when_news_come(app: Flask, sit) -> None:
    match, guest = until(app, number)
    other = next(each for each in match.guests if each is not guest)
    page = sit(other)
    page.get_by_text("Your way back to this seat").click()
    page.get_by_label("Your e-mail address").fill("half an addr")
    match.makes(match.guests.index(guest), {"type": "play", "card": numbers(guest.view())[0]})
    expect(page.locator("#table")).to_have_attribute("data-version", str(match.version))
    expect(page.get_by_label("Your e-mail address")).to_have_value("half an addr")


def test_who_waits_sees_others_come_and_the_match_begin(app: Flask, sit) -> None:
    match = Match(app, 2, begun=False, seats=3)
    page = sit(match.guests[1])
    match.host.does("bots", bot="racer")
    expect(page.locator("#seats")).to_contain_text("Racer")
    match.host.does("phrases", phrase="hello")
    expect(page.locator(".said")).to_contain_text("Hello!")
    match.host.does("start", version=match.version)
    expect(page.locator("#hand .held")).to_have_count(7)


def test_the_item_of_a_box_is_shown_large_and_can_be_skipped(app: Flask, sit) -> None:
    _, guest = until(app, lambda view: view["phase"] == "turn" and any(m["card"] == "WB" for m in moves(view, "play")))
    page = sit(guest, reduced=False)
    page.locator('.playable[data-card="WB"] button').first.click()
    expect(page.locator(".reveal svg")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".reveal")).to_have_count(0)
    expect(page.locator("#latest .moment svg")).to_be_visible()


# ---------------------------------------------------------------- what it weighs, where it fits


def test_the_table_is_light(app: Flask, sit) -> None:
    match = Match(app, 10)
    weights: dict[str, int] = {}
    page = sit(match.host)
    page.on("response", lambda response: weights.update({response.url: len(response.body())}))
    page.route("**/events?**", lambda route: route.abort())  # the stream of news does not end
    page.goto(page.url, wait_until="networkidle")
    assert any("cards.svg" in url for url in weights)
    assert sum(weights.values()) < MOST_BYTES, weights


def test_it_fits_on_the_smallest_phone_with_ten_players_and_many_cards(app: Flask, sit) -> None:
    with seeded("many cards"):
        match = Match(app, 10)
    chance = random.Random(1)
    while match.host.view()["seats"][0]["cards"] < 17:
        view = match.in_turn().view()
        types = [move["type"] for move in view["you"]["moves"]]
        lazy = next((type for type in ("draw", "pass") if type in types), None) if view["turn"] == 0 else None
        if lazy:
            match.makes(0, {"type": lazy})
        else:
            match.move(chance)
    for width in (320, 390, 768, 1280, 2560):
        page = sit(match.host, viewport={"width": width, "height": 700}, has_touch=True)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        expect(page.locator("#hand .held")).to_have_count(match.host.view()["seats"][0]["cards"])
        for seat in page.locator(".seat").all():
            box = seat.bounding_box()
            assert box is not None
            assert 0 <= box["x"] <= width - box["width"]
        for face in page.locator(".playable .face, #acts button").all():
            box = face.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= THUMB


def test_seats_go_clockwise_in_both_directions_of_writing(app: Flask, sit) -> None:
    match = Match(app, 4)
    for language in ("en", "ar"):
        page = sit(match.host, viewport={"width": 1280, "height": 800}, locale=language)
        boxes = [page.locator(f'.seat[data-place="{place}"]').bounding_box() for place in range(4)]
        bottom, left, upper, right = [(box["x"], box["y"]) for box in boxes if box]
        assert left[0] < bottom[0] < right[0]
        assert upper[1] < left[1] < bottom[1]


def test_without_scripts_a_card_is_played_by_its_button(app: Flask, sit) -> None:
    _, guest = until(app, number)
    page, card = sit(guest, java_script_enabled=False), numbers(guest.view())[0]
    page.locator(f'.playable[data-card="{card}"] button').first.click()
    top(page, card)
