"""Moves over HTTP: taken once, or refused with the right problem and nothing written."""

import logging
import random

import pytest

from app.api.moves import AnyMoveSchema, read_move
from app.api.problems import Problem
from app.rules.moves import MOVES, move_data, parse_move
from app.rules.refusals import Refused
from tests.api.people import API, assert_problem
from tests.api.tables import Table, any_move, said

ROWS = "SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM idempotency), (SELECT max(version) FROM streams)"


@pytest.fixture
def rng():
    """Chance, the same each time."""
    return random.Random(7)


@pytest.fixture
def table(app):
    """A match of two guests that has begun."""
    return Table(app, guests=2).start()


def test_a_move_is_answered_with_its_events_and_the_view(table, rng):
    guest = table.in_turn()
    before = guest.view()
    answer = guest.move(any_move(before, rng), before["version"])
    done = said(answer)
    assert done["version"] > before["version"]
    assert [event["seq"] for event in done["events"]] == list(range(before["version"] + 1, done["version"] + 1))
    assert {event["actor"] for event in done["events"]} == {f"seat:{before['you']['seat']}"}
    assert done["view"] == guest.view()
    assert answer.headers["ETag"] == guest.get().headers["ETag"]
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Vary"] == "Cookie, Authorization"
    stored = [line.decode() for line in guest.get("/replay.jsonl").data.splitlines()]
    assert all(line in answer.text for line in stored[before["version"] + 1 :]), "the bytes of the record themselves"


def test_the_version_may_come_by_if_match_or_beside_the_move(table, rng):
    guest = table.in_turn()
    tag = guest.get().headers["ETag"]
    said(guest.post("/moves", any_move(guest.view(), rng), If_Match=tag))
    guest = table.in_turn()
    view, tag = guest.view(), guest.get().headers["ETag"]
    said(guest.move(any_move(view, rng), view["version"], If_Match=f"W/{tag}"))


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"type": "dance"}, "unknown_move"),
        ({"type": None}, "unknown_move"),
        ({"type": ["play"]}, "unknown_move"),
        ({}, "unknown_move"),
        ({"card": "g7"}, "unknown_move"),
        ([], "malformed_move"),
        ("play", "malformed_move"),
        ({"type": "play"}, "malformed_move"),
        ({"type": "play", "card": "x9"}, "malformed_move"),
        ({"type": "play", "card": "g7\n"}, "malformed_move"),
        ({"type": "play", "card": 7}, "malformed_move"),
        ({"type": "play", "card": "g7", "uno": 1}, "malformed_move"),
        ({"type": "play", "card": "g7", "uno": "yes"}, "malformed_move"),
        ({"type": "play", "card": "g7", "uno": None}, "malformed_move"),
        ({"type": "play", "card": "W4", "color": "red"}, "malformed_move"),
        ({"type": "play", "card": "W4", "color": None}, "malformed_move"),
        ({"type": "draw", "card": "g7"}, "malformed_move"),
        ({"type": "draw", "seat": 0}, "malformed_move"),
        ({"type": "choose_color"}, "malformed_move"),
        ({"type": "choose_target", "target": "1"}, "malformed_move"),
        ({"type": "choose_target", "target": 1.0}, "malformed_move"),
        ({"type": "choose_target", "target": True}, "malformed_move"),
        ({"type": "catch_uno", "target": -1}, "malformed_move"),
        ({"type": "draw", "expected_version": "3"}, "malformed_move"),
        ({"type": "draw", "expected_version": -1}, "malformed_move"),
    ],
)
def test_what_is_no_move_is_refused_by_its_code(table, look, body, code):
    before = look(ROWS)
    assert_problem(table.host.post("/moves", body, If_Match='"6.seat-0"'), 422, code)
    assert look(ROWS) == before


def test_schema_and_rules_say_the_same_of_every_body(rng):
    pieces: list[object] = [None, "play", "draw", "g7", "W4", "r", "red", 0, 1, -1, 99, True, 1.5, [], {}]
    names = ["card", "color", "uno", "target", "seat"]
    for _ in range(3000):
        body = {"type": rng.choice([*MOVES, "dance", None])}
        body |= {name: rng.choice(pieces) for name in rng.sample(names, rng.randrange(4))}
        assert _word(lambda body=body: read_move(body).move, Problem) == _word(
            lambda body=body: parse_move(body), Refused
        )


def _word(read, refusal):
    """The move that is read, or the word by which it is refused."""
    try:
        return read()
    except refusal as error:
        return error.word if isinstance(error, Problem) else error.code


def test_every_move_that_a_view_lists_can_be_posted_as_it_is(table):
    view = table.in_turn().view()
    for move in view["you"]["moves"]:
        assert move_data(read_move(move).move) == move
    assert set(AnyMoveSchema.type_schemas) == set(MOVES)


def test_the_rules_refuse_by_code_and_rule(app, table, look):
    turn = table.in_turn()
    other = next(guest for guest in table.guests if guest is not turn)
    view, version = turn.view(), table.version
    held = {card["card"] for card in view["you"]["hand"]}
    absent = next(code for code in ("r1", "g2", "b3", "y4", "W4") if code not in held)
    body = {"type": "play", "card": absent} | ({"color": "r"} if absent == "W4" else {})
    before = look(ROWS)
    refusals = [
        (other, {"type": "draw"}, "not_your_turn", "R8"),
        (other, {"type": "call_uno"}, "cannot_call_uno", "R32"),
        (other, {"type": "catch_uno", "target": 1}, "nobody_to_catch", "R31"),
        (turn, {"type": "accept"}, "wrong_phase", "R20"),
    ]
    if view["phase"] == "turn":
        refusals += [(turn, body, "card_not_in_hand", "R9"), (turn, {"type": "pass"}, "wrong_phase", "R11")]
    for guest, move, code, rule in refusals:
        assert assert_problem(guest.move(move, version), 409, code).get("rule") == rule
    assert look(ROWS) == before


def test_a_refused_move_leaves_its_key_free(table, rng, look):
    guest, version = table.in_turn(), table.version
    other = next(each for each in table.guests if each is not guest)
    assert_problem(other.move({"type": "draw"}, version, Idempotency_Key="a"), 409, "not_your_turn")
    said(guest.move(any_move(guest.view(), rng), version, Idempotency_Key="a"))
    if other is table.in_turn():
        said(other.move(any_move(other.view(), rng), table.version, Idempotency_Key="a"))
        assert look("SELECT count(*) FROM idempotency") == [(2,)], "one caller's keys are not another's"


def test_where_there_is_no_match_there_is_no_move(app):
    table = Table(app, guests=2)
    assert_problem(table.host.move({"type": "draw"}, table.version), 409, "game_not_started")
    table.start()
    said(table.host.move({"type": "resign"}, table.version))
    for guest in table.guests:
        assert_problem(guest.move({"type": "draw"}, table.version), 409, "game_over")


def test_what_is_asked_before_the_start_changes_no_deal(app, rng):
    table = Table(app, guests=1)
    assert_problem(table.host.move({"type": "draw"}, table.version), 409, "game_not_started")
    table.sit(entropy="put in after the first question")
    table.start()
    table.play(rng)
    assert said(table.stranger.get("/audit"))["verdict"] == "exact"


def test_who_is_not_seated_does_not_move(app, table, person):
    assert_problem(table.stranger.move({"type": "draw"}, table.version), 401, "unauthorized")
    bob = person("Bob")
    body = {"type": "draw", "expected_version": table.version}
    assert_problem(bob.post(f"/games/{table.game}/moves", body), 409, "not_seated")


def test_who_is_far_behind_is_told_only_the_first_of_what_changed(table, rng, monkeypatch):
    monkeypatch.setattr("app.services.play.requests.STALE_EVENTS", 3)
    guest, version = table.in_turn(), table.version
    said(guest.move(any_move(guest.view(), rng), version))
    told = assert_problem(guest.move({"type": "draw"}, 0), 409, "stale_version")
    assert [event["seq"] for event in told["events"]] == [1, 2, 3]
    assert told["version"] == table.version


def test_a_stale_move_is_told_what_changed_before_the_rules_are_asked(table, rng, look):
    guest, version = table.in_turn(), table.version
    done = said(guest.move(any_move(guest.view(), rng), version))
    before = look(ROWS)
    for move in ({"type": "draw"}, {"type": "catch_uno", "target": 9}):
        told = assert_problem(guest.move(move, version), 409, "stale_version")
        assert told["events"] == done["events"]
        assert told["version"] == done["version"]
        told = assert_problem(guest.post("/moves", move, If_Match=f'"{version}.seat-0"'), 412, "stale_version")
        assert told["events"] == done["events"]
    future = assert_problem(guest.move({"type": "draw"}, 10**6), 409, "stale_version")
    assert (future["version"], future["events"]) == (done["version"], [])
    assert_problem(guest.post("/moves", {"type": "draw"}, If_Match='"x"'), 412, "stale_version")
    assert_problem(guest.post("/moves", {"type": "draw"}, If_Match="*"), 412, "any_version")
    assert look(ROWS) == before


def test_without_a_version_nothing_is_done(table, look):
    before = look(ROWS)
    assert_problem(table.host.post("/moves", {"type": "draw"}), 428, "version_required")
    assert look(ROWS) == before


def test_a_repeated_move_gets_the_answer_of_then(table, rng, look):
    guest = table.in_turn()
    move, version = any_move(guest.view(), rng), table.version
    first = guest.move(move, version, Idempotency_Key="once")
    table.play(rng, moves=5)
    rows = look(ROWS)
    for again in (guest.move(move, version, Idempotency_Key="once"), guest.move(move, 0, Idempotency_Key="once")):
        assert again.status_code == 200
        assert again.data == first.data, "the view at the version of then, to the byte"
        assert again.headers["ETag"] == first.headers["ETag"]
    assert look(ROWS) == rows


def test_a_key_is_good_for_one_request(app, table, rng, look):
    guest = table.in_turn()
    move, version = any_move(guest.view(), rng), table.version
    said(guest.move(move, version, Idempotency_Key="once"))
    rows = look(ROWS)
    assert_problem(guest.move({"type": "resign"}, version, Idempotency_Key="once"), 422, "key_reused")
    assert_problem(guest.delete(f"/seats/0?expected_version={version}", Idempotency_Key="once"), 422, "key_reused")
    assert_problem(guest.move({"type": "draw"}, version, Idempotency_Key="two words"), 422, "invalid_key")
    assert look(ROWS) == rows


def test_session_and_token_of_an_account_are_one_caller(app, person):
    ann = person("Ann")
    made = said(ann.post("/games", {"bots": ["random"]}), 201)
    path = f"/games/{made['view']['id']}/start"
    body, key = {"expected_version": made["version"]}, {"Idempotency-Key": "start"}
    first = ann.post(path, body, headers=key)
    by_token = app.test_client().post(
        API + path, json=body, headers=key | {"Authorization": f"Bearer {ann.token('play')}"}
    )
    assert (first.status_code, by_token.status_code) == (200, 200)
    assert by_token.data == first.data


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        (b"{", "application/json", 400, "malformed_json"),
        (b'{"type": "draw", "type": "pass"}', "application/json", 400, "malformed_json"),
        (b'{"type": NaN}', "application/json", 400, "malformed_json"),
        (b"\xff", "application/json", 400, "malformed_json"),
        (b"[" * 60_000, "application/json", 400, "malformed_json"),
        (b'{"type": "draw"}', "text/plain", 415, "not_json"),
        (b'{"type": "draw", "x": "' + b"x" * 70_000 + b'"}', "application/json", 413, "too_large"),
    ],
)
def test_what_is_no_json_of_ours_is_refused(table, look, body, content_type, status, code):
    before = look(ROWS)
    answer = table.host.client.post(
        f"{API}/games/{table.game}/moves", data=body, content_type=content_type, headers=table.host.headers
    )
    assert_problem(answer, status, code)
    assert look(ROWS) == before


def test_of_a_refused_move_only_kind_code_and_rule_are_logged(table, caplog):
    turn = table.in_turn()
    other = next(guest for guest in table.guests if guest is not turn)
    with caplog.at_level(logging.DEBUG):
        other.move({"type": "play", "card": "g7"}, table.version)
        other.move({"type": "play", "card": "secret"}, table.version)
    written = [record.getMessage() for record in caplog.records if record.name == "app.api.moves"]
    assert written == [
        "refused kind=play code=not_your_turn rule=R8",
        "refused kind=None code=malformed_move rule=None",
    ]
    everything = " ".join(record.getMessage() for record in caplog.records)
    assert "g7" not in everything
    assert "secret" not in everything


def test_a_match_is_played_to_its_end_and_its_record_is_exact(app, rng, look):
    table = Table(app, guests=3, seats=4, options={"hands": 2}).start()
    table.play(rng)
    view = table.host.view()
    assert view["phase"] == "match_over"
    assert view["places"][3] is None
    assert look("SELECT count(*) FROM secrets") == [(0,)], "the seeds are published"
    audit = said(table.stranger.get("/audit"))
    assert audit["verdict"] == "exact"
    assert audit["seats"] == 3
    assert {check["found"] for check in audit["checks"]} == {"holds"}
