"""Tables of guests at a running service, for clients that play whatever they may."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from replays.format import quick
from replays.verify import verify_lines
from tests.faults.service import Answer, Service


@dataclass(frozen=True)
class Table:
    """A game that is on: its id, and what each person at it comes with, by seat."""

    game: str
    people: dict[int, str]

    @property
    def path(self) -> str:
        """Where it is."""
        return f"/games/{self.game}"


@dataclass(frozen=True)
class Try:
    """A move that somebody asked for with a key, and the answer that came at last."""

    table: Table
    seat: int
    body: dict[str, Any]
    key: str
    answer: Answer

    def again(self, service: Service) -> Answer:
        """The answer to the same request, now."""
        return service.insist("POST", f"{self.table.path}/moves", self.table.people[self.seat], self.body, self.key)


def open_table(service: Service, people: int, bots: int = 0, bot: str = "random", hands: int = 50) -> Table:
    """A table whose match is on."""
    setup = {"seats": people + bots, "bots": [bot] * bots, "bot_delay": 0, "options": {"hands": hands}}
    made = service.insist("POST", "/games", body=setup).said
    table = Table(made["view"]["id"], {0: made["seat_link"]["secret"]})
    for seat in range(bots + 1, people + bots):
        body = {"seat": seat, "expected_version": made["version"]}
        made = service.insist("POST", f"{table.path}/seats", body=body).said
        table.people[seat] = made["seat_link"]["secret"]
    body = {"expected_version": made["version"]}
    started = service.insist("POST", f"{table.path}/start", table.people[0], body)
    assert started.status == 200, started.body
    return table


def view(service: Service, table: Table, seat: int) -> dict[str, Any]:
    """The game as this seat sees it."""
    return service.insist("GET", table.path, table.people[seat]).said


def choose(service: Service, table: Table, chance: random.Random) -> tuple[int, dict[str, Any]] | None:
    """The seat that must act, and a move of it; None while that is a bot."""
    seat = view(service, table, 0)["turn"]
    if seat not in table.people:
        return None
    now = view(service, table, seat)
    moves = [move for move in now["you"]["moves"] if move["type"] != "resign"]
    if now["turn"] != seat or not moves:
        return None
    return seat, {**chance.choice(moves), "expected_version": now["version"]}


def stored(url: str, game: str) -> list[bytes]:
    """The lines of a game in the database."""
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with engine.connect() as connection:
        query = sa.text("SELECT bytes FROM events WHERE game = :game ORDER BY seq")
        return [bytes(line) for (line,) in connection.execute(query, {"game": game})]


def assert_once(url: str, table: Table, tries: Sequence[Try]) -> None:
    """Every accepted move is in the record once, whole; every move in the record was accepted; the record verifies."""
    lines = stored(url, table.game)
    said = quick(lines)
    requests = {number: b",".join(_of(lines, said, number)) for number in {one["request"] for one in said}}
    told: dict[int, str] = {}
    for each in tries:
        if each.table == table and each.answer.status == 200:
            number = each.answer.said["events"][0]["request"]
            assert told.setdefault(number, each.key) == each.key, "two requests were told that they made one move"
            events = requests.get(number, b"no such request")
            assert each.answer.body.startswith(b'{"version":%d,"events":[%b]' % (each.answer.said["version"], events))
    people = {f"seat:{seat}" for seat in table.people}
    moved = {one["request"] for one in said if one["actor"] in people and one["request"] >= _start(said)}
    assert moved == set(told), "moves in the record that nobody was told of"
    report = verify_lines(lines)
    assert report.verdict != "diverged", report.line()


def _of(lines: list[bytes], said: list[dict[str, Any]], request: int) -> list[bytes]:
    return [line for line, one in zip(lines, said, strict=True) if one["request"] == request]


def _start(said: list[dict[str, Any]]) -> int:
    return next(one["request"] for one in said if one["kind"] == "game.started")
