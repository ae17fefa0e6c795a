"""The page of a player's orders: by forms alone, asked back in words before anything is kept, and for nobody else."""

from typing import Any

import pytest
from flask import Flask

from app.factory import WORKER
from tests.web.tables import Guest, Match, moves, until
from tests.web.visitor import Visitor

BY_ORDER = "by your order"


def work(app: Flask) -> None:
    """What runs behind does all that is due."""
    for _ in range(4):
        app.extensions[WORKER].jobs.round()


def number_card(view: dict[str, Any]) -> dict[str, Any] | None:
    """A card of the hand that can be played and asks for nothing."""
    plays = {move["card"] for move in moves(view, "play") if move["card"][0] != "W" and move["card"][1].isdigit()}
    return next((one for one in view["you"]["hand"] if one["card"] in plays), None)


def at_orders(guest: Guest) -> Visitor:
    """The page of a guest's orders."""
    return guest.look(f"{guest.at}/orders")


@pytest.fixture
def playing(app: Flask) -> tuple[Match, Guest, dict[str, Any]]:
    """A match in which a guest can play a number; and that card."""
    match, guest = until(app, lambda view: view["phase"] == "turn" and number_card(view) is not None, bot_delay=0)
    card = number_card(guest.view())
    assert card is not None
    return match, guest, card


def test_orders_that_hold_on_are_ticked_asked_back_and_kept(app: Flask) -> None:
    match = Match(app)
    guest = match.host
    at_orders(guest).submit(guest.form("/orders/standing"), 200, **{"pass": "1", "say_uno": "1"})
    assert guest.page.heading == "Leave these orders?"
    assert "Keep the card that was drawn." in guest.says()
    assert "nothing would be done" in guest.says()
    assert "You have left none." in at_orders(guest).says(), "nothing is kept before the answer"
    guest.submit(guest.form("/orders/standing"), 200, **{"pass": "1", "say_uno": "1"})
    guest.submit(guest.form("/orders/leave"))
    assert "Saved." in guest.says("body")
    said = guest.says()
    assert "Keep the card that was drawn." in said
    assert "Say UNO whenever you have one card left." in said
    ticked = {each.get("name") for each in guest.all("input", type="checkbox") if each.get("checked") is not None}
    assert ticked == {"pass", "say_uno"}
    guest.submit(guest.form("/orders/standing"), 200, **{"pass": None})
    guest.submit(guest.form("/orders/leave"))
    assert len(guest.all("ol[@class='ordered']/li")) == 1


def test_a_card_is_chosen_asked_back_and_played(app: Flask, playing: tuple[Match, Guest, dict[str, Any]]) -> None:
    match, guest, card = playing
    top = guest.view()["color"]
    at_orders(guest).submit(guest.form("/orders/play"), slot=card["slot"], if_color=top)
    assert "It is your turn, and this card would be played:" in guest.says()
    assert "Only if this colour is in force:" in guest.says()
    guest.submit(guest.form("/orders/leave"))
    work(app)
    assert guest.view()["top"] == card["card"]
    news = guest.look(guest.at).says("section[@id='latest']")
    assert BY_ORDER in news, "the player learns of it"
    for other in (*(one for one in match.guests if one is not guest), Visitor(app)):
        page = other.look(f"{match.path}?invitation={match.invitation}", None).page
        assert BY_ORDER not in page.says("body"), "and nobody else does"
    assert "You have left none." in at_orders(guest).says()


def test_what_cannot_be_is_said_beside_its_field(app: Flask, playing: tuple[Match, Guest, dict[str, Any]]) -> None:
    _, guest, card = playing
    at_orders(guest).submit(guest.form("/orders/play"), 422)
    assert guest.with_id("error-slot") is not None
    at_orders(guest).submit(guest.form("/orders/play"), 422, slot=card["slot"], if_next_at_most="0")
    assert "from 1 to 112" in guest.says("p[@id='error-next']")
    at_orders(guest).submit(guest.form("/orders/play"), 422, slot=111)
    assert guest.says("p[@id='error-slot']") == "You do not have this card."
    told = guest.post(f"{guest.at}/orders/leave", guest.page, revision="0", orders='[{"type":"win"}]')
    assert told.answer.status_code == 422
    assert "You have left none." in at_orders(guest).says()


def test_a_wild_draw_four_needs_its_colour(app: Flask) -> None:
    def holds(view: dict[str, Any]) -> bool:
        return any(one["card"] == "W4" for one in view["you"]["hand"])

    _, guest = until(app, holds)
    slot = next(one["slot"] for one in guest.view()["you"]["hand"] if one["card"] == "W4")
    at_orders(guest).submit(guest.form("/orders/play"), 422, slot=slot)
    assert guest.says("p[@id='error-color']") == "A Wild Draw Four needs a colour."
    at_orders(guest).submit(guest.form("/orders/play"), slot=slot, color="b")
    assert "The colour to choose: blue." in guest.says()


def test_orders_change_places_and_go(app: Flask) -> None:
    guest = Match(app).host
    at_orders(guest).submit(guest.form("/orders/standing"), accept="1", say_uno="1")
    guest.submit(guest.form("/orders/leave"))
    assert "Accept" in guest.says("ol[@class='ordered']/li")
    guest.submit(guest.form("/orders/list"), earlier="1")
    assert "UNO" in guest.says("ol[@class='ordered']/li")
    guest.submit(guest.form("/orders/list"), remove="0")
    assert "Accept" in guest.says("ol[@class='ordered']/li")
    assert "It is taken away." in guest.says("body")
    guest.submit(guest.form("/orders/drop"))
    assert "You have left none." in guest.says()


def test_an_old_page_changes_nothing_and_shows_what_there_is(app: Flask) -> None:
    guest = Match(app).host
    old = at_orders(guest).form("/orders/standing")
    guest.submit(old, accept="1")
    question = guest.form("/orders/leave")
    guest.submit(question)
    guest.submit(question)
    assert "Your orders have changed since." in guest.says("body")
    assert len(guest.all("ol[@class='ordered']/li")) == 1


def test_the_table_says_how_many_there_are(app: Flask) -> None:
    match = Match(app)
    guest = match.host
    assert guest.look(guest.at).links()["Orders"] == f"{guest.at}/orders"
    at_orders(guest).submit(guest.form("/orders/standing"), accept="1", say_uno="1")
    guest.submit(guest.form("/orders/leave"))
    assert "Orders 2" in guest.look(guest.at).links()
    assert "Orders" in match.guests[1].look(match.path).links(), "nobody else is told"


def test_nobody_without_a_seat_has_such_a_page(app: Flask) -> None:
    match = Match(app)
    stranger = Visitor(app).look(f"{match.path}/orders?invitation={match.invitation}", None)
    assert stranger.answer.status_code in (403, 409)
    waiting = Match(app, begun=False)
    assert waiting.host.look(f"{waiting.path}/orders", None).answer.status_code == 409


def test_news_begin_behind_what_the_player_did_themselves(app: Flask) -> None:
    """What orders do while somebody is away is not taken for their having looked."""
    heading = ""
    while heading != "Since your last move":  # whoever has another turn behind their own play has no news
        _, guest = until(app, lambda view: view["phase"] == "turn" and not moves(view, "play"), bot_delay=0)
        heading = guest.look(guest.at).says("h2[@id='latest-heading']")
    before = [each.get("data-seq") for each in guest.look(guest.at).all("section[@id='latest']//li")]
    at_orders(guest).submit(guest.form("/orders/standing"), 200, draw_if_nothing_fits="1", **{"pass": "1"})
    guest.submit(guest.form("/orders/leave"))
    work(app)
    behind = [each.get("data-seq") for each in guest.look(guest.at).all("section[@id='latest']//li")]
    assert BY_ORDER in guest.says("section[@id='latest']")
    assert behind[: len(before)] == before
    assert len(behind) > len(before)
