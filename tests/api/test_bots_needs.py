"""All that a bot needs it can do with a token that may read and play."""

import json
import random
from collections.abc import Callable
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from tests.api.people import API, Person, assert_problem, bearer
from tests.api.tables import any_move, said


class Program:
    """Comes with a token, and has no browser."""

    def __init__(self, app: Flask, token: str) -> None:
        self._client = app.test_client()
        self._headers = bearer(token)

    def get(self, path: str) -> TestResponse:
        return self._client.get(API + path, headers=self._headers)

    def post(self, path: str, body: Any) -> TestResponse:
        return self._client.post(API + path, json=body, headers=self._headers)

    def delete(self, path: str) -> TestResponse:
        return self._client.delete(API + path, headers=self._headers)

    def told(self) -> list[tuple[str, dict[str, Any]]]:
        """What its stream says at the moment."""
        blocks = self.get("/events?views=yes&follow=no").text.split("\n\n")
        fields = [dict(line.split(": ", 1) for line in block.splitlines() if ": " in line) for block in blocks]
        return [(one["event"], json.loads(one["data"])) for one in fields if "data" in one]


def listed(program: Program, name: str) -> list[str]:
    return [game["id"] for game in said(program.get(f"/games?list={name}"))["games"]]


def invited(host: Person, name: str) -> str:
    """A table of a host who looks on."""
    made = said(host.post("/games", {"seats": 2, "sits": False, "listed": False, "bots": ["random"]}), 201)
    game: str = made["view"]["id"]
    said(host.post(f"/games/{game}/invitations", {"name": name}), 201)
    return game


def test_it_is_invited_sits_down_plays_and_leaves(make_app: Callable[..., Flask]) -> None:
    app = make_app(streams=10)
    host, owner = (Person.sign_up(app, name, "correct horse battery") for name in ("Host", "Robot"))
    program, game = Program(app, owner.token("read", "play")), invited(host, "Robot")
    assert listed(program, "invited") == [game]
    assert program.told() == [("invited", {"game": game, "by": "Host"})]

    seated = said(program.post(f"/games/{game}/seats", {"expected_version": version(program, game)}), 201)
    seat = seated["view"]["you"]["seat"]
    assert (listed(program, "invited"), listed(program, "mine")) == ([], [game])
    ((event, waiting),) = program.told()
    assert (event, waiting["game"], waiting["view"]["you"]["moves"]) == ("game", game, [])

    said(host.post(f"/games/{game}/start", {"expected_version": version(program, game)}))
    ((_, playing),) = program.told()
    assert (playing["seat"], playing["status"]) == (seat, "playing")
    moves = [move["type"] for move in playing["view"]["you"]["moves"]]
    assert "resign" in moves
    if playing["your_turn"]:
        move = any_move(playing["view"], random.Random(1)) | {"expected_version": playing["version"]}
        said(program.post(f"/games/{game}/moves", move))
    said(program.delete(f"/games/{game}/seats/{seat}?expected_version={version(program, game)}"))
    assert said(program.get(f"/games/{game}"))["phase"] == "match_over"


def version(program: Program, game: str) -> int:
    number: int = said(program.get(f"/games/{game}"))["version"]
    return number


def test_with_a_token_that_only_reads_it_looks_on(make_app: Callable[..., Flask]) -> None:
    app = make_app(streams=10)
    host, owner = (Person.sign_up(app, name, "correct horse battery") for name in ("Host", "Robot"))
    program, game = Program(app, owner.token("read")), invited(host, "Robot")
    assert program.told() == [("invited", {"game": game, "by": "Host"})]
    answer = program.post(f"/games/{game}/seats", {"expected_version": version(program, game)})
    assert_problem(answer, 403, "scope_missing")
