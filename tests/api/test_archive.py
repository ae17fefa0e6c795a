"""The archive: every match that is over, in the order in which they ended, and resumed at any line."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from tests.api.people import API, Person, assert_problem
from tests.api.tables import Table, lines, said


def play(app: Flask, seed: int, **settings: Any) -> Table:
    """A match that is over, sequenced."""
    table = Table(app, 2, **settings).start()
    table.play(random.Random(seed))
    table.work()
    return table


def by_account(person: Person, seed: int, **settings: Any) -> str:
    """A match of somebody with an account against a bot, lost by resigning."""
    made = said(person.post("/games", {"bots": ["random"], "bot_delay": 60_000} | settings), 201)
    game, version = made["view"]["id"], made["version"]
    version = said(person.post(f"/games/{game}/start", {"expected_version": version}))["version"]
    said(person.post(f"/games/{game}/moves", {"type": "resign", "expected_version": version}))
    return str(game)


def archive(app: Flask, query: str = "") -> list[bytes]:
    answer = app.test_client().get(f"{API}/archive.jsonl{query}")
    assert answer.status_code == 200, answer.text
    assert answer.content_type == "application/jsonl"
    return answer.data.splitlines()


def games_in(found: list[bytes]) -> list[str]:
    """The games of these lines, each once, in order."""
    return list(dict.fromkeys(json.loads(line)["game"] for line in found))


def test_it_holds_the_records_of_the_matches_that_are_over_as_they_ended(app: Flask) -> None:
    first, running = Table(app, 2).start(), Table(app, 2).start()
    second, hidden = play(app, 2), play(app, 3, listed=False)
    closed = play(app, 4, spectators="none")
    first.play(random.Random(1))
    first.work()
    assert archive(app) == lines(second.host) + lines(first.host)
    assert {running.game, hidden.game, closed.game}.isdisjoint(games_in(archive(app)))


def test_it_goes_on_behind_any_line(app: Flask) -> None:
    for seed in (1, 2, 3):
        play(app, seed)
    whole = archive(app)
    for number in range(len(whole)):
        last = json.loads(whole[number])
        assert archive(app, f"?after={last['game']}:{last['seq']}&limit=3") == whole[number + 1 : number + 4]
    later = play(app, 4)
    last = json.loads(whole[-1])
    assert archive(app, f"?after={last['game']}:{last['seq']}") == lines(later.host)


def test_a_player_takes_all_of_their_own_and_others_what_is_open(app: Flask, person: Callable[..., Person]) -> None:
    ada, ben = person("Ada"), person("Ben")
    shown, secret = by_account(ada, 1), by_account(ada, 2, listed=False)
    others = by_account(ben, 3)
    Table(app, 2).work()
    assert games_in(ada.get("/archive.jsonl?player=me").data.splitlines()) == [shown, secret]
    assert games_in(ada.get("/archive.jsonl?player=ADA").data.splitlines()) == [shown, secret]
    assert games_in(ben.get("/archive.jsonl?player=Ada").data.splitlines()) == [shown]
    assert games_in(archive(app)) == [shown, others]
    assert_problem(ben.get(f"/archive.jsonl?player=Ada&after={secret}:3"), 404, "no_such_game")
    assert_problem(ben.get(f"/archive.jsonl?player=Ada&after={others}:3"), 404, "no_such_game")
    mine = ada.get(f"/archive.jsonl?player=me&after={shown}:0").data.splitlines()
    assert games_in(mine) == [shown, secret]
    assert json.loads(mine[0])["seq"] == 1


def test_who_is_not_there_is_said_so(app: Flask) -> None:
    client = app.test_client()
    assert_problem(client.get(f"{API}/archive.jsonl?player=Nobody"), 404, "no_such_player")
    running = Table(app, 2).start()
    assert_problem(client.get(f"{API}/archive.jsonl?after={running.game}:0"), 404, "no_such_game")
    ended = play(app, 1)
    assert_problem(client.get(f"{API}/archive.jsonl?after={ended.game}:100000"), 404, "no_such_game")
    assert archive(app, f"?after={ended.game}:{ended.version}") == []


def test_whoever_means_themselves_says_who_they_are(app: Flask) -> None:
    client = app.test_client()
    assert_problem(client.get(f"{API}/archive.jsonl?player=me"), 401, "unauthorized")
    guest = Table(app, 1).host
    assert_problem(client.get(f"{API}/archive.jsonl?player=me", headers=guest.headers), 403, "account_needed")


@pytest.mark.parametrize("query", ["after=x", "after=7:1", "limit=0", "limit=x", "player=", "list=all"])
def test_what_is_no_question_is_refused(app: Flask, query: str) -> None:
    assert_problem(app.test_client().get(f"{API}/archive.jsonl?{query}"), 422, "invalid")
