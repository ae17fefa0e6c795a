"""A table and everybody around it, driven at random through the API: people with sessions and tokens, guests, bots;
and those who look on, or have no business there."""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

import sqlalchemy as sa
from flask import Flask
from werkzeug.test import TestResponse

from app.api.context import services
from app.factory import ENGINE, WORKER
from app.rules.cards import DECK
from app.store.secrets import Cipher, Sealed
from tests.api.conftest import SETTINGS
from tests.api.people import API, Person, bearer
from tests.drills.truth import Truth

OPTIONS: dict[str, list[Any]] = {
    "hands": [1, 2, 2],
    "two_player_reverse": ["skip", "turn"],
    "illegal_wild_draw_four": ["challenge", "challenge", "reject"],
    "last_card_effects": [True, False],
    "missed_decisions": [1, 3],
}
CLOCKS: list[dict[str, Any]] = [
    {"kind": "none"},
    {"kind": "decision", "ms": 60_000},
    {"kind": "bank", "ms": 90_000, "increment_ms": 1_000, "max_ms": 120_000},
]
SEED_KEYS: dict[str, bytes] = SETTINGS["seed_keys"]  # type: ignore[assignment]
PASSWORD = "correct horse battery"


class Clock:
    """A time that passes when somebody says so. UTC milliseconds."""

    def __init__(self) -> None:
        self.t = 1_767_225_600_000

    def __call__(self) -> int:
        return self.t


@dataclass(frozen=True)
class Viewer:
    """Somebody with what they say of who they are: the same to every process that serves."""

    name: str
    headers: Mapping[str, str]
    query: str = ""
    """What they add to the address of a game."""

    def ask(
        self, app: Flask, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> TestResponse:
        """The answer of this app; `path` is what follows /api/v1, or begins with /api."""
        return self.look(app, path if path.startswith("/api") else API + path, method, body, headers)

    def look(
        self,
        app: Flask,
        path: str,
        method: str = "GET",
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> TestResponse:
        """What this app answers at an address: a page, or the API."""
        client = app.test_client(use_cookies=False)
        said = {**self.headers, **(headers or {})}
        return client.open(path, method=method, json=body, headers=said, buffered=True)


NOBODY = Viewer("nobody", {})


def signed_in(app: Flask, name: str) -> Viewer:
    """A new account with a session."""
    person = Person.sign_up(app, name, PASSWORD)
    return Viewer(name, {"Cookie": f"kartfold_session={person.cookie()}", "X-CSRF-Token": person.csrf_token})


def with_token(app: Flask, name: str) -> Viewer:
    """A new account that a program acts for."""
    return Viewer(name, bearer(Person.sign_up(app, name, PASSWORD).token("read", "play")))


@dataclass(frozen=True)
class Deed:
    """Something that was asked for: by whom, and the answer. `seat` is theirs right after it."""

    viewer: Viewer
    seat: int | None
    method: str
    path: str
    body: object
    headers: Mapping[str, str]
    answer: TestResponse

    def again(self, app: Flask) -> TestResponse:
        """The answer of this app to the same request."""
        return self.viewer.ask(app, self.method, self.path, self.body, self.headers)


class Company:
    """A table of this app, with its truth. `deeds` is all that people asked for in the last step."""

    def __init__(self, app: Flask, chance: random.Random, clock: Clock, **setup: Any) -> None:
        self.app, self.chance, self.clock = app, chance, clock
        self.host = signed_in(app, "Ada")
        self.people: dict[int, Viewer] = {}
        self.gone: list[Viewer] = []
        self.deeds: list[Deed] = []
        self._numbers = count()
        self.setup = self._setup() | setup
        made = self._do(self.host, "POST", "/games", self.setup, 201, seat=0 if self.setup["sits"] else None)
        self.game: str = made["view"]["id"]
        if self.setup["sits"]:
            self.people[0] = self.host
        invited = Viewer("invited", {}, f"invitation={made['invitation']}")
        self.onlookers = [signed_in(app, "Zoe"), NOBODY, invited, _guest_elsewhere(app), _official(app)]
        self.truth = Truth(self.game, _last_seed(app, self.game))
        self.learn()

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        seats: int = self.setup["seats"]
        return seats

    def viewers(self) -> list[tuple[Viewer, int | None]]:
        """Everybody, with the seat that is theirs now."""
        seated: list[tuple[Viewer, int | None]] = [(who, seat) for seat, who in self.people.items()]
        others = {who.name: who for who in (self.host, *self.gone, *self.onlookers) if who not in self.people.values()}
        return [*seated, *((who, None) for who in others.values())]

    def may_watch(self, viewer: Viewer) -> bool:
        """Whether this viewer is to be told anything about the table."""
        if viewer in (self.host, *self.people.values(), *self.gone) or viewer.name == "official":
            return True
        invited, started = viewer.name == "invited", self.truth.now.hand > 0
        if not (self.setup["listed"] or invited):
            return False
        spectators = self.setup["spectators"]
        return not started or spectators == "all" or (spectators == "link" and invited)

    def learn(self) -> None:
        """Feeds the truth with what has been stored."""
        query = sa.text("SELECT bytes FROM events WHERE game = :game AND seq > :seq ORDER BY seq")
        with self.app.extensions[ENGINE].connect() as connection:
            rows = connection.execute(query, {"game": self.game, "seq": self.truth.version}).all()
        self.truth.feed(bytes(line) for (line,) in rows)

    def bring(self) -> str:
        """Somebody who has no business at the table brings its record as it stands; the id of the import."""
        body = b"".join(line + b"\n" for line in self.truth.lines)
        client, who = self.app.test_client(use_cookies=False), self.onlookers[0]
        answer = client.post(f"{API}/replays", data=body, content_type="application/jsonl", headers=dict(who.headers))
        assert answer.status_code in (200, 201), answer.text
        return str(json.loads(answer.text)["id"])

    # ------------------------------------------------------------ what they do

    def gather(self) -> Iterator[None]:
        """People and bots sit down, one of them changes their mind, and the host starts; gives after each request."""
        for seat in range(1 if self.setup["sits"] else 0, self.seats):
            self.deeds = []
            self._sit(seat)
            yield
        self.deeds = []
        leaver = self.chance.choice(sorted(self.people))
        if leaver and self.seats > 2:  # not the host
            viewer = self.people.pop(leaver)
            self._do(viewer, "DELETE", f"/games/{self.game}/seats/{leaver}", None, 200, seat=None)
            self.gone += [viewer] if "Cookie" in viewer.headers else []
            yield
        self._do(self.host, "POST", f"/games/{self.game}/start", {}, 200, seat=self._seat_of(self.host))
        yield

    def steps(self, most: int = 400) -> Iterator[None]:
        """The match to its end, or its first `most` requests; gives after each that was made, or that time or a bot
        made."""
        for _ in range(most):
            if self.truth.over:
                return
            before = self.truth.version
            self.clock.t += self.chance.randrange(3_000)
            self._step()
            self.learn()
            if self.truth.version > before or self.deeds:
                yield

    def view(self, viewer: Viewer) -> dict[str, Any]:
        """The game as this viewer sees it."""
        answer = viewer.ask(self.app, "GET", f"/games/{self.game}")
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = json.loads(answer.text)
        return view

    def _step(self) -> None:
        self.deeds = []
        view, roll = self.view(self.host), self.chance.random()
        if view["deadline"] and roll < 0.06:
            self.clock.t += 150_000
            services(self.app).sweeps.decisions()
            self._taken_over()
        elif view["turn"] not in self.people or roll < 0.2:
            self.app.extensions[WORKER].jobs.round()
        elif roll < 0.25:
            self._wrong_move()
        elif roll < 0.26:
            self.leave(self.chance.choice(sorted(self.people)))
        else:
            self._move(view["turn"] if roll < 0.9 else self.chance.choice(sorted(self.people)))

    def _move(self, seat: int) -> None:
        moves = self.view(self.people[seat])["you"]["moves"]
        if moves and (len(moves) > 1 or self.chance.random() < 0.02):
            body = _pick(moves, self.chance)
            self._do(self.people[seat], "POST", f"/games/{self.game}/moves", body, 200, seat)

    def _wrong_move(self) -> None:
        """A card that nobody has to have, or nothing that is a move."""
        seat = self.chance.choice(sorted(self.people))
        body = {"type": "play", "card": self.chance.choice(DECK), "uno": True, "color": "r"}
        known = {card for _, card in self.truth.now.held.get(seat, ())}
        if body["card"] not in known or not str(body["card"]).startswith("W"):
            self._do(self.people[seat], "POST", f"/games/{self.game}/moves", body, 409, seat)

    def leave(self, seat: int) -> None:
        """Who sits there leaves the match, if they have not: resigns, or lets a bot play on."""
        viewer = self.people[seat]
        if seat not in [one["seat"] for one in self.view(self.host)["seats"] if one["resigned"]]:
            to_bot = self.setup["takeover"] is not None
            self._do(viewer, "DELETE", f"/games/{self.game}/seats/{seat}", None, 200, None if to_bot else seat)
            if to_bot:
                self.gone.append(self.people.pop(seat))

    def _taken_over(self) -> None:
        """For whom time ran out too often a bot plays on, where the table agreed to that."""
        for one in self.view(self.host)["seats"]:
            if one["bot"] is not None and one["seat"] in self.people:
                self.gone.append(self.people.pop(one["seat"]))

    def _sit(self, seat: int) -> None:
        kind, body = self.chance.choice(["guest", "guest", "account", "token", "bot"]), dict[str, Any](seat=seat)
        where, entropy = f"/games/{self.game}/seats", self.chance.choice([None, self.chance.randbytes(32).hex()])
        if kind == "bot" and (seat > 1 or self.setup["sits"]):
            body["bot"] = self.chance.choice(["first", "random"])
            self._do(self.host, "POST", where, body, 201, self._seat_of(self.host))
            return
        viewer = self._newcomer(kind)
        said = self._do(viewer, "POST", where, body | {"entropy": entropy, **self._invitation()}, 201, seat)
        if "seat_link" in said:
            viewer = Viewer(f"guest {seat}", bearer(said["seat_link"]["secret"]))
        self.people[seat] = viewer

    def _newcomer(self, kind: str) -> Viewer:
        name = f"Person {next(self._numbers)}"
        if kind == "account":
            return signed_in(self.app, name)
        return with_token(self.app, name) if kind == "token" else NOBODY

    def _invitation(self) -> dict[str, str]:
        invited = next(one for one in self.onlookers if one.name == "invited")
        return {"invitation": invited.query.removeprefix("invitation=")}

    def _do(
        self, viewer: Viewer, method: str, path: str, body: dict[str, Any] | None, status: int, seat: int | None
    ) -> dict[str, Any]:
        """Asks for something that is answered with this status, and notes it."""
        headers = {"Idempotency-Key": f"a key of this company {next(self._numbers)}".replace(" ", "-")}
        if path != "/games":
            headers["If-Match"] = f'"{self.truth.version}.whoever"'
        answer = viewer.ask(self.app, method, path, body, headers)
        assert answer.status_code == status, f"{viewer.name} {method} {path} {body}: {answer.text}"
        self.deeds.append(Deed(viewer, seat, method, path, body, headers, answer))
        if path != "/games":
            self.learn()
        said: dict[str, Any] = json.loads(answer.text)
        return said

    def _seat_of(self, viewer: Viewer) -> int | None:
        return next((seat for seat, who in self.people.items() if who == viewer), None)

    def _setup(self) -> dict[str, Any]:
        chance = self.chance
        return {
            "seats": chance.choice([2, 3, 4, 5]),
            "options": {name: chance.choice(values) for name, values in OPTIONS.items()},
            "clock": chance.choice(CLOCKS),
            "bot_delay": 0,
            "listed": chance.random() < 0.8,
            "spectators": chance.choice(["all", "all", "link", "none"]),
            "takeover": chance.choice([None, "random"]),
            "sits": chance.random() < 0.8,
            "entropy": chance.choice([None, "whatever I think of"]),
        }


def _pick(moves: list[dict[str, Any]], chance: random.Random) -> dict[str, Any]:
    """A move to make: rather those after which there is something to see, resigning hardly ever."""
    wild = [move for move in moves if str(move.get("card", "")).startswith("W") or move["type"] == "challenge"]
    stay = [move for move in moves if move["type"] != "resign"]
    plays = [move for move in stay if move["type"] in ("play", "catch_uno")]
    if wild and chance.random() < 0.6:
        return chance.choice(wild)
    return chance.choice(plays if plays and chance.random() < 0.7 else stay or moves)


def _last_seed(app: Flask, game: str) -> bytes:
    with app.extensions[ENGINE].connect() as connection:
        query = sa.text("SELECT key, sealed FROM secrets WHERE game = :game")
        key, sealed = connection.execute(query, {"game": game}).one()
    return Cipher(SEED_KEYS).open(game, Sealed(key, bytes(sealed)))


def _guest_elsewhere(app: Flask) -> Viewer:
    """A guest with seat 1 of another table: seats of other tables are to count for nothing here."""
    made = NOBODY.ask(app, "POST", "/games", {"seats": 2, "name": "Max"})
    where = json.loads(made.text)["view"]
    body = {"seat": 1, "expected_version": where["version"]}
    sat = NOBODY.ask(app, "POST", f"/games/{where['id']}/seats", body)
    return Viewer("guest of another table", bearer(json.loads(sat.text)["seat_link"]["secret"]))


def _official(app: Flask) -> Viewer:
    viewer = signed_in(app, "Olga")
    services(app).accounts.appoint("Olga", ["arbiter"])
    return Viewer("official", viewer.headers)
