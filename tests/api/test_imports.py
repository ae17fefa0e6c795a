"""Replays from elsewhere: under which verdict they are kept, who sees them, and what stays closed."""

import gzip
import json
import random
import threading
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app.api.context import EXTENSION
from app.rules.cards import CODES
from app.rules.view import view
from app.services.replay.readings import LONGEST_NOTATION
from replays.notation import write_notation
from replays.recording import Recording
from tests.api.bringing import bring, file, golden, rows, several_hands
from tests.api.people import API, Person, assert_problem, bearer
from tests.api.tables import Table, any_move, lines, said
from tests.records import random_match, rechained, values_of

Look = Callable[[str], list[tuple[object, ...]]]


@pytest.fixture
def ann(person: Callable[..., Person]) -> Person:
    """Who brings replays."""
    return person("Ann")


def brought(person: Person, lines: list[bytes], query: str = "") -> dict[str, Any]:
    """What is said of a record that is brought and new."""
    return said(bring(person, file(lines), query=query), 201)


def ask(client: FlaskClient, id: str, path: str = "") -> TestResponse:
    """A question about an import, asked by nobody in particular."""
    return client.get(f"{API}/replays/{id}{path}")


def test_a_whole_record_is_kept_as_exact_and_told_of(ann: Person, client: FlaskClient) -> None:
    match = several_hands()
    answer = bring(ann, file(match.lines), query="?title=The last one")
    one = said(answer, 201)

    assert answer.headers["Location"] == f"{API}/replays/{one['id']}"
    assert (one["verdict"], one["form"], one["title"], one["game"]) == ("exact", "record", "The last one", match.game)
    assert one["events"] == one["report"]["events"] == one["report"]["kept"] == len(match.lines)
    assert (one["over"], one["places"], one["reason"]) == (True, list(match.state.places or ()), match.state.reason)
    assert [hand["hand"] for hand in one["hands"]] == list(range(1, match.state.hand + 1))
    assert all(hand["open"] and hand["ended"] for hand in one["hands"])
    assert one["hands"][-1]["ended"]["scores"] == list(match.state.scores)
    assert one["yours"]
    assert said(ask(client, one["id"])) == one | {"yours": False}


def test_people_go_by_their_seats_and_bots_by_their_kind(ann: Person) -> None:
    match = several_hands()
    one = brought(ann, match.lines)
    due = [
        None if player is None else player.bot.capitalize() if player.bot else f"Seat {seat}"
        for seat, player in enumerate(match.state.players)
    ]
    assert [player["name"] for player in one["players"]] == due
    seen = said(ann.get(f"/replays/{one['id']}/view"))
    assert [seat["name"] for seat in seen["seats"]] == due


@pytest.mark.parametrize("number", [1, 34, 46, 47, 151])
def test_a_golden_record_is_seen_as_the_rules_see_it(ann: Person, client: FlaskClient, number: int) -> None:
    lines = golden(number)
    one, recording = brought(ann, lines), Recording(lines)
    assert one["verdict"] == "exact"
    for moment in recording.moments():
        if moment.seq % 17 and moment.seq != len(lines) - 1:
            continue
        for eyes, seat in (("table", None), ("0", 0), ("1", 1)):
            seen = said(ask(client, one["id"], f"/view?at={moment.seq}&as={eyes}"))
            due = json.loads(json.dumps(view(moment.state, recording.dealer, seat, moment.complete)))
            assert (seen["version"], seen["complete"], seen["id"]) == (moment.seq, moment.complete, recording.game)
            for known in due["seats"]:
                known["name"] = seen["seats"][known["seat"]]["name"]
            seats = [{key: one[key] for key in due["seats"][0]} for one in seen["seats"]]  # clocks stand beside
            assert {key: seen[key] for key in due} | {"seats": seats, "deadline": due["deadline"]} == due
    assert said(ask(client, one["id"], "/view")) == said(ask(client, one["id"], f"/view?at={len(lines) - 1}&as=table"))


def test_a_moment_is_named_in_every_way_and_all_cards_are_open(ann: Person, client: FlaskClient) -> None:
    match = several_hands()
    id = brought(ann, match.lines)["id"]
    values = values_of(match.lines)
    last = max(seq for seq, one in enumerate(values) if one["request"] == 20)
    assert said(ask(client, id, "/view?at=request:20"))["version"] == last
    assert said(ask(client, id, "/view?at=hand:2"))["hand_number"] == 2
    seen = said(ask(client, id, f"/view?at={last}&as=all"))
    assert len(seen["open"]["draw_pile"]) == seen["draw_count"]
    for at in (len(values), 9999999999999999, "request:99999", "hand:999"):
        assert_problem(ask(client, id, f"/view?at={at}"), 404, "no_such_replay")
    assert_problem(ask(client, id, "/view?at=3&as=10"), 404, "no_such_replay")
    assert_problem(ask(client, id, "/view?at=-1"), 422, "invalid")
    assert_problem(ask(client, id, "/view?as=nobody"), 422, "invalid")


def test_events_are_those_of_the_file_page_by_page(ann: Person, client: FlaskClient) -> None:
    match = several_hands()
    id, found, query = brought(ann, match.lines)["id"], list[dict[str, Any]](), "?limit=100"
    while len(found) < len(match.lines):
        page = said(ask(client, id, f"/events{query}"))
        assert page["version"] == len(match.lines) - 1
        found += page["events"]
        query = f"?limit=100&after={found[-1]['seq']}"
    assert found == values_of(match.lines)
    assert b",".join(match.lines[:3]) in ask(client, id, "/events").data
    assert said(ask(client, id, "/events?after=99999999"))["events"] == []


def test_what_a_client_has_is_not_sent_again(ann: Person, client: FlaskClient) -> None:
    id = brought(ann, random_match(3).lines)["id"]
    for path in ("/view?at=9", "/view?at=9&as=0", "/events"):
        tag = ask(client, id, path).headers["ETag"]
        again = client.get(f"{API}/replays/{id}{path}", headers={"If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(
    "content_type", ["application/jsonl", "application/x-ndjson", "application/jsonl; charset=UTF-8"]
)
def test_a_record_comes_as_it_is(ann: Person, content_type: str) -> None:
    assert said(bring(ann, file(random_match(3).lines), content_type), 201)["verdict"] == "exact"


def test_a_record_comes_compressed_and_is_the_same(ann: Person) -> None:
    plain = file(random_match(3).lines)
    halves = gzip.compress(plain[:5000]) + gzip.compress(plain[5000:])
    answers = [
        bring(ann, gzip.compress(plain), "application/gzip"),
        bring(ann, gzip.compress(plain, 1), "application/jsonl", Content_Encoding="gzip"),
        bring(ann, halves, "application/gzip"),
        bring(ann, plain),
    ]
    assert [answer.status_code for answer in answers] == [201, 200, 200, 200]
    assert len({said(answer, answer.status_code)["id"] for answer in answers}) == 1


def test_the_same_file_again_is_the_import_that_is_there(
    ann: Person, person: Callable[..., Person], look: Look
) -> None:
    lines = random_match(3).lines
    first = brought(ann, lines, "?title=First")
    again = said(bring(ann, file(lines), query="?title=Second"))
    assert again == first
    assert brought(person("Ben"), lines)["id"] != first["id"]
    assert rows(look) == 2


def test_the_same_file_twice_at_once_is_one_import(app: Flask, ann: Person, look: Look) -> None:
    body, headers = file(random_match(3).lines), bearer(ann.token("play"))
    answers: list[TestResponse] = []

    def post() -> None:
        client = app.test_client(use_cookies=False)
        answers.append(client.post(f"{API}/replays", data=body, content_type="application/jsonl", headers=headers))

    threads = [threading.Thread(target=post) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200] * 5 + [201]
    assert len({json.loads(answer.text)["id"] for answer in answers}) == 1
    assert rows(look) == 1


def test_of_a_record_that_diverges_only_what_stands_before_is_shown(ann: Person, client: FlaskClient) -> None:
    match = several_hands()
    values = values_of(match.lines)
    at = next(seq for seq, one in enumerate(values) if one["kind"] == "card.played" and seq > 60)
    values[at]["data"]["seat"] = 9
    one = brought(ann, rechained(values))

    assert one["verdict"] == one["report"]["verdict"] == "diverged"
    assert (one["report"]["seq"], one["report"]["check"]) == (at, "rules")
    assert one["events"] == one["report"]["kept"] <= at
    assert not one["over"]
    assert said(ask(client, one["id"], "/view"))["version"] == one["events"] - 1
    assert len(said(ask(client, one["id"], "/events?limit=1000"))["events"]) == one["events"]
    assert_problem(ask(client, one["id"], f"/view?at={one['events']}"), 404, "no_such_replay")


def test_a_rule_that_was_broken_is_named(ann: Person) -> None:
    values = values_of(random_match(3).lines)
    at = next(seq for seq, one in enumerate(values) if one["kind"] == "hand.ended")
    values[at]["data"]["points"] += 1
    report = brought(ann, rechained(values))["report"]
    assert (report["seq"], report["rule"]) == (at, "R36")
    assert report["reasons"]


def test_a_record_with_a_forged_seed_diverges_and_its_hand_stays_closed(ann: Person, client: FlaskClient) -> None:
    match = several_hands()
    values = values_of(match.lines)
    first, second = [seq for seq, one in enumerate(values) if one["kind"] == "hand.ended"][:2]
    values[second]["data"]["seed"] = "5" * 64
    one = brought(ann, rechained(values))

    assert (one["verdict"], one["report"]["seq"], one["report"]["check"]) == ("diverged", second, "seeds")
    assert [hand["open"] for hand in one["hands"]] == [True, False]
    assert "5" * 64 not in ask(client, one["id"], "/events?limit=1000").text
    assert any(said(ask(client, one["id"], f"/view?at={first - 1}&as=all"))["open"]["hands"])
    for eyes in ("0", "all"):
        answer = ask(client, one["id"], f"/view?as={eyes}")
        assert_problem(answer, 403, "hand_not_over")
    assert "you" not in said(ask(client, one["id"], "/view?as=table"))


def test_the_record_of_a_running_game_is_unverified_and_its_hand_stays_closed(
    app: Flask, ann: Person, client: FlaskClient
) -> None:
    table = Table(app, 2, options={"hands": 3}).start()
    table.play(random.Random(7), 6)  # nobody gets rid of seven cards by then
    record = lines(table.host)
    one = brought(ann, record)

    assert one["verdict"] == "unverified"
    assert one["report"]["reasons"] == ["the game is open"]
    assert one["hands"] == [{"hand": 1, "seq": one["hands"][0]["seq"], "dealer": 1, "ended": None, "open": False}]
    dealt = one["hands"][0]["seq"]
    for at in (dealt, dealt + 2, len(record) - 1):
        for eyes in ("0", "1", "all"):
            assert_problem(ask(client, one["id"], f"/view?at={at}&as={eyes}"), 403, "hand_not_over")
        seen = said(ask(client, one["id"], f"/view?at={at}&as=table"))
        assert "you" not in seen
        assert "open" not in seen
    held = {card["card"] for guest in table.guests for card in guest.view()["you"]["hand"]}
    shown = {event["data"]["card"] for event in values_of(record) if "card" in event["data"]}
    assert held - shown
    texts = [ask(client, one["id"], path).text for path in ("", "/view", "/events?limit=1000", "/replay.json")]
    for text in texts:
        assert {code for code in CODES if f'"{code}"' in text} <= shown
    while table.host.view()["hand_number"] == 1:
        table.play(random.Random(8), 1)
    seed = next(event["data"]["seed"] for event in values_of(lines(table.host)) if event["kind"] == "hand.ended")
    assert not any(seed in text for text in texts)


def test_a_game_that_was_played_here_is_known_to_those_who_may_see_it(
    app: Flask, ann: Person, client: FlaskClient
) -> None:
    table = Table(app, 2, listed=True).start()
    table.play(random.Random(7), 9)
    early = lines(table.host)
    one = brought(ann, early)
    assert (one["game"], one["known"]) == (table.game, "same")
    table.play(random.Random(8), 3)
    late = lines(table.host)
    assert said(ask(client, one["id"]))["known"] == "prefix"
    assert brought(ann, late)["known"] == "same"
    forged = values_of(late)
    for event in forged:
        event["t"] += event["request"] == forged[-1]["request"]
    assert brought(ann, rechained(forged))["known"] == "other"
    longer = Recorded(late).longer()
    assert brought(ann, longer)["known"] == "other"
    assert brought(ann, random_match(3).lines)["known"] is None


class Recorded:
    """A record of ours that somebody has gone on with."""

    def __init__(self, lines: list[bytes]) -> None:
        self._values = values_of(lines)

    def longer(self) -> list[bytes]:
        """With one more request, that the rules allow: a seat resigns."""
        last = self._values[-1]
        seat = Recording(rechained(self._values)).last.turn
        more = {"kind": "clock.paused", "data": {"seat": seat, "until": last["t"] + 5, "reason": "agreed"}}
        return rechained([*self._values, last | more | {"request": last["request"] + 1, "actor": "service"}])


def test_of_a_game_that_is_not_for_strangers_only_its_people_are_told(
    app: Flask, ann: Person, person: Callable[..., Person], client: FlaskClient
) -> None:
    made = said(ann.post("/games", {"seats": 2, "bots": ["first"], "bot_delay": 60_000, "listed": False}), 201)
    game = made["view"]["id"]
    said(ann.post(f"/games/{game}/start", {"expected_version": made["version"]}))
    view_now = said(ann.get(f"/games/{game}"))
    if view_now["turn"] == 0:
        body = any_move(view_now, random.Random(1)) | {"expected_version": view_now["version"]}
        said(ann.post(f"/games/{game}/moves", body))
    record = ann.get(f"/games/{game}/replay.jsonl").data.splitlines()

    one = brought(ann, record)
    assert (one["game"], one["known"]) == (game, "same")
    assert said(ask(client, one["id"]))["known"] is None
    ben = person("Ben")
    assert brought(ben, record)["known"] is None
    assert said(ben.get(f"/replays/{one['id']}"))["known"] is None


def test_a_list_has_ones_own_imports_the_newest_first(ann: Person, person: Callable[..., Person]) -> None:
    ids = [brought(ann, random_match(seed).lines, f"?title=Number {seed}")["id"] for seed in range(5)]
    brought(person("Ben"), random_match(9).lines)
    found: list[dict[str, Any]] = []
    query = "?limit=2"
    while query:
        page = said(ann.get(f"/replays{query}"))
        assert len(page["replays"]) <= 2
        found += page["replays"]
        query = f"?limit=2&cursor={page['next']}" if page["next"] else ""
    assert {one["id"] for one in found} == set(ids)
    assert len(found) == 5
    created = [one["created"] for one in found]
    assert created == sorted(created, reverse=True)
    assert all(one["yours"] and one["title"].startswith("Number ") for one in found)
    assert_problem(ann.get("/replays?cursor=zzzz"), 422, "invalid")


def test_an_import_is_taken_away_by_who_brought_it_or_an_admin(
    app: Flask, ann: Person, person: Callable[..., Person], client: FlaskClient
) -> None:
    one, other = brought(ann, random_match(3).lines), brought(ann, random_match(4).lines)
    ben, olga = person("Ben"), person("Olga")
    assert_problem(ben.delete(f"/replays/{one['id']}"), 403, "not_your_replay")
    app.extensions[EXTENSION].accounts.appoint("Olga", ["arbiter"])
    assert_problem(olga.delete(f"/replays/{one['id']}"), 403, "not_your_replay")
    assert_problem(client.delete(f"{API}/replays/{one['id']}"), 401, "unauthorized")
    assert ask(client, one["id"]).status_code == 200

    assert ann.delete(f"/replays/{one['id']}").status_code == 204
    app.extensions[EXTENSION].accounts.appoint("Olga", ["admin"])
    assert olga.delete(f"/replays/{other['id']}").status_code == 204
    for gone in (one, other):
        assert_problem(ann.delete(f"/replays/{gone['id']}"), 404, "no_such_replay")
        for path in ("", "/view", "/events"):
            assert_problem(ask(client, gone["id"], path), 404, "no_such_replay")
    assert said(ann.get("/replays"))["replays"] == []
    assert brought(ann, random_match(3).lines)["id"] != one["id"]


def test_what_another_process_takes_away_is_gone_here_too(make_app: Callable[..., Flask]) -> None:
    here, there = make_app(), make_app()
    ann = Person.sign_up(here, "Ann", "correct horse battery")
    id = brought(ann, random_match(3).lines)["id"]
    client = here.test_client()
    assert ask(client, id, "/view").status_code == 200
    away = there.test_client().delete(f"{API}/replays/{id}", headers=bearer(ann.token("play")))
    assert away.status_code == 204
    assert_problem(ask(client, id, "/view"), 404, "no_such_replay")


def test_who_imports_has_an_account_and_the_scope(app: Flask, ann: Person, client: FlaskClient, look: Look) -> None:
    body = file(random_match(3).lines)
    guest = Table(app, 1).host

    def post(headers: dict[str, str]) -> TestResponse:
        return client.post(f"{API}/replays", data=body, content_type="application/jsonl", headers=headers)

    assert_problem(post({}), 401, "unauthorized")
    assert_problem(post(guest.headers), 403, "account_needed")
    assert_problem(client.get(f"{API}/replays", headers=guest.headers), 403, "account_needed")
    assert_problem(client.get(f"{API}/replays"), 401, "unauthorized")
    assert_problem(post(bearer(ann.token("read"))), 403, "scope_missing")
    assert_problem(ann.client.post(f"{API}/replays", data=body, content_type="application/jsonl"), 403, "csrf")
    assert rows(look) == 0
    assert post(bearer(ann.token("play"))).status_code == 201


@pytest.mark.parametrize("title", ["", "x" * 81, "a%00b", "a%0Ab", "%E2%80%AEa", " a", "a  b", "e%CC%81"])
def test_a_title_is_text_that_can_be_shown(ann: Person, look: Look, title: str) -> None:
    answer = bring(ann, file(random_match(3).lines), query=f"?title={title}")
    assert answer.status_code in (400, 422), answer.text
    assert rows(look) == 0


def test_a_notation_is_kept_with_its_names_and_its_cards(ann: Person, client: FlaskClient) -> None:
    match = several_hands()
    names = [f"Person {seat}\u202e" for seat in range(match.state.seats)]
    text = write_notation(Recording(match.lines), names)
    one = said(bring(ann, text.encode(), "text/plain; charset=utf-8", query="?title=By hand"), 201)

    assert (one["form"], one["verdict"], one["game"], one["known"]) == ("notation", "unverified", match.game, None)
    assert "seeds" in one["report"]["reasons"][0]
    assert one["events"] == one["report"]["kept"] == len(match.lines)
    due = [
        None if player is None else player.bot.capitalize() if player.bot else f"Person {seat}"
        for seat, player in enumerate(match.state.players)
    ]
    assert [player["name"] for player in one["players"]] == due
    assert all(hand["open"] for hand in one["hands"])
    record = brought(ann, match.lines)
    for query in ("?at=60&as=0", "?at=60&as=1", "?at=hand:2&as=all"):
        seen, known = (said(ask(client, id, f"/view{query}")) for id in (one["id"], record["id"]))
        for part in ("you", "open", "top", "turn", "draw_count"):
            assert seen.get(part) == known.get(part)
    assert [seat["name"] for seat in seen["seats"]] == due
    events = said(ask(client, one["id"], "/events?limit=1000"))["events"]
    assert [event["kind"] for event in events] == [event["kind"] for event in values_of(match.lines)]


def test_a_notation_without_decks_opens_no_hand(ann: Person, client: FlaskClient) -> None:
    match = several_hands()
    text = write_notation(Recording(match.lines), decks=False)
    packed = bring(ann, gzip.compress(text.encode()), "text/plain", Content_Encoding="gzip")
    one = said(packed, 201)
    assert not any(hand["open"] for hand in one["hands"])
    assert_problem(ask(client, one["id"], "/view?at=60&as=0"), 403, "seed_missing")
    assert said(ask(client, one["id"], "/view?at=60"))["version"] == 60
    assert said(bring(ann, text.encode(), "text/plain"))["id"] == one["id"]


def test_a_notation_that_leaves_the_rules_shows_what_stands_before(ann: Person, client: FlaskClient) -> None:
    match = several_hands()
    text = write_notation(Recording(match.lines))
    played = text.index("\n4. ")
    wrong = text[:played] + "\n4. A catches A" + text[text.index("\n", played + 1) :]
    one = said(bring(ann, wrong.encode(), "text/plain"), 201)

    assert one["verdict"] == "diverged"
    assert f"line {text.count(chr(10), 0, played) + 2}, column" in one["report"]["reasons"][0]
    assert 0 < one["events"] == one["report"]["kept"] < len(match.lines)
    assert said(ask(client, one["id"], "/view"))["version"] == one["events"] - 1


def test_what_is_no_notation_is_refused_with_the_place(ann: Person, look: Look) -> None:
    for body in (b"", b"hello", b"\xff", file(random_match(3).lines), gzip.compress(b"hello")):
        assert_problem(bring(ann, body, "text/plain"), 422, "no_replay")
    assert "line 1, column 1" in json.loads(bring(ann, b"hello", "text/plain").text)["detail"]
    assert_problem(bring(ann, b" " * (LONGEST_NOTATION + 1), "text/plain"), 413, "too_large")
    text = write_notation(Recording(random_match(3).lines))
    assert_problem(bring(ann, text.encode("utf-16"), "text/plain; charset=utf-16"), 415, "other_form")
    assert rows(look) == 0
