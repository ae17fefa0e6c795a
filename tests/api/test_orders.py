"""Orders through the API: left on the list that one knows, told in words, and to nobody but their player: not to other
seats, spectators, officials, the host, logs, nor in anybody else's documents."""

import json
import logging
import re
from typing import Any

import pytest
import sqlalchemy as sa

from app.factory import ENGINE, WORKER
from app.rules.cards import CODES
from tests.api.people import API, assert_problem
from tests.api.tables import Guest, Table, said

PAGES = ("", "/orders", "/replay", "/replay/steps.json")
ROUTES = (
    "", "?as=table", "/events", "/events?format=jsonl", "/openings", "/replay.jsonl", "/replay.json", "/replay.txt",
    "/position.txt", "/position.svg", "/audit", "/comments", "/phrases", "/invitations", "/branches", "/orders",
)  # fmt: skip


@pytest.fixture
def database_url(sqlite_url):
    """One kind of database is enough: the store has tests of its own on both."""
    return sqlite_url


def put(guest: Guest, orders: list[dict[str, Any]], tag: str | None = None, query: str = ""):
    """Leaves orders, on the list as it stands unless a tag says which."""
    headers = dict(guest.headers)
    headers["If-Match"] = guest.get("/orders").headers["ETag"] if tag is None else tag
    path = f"{API}/games/{guest.game}/orders{query}"
    return guest.client.put(path, json={"orders": orders}, headers={k: v for k, v in headers.items() if v})


def work(app) -> None:
    """What runs behind does all that is due."""
    for _ in range(4):
        app.extensions[WORKER].jobs.round()


def begun(app, **settings: Any) -> tuple[Table, Guest]:
    """A match that is on, and who may play a card."""
    table = Table(app, **settings).start()
    guest = table.in_turn()
    view = guest.view()
    if view["phase"] == "color":  # a Wild Item Box was turned up at the start
        said(guest.move({"type": "choose_color", "color": "r"}, view["version"]))
    return table, guest


def plays(guest: Guest) -> tuple[list[dict[str, Any]], list[str]]:
    """An order for each card of the hand, and the codes."""
    hand = guest.view()["you"]["hand"]
    orders = [{"type": "play", "slot": one["slot"]} | ({"color": "g"} if one["card"][0] == "W" else {}) for one in hand]
    return orders, [one["card"] for one in hand]


def test_there_are_none_at_first(app):
    table = Table(app).start()
    answer = table.host.get("/orders")
    told = said(answer)
    assert (told["revision"], told["orders"], told["words"], told["made"]) == (0, [], [], [])
    assert answer.headers["ETag"].startswith('"0.')
    assert "private" in answer.headers["Cache-Control"]
    assert table.host.get("/orders", If_None_Match=answer.headers["ETag"]).status_code == 304


def test_a_list_is_left_told_in_words_and_taken_back(app):
    _, guest = begun(app)
    card = guest.view()["you"]["hand"][0]
    order = {"type": "play", "slot": card["slot"], "if": {"color": "r", "top": "7", "next_at_most": 2, "direction": -1}}
    order |= {"color": "b"} if card["card"][0] == "W" else {}
    left = said(put(guest, [order, {"type": "pass"}, {"type": "say_uno"}]))
    assert left["orders"] == [order, {"type": "pass"}, {"type": "say_uno"}]
    assert left["words"][1:] == ["Keep the card that was drawn.", "Say UNO whenever you have one card left."]
    for part in (
        "On your next turn",
        "Only if this colour is in force: red.",
        "on top: 7.",
        "at most so many cards: 2.",
    ):
        assert part in left["words"][0]
    assert left["now"]["move"] is None
    kept = said(guest.get("/orders"))
    assert (kept["revision"], kept["orders"]) == (left["revision"], left["orders"])
    assert guest.delete("/orders").status_code == 204
    assert said(guest.get("/orders"))["orders"] == []


def test_what_would_be_done_is_told_before_it_is_kept(app):
    _, guest = begun(app)
    view = guest.view()
    orders, _ = plays(guest)
    preview = said(put(guest, [*orders, {"type": "draw_if_nothing_fits"}], query="?preview=true"))
    assert preview["now"]["move"] in view["you"]["moves"]
    assert preview["now"]["words"].startswith("It is your turn")
    assert said(guest.get("/orders"))["orders"] == []
    work(guest.client.application)
    assert guest.view()["version"] == view["version"]


def test_an_order_is_carried_out_and_told_to_its_player(app):
    table, guest = begun(app)
    orders, codes = plays(guest)
    expected = said(put(guest, [*orders, {"type": "draw_if_nothing_fits"}]))["now"]["move"]
    before = guest.view()["version"]
    work(app)
    behind = json.loads(guest.get(f"/events?after={before}").text)["events"]
    assert behind[0]["actor"] == f"seat:{guest.seat}"
    assert {"play": "card.played"}.get(expected["type"], "cards.drawn") == behind[0]["kind"]
    made = said(guest.get("/orders"))["made"]
    assert made[-1]["request"] == behind[0]["request"]
    other = next(one for one in table.guests if one is not guest)
    assert said(other.get("/orders"))["made"] == []
    assert set(codes) & set(CODES)


def test_a_list_is_replaced_only_by_who_knows_it(app):
    guest = Table(app).start().host
    first = guest.get("/orders").headers["ETag"]
    assert put(guest, [{"type": "pass"}], first).status_code == 200
    assert_problem(put(guest, [{"type": "accept"}], first), 412, "stale_orders")
    assert_problem(put(guest, [{"type": "accept"}], ""), 428, "version_required")
    assert_problem(put(guest, [{"type": "accept"}], "*"), 412, "any_version")
    assert_problem(put(guest, [{"type": "accept"}], "7"), 422, "invalid_tag")
    assert said(guest.get("/orders"))["orders"] == [{"type": "pass"}]


@pytest.mark.parametrize(
    "orders",
    [
        [{"type": "win"}],
        [{}],
        ["pass"],
        [{"type": "pass", "slot": 3}],
        [{"type": "play"}],
        [{"type": "play", "slot": "3"}],
        [{"type": "play", "slot": -1}],
        [{"type": "play", "slot": 3, "card": "g7"}],
        [{"type": "play", "slot": 3, "if": {"hand": 3}}],
        [{"type": "play", "slot": 3, "if": {"color": "x"}}],
        [{"type": "play", "slot": 3, "if": {"top": "g7"}}],
        [{"type": "play", "slot": 3, "if": {"next_at_most": 0}}],
        [{"type": "play", "slot": 3, "if": {"direction": 2}}],
        [{"type": "play", "slot": 3, "if": None}],
        [{"type": "pass"}, {"type": "pass"}],
        [{"type": "pass"}] * 21,
    ],
)
def test_what_is_no_order_is_refused(app, orders):
    guest = Table(app).start().host
    assert_problem(put(guest, orders), 422, "invalid")
    assert said(guest.get("/orders"))["orders"] == []


def test_a_card_of_another_hand_cannot_be_ordered(app):
    table = Table(app).start()
    theirs = table.guests[1].view()["you"]["hand"][0]["slot"]
    answer = put(table.host, [{"type": "play", "slot": theirs}])
    assert_problem(answer, 409, "card_not_in_hand")
    assert not any(f'"{code}"' in answer.text or f" {code} " in answer.text for code in CODES)


def test_only_who_plays_has_orders(app):
    table = Table(app)
    assert_problem(table.host.get("/orders"), 409, "game_not_started")
    table.start()
    for asked in (table.stranger.get(f"/orders?invitation={table.made['invitation']}"),):
        assert asked.status_code in (403, 404, 409, 422)
    assert_problem(table.stranger.delete("/orders"), 401, "unauthorized")
    open_table = Table(app, spectators="all", listed=True).start()
    assert_problem(open_table.stranger.get("/orders"), 409, "not_seated")
    said(open_table.host.move({"type": "resign"}, open_table.version))
    assert_problem(open_table.host.get("/orders"), 409, "game_over")
    assert_problem(put(open_table.host, [{"type": "pass"}], '"0.0"'), 409, "game_over")


def test_a_token_that_only_reads_leaves_none(app, person):
    ann = person("Ann")
    made = said(ann.post("/games", {"seats": 2, "bots": ["random"], "bot_delay": 60_000}), 201)
    game = made["view"]["id"]
    said(ann.post(f"/games/{game}/start", {"expected_version": made["version"]}))
    secret = ann.token("read")
    headers = {"Authorization": f"Bearer {secret}", "If-Match": '"0.0"'}
    path = f"{API}/games/{game}/orders"
    client = app.test_client()
    assert client.get(path, headers=headers).status_code == 200
    assert_problem(client.put(path, json={"orders": []}, headers=headers), 403, "scope_missing")
    assert_problem(client.delete(path, headers=headers), 403, "scope_missing")


# ------------------------------------------------------------ seen by nobody else


def everything(table: Table, guest: Guest, official, outsider) -> dict[str, bytes]:
    """What everybody but this guest is answered, whatever they ask."""
    table_path = f"/games/{table.game}"
    seen = {}
    for name, client, headers in (
        *((f"seat {one.seat}", one.client, one.headers) for one in table.guests if one is not guest),
        ("nobody", table.app.test_client(), {}),
        ("an official", official.client, {}),
        ("another account", outsider.client, {}),
    ):
        for route in ROUTES:
            answer = client.get(f"{API}{table_path}{route}", headers=headers)
            seen[f"{name} {route}"] = answer.data
        for route in PAGES:
            answer = client.get(f"{table_path}{route}", headers=headers)
            seen[f"{name} page {route}"] = re.sub(rb'name="csrf" value="[^"]*"', b"", answer.data)
        seen[f"{name} export"] = client.get(f"{API}/account/export", headers=headers).data
    return seen


def test_nobody_else_is_told_of_orders(app, person, caplog):
    """All answers to others are the same, to the byte, before and behind; no log line tells a card or a plan."""
    table, guest = begun(app, spectators="all", listed=True, bot_delay=60_000)
    official, outsider = person("Olga"), person("Otto")
    with app.extensions[ENGINE].begin() as connection:
        connection.execute(sa.text("UPDATE accounts SET roles = 'arbiter admin' WHERE name = 'Olga'"))
    before = everything(table, guest, official, outsider)
    caplog.set_level(logging.DEBUG)
    orders, codes = plays(guest)
    said(put(guest, [*orders, {"type": "say_uno"}]))
    put(guest, [{"type": "play", "slot": 10_000}])
    work(app)
    assert len(said(guest.get("/orders"))["orders"]) == len(orders) + 1, "they wait for the delay"
    assert everything(table, guest, official, outsider) == before
    lines = [record.getMessage() for record in caplog.records if record.name != "faker"]
    assert not [line for line in lines if any(f"{code}'" in line or f'"{code}"' in line for code in codes)]
    assert not [line for line in lines if "say_uno" in line or '"slot"' in line]


def test_the_export_of_an_account_has_its_own(app, person):
    ann, ben = person("Ann"), person("Ben")
    made = said(ann.post("/games", {"seats": 2, "bots": ["random"], "bot_delay": 60_000}), 201)
    game = made["view"]["id"]
    said(ann.post(f"/games/{game}/start", {"expected_version": made["version"]}))
    headers = {"X-CSRF-Token": ann.csrf_token, "If-Match": '"0.0"'}
    body = {"orders": [{"type": "pass"}, {"type": "say_uno"}]}
    said(ann.client.put(f"{API}/games/{game}/orders", json=body, headers=headers))
    assert said(ann.get("/account/export"))["orders"] == [{"game": game, "orders": body["orders"]}]
    assert said(ben.get("/account/export"))["orders"] == []


def test_orders_go_with_the_account(app, person, look):
    ann = person("Ann")
    made = said(ann.post("/games", {"seats": 3, "bots": ["random", "random"], "bot_delay": 60_000}), 201)
    game = made["view"]["id"]
    said(ann.post(f"/games/{game}/start", {"expected_version": made["version"]}))
    headers = {"X-CSRF-Token": ann.csrf_token, "If-Match": '"0.0"'}
    said(ann.client.put(f"{API}/games/{game}/orders", json={"orders": [{"type": "pass"}]}, headers=headers))
    assert look("SELECT count(*) FROM orders") == [(1,)]
    answer = ann.delete("/account", json={"password": ann.password})
    assert answer.status_code == 204, answer.text
    assert look("SELECT count(*) FROM orders") == [(0,)]
