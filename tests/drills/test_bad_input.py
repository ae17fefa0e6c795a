"""What is no request is answered with the problem that says so, and leaves no trace in any table."""

import itertools
import json
import uuid
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from app.factory import ENGINE
from tests.api.people import API, assert_problem
from tests.drills.company import NOBODY, Clock, Company, Viewer, signed_in
from tests.drills.test_leaks import Seeded, Serve

JSON = "application/json"
HUGE = b'{"type": "draw", "x": "' + b"x" * (1 << 17) + b'"}'


class Bad(NamedTuple):
    """A body that is none, and the status and code of the answer."""

    body: bytes
    status: int
    code: str
    content_type: str = JSON


NO_BODIES = {
    "not JSON": Bad(b"{", 400, "malformed_json"),
    "nothing but a word": Bad(b"draw", 400, "malformed_json"),
    "single quotes": Bad(b"{'type': 'draw'}", 400, "malformed_json"),
    "a comma too many": Bad(b'{"type": "draw",}', 400, "malformed_json"),
    "two values": Bad(b'{"type": "draw"}{}', 400, "malformed_json"),
    "NaN": Bad(b'{"expected_version": NaN}', 400, "malformed_json"),
    "infinity": Bad(b'{"expected_version": -Infinity}', 400, "malformed_json"),
    "a key twice": Bad(b'{"type": "draw", "type": "resign"}', 400, "malformed_json"),
    "a key twice inside": Bad(b'{"a": {"b": 1, "b": 2}}', 400, "malformed_json"),
    "a NUL byte": Bad(b'{"type": "dr\x00aw"}', 400, "malformed_json"),
    "an escaped NUL": Bad(b'{"type": "dr\\u0000aw"}', 400, "malformed_json"),
    "an escaped NUL in a key": Bad(b'{"ty\\u0000pe": "draw"}', 400, "malformed_json"),
    "half a surrogate pair": Bad(b'{"type": "\\ud800"}', 400, "malformed_json"),
    "Latin-1": Bad('{"name": "Zoë"}'.encode("latin-1"), 400, "malformed_json"),
    "UTF-16": Bad('{"type": "draw"}'.encode("utf-16"), 400, "malformed_json"),
    "too long UTF-8": Bad(b'{"type": "\xc0\xaf"}', 400, "malformed_json"),
    "deep arrays": Bad(b"[" * 30_000 + b"]" * 30_000, 400, "malformed_json"),
    "deep objects": Bad(b'{"a":' * 10_000 + b"1" + b"}" * 10_000, 400, "malformed_json"),
    "a number of many digits": Bad(b'{"expected_version": ' + b"9" * 5_000 + b"}", 400, "malformed_json"),
    "too many bytes": Bad(HUGE, 413, "too_large"),
    "a form": Bad(b"type=draw", 415, "not_json", "application/x-www-form-urlencoded"),
    "JSON said to be text": Bad(b'{"type": "draw"}', 415, "not_json", "text/plain"),
    "JSON of no type": Bad(b'{"type": "draw"}', 415, "not_json", ""),
}
NO_OBJECTS = (b"null", b"[]", b"3", b'"draw"', b"true", b'[{"type": "draw"}]')
NO_FIELDS = (
    {"nobody_knows": 1},
    {"expected_version": "7"},
    {"expected_version": 7.0},
    {"expected_version": True},
    {"expected_version": -1},
    {"expected_version": 2**53},
    {"expected_version": [7]},
    {"expected_version": {"seq": 7}},
    {"__class__": "Resign"},
    {"": ""},
)


@pytest.fixture
def company(database_url: str, serve: Serve, seeded: Seeded, clock: Clock) -> Company:
    """A match that is on, between two people with accounts."""
    app = serve(database_url)
    company = Company(app, seeded("bad input"), clock, seats=3, sits=True, spectators="all", listed=True)
    company.people[1] = signed_in(app, "Ben")
    for seat in (1, 2):
        body = dict[str, Any](seat=seat, expected_version=company.truth.version)
        body |= {"bot": "random"} if seat == 2 else {}
        who = company.host if seat == 2 else company.people[1]
        assert who.ask(app, "POST", f"/games/{company.game}/seats", body).status_code == 201
        company.learn()
    body = {"expected_version": company.truth.version}
    assert company.host.ask(app, "POST", f"/games/{company.game}/start", body).status_code == 200
    company.learn()
    return company


@pytest.fixture
def unchanged(company: Company) -> Iterator[None]:
    """Fails if any table has another row in the end than before."""
    before = rows(company.app)
    yield
    assert rows(company.app) == before


def rows(app: Flask) -> dict[str, list[str]]:
    """Everything that the database holds."""
    engine = app.extensions[ENGINE]
    with engine.connect() as connection:
        names = sa.inspect(engine).get_table_names()
        return {name: sorted(map(repr, connection.execute(sa.text(f'SELECT * FROM "{name}"')))) for name in names}


def assert_refused(answer: TestResponse, status: int, code: str, name: str) -> None:
    """As assert_problem; a failure says which of many requests it was."""
    try:
        assert_problem(answer, status, code)
    except AssertionError:
        raise AssertionError(f"{name} is answered {answer.status_code}: {answer.text[:500]}") from None


def api_rules(company: Company) -> list[Rule]:
    """The routes of the API; the pages have forms of their own."""
    return [rule for rule in company.app.url_map.iter_rules() if rule.rule.startswith(API)]


def writes(company: Company) -> list[tuple[str, str]]:
    """Every route that writes, as method and path, at this table."""
    ids = ("token", "comment", "replay", "session", "secret", "account", "player", "webhook", "delivery")
    values = {"game": company.game, "seat": 0, "phrase": 0} | dict.fromkeys(ids, uuid.uuid4())
    found = []
    for rule in api_rules(company):
        for method in (rule.methods or set()) & {"POST", "PUT", "PATCH", "DELETE"}:
            _, path = rule.build({name: values[name] for name in rule.arguments}) or ("", "")
            found.append((method, path.removeprefix(API)))
    return sorted(found)


def send(app: Flask, viewer: Viewer, method: str, path: str, body: bytes, content_type: str = JSON) -> TestResponse:
    """A request with just this body."""
    headers = {**viewer.headers, "If-Match": '"0.whoever"'}
    client = app.test_client(use_cookies=False)
    return client.open(API + path, method=method, data=body, content_type=content_type or None, headers=headers)


WITH_BODY = ("/account", "/account/address", "/account/push")
"""What is deleted by somebody who knows a password, or names what is to go."""
OF_WEBHOOKS = ("/rotate", "/test", "/redeliver")
FILES = ("/replays",)
"""Routes that take a file, and no JSON."""


def takes_a_body(method: str, path: str) -> bool:
    """Whether a route reads one, in JSON."""
    if method == "DELETE":
        return path in WITH_BODY
    if path.startswith(("/address-confirmations/", "/seat-recoveries/")):
        return False
    bare = ("/invitation", "/link", "/analysis", "/mute", "/feed", *OF_WEBHOOKS)
    return path not in FILES and not path.endswith(bare)


@pytest.mark.usefixtures("unchanged")
def test_a_body_that_cannot_be_read_is_refused_everywhere(company: Company) -> None:
    for (method, path), (name, bad) in itertools.product(writes(company), NO_BODIES.items()):
        if takes_a_body(method, path):
            answer = send(company.app, company.host, method, path, bad.body, bad.content_type)
            assert_refused(answer, bad.status, bad.code, f"{name}: {method} {path}")


@pytest.mark.usefixtures("unchanged")
def test_a_body_that_is_no_object_or_has_other_fields_is_refused_everywhere(company: Company) -> None:
    bodies = [*NO_OBJECTS, *(json.dumps(fields).encode() for fields in NO_FIELDS)]
    for (method, path), body in itertools.product(writes(company), bodies):
        if takes_a_body(method, path):
            answer = send(company.app, company.host, method, path, body)
            code = json.loads(answer.text)["code"]
            assert_problem(answer, 422, code)
            assert code in ("invalid", "malformed_move", "unknown_move", "versions_differ"), answer.text


@pytest.mark.usefixtures("unchanged")
def test_a_file_that_is_no_replay_is_refused(company: Company) -> None:
    for name, bad in NO_BODIES.items():
        for form in ("application/jsonl", "application/gzip", "text/plain"):
            answer = send(company.app, company.host, "POST", "/replays", bad.body, form)
            assert_refused(answer, 422, "no_replay", f"{name} as {form}")
        assert_refused(send(company.app, company.host, "POST", "/replays", bad.body), 415, "other_form", name)


MOVES: dict[str, tuple[object, str]] = {
    "no type": ({}, "unknown_move"),
    "a type that there is not": ({"type": "cheat"}, "unknown_move"),
    "a type that is a number": ({"type": 1}, "unknown_move"),
    "a type that is a list": ({"type": ["draw"]}, "unknown_move"),
    "a type that is null": ({"type": None}, "unknown_move"),
    "a play without a card": ({"type": "play"}, "malformed_move"),
    "a card that there is not": ({"type": "play", "card": "r10"}, "malformed_move"),
    "a card in capitals": ({"type": "play", "card": "R5"}, "malformed_move"),
    "a card with a space": ({"type": "play", "card": "r5 "}, "malformed_move"),
    "a card that is a number": ({"type": "play", "card": 5}, "malformed_move"),
    "a card that is a list": ({"type": "play", "card": ["r5"]}, "malformed_move"),
    "a colour that there is not": ({"type": "play", "card": "W4", "color": "x"}, "malformed_move"),
    "a colour that is null": ({"type": "play", "card": "W4", "color": None}, "malformed_move"),
    "uno that is a word": ({"type": "play", "card": "r5", "uno": "yes"}, "malformed_move"),
    "uno that is a number": ({"type": "play", "card": "r5", "uno": 1}, "malformed_move"),
    "a field of another move": ({"type": "draw", "card": "r5"}, "malformed_move"),
    "a target that is a word": ({"type": "catch_uno", "target": "1"}, "malformed_move"),
    "a target below none": ({"type": "catch_uno", "target": -1}, "malformed_move"),
    "a seat beside the move": ({"type": "resign", "seat": 1}, "malformed_move"),
}


@pytest.mark.usefixtures("unchanged")
def test_what_is_no_move_is_refused_by_the_codes_of_the_rules(company: Company) -> None:
    for name, (body, code) in MOVES.items():
        assert_refused(post(company, company.host, body), 422, code, name)


def post(company: Company, viewer: Viewer, body: object, **headers: str) -> TestResponse:
    """A move on the version that there is."""
    said = {"If-Match": f'"{company.truth.version}.whoever"', **headers}
    return viewer.ask(company.app, "POST", f"/games/{company.game}/moves", body, said)


HEADERS: dict[str, tuple[Mapping[str, str], int, str]] = {
    "a key too long": ({"Idempotency-Key": "k" * 129}, 422, "invalid_key"),
    "an endless key": ({"Idempotency-Key": "k" * 60_000}, 422, "invalid_key"),
    "an empty key": ({"Idempotency-Key": ""}, 422, "invalid_key"),
    "a key with spaces": ({"Idempotency-Key": "a b"}, 422, "invalid_key"),
    "a key of other letters": ({"Idempotency-Key": "schlüssel"}, 422, "invalid_key"),
    "no tag": ({"If-Match": "7"}, 422, "invalid_tag"),
    "any tag": ({"If-Match": "*"}, 412, "any_version"),
    "half a tag": ({"If-Match": '"7.seat-0'}, 422, "invalid_tag"),
    "an endless tag": ({"If-Match": '"' + "7" * 60_000 + '"'}, 412, "stale_version"),
    "a tag of the future": ({"If-Match": '"999999.seat-0"'}, 412, "stale_version"),
    "another's tag of the past": ({"If-Match": '"0.seat-1"'}, 412, "stale_version"),
    "no bearer": ({"Authorization": "Basic YTpi"}, 401, "unauthorized"),
    "nobody's bearer": ({"Authorization": "Bearer kft_nobody"}, 401, "unauthorized"),
    "an endless bearer": ({"Authorization": "Bearer " + "x" * 60_000}, 401, "unauthorized"),
    "no CSRF token": ({"X-CSRF-Token": ""}, 403, "csrf"),
    "another CSRF token": ({"X-CSRF-Token": "ü" * 64}, 403, "csrf"),
    "no session": ({"Cookie": "kartfold_session=\x80\xff"}, 401, "unauthorized"),
    "an endless cookie": ({"Cookie": "kartfold_session=" + "x" * 60_000}, 401, "unauthorized"),
}


@pytest.mark.usefixtures("unchanged")
def test_headers_that_say_nothing_are_refused(company: Company) -> None:
    for name, (headers, status, code) in HEADERS.items():
        assert_refused(post(company, company.host, {"type": "draw"}, **headers), status, code, name)


PATHS = {
    "a game that there is not": (f"/games/{uuid.UUID(int=7)}", 404, "no_such_game"),
    "no id": ("/games/1", 404, "not_found"),
    "an id with a NUL": ("/games/%00", 404, "not_found"),
    "an id that is no UTF-8": ("/games/%ff", 404, "not_found"),
    "an endless id": ("/games/" + "1" * 60_000, 404, "not_found"),
    "a way out": ("/games/..%2f..%2fetc%2fpasswd", 404, "not_found"),
    "a moment that has not come": ("/games/{game}?at=999999", 404, "no_such_game"),
    "a moment without end": ("/games/{game}?at=9999999999999999", 404, "no_such_game"),
    "a moment of too many digits": ("/games/{game}?at=" + "9" * 400, 422, "invalid"),
    "a moment before time": ("/games/{game}?at=-1", 422, "invalid"),
    "a moment that is a word": ("/games/{game}?at=now", 422, "invalid"),
    "digits of another script": ("/games/{game}?at=٣", 422, "invalid"),
    "eyes of nobody": ("/games/{game}?at=3&as=9", 404, "no_such_game"),
    "another's eyes": ("/games/{game}?as=1", 403, "hand_not_over"),
    "a field that there is not": ("/games/{game}?then=3", 422, "invalid"),
    "a NUL in the query": ("/games/{game}/events?after=%00", 400, "malformed_query"),
    "a limit of none": ("/games/{game}/events?limit=0", 422, "invalid"),
    "a limit without end": ("/games/{game}/events?limit=99999", 422, "invalid"),
    "a form that there is not": ("/games/{game}/events?format=xml", 422, "invalid"),
    "a hand that is a word": ("/games/{game}/openings?hand=mine", 422, "invalid"),
    "a list that there is not": ("/games?list=all", 422, "invalid"),
    "no cursor of ours": ("/games?cursor=zzzz", 422, "invalid"),
    "a cursor that is no UTF-8": ("/games?cursor=_____w", 422, "invalid"),
    "an import that there is not": (f"/replays/{uuid.UUID(int=7)}", 404, "no_such_replay"),
    "a moment of no import": (f"/replays/{uuid.UUID(int=7)}/view?at=3", 404, "no_such_replay"),
    "a moment of an import that is a word": (f"/replays/{uuid.UUID(int=7)}/view?at=now", 422, "invalid"),
    "events of an import before time": (f"/replays/{uuid.UUID(int=7)}/events?after=-1", 422, "invalid"),
    "no cursor of ours among imports": ("/replays?cursor=zzzz", 422, "invalid"),
    "an endless cursor": ("/games?cursor=" + "A" * 60_000, 422, "invalid"),
}


@pytest.mark.usefixtures("unchanged")
def test_paths_that_lead_nowhere_are_answered_so(company: Company) -> None:
    for name, (path, status, code) in PATHS.items():
        answer = company.host.ask(company.app, "GET", path.replace("{game}", company.game))
        assert_refused(answer, status, code, name)


@pytest.mark.usefixtures("unchanged")
def test_methods_that_a_path_does_not_know_are_refused(company: Company) -> None:
    for rule in api_rules(company):
        if "POST" in (rule.methods or ()) and not rule.arguments - {"game"}:
            path = rule.rule.replace("<uuid:game>", company.game).removeprefix(API)
            assert_problem(send(company.app, company.host, "PATCH", path, b"{}"), 405, "method_not_allowed")


class Wrong(NamedTuple):
    """What somebody asks for who may not: who, how, what, and the answer."""

    who: Callable[[Company], Viewer]
    method: str
    path: str
    body: dict[str, Any] | None
    status: int
    code: str


def host(company: Company) -> Viewer:
    return company.host


def other(company: Company) -> Viewer:
    return company.people[1]


def stranger(company: Company) -> Viewer:
    return company.onlookers[0]


def guest_elsewhere(company: Company) -> Viewer:
    return company.onlookers[3]


def nobody(company: Company) -> Viewer:
    return NOBODY


NOT_TO_BE = {
    "a move of nobody": Wrong(nobody, "POST", "/moves", {"type": "draw"}, 401, "unauthorized"),
    "a move of a stranger": Wrong(stranger, "POST", "/moves", {"type": "draw"}, 409, "not_seated"),
    "a move of another table's guest": Wrong(guest_elsewhere, "POST", "/moves", {"type": "draw"}, 409, "not_seated"),
    "a move out of turn": Wrong(other, "POST", "/moves", {"type": "draw"}, 409, "not_your_turn"),
    "a choice where there is none": Wrong(host, "POST", "/moves", {"type": "accept"}, 409, "wrong_phase"),
    "UNO with seven cards": Wrong(host, "POST", "/moves", {"type": "call_uno"}, 409, "cannot_call_uno"),
    "a catch of oneself": Wrong(host, "POST", "/moves", {"type": "catch_uno", "target": 0}, 409, "nobody_to_catch"),
    "a catch of no seat": Wrong(host, "POST", "/moves", {"type": "catch_uno", "target": 99}, 409, "nobody_to_catch"),
    "a catch without end": Wrong(
        host, "POST", "/moves", {"type": "catch_uno", "target": 10**30}, 409, "nobody_to_catch"
    ),
    "a seat that is taken": Wrong(stranger, "POST", "/seats", {"seat": 0}, 409, "game_started"),
    "a seat that there is not": Wrong(stranger, "POST", "/seats", {"seat": 10}, 422, "invalid"),
    "a bot that there is not": Wrong(host, "POST", "/seats", {"seat": 2, "bot": "oracle"}, 422, "invalid"),
    "a bot put there by another": Wrong(other, "POST", "/seats", {"seat": 2, "bot": "random"}, 403, "not_host"),
    "a second start": Wrong(host, "POST", "/start", {}, 409, "game_started"),
    "a start by another": Wrong(other, "POST", "/start", {}, 403, "not_host"),
    "the end of a table that plays": Wrong(host, "POST", "/cancel", {}, 409, "game_started"),
    "another's seat": Wrong(other, "DELETE", "/seats/0", None, 403, "not_your_seat"),
    "a host who sends somebody away": Wrong(host, "DELETE", "/seats/1", None, 403, "not_your_seat"),
    "another's link": Wrong(other, "POST", "/seats/0/link", None, 403, "not_yours"),
    "a stranger's link": Wrong(stranger, "POST", "/seats/0/link", None, 404, "no_such_game"),
    "an invitation by another": Wrong(other, "POST", "/invitation", None, 403, "not_host"),
}


@pytest.mark.usefixtures("unchanged")
def test_what_is_not_theirs_to_do_is_refused(company: Company) -> None:
    headers = {"If-Match": f'"{company.truth.version}.whoever"'}
    for name, wrong in NOT_TO_BE.items():
        path = f"/games/{company.game}{wrong.path}"
        answer = wrong.who(company).ask(company.app, wrong.method, path, wrong.body, headers)
        assert_refused(answer, wrong.status, wrong.code, name)


def test_a_game_that_is_over_takes_no_move(company: Company) -> None:
    assert post(company, company.people[1], {"type": "resign"}).status_code == 200
    company.learn()
    assert post(company, company.host, {"type": "resign"}).status_code == 200
    company.learn()
    before = rows(company.app)

    for body in ({"type": "draw"}, {"type": "resign"}, {"type": "call_uno"}):
        assert_problem(post(company, company.host, body), 409, "game_over")
    assert_problem(post(company, stranger(company), {"type": "draw"}), 409, "game_over")
    assert rows(company.app) == before
