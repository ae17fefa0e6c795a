"""Comments: on events that are over in public, on everything for oneself, in threads; taken back, and seen to."""

import random
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from app.api.context import EXTENSION
from app.factory import ENGINE
from app.store.imports import ImportStore
from replays.recording import Recording
from tests.api.bringing import bring, file, golden, several_hands
from tests.api.people import Person, assert_problem, bearer
from tests.api.tables import Guest, Table, said
from tests.records import random_match

HANDS = {"hands": 3}


@pytest.fixture
def table(app: Flask) -> Table:
    """A match in its first hand."""
    return Table(app, 2, options=HANDS).start()


@pytest.fixture
def played(app: Flask) -> Table:
    """A match that is over."""
    table = Table(app, 2).start()
    table.play(random.Random(7))
    return table


@pytest.fixture
def arbiter(app: Flask, person: Callable[..., Person]) -> dict[str, str]:
    """The headers of an official's program."""
    someone = person("Arbiter")
    app.extensions[EXTENSION].accounts.appoint("Arbiter", ["arbiter"])
    return bearer(someone.token("read", "play", "arbiter"))


def write(who: Guest, text: str, seq: int | None = None, headers: dict[str, str] | None = None, **more: Any) -> Any:
    body = {"text": text} | more | ({} if seq is None else {"seq": seq})
    return who.client.post(f"/api/v1/games/{who.game}/comments", json=body, headers=who.headers | (headers or {}))


def read(who: Guest, query: str = "") -> list[dict[str, Any]]:
    comments: list[dict[str, Any]] = said(who.get(f"/comments{query}"))["comments"]
    return comments


def change(who: Guest, id: str, **body: Any) -> TestResponse:
    return who.client.patch(f"/api/v1/games/{who.game}/comments/{id}", json=body, headers=who.headers)


def test_a_comment_is_read_by_all_who_may_see_the_game_with_who_wrote_it(played: Table) -> None:
    wrote = said(write(played.guests[1], "Why not the g7?\nIt fitted.", 12), 201)
    assert wrote["yours"]
    assert wrote["author"] == {"name": "Guest", "seat": 1}
    for reader in (played.host, played.stranger):
        (comment,) = read(reader)
        assert comment == wrote | {"yours": False}
        assert (comment["text"], comment["seq"], comment["parent"]) == ("Why not the g7?\nIt fitted.", 12, None)


def test_answers_stand_behind_what_they_answer_at_the_same_event(played: Table) -> None:
    late = said(write(played.host, "the end", played.version), 201)
    first = said(write(played.host, "first", 5), 201)
    answer = said(write(played.guests[1], "second", parent=first["id"]), 201)
    assert answer["seq"] == 5
    assert [one["id"] for one in read(played.stranger)] == [first["id"], answer["id"], late["id"]]
    assert [one["id"] for one in read(played.stranger, "?until=5")] == [first["id"], answer["id"]]
    assert_problem(write(played.host, "elsewhere", 6, parent=first["id"]), 422, "invalid")


def test_pages_show_each_comment_once(played: Table) -> None:
    ids = {said(write(played.host, f"number {number}", number % 3), 201)["id"] for number in range(7)}
    seen: list[str] = []
    query = "?limit=2"
    while query:
        page = said(played.stranger.get(f"/comments{query}"))
        assert len(page["comments"]) <= 2
        seen += [one["id"] for one in page["comments"]]
        query = page["next"] and f"?limit=2&cursor={page['next']}"
    assert set(seen) == ids
    assert len(seen) == len(ids)
    assert_problem(played.host.get("/comments?cursor=x"), 422, "invalid")


def test_while_a_hand_is_on_there_are_only_private_notes_on_it(table: Table) -> None:
    at = table.version
    assert_problem(write(table.host, "I hold all the wilds", at), 403, "hand_not_over")
    note = said(write(table.host, "keep the W4", at, private=True), 201)
    assert read(table.host) == [note]
    for other in (table.guests[1], table.stranger):
        assert read(other) == []
    assert_problem(change(table.guests[1], note["id"], text="x"), 404, "no_such_comment")
    assert_problem(change(table.stranger, note["id"], text="x"), 401, "unauthorized")
    assert_problem(change(table.host, note["id"], private=False), 403, "hand_not_over")
    while table.host.view()["hand_number"] == 1:
        table.play(random.Random(3), 5)
    public = said(change(table.host, note["id"], private=False))
    assert read(table.stranger) == [public | {"yours": False}]
    assert_problem(write(table.host, "this hand", table.version), 403, "hand_not_over")


def test_a_private_note_is_answered_by_its_author_alone_and_privately(played: Table) -> None:
    note = said(write(played.host, "mine", 3, private=True), 201)
    assert_problem(write(played.host, "public", parent=note["id"]), 403, "private_thread")
    said(write(played.host, "more", parent=note["id"], private=True), 201)
    assert_problem(write(played.guests[1], "x", parent=note["id"], private=True), 404, "no_such_comment")


def test_its_author_changes_and_deletes_it_and_nobody_else(played: Table) -> None:
    id = said(write(played.host, "teh card", 3), 201)["id"]
    other = played.guests[1]
    assert_problem(change(other, id, text="mine now"), 403, "not_your_comment")
    assert_problem(other.delete(f"/comments/{id}"), 403, "not_your_comment")
    changed = said(change(played.host, id, text="the card"))
    assert changed["text"] == "the card"
    assert changed["edited"] is not None
    assert played.host.delete(f"/comments/{id}").status_code == 204
    assert read(played.host) == []
    assert_problem(change(played.host, id, text="again"), 404, "no_such_comment")


def test_a_change_that_changes_nothing_is_none(played: Table) -> None:
    wrote = said(write(played.host, "the card", 3), 201)
    assert_problem(change(played.host, wrote["id"]), 422, "invalid")
    for same in ({"text": "the card"}, {"private": False}, {"text": "the card", "private": False}):
        assert said(change(played.host, wrote["id"], **same)) == wrote
    assert read(played.host) == [wrote]


def test_what_was_answered_keeps_its_place_until_the_last_answer_goes(played: Table) -> None:
    first = said(write(played.host, "a secret that I regret", 3), 201)["id"]
    answer = said(write(played.guests[1], "indeed", parent=first), 201)["id"]
    assert played.host.delete(f"/comments/{first}").status_code == 204
    left, kept = read(played.stranger)
    assert (left["id"], left["text"], left["author"], left["removed"]) == (first, None, None, "author")
    assert kept["id"] == answer
    assert_problem(change(played.host, first, text="again"), 404, "no_such_comment")
    assert played.guests[1].delete(f"/comments/{answer}").status_code == 204
    assert read(played.stranger) == []


def test_a_repeated_request_writes_once(played: Table) -> None:
    key = {"Idempotency-Key": "a-key-of-mine-for-this-comment"}
    wrote = said(write(played.host, "once", 3, key), 201)
    assert said(write(played.host, "once", 3, key), 200) == wrote
    assert_problem(write(played.host, "twice", 3, key), 422, "key_reused")
    said(write(played.guests[1], "once", 3, key), 201)
    assert len(read(played.host)) == 2


def test_what_is_reported_waits_for_officials_who_take_it_away_or_let_it_stand(
    played: Table, arbiter: dict[str, str]
) -> None:
    rude, fair = (said(write(played.host, text, 3), 201)["id"] for text in ("rude", "fair"))
    reporter = played.guests[1]
    assert_problem(played.host.post(f"/comments/{rude}/reports", {"reason": "me"}), 403, "your_own_comment")
    for id in (rude, rude, fair):
        assert reporter.post(f"/comments/{id}/reports", {"reason": f"look at {id}"}).status_code == 204
    client = reporter.client
    assert_problem(client.get("/api/v1/reports", headers=reporter.headers), 403, "scope_missing")
    reports = said(client.get("/api/v1/reports", headers=arbiter))["reports"]
    assert [(one["comment"], one["reason"]) for one in reports] == [(id, f"look at {id}") for id in (rude, fair)]
    assert (reports[0]["text"], reports[0]["author"], reports[0]["subject"]) == ("rude", "Guest", played.game)
    at = f"/api/v1/games/{played.game}/comments"
    assert client.delete(f"{at}/{fair}/reports", headers=arbiter).status_code == 204
    assert_problem(client.delete(f"{at}/{fair}/reports", headers=arbiter), 404, "no_such_comment")
    assert client.delete(f"{at}/{rude}", headers=arbiter).status_code == 204
    assert [one["id"] for one in read(played.stranger)] == [fair]
    assert said(client.get("/api/v1/reports", headers=arbiter))["reports"] == []


def test_what_was_reported_is_told_as_it_was_and_what_becomes_private_is_dealt_with(
    played: Table, arbiter: dict[str, str]
) -> None:
    id = said(write(played.host, "rude words", 3), 201)["id"]
    assert played.guests[1].post(f"/comments/{id}/reports", {"reason": "rude"}).status_code == 204
    said(change(played.host, id, text="kind words"))
    client = played.app.test_client()
    assert [one["text"] for one in said(client.get("/api/v1/reports", headers=arbiter))["reports"]] == ["rude words"]
    said(change(played.host, id, text="a note of mine", private=True))
    assert said(client.get("/api/v1/reports", headers=arbiter))["reports"] == []


def test_what_has_answers_is_not_made_private(played: Table) -> None:
    first = said(write(played.host, "what do you think?", 3), 201)["id"]
    said(write(played.guests[1], "indeed", parent=first), 201)
    assert_problem(change(played.host, first, private=True), 403, "private_thread")
    assert read(played.stranger)[0]["text"] == "what do you think?"


def test_before_the_first_hand_there_is_nothing_to_speak_of_while_it_is_on(table: Table) -> None:
    assert_problem(write(table.host, "seat 1 holds a W4", 0), 403, "hand_not_over")
    said(write(table.host, "for me", 0, private=True), 201)


@pytest.mark.parametrize("what", ["comments", "analysis"])
def test_of_an_import_that_goes_meanwhile_nothing_is_said_or_asked(
    app: Flask,
    person: Callable[..., Person],
    look: Callable[[str], list[tuple[object, ...]]],
    monkeypatch: pytest.MonkeyPatch,
    what: str,
) -> None:
    ben = person("Ben")
    replay = said(bring(person("Ada"), file(random_match(1).lines)), 201)["id"]
    imports = app.extensions[EXTENSION].imports
    look_at = imports.open

    def gone_behind(id: str) -> object:
        one = look_at(id)
        monkeypatch.undo()
        assert ImportStore(app.extensions[ENGINE]).remove(id)
        return one

    monkeypatch.setattr(imports, "open", gone_behind)
    answer = ben.post(f"/replays/{replay}/{what}", {"text": "x", "seq": 0} if what == "comments" else None)
    assert answer.status_code == 404, answer.text
    for table in ("comments", "analyses"):
        assert look(f"SELECT count(*) FROM {table}") == [(0,)]


def test_officials_see_no_private_notes(played: Table, arbiter: dict[str, str]) -> None:
    note = said(write(played.host, "mine", 3, private=True), 201)["id"]
    at = f"/api/v1/games/{played.game}/comments"
    client = played.app.test_client()
    assert said(client.get(at, headers=arbiter))["comments"] == []
    assert_problem(client.delete(f"{at}/{note}", headers=arbiter), 404, "no_such_comment")


def test_a_reviewer_with_an_account_comments_on_a_game_that_they_may_watch(
    played: Table, app: Flask, person: Callable[..., Person]
) -> None:
    reviewer = person("Reviewer")
    answer = reviewer.post(f"/games/{played.game}/comments", {"text": "well played", "seq": 9})
    assert said(answer, 201)["author"] == {"name": "Reviewer", "seat": None}
    hidden = Table(app, 2, listed=False).start()
    assert_problem(reviewer.post(f"/games/{hidden.game}/comments", {"text": "x", "seq": 0}), 404, "no_such_game")
    guest_elsewhere = Guest(app, played.game)
    guest_elsewhere.headers = hidden.host.headers
    assert_problem(write(guest_elsewhere, "x", 0), 403, "no_author")
    assert_problem(write(played.stranger, "x", 0), 401, "unauthorized")


@pytest.mark.parametrize(
    "body",
    [
        {"text": "", "seq": 1},
        {"text": " \n ", "seq": 1},
        {"text": "x" * 4001, "seq": 1},
        {"text": "turned \u202e around", "seq": 1},
        {"text": "bell \x07", "seq": 1},
        {"text": "e\u0301", "seq": 1},
        {"text": 7, "seq": 1},
        {"text": "x"},
        {"text": "x", "seq": -1},
        {"text": "x", "seq": 10**9},
        {"text": "x", "seq": "1"},
        {"text": "x", "seq": 1, "parent": "nobody"},
        {"text": "x", "seq": 1, "private": 1},
        {"text": "x", "seq": 1, "more": 1},
    ],
)
def test_what_is_no_comment_is_refused(played: Table, body: dict[str, Any]) -> None:
    assert_problem(played.host.post("/comments", body), 422, "invalid")
    assert read(played.host) == []


TEXTS = (
    "سلام \u200fعليكم",
    "نمی\u200cدانم",  # noqa: RUF001
    "👩\u200d🚀 wow",
    "<script>alert(1)</script> & 'x'",
)


@pytest.mark.parametrize("text", TEXTS)
def test_every_script_is_kept_as_it_was_written(played: Table, text: str) -> None:
    assert said(write(played.host, text, 1), 201)["text"] == text
    assert read(played.stranger)[0]["text"] == text


def test_an_import_is_commented_on_by_accounts(app: Flask, person: Callable[..., Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    match = several_hands()
    moments = list(Recording(match.lines).moments())
    last = next(moment.seq for moment in moments if moment.state.hand == 2 and moment.complete)
    cut = file(match.lines[: last + 1])
    replay = said(bring(ada, cut), 201)["id"]
    at = f"/replays/{replay}/comments"
    assert_problem(ben.post(at, {"text": "the hand that is on", "seq": last}), 403, "hand_not_over")
    assert_problem(ben.post(at, {"text": "before it", "seq": 0}), 403, "hand_not_over")
    first = next(moment.seq for moment in moments if moment.state.hand == 1)
    wrote = said(ben.post(at, {"text": "here", "seq": first}), 201)
    assert said(ada.get(at))["comments"] == [wrote | {"yours": False}]
    path = f"{at}/{wrote['id']}"
    assert ada.post(f"{path}/reports", {"reason": "rude"}).status_code == 204
    assert_problem(ada.delete(path), 403, "not_your_comment")
    assert ben.delete(path).status_code == 204
    assert said(ada.get(at))["comments"] == []
    guest = Table(app, 2).host
    answer = guest.client.post(f"/api/v1{at}", json={"text": "x", "seq": 1}, headers=guest.headers)
    assert_problem(answer, 403, "no_author")
    assert_problem(ada.get(f"/replays/{uuid.uuid4()}/comments"), 404, "no_such_replay")


def test_what_was_said_of_an_import_goes_with_it(
    app: Flask, person: Callable[..., Person], arbiter: dict[str, str]
) -> None:
    ada, ben = person("Ada"), person("Ben")
    gone, kept = (said(bring(ada, file(lines)), 201)["id"] for lines in (several_hands().lines, golden(1)))
    for replay in (gone, kept):
        at = f"/replays/{replay}/comments"
        first = said(ben.post(at, {"text": "rude", "seq": 3}), 201)["id"]
        said(ada.post(at, {"text": "please", "parent": first}), 201)
        assert ada.post(f"{at}/{first}/reports", {"reason": "look"}).status_code == 204
    assert ada.delete(f"/replays/{gone}").status_code == 204
    reports = said(app.test_client().get("/api/v1/reports", headers=arbiter))["reports"]
    assert [one["subject"] for one in reports] == [kept]
    assert len(said(ada.get(f"/replays/{kept}/comments"))["comments"]) == 2


def test_an_import_says_how_many_comments_anybody_may_read(app: Flask, person: Callable[..., Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    one, other = (said(bring(ada, file(lines)), 201) for lines in (several_hands().lines, golden(1)))
    assert one["comments"] == 0
    at = f"/replays/{one['id']}/comments"

    def told(who: Person) -> int:
        count: int = said(who.get(f"/replays/{one['id']}"))["comments"]
        return count

    first = said(ada.post(at, {"text": "why?", "seq": 3}), 201)["id"]
    answer = said(ben.post(at, {"text": "it fitted", "parent": first}), 201)["id"]
    said(ben.post(at, {"text": "my note", "seq": 4, "private": True}), 201)
    said(ben.post(f"/replays/{other['id']}/comments", {"text": "elsewhere", "seq": 4}), 201)
    assert (told(ada), told(ben)) == (2, 2)
    assert ada.delete(f"{at}/{first}").status_code == 204  # its place stays, and says nothing
    assert told(ben) == 1
    assert ben.delete(f"{at}/{answer}").status_code == 204
    assert told(ben) == 0
