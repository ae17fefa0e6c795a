"""The viewer without scripts: any position, through any eyes, by links; and never more than a view would show."""

import json
import random
from collections.abc import Callable
from functools import partial
from itertools import count, pairwise
from typing import Any

import pytest
from flask import Flask

from app.services.replay import analyses as analyses_module
from app.services.replay import exports
from replays.analysis.analyst import Effort, analyse
from replays.recording import Recording
from replays.show.document import document
from replays.show.stops import stops
from tests.api.bringing import bring, file
from tests.api.people import Person, bearer
from tests.api.tables import Guest, Table, lines, said
from tests.web.pages import Element
from tests.web.pages import said as text
from tests.web.visitor import Visitor

TINY = Effort(decision=4, alternative=2, standing=2)
NUMBERS = count()


@pytest.fixture
def person(app: Flask) -> Callable[[], Person]:
    """Makes people with accounts."""
    return lambda: Person.sign_up(app, f"Somebody {next(NUMBERS)}", "correct horse battery")


@pytest.fixture(scope="module")
def over(app: Flask) -> Table:
    """A match of two hands that is over, of a bot at seat 1 between two guests. Each test speaks of another event."""
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


def browsing(guest: Guest) -> Visitor:
    """The browser of a guest, which keeps their seat; a stranger's keeps nothing."""
    if guest.headers:
        guest.client.get(f"/seat/{guest.headers['Authorization'].removeprefix('Bearer ')}")
    return Visitor.of(guest.client)


def replay(table: Table, query: str = "") -> str:
    return f"/games/{table.game}/replay{query}"


def seq_of(page: Visitor) -> int:
    return int(page.with_id("viewer").get("data-seq"))


def step(page: Visitor, name: str) -> Element:
    """The link of a way through the game."""
    return page.one("a", data_step=name)


def hands(page: Visitor) -> list[list[tuple[int, str]] | int]:
    """Of each seat the cards that lie open, with their slots; or how many backs there are."""
    return [_hand(lane) for lane in page.all("li", class_="lane")]


def _hand(lane: Element) -> list[tuple[int, str]] | int:
    (hand,) = [each for each in lane if each.tag == "ul"]
    if hand.get("aria-hidden"):
        assert [each.get("class") for each in hand] == ["back"] * len(hand)
        return len(hand)
    return [(int(each.get("data-slot")), each.get("data-card")) for each in hand]


def expected(view: dict[str, Any]) -> list[list[tuple[int, str]] | int]:
    """The same, from a view."""

    def open_cards(cards: list[dict[str, Any]]) -> list[tuple[int, str]]:
        return [(card["slot"], card["card"]) for card in cards]

    if view.get("open"):
        return [open_cards(hand) for hand in view["open"]["hands"]]
    you = view.get("you")
    return [open_cards(you["hand"]) if you and you["seat"] == one["seat"] else one["cards"] for one in view["seats"]]


# ------------------------------------------------------------ ways


def test_one_goes_through_the_game_by_links_and_they_keep_the_rest(over: Table) -> None:
    last = over.version
    page = browsing(over.stranger).look(replay(over, f"?at={last - 8}&as=1&lang=eo"))
    seen = []
    while step(page, "next").get("href"):
        page.look(step(page, "next").get("href"))
        seen.append(seq_of(page))
        assert page.with_id("viewer").get("data-chosen") == "1"
        assert page.page.get("lang") == "eo"
    assert seen == list(range(last - 7, last + 1))
    assert step(page, "last").get("aria-disabled") == "true"
    page.look(step(page, "first").get("href"))
    assert seq_of(page) == 0
    assert step(page, "previous").get("href") is None
    page.look(step(page, "last").get("href"))
    assert seq_of(page) == last
    page.look(step(page, "previous").get("href"))
    assert seq_of(page) == last - 1


@pytest.mark.parametrize("unit", ["turn", "lap", "hand"])
def test_one_goes_by_turns_laps_and_hands(over: Table, unit: str) -> None:
    found = stops(Recording(lines(over.host))).of(unit)[-6:]
    page = browsing(over.stranger).look(replay(over, f"?at={found[0] - 1}"))
    seen = []
    while step(page, f"next_{unit}").get("href"):
        page.look(step(page, f"next_{unit}").get("href"))
        seen.append(seq_of(page))
    assert [seq for seq in seen if seq in found] == list(found)
    assert seen[-1] == over.version
    page.look(step(page, f"previous_{unit}").get("href"))
    assert seq_of(page) == max(seq for seq in found if seq < over.version)


def test_one_begins_with_the_first_hand_of_a_match_that_is_over_and_where_a_running_one_stands(
    over: Table, running: Table
) -> None:
    first = stops(Recording(lines(over.host))).hands[0]
    assert seq_of(browsing(over.stranger).look(replay(over))) == first
    assert seq_of(browsing(running.stranger).look(replay(running))) == running.version


def test_a_moment_is_named_as_the_api_names_it(over: Table) -> None:
    page = browsing(over.stranger)
    for name in ("57", "request:12", "hand:2", "2100-01-01T00:00:00Z"):
        version = said(over.stranger.get(f"?at={name}"))["version"]
        assert seq_of(page.look(replay(over, f"?at={name}"))) == version
    page.look(replay(over, "?at=99999"), status=404)
    page.look(replay(over, "?at=x"), status=422)
    page.look(replay(over, "?as=9"), status=404)
    page.look(replay(over, "?as=nobody"), status=422)


def test_the_list_jumps_and_tells_what_happened(over: Table) -> None:
    told = said(over.stranger.get("/replay.json"))["moves"]
    page = browsing(over.stranger).look(replay(over, "?at=40&as=all"))
    listed = page.with_id("moves").findall("li")
    hand = told[40]["hand"]
    assert [(int(item.get("data-seq")), text(item.find("a"))) for item in listed] == [
        (move["seq"], move["sentence"]) for move in told if move["hand"] == hand
    ]
    follows = [int(item.get("data-seq")) for item in listed if item.get("class") == "follows"]
    assert follows == [
        move["seq"]
        for before, move in pairwise(told)
        if move["hand"] == hand and move["request"] == before["request"] and before["hand"] == hand
    ]
    (now,) = [item for item in listed if item.find("a").get("aria-current") == "step"]
    assert int(now.get("data-seq")) == 40
    assert text(page.with_id("said")) == told[40]["sentence"]
    page.look(listed[-1].find("a").get("href"))
    assert seq_of(page) == int(listed[-1].get("data-seq"))
    assert page.with_id("viewer").get("data-chosen") == "all"


def test_the_list_tells_the_moves_of_one_seat(over: Table) -> None:
    told = said(over.stranger.get("/replay.json"))["moves"]
    page = browsing(over.stranger).look(replay(over, "?at=40&of=2"))
    listed = [int(item.get("data-seq")) for item in page.with_id("moves").findall("li")]
    assert listed == [move["seq"] for move in told if move["hand"] == told[40]["hand"] and move["actor"] == "seat:2"]
    page.look(step(page, "next").get("href"))
    assert "of=2" in page.address


def test_sentences_are_in_the_language_of_the_page(over: Table) -> None:
    page = browsing(over.stranger).look(replay(over, "?at=40&lang=is"))
    told = document(Recording(lines(over.host)), ["Guest", None, "Guest"], "is")["moves"][40]["sentence"]
    assert text(page.with_id("said")) == text_of(told)
    assert page.with_id("slider").get("dir") == "ltr"


def text_of(sentence: str) -> str:
    return sentence.replace("\u2068", "").replace("\u2069", "")


# ------------------------------------------------------------ eyes


def test_every_eyes_see_what_a_view_shows(over: Table) -> None:
    page, chance = browsing(over.stranger), random.Random(1)
    for seq in [0, over.version, *chance.sample(range(over.version), 6)]:
        for eyes in ("table", "0", "1", "2", "all"):
            query = f"?at={seq}&as={eyes}"
            view = said(over.stranger.get(query))
            page.look(replay(over, query))
            assert hands(page) == expected(view), query
            assert page.with_id("board").get("data-eyes") == eyes
            assert page.with_id("top").get("data-card") == view["top"]
            shown = [each for each in page.all("div", class_="shown") if len(each)]
            assert len(shown) == len((view.get("you") or {"shown": []})["shown"]) if "open" not in view else True


def test_a_badge_says_whose_eyes_these_are(over: Table) -> None:
    page = browsing(over.stranger)
    badge = {}
    for eyes in ("table", "0", "1", "all"):
        badge[eyes] = text(page.look(replay(over, f"?at=40&as={eyes}")).with_id("badge"))
    assert badge == {
        "table": "The table: what anybody could see",
        "0": "Guest (seat 0)'s eyes",
        "1": "Random's eyes",
        "all": "Everybody's cards open",
    }


def test_whoever_chooses_nothing_sees_with_their_own_eyes_or_all_that_is_open(over: Table, running: Table) -> None:
    assert browsing(over.stranger).look(replay(over, "?at=40")).with_id("board").get("data-eyes") == "all"
    assert browsing(over.guests[1]).look(replay(over, "?at=40")).with_id("board").get("data-eyes") == "2"
    assert browsing(running.stranger).look(replay(running)).with_id("board").get("data-eyes") == "table"


def test_while_a_hand_is_on_other_eyes_are_refused_nicely(running: Table) -> None:
    first = next(seq for seq, line in enumerate(lines(running.host)) if b'"hand":2' in line)
    for guest in (running.host, running.guests[1], running.stranger):
        page = browsing(guest)
        for seq in (first + 1, running.version - 1, running.version):
            for eyes in ("", "&as=table", "&as=0", "&as=1", "&as=all"):
                page.look(replay(running, f"?at={seq}{eyes}"))
                own = guest.seat if eyes != "&as=table" else None
                view = said(guest.get(f"?at={seq}&as={'table' if own is None else own}"))
                assert hands(page) == expected(view)
                lent = eyes in ("", "&as=table", f"&as={guest.seat}")
                assert (page.with_id("refused").get("hidden") is not None) == lent
        assert expected(said(guest.get(f"?at={first - 1}&as=all"))) == hands(
            page.look(replay(running, f"?at={first - 1}&as=all"))
        )


def test_the_steps_of_a_hand_that_is_on_hold_no_card_that_lies_hidden(running: Table) -> None:
    """Of the steps the document is the same for all, and holds what everybody knows."""
    guests = running.host, running.stranger
    (told,) = {browsing(guest).client.get(replay(running, "/steps.json")).data for guest in guests}
    steps = json.loads(told)
    assert steps["hands"]["1"] is not None
    assert steps["hands"]["2"] is None
    on = [change for change, hand in zip(steps["changes"], steps["in_hand"], strict=True) if hand == 2]
    assert on
    assert not any(change.get(name) for change in on for name in ("held", "drawn", "shown", "open"))


# ------------------------------------------------------------ who may look


def test_what_is_not_listed_is_not_there_for_strangers(app: Flask) -> None:
    table = Table(app, 2, listed=False).start()
    invitation = table.made["invitation"]
    for path in ("", "?at=0", "/steps.json"):
        browsing(table.stranger).look(replay(table, path), status=404)
        assert table.host.client.get(replay(table, path), headers=table.host.headers).status_code == 200
        invited = f"{path}{'&' if '?' in path else '?'}invitation={invitation}"
        assert table.stranger.client.get(replay(table, invited)).status_code == 200
    page = browsing(table.stranger).look(replay(table, f"?at=1&invitation={invitation}"))
    page.look(step(page, "next").get("href"))
    assert f"invitation={invitation}" in page.address
    browsing(table.host).look(f"/games/{table.game}/embed", status=404)


def test_a_game_without_spectators_shows_itself_to_its_players_alone(app: Flask) -> None:
    table = Table(app, 2, spectators="none").start()
    browsing(table.stranger).look(replay(table), status=403)
    browsing(table.stranger).look(replay(table, "/steps.json"), status=403)
    browsing(table.stranger).look(f"/games/{table.game}/embed", status=403)
    browsing(table.host).look(replay(table))


def test_a_game_too_long_to_be_told_still_shows_its_positions(over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "LONGEST", 10)
    page = browsing(over.stranger).look(replay(over, "?at=40&as=all"))
    assert hands(page) == expected(said(over.stranger.get("?at=40&as=all")))
    assert page.with_id("viewer").get("data-steps") == ""
    assert not [each for each in page.page.iter() if each.get("id") == "race"]


# ------------------------------------------------------------ steps for the script


def test_the_steps_tell_what_the_page_says(over: Table) -> None:
    page = browsing(over.stranger)
    steps = json.loads(page.client.get(replay(over, "/steps.json?lang=is")).data)
    told = document(Recording(lines(over.host)), ["Guest", None, "Guest"], "is")["moves"]
    assert list(map(text_of, steps["sentences"])) == [text_of(move["sentence"]) for move in told]
    for seq in (0, 20, 60, over.version):
        page.look(replay(over, f"?at={seq}&as=all&lang=is"))
        words = steps["words"]
        assert text_of(words["situations"][words["situation"][seq]]) == text(page.with_id("situation"))
        assert text_of(words["badges"]["all"]) == text(page.with_id("badge"))


def test_the_steps_are_told_to_be_the_same(over: Table) -> None:
    client = over.stranger.client
    tag = client.get(replay(over, "/steps.json")).headers["ETag"]
    assert client.get(replay(over, "/steps.json"), headers={"If-None-Match": tag}).status_code == 304


# ------------------------------------------------------------ comments


def test_comments_are_written_answered_changed_reported_and_deleted(person: Callable[[], Person], over: Table) -> None:
    ann, ben = person(), person()
    page = Visitor.of(ann.client).look(replay(over, "?at=30&as=all"))
    page.submit(page.form("/comments"), text="Why <b>not</b>\r\nthe green one?")
    assert seq_of(page) == 30
    assert "as=all" in page.address
    assert "Why <b>not</b> the green one?" in page.says()
    (comment,) = [each for each in said(over.stranger.get("/comments"))["comments"] if each["seq"] == 30]
    assert (comment["seq"], comment["text"]) == (30, "Why <b>not</b>\nthe green one?")

    other = Visitor.of(ben.client).look(replay(over, "?at=30"))
    answer = next(
        form for form in other.all("form") if any(each.get("name") == "parent" for each in form.iter("input"))
    )
    other.submit(answer, text="It was not playable.")
    assert "It was not playable." in other.says()
    other.submit(other.form(f"/{comment['id']}/report"), reason="Shouting")
    assert "The officials will look at it." in other.says()

    page.look(replay(over, "?at=30"))
    page.submit(page.form(f"/comments/{comment['id']}"), text="Why not the blue one?")
    assert "Why not the blue one?" in page.says()
    assert "edited" in page.says()
    page.submit(page.form(f"/{comment['id']}/delete"))
    assert "Why not the blue one?" not in page.says()
    assert "A comment that was taken away." in page.says()
    assert text(page.look(replay(over, "?at=31")).with_id("talked")) == "Nobody has said anything about this event."
    assert "30" in [text(each) for each in page.with_id("talk").iter("a")]


def test_a_note_is_seen_by_its_writer_alone(person: Callable[[], Person], over: Table) -> None:
    ann = person()
    page = Visitor.of(ann.client).look(replay(over, "?at=33"))
    page.submit(page.form("/comments"), text="Remember this one.", private="1")
    assert "a note: only you see it" in page.says()
    assert "Remember this one." not in browsing(over.stranger).look(replay(over, "?at=33")).says()


def test_what_is_wrong_with_a_comment_stands_beside_it(person: Callable[[], Person], over: Table) -> None:
    ann = person()
    page = Visitor.of(ann.client).look(replay(over, "?at=34"))
    page.submit(page.form("/comments"), status=422, text="   ")
    area = page.with_id("comment_text")
    assert area.get("aria-invalid") == "true"
    assert text(page.with_id(area.get("aria-describedby")))
    page.submit(page.form("/comments"), status=422, text="turned \u202e around")
    assert "turned" in text(page.with_id("comment_text"))


def test_until_a_hand_is_over_there_are_only_notes(running: Table) -> None:
    page = browsing(running.host).look(replay(running))
    assert "nobody speaks of it in public" in page.says()
    form = page.form("/comments")
    page.submit(form, text="I hold two wilds.")
    assert "I hold two wilds." in page.says()
    assert said(running.stranger.get("/comments"))["comments"] == []
    forged = {each.get("name"): each.get("value") for each in form.iter("input") if each.get("name") != "private"}
    answer = page.client.post(form.get("action"), data=forged | {"text": "He holds two wilds."})
    assert answer.status_code == 422
    assert "These cards are shown when their hand is over." in answer.text


def test_strangers_write_nothing_and_a_token_that_reads_does_not_write(
    person: Callable[[], Person], over: Table
) -> None:
    page = browsing(over.stranger).look(replay(over, "?at=35"))
    assert not [form for form in page.all("form") if (form.get("action") or "").partition("?")[0].endswith("/comments")]
    page.look(replay(over))
    token = page.page.csrf
    ann = person()
    given = {"csrf": token, "seq": "35", "text": "By a program."}
    answer = page.client.post(replay(over, "/comments"), data=given, headers=bearer(ann.token("read")))
    assert answer.status_code == 403
    assert page.look(replay(over, "?at=35")).with_id("talked").find("article") is None
    assert page.client.post(replay(over, "/comments"), data=given).status_code == 422


# ------------------------------------------------------------ what if


def test_one_plays_on_from_here(over: Table) -> None:
    page = browsing(over.stranger).look(replay(over, "?at=30&as=all"))
    page.submit(page.form("/branch"), seat="0", bot="random")
    game = page.address.removeprefix("/games/").partition("?")[0]
    assert game != over.game
    view = json.loads(page.client.get(f"/api/v1/games/{game}").data)
    assert view["table"]["branch_of"]["game"] == over.game
    assert view["you"]["seat"] == 0, "the browser keeps the seat"
    seq = view["table"]["branch_of"]["seq"]  # 30, or where the request began that it comes of
    then = said(over.host.get(f"?at={seq}&as=all"))
    assert view["you"]["hand"] == then["open"]["hands"][0]
    assert text(page.look(replay(over, "?at=30")).with_id("branch")).endswith(f"Guest from event {seq}")


def test_the_other_seats_are_left_to_friends(over: Table) -> None:
    page = browsing(over.stranger).look(replay(over, "?at=30&as=all"))
    page.submit(page.form("/branch"), status=422, open="1")
    assert text(page.with_id("branch_error")) == "Choose your seat, so that the others are left open."
    page.submit(page.form("/branch"), seat="1", open="1")
    assert "invitation=" in page.address


def test_where_nobody_can_play_on_it_is_said(over: Table, running: Table) -> None:
    page = browsing(over.stranger).look(replay(over, "?at=30"))
    form = page.form("/branch")
    page.submit(form, status=422, seat="7")
    assert text(page.with_id("branch_error"))
    page.submit(form, status=422, at="0")
    page.submit(form, status=422, bot="nobody")
    assert "when it is over" in text(browsing(running.host).look(replay(running)).with_id("branch"))


def test_an_analysis_is_asked_for_made_and_told_beside_the_move(
    app: Flask, over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses_module, "analyse", partial(analyse, effort=TINY))
    page = browsing(over.stranger).look(replay(over, "?at=30"))
    page.submit(page.form("/analysis"))
    assert page.with_id("analysed").get("data-status") in ("queued", "running")
    assert page.with_id("analysis_progress").get("max")
    while said(over.stranger.get("/analysis"))["status"] != "done":
        over.work()
    decision = said(over.stranger.get("/analysis?hand=1"))["decisions"][3]
    page.look(replay(over, f"?at={decision['seq']}"))
    rows = page.one("table", class_="ways").findall("tbody/tr")
    assert len(rows) == len(decision["alternatives"])
    assert [row.get("class") for row in rows].count("chosen") == 1
    assert "best" in text(rows[0])
    page.look(replay(over, "?at=0"))
    assert not page.all("table", class_="ways")


def test_a_game_that_is_on_is_not_analysed(running: Table) -> None:
    page = browsing(running.host).look(replay(running))
    assert "A game is analysed when it is over." in text(page.with_id("analysis"))
    token = page.page.csrf
    assert page.client.post(replay(running, "/analysis"), data={"csrf": token}).status_code == 422


# ------------------------------------------------------------ for others


def test_an_embedded_page_may_be_framed_has_no_forms_and_shows_what_anybody_sees(running: Table, over: Table) -> None:
    page = browsing(running.host).look(f"/games/{running.game}/embed")
    policy = page.answer.headers["Content-Security-Policy"]
    assert "frame-ancestors *" in policy
    assert "form-action 'none'" in policy
    assert page.all("form", method="post") == []
    assert hands(page) == expected(said(running.stranger.get("?as=table")))
    page.look(f"/games/{running.game}/embed?as={running.host.seat}")
    assert hands(page) == expected(said(running.stranger.get("?as=table"))), "not even to who sits there"
    page.look(f"/games/{over.game}/embed?at=40&as=1")
    assert hands(page) == expected(said(over.stranger.get("?at=40&as=1")))
    assert step(page, "next").get("href").startswith(f"/games/{over.game}/embed?")
    show = browsing(over.stranger).look(replay(over))
    assert "frame-ancestors 'none'" in show.answer.headers["Content-Security-Policy"]


def test_the_preview_of_a_link_shows_what_a_stranger_sees(make_app: Callable[..., Flask]) -> None:
    app = make_app(public_url="https://cards.example")
    table = Table(app, 2).start()
    table.play(random.Random(5), moves=6)
    page = browsing(table.host).look(replay(table))
    seen = {each.get("property"): each.get("content") for each in page.all("meta") if each.get("property")}
    picture = seen["og:image"]
    assert picture.startswith(f"https://cards.example/api/v1/games/{table.game}/position.png?")
    path = picture.removeprefix("https://cards.example")
    assert table.stranger.client.get(path).status_code == 200
    words = table.stranger.client.get(path.replace(".png", ".txt")).text
    assert seen["og:image:alt"] == words
    assert seen["og:url"].startswith(f"https://cards.example/games/{table.game}/replay?at={table.version}")
    hidden = Table(app, 2, listed=False).start()
    page = browsing(hidden.host).look(replay(hidden))
    assert not [each for each in page.all("meta") if (each.get("property") or "").startswith("og:")]


def test_every_file_that_is_offered_is_there(over: Table) -> None:
    page = browsing(over.stranger).look(replay(over, "?at=40&as=all"))
    links = [each.get("href") for files in page.all("ul", class_="files") for each in files.iter("a")]
    assert len(links) == 9
    for link in links:
        assert page.client.get(link).status_code == 200, link


# ------------------------------------------------------------ imports


def test_an_import_is_shown_as_a_game_is(person: Callable[[], Person], over: Table) -> None:
    ann = person()
    brought = said(bring(ann, file(lines(over.host))), 201)
    page = browsing(over.stranger).look(f"/replays/{brought['id']}?at=40&as=1")
    view = said(over.stranger.get("?at=40&as=1"))
    assert hands(page) == expected(view)
    assert "exact" in page.says()
    page.look(step(page, "next").get("href"))
    assert seq_of(page) == 41
    assert page.client.get(page.with_id("viewer").get("data-steps")).status_code == 200
    links = [each.get("href") for files in page.all("ul", class_="files") for each in files.iter("a")]
    assert [page.client.get(link).status_code for link in links] == [200] * len(links)
    page.submit(page.form("/branch"), seat="0")
    assert page.address.startswith("/games/")
    own = Visitor.of(ann.client).look(f"/replays/{brought['id']}?at=40")
    own.submit(own.form("/comments"), text="From elsewhere.")
    assert "From elsewhere." in own.says()
    own.submit(own.form("/analysis"))
    assert own.with_id("analysed").get("data-status") in ("queued", "running")
    own.submit(own.form("/remove"))
    assert "It is taken away." in own.says()
    own.look(f"/replays/{brought['id']}", status=404)


def test_what_diverged_is_shown_before_that_alone(person: Callable[[], Person], over: Table) -> None:
    ann = person()
    record = lines(over.host)
    wrong = next(seq for seq, line in enumerate(record) if b'"kind":"hand.ended"' in line) - 3
    record[wrong] = record[wrong].replace(b'"seq":%d' % wrong, b'"seq":%d' % (wrong + 1))
    brought = said(bring(ann, file(record)), 201)
    page = browsing(over.stranger).look(f"/replays/{brought['id']}?as=all")
    assert "does not hold to its end" in page.says()
    assert page.with_id("refused").get("hidden") is None
    assert int(page.with_id("viewer").get("data-last")) < wrong
