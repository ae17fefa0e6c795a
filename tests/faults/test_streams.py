"""Streams as they are in production: a process of their own, clients that come and go, and such as do not read."""

import contextlib
import http.client
import json
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.faults.service import PATIENCE_S, Service, running, until
from tests.faults.streams import Reader, Streams, streaming
from tests.faults.tables import Table, choose, open_table, stored

MOVES = 25
LITTLE = 2048
"""Bytes: the least that a kernel keeps for a connection is not much more."""


@pytest.fixture
def postgresql(postgresql_url: str) -> Iterator[Service]:
    """A service on PostgreSQL."""
    with running(postgresql_url) as service:
        yield service


def test_whoever_is_cut_off_again_and_again_has_every_event_once(service, database_url):
    table = open_table(service, 2)
    with ThreadPoolExecutor() as pool, streaming(database_url) as streams:
        with streams.opened("/events", table.people[1]) as reader:
            begun = next(reader.messages())
        game = pool.submit(_events_of_game, streams, table, random.Random(1))
        mine = pool.submit(_events_of_mine, streams, table, begun.id, random.Random(2))
        _play(service, table, MOVES)
        _resign(service, table)
        told = stored(database_url, table.game)
        assert game.result() == told
        assert mine.result() == told[json.loads(begun.data)["version"] + 1 :]


def test_a_stream_says_that_it_is_alive_and_ends_when_the_right_to_it_does(postgresql, postgresql_url):
    name = {"name": "Ada", "password": "correct horse battery"}
    assert postgresql.insist("POST", "/accounts", body=name).status == 201
    session = _sign_in(postgresql, name)
    asked = {"name": "a program", "scopes": ["read"]}
    token = json.loads(_write(postgresql, session, "POST", "/tokens", asked))
    with streaming(postgresql_url) as streams:
        by_token, by_session = (streams.opened("/events", secret) for secret in (token["secret"], session[0]))
        with by_token, by_session:
            for reader in (by_token, by_session):
                assert next(reader.messages()).event == ""
            _write(postgresql, session, "DELETE", f"/tokens/{token['id']}")
            assert not [one for one in by_token.messages() if one.event]
            assert next(by_session.messages()).event == ""
            _write(postgresql, session, "DELETE", "/session")
            assert not [one for one in by_session.messages() if one.event]


def test_one_who_does_not_read_is_dropped_and_has_every_event_once_when_they_come_back(postgresql, postgresql_url):
    table = open_table(postgresql, 1, bots=5, bot="racer", hands=2)
    path = f"{table.path}/events"
    _resign(postgresql, table)  # the bots play on
    until(lambda: b"match.ended" in stored(postgresql_url, table.game)[-1])
    told = stored(postgresql_url, table.game)
    with streaming(postgresql_url, most=2) as streams:
        with streams.opened(path, room=LITTLE) as slow, streams.opened("/events", table.people[0]) as beside:
            with streams.opened(path) as quick:  # for which there was no place before the slow one had to go
                assert _lines(quick) == told
            assert next(beside.messages()).event == ""
            before = [one for one in slow.messages() if one.id is not None]
        assert 0 < len(before) < len(told)
        with streams.opened(path, last=before[-1].id) as again:
            assert [one.data for one in before] + _lines(again) == told


def _lines(reader: Reader) -> list[bytes]:
    """All events up to the end of a stream, which says that it is one."""
    *events, last = [one for one in reader.messages() if one.event not in ("", "table")]
    assert last.event == "over"
    return [one.data for one in events]


def _sign_in(service: Service, name: dict[str, str]) -> tuple[str, str]:
    """The session's cookie, as a header, and the token that writes need."""
    with contextlib.closing(http.client.HTTPConnection(*service.address, timeout=PATIENCE_S)) as connection:
        connection.request("POST", "/api/v1/session", json.dumps(name), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        cookie = str(answer.headers["Set-Cookie"]).partition(";")[0]
        return f"Cookie: {cookie}", json.loads(answer.read())["csrf_token"]


def _write(service: Service, session: tuple[str, str], method: str, path: str, body: object = None) -> bytes:
    """Something that somebody does who is signed in."""
    cookie, csrf = session
    headers = {"Cookie": cookie.partition(": ")[2], "X-CSRF-Token": csrf, "Content-Type": "application/json"}
    with contextlib.closing(http.client.HTTPConnection(*service.address, timeout=PATIENCE_S)) as connection:
        connection.request(method, f"/api/v1{path}", None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        assert answer.status < 300, answer.read()
        return answer.read()


def _events_of_game(streams: Streams, table: Table, chance: random.Random) -> list[bytes]:
    """All lines of a game that a client hears of whose connection breaks off every now and then."""
    heard: list[bytes] = []
    last = None
    while True:
        with streams.opened(f"{table.path}/events", last=last) as reader:
            patience = chance.randint(1, 6)
            if reader.status == 204:
                return heard
            for one in reader.messages():
                if one.event == "over":
                    return heard
                if one.id is not None:
                    heard.append(one.data)
                    last = one.id
                    patience -= 1
                if not patience:
                    break


def _events_of_mine(streams: Streams, table: Table, last: str | None, chance: random.Random) -> list[bytes]:
    """The same behind this message from the stream of all games of a player's."""
    heard: dict[int, bytes] = {}
    while True:
        with streams.opened("/events?views=yes", table.people[1], last) as reader:
            patience = chance.randint(1, 4)
            for one in reader.messages():
                if one.event == "game":
                    said = json.loads(one.data)
                    assert said["view"]["version"] == said["version"]
                    heard |= {event["seq"]: _line(event) for event in said["events"]}
                    last = one.id
                    patience -= 1
                    if said["over"]:
                        return [heard[seq] for seq in sorted(heard)]
                if not patience:
                    break


def _line(event: dict[str, object]) -> bytes:
    return json.dumps(event, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()


def _play(service: Service, table: Table, moves: int) -> None:
    chance = random.Random(3)
    for _ in range(moves):
        chosen = choose(service, table, chance)
        if chosen is None:
            return
        seat, move = chosen
        assert service.ask("POST", f"{table.path}/moves", table.people[seat], move).status == 200


def _resign(service: Service, table: Table) -> None:
    def resigned() -> bool:
        version = service.insist("GET", table.path, table.people[0]).said["version"]
        move = {"type": "resign", "expected_version": version}
        return service.insist("POST", f"{table.path}/moves", table.people[0], move).status == 200

    until(resigned)
