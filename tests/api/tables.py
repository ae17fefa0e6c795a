"""Tables with people at them, as they come about through the API."""

import json
import random
from collections.abc import Callable
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from app.factory import WORKER
from tests.api.people import API, bearer


class Guest:
    """Somebody at one table, who speaks by the secret of a seat link; without one, a stranger."""

    def __init__(self, app: Flask, game: str, secret: str | None = None, seat: int | None = None) -> None:
        self.seat = seat
        self.client = app.test_client()
        self.game = game
        self.headers = {} if secret is None else bearer(secret)

    def get(self, path: str = "", **headers: str) -> TestResponse:
        """Asks for something of the game."""
        return self.client.get(f"{API}/games/{self.game}{path}", headers=self._headers(headers))

    def post(self, path: str, body: Any, **headers: str) -> TestResponse:
        """Posts to something of the game."""
        return self.client.post(f"{API}/games/{self.game}{path}", json=body, headers=self._headers(headers))

    def delete(self, path: str, **headers: str) -> TestResponse:
        """Deletes something of the game."""
        return self.client.delete(f"{API}/games/{self.game}{path}", headers=self._headers(headers))

    def view(self, query: str = "") -> dict[str, Any]:
        """The game as this guest sees it."""
        return said(self.get(query))

    def move(self, move: dict[str, Any], version: int, **headers: str) -> TestResponse:
        """Makes a move on a version."""
        return self.post("/moves", move | {"expected_version": version}, **headers)

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        return self.headers | {name.replace("_", "-"): value for name, value in more.items()}


class Table:
    """A table of guests and bots. The first guest is the host."""

    def __init__(self, app: Flask, guests: int = 2, **settings: Any) -> None:
        self.app = app
        seats = guests + len(settings.get("bots", ()))
        client = app.test_client()
        made = client.post(f"{API}/games", json={"seats": max(2, seats), "bot_delay": 0} | settings)
        self.made = said(made, 201)
        self.game: str = self.made["view"]["id"]
        self.guests = [self._seated(self.made)]
        self.stranger = Guest(app, self.game)
        for _ in range(guests - 1):
            self.sit()

    @property
    def host(self) -> Guest:
        """Who made the table."""
        return self.guests[0]

    @property
    def version(self) -> int:
        """The seq of the last event."""
        version: int = self.host.view()["version"]
        return version

    def sit(self, **given: Any) -> Guest:
        """One more guest sits down."""
        invited = {"invitation": self.made["invitation"]}
        answer = said(self.stranger.post("/seats", invited | {"expected_version": self.version} | given), 201)
        self.guests.append(self._seated(answer))
        return self.guests[-1]

    def start(self) -> "Table":
        """Begins the match."""
        said(self.host.post("/start", {"expected_version": self.version}))
        return self

    def in_turn(self) -> Guest:
        """The guest who has to act."""
        return self._at(self.host.view()["turn"])

    def play(self, rng: random.Random, moves: int = 10_000, after: Callable[[], object] = lambda: None) -> None:
        """Plays on by chance, so many moves of guests or to the end; bots move between. `after` each is called."""
        view = self.host.view()
        while moves > 0 and view["phase"] != "match_over":
            if view["seats"][view["turn"]]["bot"] is not None:
                self.work()
                view = self.host.view()
                continue
            guest = self._at(view["turn"])
            view = guest.view()
            view = said(guest.move(any_move(view, rng), view["version"]))["view"]
            moves -= 1
            after()

    def _seated(self, answer: dict[str, Any]) -> Guest:
        return Guest(self.app, self.game, answer["seat_link"]["secret"], answer["view"]["you"]["seat"])

    def _at(self, seat: int) -> Guest:
        return next(guest for guest in self.guests if guest.seat == seat)

    def work(self) -> None:
        """What runs behind does all that is due."""
        self.app.extensions[WORKER].jobs.round()


def any_move(view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A legal move by chance, mostly a card, so that hands come to an end; nobody resigns."""
    moves = [move for move in view["you"]["moves"] if move["type"] != "resign"]
    plays = [move for move in moves if move["type"] == "play"]
    move: dict[str, Any] = rng.choice(plays if plays and rng.random() < 0.9 else moves)
    return move


def said(answer: TestResponse, status: int = 200) -> dict[str, Any]:
    """What an answer of this status says."""
    assert answer.status_code == status, answer.text
    document: dict[str, Any] = json.loads(answer.text)
    return document


def lines(guest: Guest) -> list[bytes]:
    """The record, line by line."""
    answer = guest.get("/replay.jsonl")
    assert answer.status_code == 200, answer.text
    return answer.data.splitlines()
