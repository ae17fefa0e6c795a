"""The table without scripts: whatever is done there is a form, and what it shows is what its reader may know."""

import random
import re
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask

from app.rules.cards import CODES
from replays.show.languages import card_name
from tests.api.people import API, Person
from tests.api.tables import any_move, said
from tests.web.pages import Page
from tests.web.pages import said as text_of
from tests.web.tables import Guest, Match, moves, until

PASSWORD = "correct horse battery"


# ---------------------------------------------------------------- in play


def test_the_hand_shows_each_card_and_a_button_for_each_that_can_be_played(app: Flask) -> None:
    _, guest = until(app, lambda view: view["phase"] == "turn")
    view, page = guest.view(), guest.table()
    shown = {item.get("data-slot"): item for item in page.all("section[@id='hand']//li[@data-slot]")}
    playable = {move["card"] for move in moves(view, "play")}
    assert len(shown) == len(view["you"]["hand"]) > 0
    for card in view["you"]["hand"]:
        item = shown[str(card["slot"])]
        assert item.get("data-card") == card["card"]
        assert card_name(card["card"]) in text_of(item) + "".join(each.get("aria-label") or "" for each in item.iter())
        raised = item.find("button") is not None or item.find("details") is not None
        assert raised == (card["card"] in playable) == ("playable" in item.get("class", ""))


def test_whoever_is_not_to_play_has_no_button_but_to_leave(app: Flask) -> None:
    match, guest = until(app, lambda view: view["phase"] == "turn")
    other = next(each for each in match.guests if each is not guest)
    page = other.table()
    assert page.all("section[@id='hand']//button") == []
    assert page.all("section[@id='acts']//button") == []
    assert "when it is your turn" in page.says("p[@id='wanting']")
    assert page.find("p[@id='leaving']//a[@data-question]").get("href") == f"{match.path}/resign"


def test_a_card_is_played_and_the_page_says_what_happened(app: Flask) -> None:
    _, guest = until(app, lambda view: any(move["card"][1].isdigit() for move in moves(view, "play")))
    card = next(move["card"] for move in moves(guest.view(), "play") if move["card"][1].isdigit())
    page = guest.does("moves", **guest.table().filled("/moves"), card=card)
    assert page.find("span[@id='top']").get("data-card") == card == guest.view()["top"]
    assert len(page.all("section[@id='hand']//li[@data-slot]")) == len(guest.view()["you"]["hand"])
    assert card_name(card) in page.all("ol[@id='log']/li[@data-kind='card.played']")[-1].itertext().__next__()


def test_every_legal_move_is_offered_and_no_other(app: Flask) -> None:
    """Played by the forms of the page alone, to the end: what a page offers is what the API says may be done."""
    chance = random.Random(11)
    match = Match(app)
    for _ in range(2000):
        if match.host.view()["phase"] == "match_over":
            break
        for guest in match.guests:
            assert offered(guest.table()) == {key(move) for move in guest.view()["you"]["moves"]}
        guest = match.in_turn()
        move = any_move(guest.view(), chance)
        fields = {name: "1" if value is True else value for name, value in move.items()}
        page = guest.does("moves", version=guest.view()["version"], **fields)
        assert page.answer.status_code == 200
        assert page.all("p[@id='problem']") == []
    assert match.host.view()["phase"] == "match_over"


def key(move: dict[str, Any]) -> tuple[str, str, str, str]:
    """A move, but for UNO, which is a switch beside it."""
    return (move["type"], move.get("card", ""), move.get("color", ""), str(move.get("target", "")))


def offered(page: Page) -> set[tuple[str, str, str, str]]:
    """The moves that the buttons of a page would make."""
    found = set()
    for form in page.all("form"):
        if not (form.get("action") or "").endswith("/moves"):
            continue
        hidden = {each.get("name"): each.get("value") for each in form.iter("input") if each.get("type") == "hidden"}
        own = [*form.iter("button"), *(b for b in page.all("button") if b.get("form") == form.get("id") is not None)]
        for button in own:
            sent = hidden | {button.get("name"): button.get("value")}
            found.add(key({str(name): value for name, value in sent.items() if value is not None}))
    if page.all("a[@data-question]"):
        found.add(("resign", "", "", ""))
    return found


def test_a_wild_draw_four_asks_its_colour_in_its_own_form(app: Flask) -> None:
    _, guest = until(app, lambda view: any(move["card"] == "W4" for move in moves(view, "play")))
    form = guest.table().find("details[@class='wild']/form")
    colors = [button.get("value") for button in form.iter("button")]
    assert colors == ["r", "y", "g", "b"]
    fields = {
        str(each.get("name")): str(each.get("value")) for each in form.iter("input") if each.get("name") != "csrf"
    }
    page = guest.does("moves", **fields, color="g")
    assert page.find("span[@id='top']").get("data-card") == "W4"
    assert "Green is in force" in page.says("div[@class='in-force g']")


def test_uno_is_a_switch_that_is_on_where_it_applies(app: Flask) -> None:
    def one_but_last(view: dict[str, Any]) -> bool:
        return any(move.get("uno") and move["card"] != "W4" for move in moves(view, "play"))

    _, guest = until(app, one_but_last)
    page, card = guest.table(), next(move["card"] for move in moves(guest.view(), "play") if move["card"] != "W4")
    assert page.find("input[@name='uno'][@form='play']").get("checked") is not None
    page = guest.does("moves", **page.filled("/moves"), uno="1", card=card)
    assert "and says UNO" in page.says("ol[@id='log']")
    assert Match(app).in_turn().table().all("input[@name='uno']") == []


def test_somebody_who_has_not_said_uno_can_be_caught_and_only_then(app: Flask) -> None:
    def one_but_last(view: dict[str, Any]) -> bool:
        return any(move.get("uno") and move["card"][1].isdigit() for move in moves(view, "play"))

    match, guest = until(app, one_but_last)
    other = next(each for each in match.guests if each is not guest)
    assert other.table().all("form[@id='catch']") == []
    card = next(move["card"] for move in moves(guest.view(), "play") if move["card"][1].isdigit())
    guest.does("moves", **guest.table().filled("/moves"), card=card)
    page = other.table()
    (button,) = page.all("form[@id='catch']//button")
    assert "has not said UNO" in text_of(button)
    page = other.does("moves", version=other.view()["version"], type="catch_uno", target=button.get("value"))
    assert page.all("form[@id='catch']") == []
    assert "draws 2 cards" in page.says("ol[@id='log']").replace("two", "2")


def test_a_challenge_is_offered_and_shows_the_hand_to_the_challenger_alone(app: Flask) -> None:
    match, guest = until(app, lambda view: view["phase"] == "challenge")
    other = next(each for each in match.guests if each is not guest)
    assert "accept it, or challenge" in guest.table().heading
    guest.does("moves", version=guest.view()["version"], type="challenge")
    shown = guest.view()["you"]["shown"]
    cards = [each.get("aria-label") for each in guest.table().all("div[@id='shown']//span[@role='img']")]
    assert cards == [card_name(card["card"]) for one in shown for card in one["hand"]]
    assert len(cards) > 0
    assert other.table().all("div[@id='shown']//span") == []


def test_a_move_that_comes_too_late_changes_nothing_and_is_told_what_happened(app: Flask) -> None:
    match, guest = until(app, lambda view: view["phase"] == "turn")
    old = guest.table()
    guest.does("moves", version=guest.view()["version"], type="draw")
    after = match.version
    page = guest.post(f"{match.path}/moves", old, **old.filled("/moves") | {"type": "draw"})
    assert match.version == after
    assert "went on before this came" in page.says("p[@class='notice']")
    assert "draws a card" in page.says("ol[@class='news']")


def test_what_the_rules_refuse_is_said_with_its_rule(app: Flask) -> None:
    match = Match(app)
    other = next(guest for guest in match.guests if guest is not match.in_turn())
    page = other.does("moves", version=match.version, type="draw")
    assert page.answer.status_code == 409
    assert page.says("p[@id='problem']").startswith("It is not your turn.")
    for fields in ({"type": "fly"}, {"type": "draw", "target": "-1"}, {}):
        assert other.does("moves", version=match.version, **fields).answer.status_code == 422


def test_leaving_the_match_is_asked_first(app: Flask) -> None:
    match = Match(app, 3)
    page = match.host.opens(f"{match.path}/resign")
    assert page.heading == "Leave the match?"
    assert not match.host.view()["seats"][0]["resigned"]
    match.host.post(f"{match.path}/resign", page)
    assert match.host.view()["seats"][0]["resigned"]


def test_who_wants_to_be_asked_is_asked_before_a_card_is_played(app: Flask) -> None:
    match, guest = until(app, lambda view: bool(moves(view, "play")))
    guest.client.set_cookie("kartfold_preferences", '{"confirm":true}')
    move, before = moves(guest.view(), "play")[0], match.version
    fields = {name: "1" if value is True else value for name, value in move.items()}
    page = guest.does("moves", version=before, **fields)
    assert page.heading == f"Play {card_name(move['card'])}?"
    assert match.version == before
    page = guest.post(f"{match.path}/moves", page, **page.filled("/moves"))
    assert match.version > before
    assert page.find("span[@id='top']") is not None


def test_the_order_of_the_hand_is_kept_by_the_browser(app: Flask) -> None:
    match = Match(app)
    dealt = [card["card"] for card in match.host.view()["you"]["hand"]]

    def shown(query: str = "") -> list[str]:
        return [
            item.get("data-card") or "" for item in match.host.table(query).all("section[@id='hand']//li[@data-card]")
        ]

    assert sorted(shown()) == sorted(dealt)
    assert shown() == sorted(dealt, key=CODES.index)
    assert shown("?order=dealt") == dealt
    assert shown() == dealt


def test_a_page_that_has_not_changed_is_not_sent_again(app: Flask) -> None:
    match = Match(app)
    tag = match.host.table().answer.headers["ETag"]
    assert match.host.client.get(match.path, headers={"If-None-Match": tag}).status_code == 304
    match.move(random.Random(1))
    assert match.host.client.get(match.path, headers={"If-None-Match": tag}).status_code == 200


def test_nobody_is_shown_a_card_that_they_may_not_know(app: Flask) -> None:
    """Of every card on a page the reader knows where it is from: their hand, the table, or a hand that is over."""
    chance, match = random.Random(3), Match(app, 3)
    stranger = Guest(app)
    for _ in range(20):
        if match.host.view()["phase"] == "match_over":
            break
        for reader in (*match.guests, stranger):
            view = said(reader.client.get(f"{API}{match.path}"))
            shown = set(re.findall(r"cards\.svg#card-(\w+)", reader.opens(match.path).answer.text)) - {"back"}
            events = said(reader.client.get(f"{API}{match.path}/events?limit=1000"))["events"]
            assert shown <= may_know(view, events)
        match.move(chance)


def may_know(view: dict[str, Any], events: list[dict[str, Any]]) -> set[str]:
    """The cards that a view shows, and those that have lain on top for all to see."""
    you = view.get("you") or {"hand": [], "shown": []}
    left = [card for hand in (view["last_hand"] or {"hands": []})["hands"] for card in hand]
    own = [card["card"] for card in you["hand"]] + [card["card"] for one in you["shown"] for card in one["hand"]]
    return {*own, *left, *(event["data"]["card"] for event in events if "card" in event["data"])}


# ---------------------------------------------------------------- the end


def test_the_result_shows_places_and_what_was_left_in_each_hand(app: Flask) -> None:
    match, chance = Match(app), random.Random(2)
    while match.host.view()["phase"] != "match_over":
        match.move(chance)
    view, page = match.host.view(), match.host.table()
    assert [item.get("data-at") for item in page.all("ol[@class='podium']/li")] == sorted(map(str, view["places"]))
    cards = page.all("ul[@class='left-over']//ul[@class='cards']/li")
    left = [card.get("aria-label") for each in cards for card in each.iter() if card.get("role") == "img"]
    assert sorted(filter(None, left)) == sorted(card_name(card) for hand in view["last_hand"]["hands"] for card in hand)
    assert sum(int(text_of(each)) for each in cards) == view["last_hand"]["points"]


def test_a_rematch_brings_the_same_people_to_a_new_table(app: Flask) -> None:
    match, chance = Match(app), random.Random(2)
    while match.host.view()["phase"] != "match_over":
        match.move(chance)
    page = match.host.does("rematch")
    assert page.answer.request.path != match.path
    other = match.guests[1].does("rematch")
    assert other.answer.request.path == page.answer.request.path
    assert seated(other) == ["Ann", "Guest 1"]


def seated(page: Page) -> list[str]:
    """Who sits at a table that waits."""
    return [text_of(each) for each in page.all("ol[@id='seats']//span[@class='who']/bdi")]


# ---------------------------------------------------------------- before the start


def test_a_stranger_sits_down_by_an_invitation_that_stays_in_the_address(app: Flask) -> None:
    match = Match(app, 2, begun=False, listed=False, seats=3)
    stranger = Guest(app, match.path)
    assert stranger.table().answer.status_code == 404
    page = stranger.table(f"?invitation={match.invitation}")
    assert page.heading == "Ann invites to a race"
    sign_in = next(each.get("href") or "" for each in page.all("section[@id='sitting']//a"))
    assert unquote(sign_in.partition("next=")[2]) == f"{match.path}?invitation={match.invitation}"
    page = stranger.post(f"{match.path}/sit?invitation={match.invitation}", page, name="Cem", entropy="mine alone")
    assert page.answer.request.args["invitation"] == match.invitation
    assert "Cem" in page.says("ol[@id='seats']")
    assert stranger.view()["you"]["seat"] == 2
    assert "puts something into the shuffle" not in page.answer.text
    record = stranger.client.get(f"{API}{match.path}/replay.jsonl").text
    assert record.count('"entropy":null') == 2


def test_a_guest_who_sends_the_form_twice_sits_once(app: Flask) -> None:
    """The second before the answer to the first has come, so without the cookie of the seat."""
    match = Match(app, guests=3, begun=False, seats=5)
    stranger = Guest(app, match.path)
    page = stranger.table()
    fields = page.filled("/sit") | {"name": "Zora"}
    cookies, seats = [], []
    for _twice in range(2):
        answer = stranger.client.post(f"{match.path}/sit", data=fields)
        assert answer.status_code == 303
        cookies.append(stranger.client.get_cookie(f"kartfold_seat_{match.id}").value)
        stranger.client.delete_cookie(f"kartfold_seat_{match.id}")
        seats.append([one["name"] for one in match.host.view()["seats"] if one["player"]])
    assert seats[0] == seats[1]
    assert seats[1].count("Zora") == 1
    assert cookies[0] == cookies[1], "both are the way to that seat"
    again = stranger.table().filled("/sit") | {"name": "Zora"}
    stranger.client.post(f"{match.path}/sit", data=again)
    assert [one["name"] for one in match.host.view()["seats"]].count("Zora") == 2, "another form is another guest"


def test_a_name_that_cannot_be_is_said_beside_its_field(app: Flask) -> None:
    match = Match(app, 2, begun=False, seats=3)
    stranger = Guest(app, match.path)
    page = stranger.does("sit", name=" x")
    assert page.answer.status_code == 422
    assert page.find("input[@id='field-name']").get("aria-invalid") == "true"
    assert page.find("input[@id='field-name']").get("value") == " x"
    assert page.find("p[@id='error-name']") is not None


def test_the_host_adds_bots_removes_them_and_starts(app: Flask) -> None:
    match = Match(app, 1, begun=False, seats=3)
    page = match.host.table()
    assert "Start the match" not in page.says("main")
    page = match.host.does("bots", bot="racer")
    page = match.host.does("bots", bot="random")
    page = match.host.does("leave", seat=2, version=match.version)
    assert seated(page) == ["Ann", "Racer"]
    page = match.host.does("start", version=match.version)
    assert page.find("section[@id='hand']") is not None


def test_nobody_else_does_what_the_host_does(app: Flask) -> None:
    match = Match(app, 2, begun=False, seats=3)
    other = match.guests[1]
    for what, fields in (
        ("bots", {"bot": "racer"}),
        ("leave", {"seat": 0, "version": match.version}),
        ("start", {"version": match.version}),
        ("cancel", {}),
        ("invitation", {}),
    ):
        page = other.does(what, **fields)
        assert page.answer.status_code == 403, what
        assert page.says("p[@id='problem']") == "Only the host of the table may do this."


def test_a_start_rests_on_who_was_seen_at_the_table(app: Flask) -> None:
    match = Match(app, 2, begun=False, seats=3)
    seen = match.version
    match.host.does("bots", bot="racer")
    page = match.host.does("start", version=seen)
    assert match.host.view()["phase"] == "waiting"
    assert "went on before this came" in page.says("p[@class='notice']")


def test_a_guest_who_leaves_is_nobody_there_any_more(app: Flask) -> None:
    match = Match(app, 2, begun=False, seats=3)
    guest = match.guests[1]
    guest.does("leave", seat=1, version=match.version)
    assert match.host.view()["seats"][1]["player"] is None
    assert guest.client.get_cookie(f"kartfold_seat_{match.id}") is None


def test_a_new_link_opens_the_table_and_the_old_one_does_not(app: Flask) -> None:
    match = Match(app, 1, begun=False, seats=2, listed=False)
    page = match.host.does("invitation")
    link = page.find("input[@id='invite-link']").get("value") or ""
    assert len(page.find("p[@class='code-picture']")) == 1
    path = "/" + link.split("/", 3)[3]
    assert Guest(app).opens(path).answer.status_code == 200
    assert Guest(app).opens(f"{match.path}?invitation={match.invitation}").answer.status_code == 404


def test_a_closed_table_says_so(app: Flask) -> None:
    match = Match(app, 1, begun=False, seats=2)
    page = match.host.does("cancel")
    assert page.says("section[@id='result']") == "This table was closed before the match began."


# ---------------------------------------------------------------- company


def test_somebody_is_invited_by_name_and_says_no(app: Flask) -> None:
    cleo = Person.sign_up(app, "Cleo", PASSWORD)
    match = Match(app, 2, begun=False, seats=3, listed=False)
    page = match.host.does("invite", name="Cleo")
    assert "Cleo is invited" in page.says("ul[@class='invited']")
    page = Page(cleo.client.get(match.path))
    assert "Ann has invited you." in page.says("section[@id='sitting']")
    cleo.client.post(f"{match.path}/decline", data={"csrf": page.csrf})
    assert "Cleo has said no" in match.host.table().says("ul[@class='invited']")
    page = match.host.does("invite", name="Nobody At All")
    assert page.says("p[@id='problem']") == "There is no player of this name."


def test_what_is_said_is_heard_until_it_is_not(app: Flask) -> None:
    match = Match(app)
    match.host.does("phrases", phrase="good_luck")
    page = match.guests[1].table()
    assert "Good luck!" in page.says("ol[@class='said']")
    assert page.all("ol[@class='said']//form") != []
    page = match.guests[1].does("mute", seat=0)
    assert "Good luck!" not in page.says("ol[@class='said']")
    assert "You do not hear Ann." in page.says("section[@id='talk']")
    page = match.guests[1].does("unmute", seat=0)
    assert "Good luck!" in page.says("ol[@class='said']")
    phrase = page.filled("/report")["phrase"]
    assert "will look at it" in match.guests[1].does("report", phrase=phrase).says("p[@class='notice']")
    assert match.host.does("phrases", phrase="rude").answer.status_code == 422


# ---------------------------------------------------------------- a guest's way back


def test_a_guest_is_shown_their_way_back_and_nobody_else_is(app: Flask) -> None:
    match = Match(app)
    link = match.host.table().find("input[@id='seat-link']").get("value") or ""
    secret = link.rpartition("/")[2]
    for reader in (match.guests[1], Guest(app)):
        assert secret not in reader.opens(match.path).answer.text
    elsewhere = Guest(app, match.path)
    elsewhere.opens(f"/seat/{secret}")
    assert elsewhere.view()["you"]["seat"] == 0
    page = match.host.does("seat-link")
    assert (page.find("input[@id='seat-link']").get("value") or "") != link
    assert "you" not in elsewhere.view()
    assert match.host.view()["you"]["seat"] == 0


def test_a_guest_leaves_an_address_and_takes_it_back(app: Flask) -> None:
    guest = Match(app).host
    page = guest.does("seat-address", address="ann@example.org")
    assert page.find("input[@id='field-address']").get("value") == "ann@example.org"
    page = guest.does("seat-address", address="nothing")
    assert page.answer.status_code == 422
    assert page.find("input[@id='field-address']").get("aria-invalid") == "true"
    page = guest.does("seat-address", address="")
    assert page.find("input[@id='field-address']").get("value") == ""


def test_a_guest_who_signs_in_plays_on_as_their_account(app: Flask) -> None:
    match = Match(app)
    hand = match.host.view()["you"]["hand"]
    dora = Person.sign_up(app, "Dora", PASSWORD)
    match.host.client.set_cookie("kartfold_session", dora.cookie())
    page = match.host.table()
    assert "You are signed in as Dora." in page.says("details[@id='way-back']")
    page = match.host.does("claim")
    assert page.all("details[@id='way-back']") == []
    view = said(dora.get(match.path))
    assert (view["you"]["seat"], view["you"]["hand"], view["seats"][0]["name"]) == (0, hand, "Dora")


def test_the_next_game_that_waits_is_a_link(app: Flask) -> None:
    emil = Person.sign_up(app, "Emil", PASSWORD)
    games = []
    for _ in range(2):
        made = said(emil.post("/games", {"seats": 2, "bots": ["first"], "bot_delay": 0}), 201)
        said(emil.post(f"/games/{made['view']['id']}/start", {"expected_version": made["version"]}))
        games.append(made["view"]["id"])
    page = Page(emil.client.get(f"/games/{games[0]}"))
    (link,) = [each for each in page.all("a[@data-key='n']")]
    assert link.get("href") == f"/games/{games[1]}"


@pytest.mark.parametrize(
    ("clock", "time_off", "told"),
    [
        ({"kind": "none"}, {}, "a player who does not come back holds up the game"),
        (
            {"kind": "decision", "ms": 120_000},
            {"quiet_hours": False, "vacations": False},
            "Nobody waits longer than 2 minutes for one decision.",
        ),
        (
            {"kind": "decision", "ms": 86_400_000},
            {},
            "Nobody waits longer than 4 days for one decision, or 32 days if somebody goes on vacation.",
        ),
        (
            {"kind": "bank", "ms": 60_000, "increment_ms": 0, "max_ms": 3_600_000},
            {"quiet_hours": False},
            "Nobody waits longer than 1 hour for one decision, or 28 days and 1 hour if somebody goes on vacation.",
        ),
    ],
)
def test_a_table_says_how_long_somebody_can_be_kept_waiting(
    app: Flask, clock: dict[str, Any], time_off: dict[str, bool], told: str
) -> None:
    match = Match(app, begun=False, clock=clock, time_off=time_off)
    assert told in match.host.table().says("section[@id='about']")


@pytest.mark.parametrize(
    ("allowed", "told"),
    [
        ({}, ["Quiet hours and days off", "Vacations stop", "Everybody together"]),
        ({"quiet_hours": False, "vacations": False}, ["Everybody together"]),
        (dict.fromkeys(("quiet_hours", "vacations", "pauses"), False), ["No time off: the clock always runs"]),
    ],
)
def test_a_table_says_what_may_stop_its_clock(app: Flask, allowed: dict[str, bool], told: list[str]) -> None:
    about = Match(app, begun=False, clock={"kind": "decision", "ms": 86_400_000}, time_off=allowed).host.table()
    said = [text_of(each) for each in about.all("section[@id='about']//li")]
    known = ("Quiet hours and days off", "Vacations stop", "Everybody together", "No time off: the clock always runs")
    assert [words for words in known if any(each.startswith(words) for each in said)] == told
