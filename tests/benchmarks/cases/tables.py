"""Tables of people, made through the API, and the legal moves of their matches, prepared as requests.

The moves of a match can be known beforehand by whoever knows its seed: here, by the service's own database and keys.
"""

import contextlib
import itertools
import json
import math
import random
from collections.abc import Iterator, Mapping, Sequence

from flask import Flask
from werkzeug.test import TestResponse

import config
from app.factory import close, create_app
from app.rules.dealer import Dealer
from app.rules.moves import Move, move_data
from app.rules.options import Options
from app.rules.state import START, State
from app.services.play.dealers import dealer_of
from app.store import Store
from app.store.engine import make_engine
from app.store.secrets import Cipher
from replays.fold import fold
from tests.api.people import API, Person, bearer
from tests.benchmarks.cases.matches import any_card, play

SEATS = 4
TABLES_A_CLIENT = 8
MOVES_A_HAND = 60
"""Fewer than a hand of four takes on the average, so that matches are long enough."""


class Tables:
    """Tables of four people, started, on the database of a configuration."""

    def __init__(self, settings: config.Config) -> None:
        self._settings = settings
        self._tokens: list[str] = []

    def scripts(self, clients: int, moves: int, seed: int) -> list[Iterator[bytes]]:
        """For each client, the requests of its own tables, about `moves` in all: a move at one, then at the next."""
        hands = math.ceil(moves / (clients * TABLES_A_CLIENT * MOVES_A_HAND))
        with self._app() as app:
            self._tokens = sign_up(app)
            games = [self._start(app, Options(hands=hands)) for _ in range(clients * TABLES_A_CLIENT)]
        rng = random.Random(seed)
        store = Store(make_engine(self._settings.database_url), Cipher(self._settings.seed_keys))
        tables = [list(self._requests(store, game, rng)) for game in games]
        store.engine.dispose()
        return [in_turn(tables[client::clients]) for client in range(clients)]

    @contextlib.contextmanager
    def _app(self) -> Iterator[Flask]:
        app = create_app(self._settings)
        yield app
        close(app)

    def _start(self, app: Flask, options: Options) -> str:
        """A table with everybody seated, started by its host; the game's id."""
        client, who = app.test_client(), [bearer(token) for token in self._tokens]
        made = said(client.post(f"{API}/games", json={"seats": SEATS, "options": options.data()}, headers=who[0]))
        path = f"{API}/games/{made['view']['id']}"
        for headers in who[1:]:
            made = said(client.post(f"{path}/seats", json={"expected_version": made["version"]}, headers=headers))
        said(client.post(f"{path}/start", json={"expected_version": made["version"]}, headers=who[0]))
        return str(made["view"]["id"])

    def _requests(self, store: Store, game: str, rng: random.Random) -> Iterator[bytes]:
        """The match of a game, a request a move, each under its own key and on the version before."""
        stored = store.event_bytes(game)
        state, version = fold(START, stored), len(stored) - 1
        for number, (seat, move, events) in enumerate(moves_of(state, dealer_of(store, game, state), rng)):
            yield request(game, self._tokens[seat], seat, move, version, f"{game}-{number}")
            version += events


def moves_of(state: State, dealer: Dealer, rng: random.Random) -> Iterator[tuple[int, Move, int]]:
    """Seat, move and number of events of each request from `state` to the end of its match."""
    chosen: list[Move] = []
    by_chance = any_card(rng)

    def choose(moves: Sequence[Move]) -> Move:
        chosen.append(by_chance(moves))
        return chosen[-1]

    for made in play(state, dealer, choose):
        assert made.seat is not None
        yield made.seat, chosen[-1], len(made.decision.events)


def sign_up(app: Flask) -> list[str]:
    """Accounts for every seat, and a token of each."""
    people = [Person.sign_up(app, f"Player {seat}", "correct horse battery") for seat in range(SEATS)]
    return [person.token("read", "play") for person in people]


def said(answer: TestResponse) -> Mapping:
    """The JSON of an answer that has to be a success."""
    assert answer.status_code // 100 == 2, answer.text
    return json.loads(answer.text)


def request(game: str, token: str, seat: int, move: Move, version: int, key: str) -> bytes:
    """A move as a program of a player sends it."""
    return post(
        f"{API}/games/{game}/moves",
        move_data(move),
        {"Authorization": f"Bearer {token}", "If-Match": f'"{version}.seat-{seat}"', "Idempotency-Key": key},
    )


def post(path: str, body: object, headers: Mapping[str, str] | None = None) -> bytes:
    """The bytes of a POST request of JSON."""
    data = json.dumps(body, separators=(",", ":")).encode()
    lines = {"Host": "bench", "Content-Type": "application/json", "Content-Length": str(len(data)), **(headers or {})}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"POST {path} HTTP/1.1\r\n{head}\r\n".encode() + data


def in_turn(tables: Sequence[Sequence[bytes]]) -> Iterator[bytes]:
    """The first of each table, then the second of each; a table that is over is passed over."""
    for row in itertools.zip_longest(*tables):
        yield from (one for one in row if one is not None)
