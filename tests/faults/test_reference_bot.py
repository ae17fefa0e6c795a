"""The bot that we give to those who write bots, as a program of its own, over a network that breaks all the time."""

import contextlib
import itertools
import json
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from app.api.static import bot
from app.factory import close, create_app
from app.rules.bots import BOTS
from config import Config
from replays.format import quick
from replays.verify import verify_lines
from tests.api.conftest import SETTINGS
from tests.api.people import Person
from tests.effort import SEED, effort
from tests.faults.service import PATIENCE_S, Service
from tests.faults.streams import streaming
from tests.faults.tables import stored
from tests.faults.unreliable import Unreliable
from tests.test_architecture import imports

SECONDS = effort(0, 3600)
"""How long the bots play, at two tables at a time; the sample is a table that they play at for a while."""
ENOUGH = 30
"""Events."""
NAMES = ("One", "Two", "Three")
MINUTE = {"kind": "decision", "ms": 60_000}


@contextlib.contextmanager
def playing(address: str, tokens: list[str]) -> Iterator[list[subprocess.Popen[bytes]]]:
    """The bots, at work."""
    command = (sys.executable, "-I", bot.__file__, address)
    bots = [subprocess.Popen([*command, token], stderr=subprocess.PIPE) for token in tokens]
    try:
        yield bots
    finally:
        for one in bots:
            one.kill()
            one.communicate()


def eventually(what: Callable[[], bool]) -> None:
    """Looks now and then until it is so."""
    pause, end = threading.Event(), time.monotonic() + 10 * PATIENCE_S
    while not what():
        assert time.monotonic() < end, "it does not come to be"
        pause.wait(0.1)


class Host:
    """Makes tables in this process, past everything that breaks, and looks at them."""

    def __init__(self, url: str) -> None:
        self._app = create_app(Config(database_url=url, **SETTINGS))  # type: ignore[arg-type]
        self._people = [Person.sign_up(self._app, name, "correct horse battery") for name in ("Host", *NAMES)]

    def close(self) -> None:
        close(self._app)

    def tokens(self) -> list[str]:
        """Those of the bots."""
        return [one.token("read", "play") for one in self._people[1:]]

    def open(self, number: int) -> str:
        """A table to which the bots are invited, with one of the service's own at it."""
        own = [list(BOTS)[number % len(BOTS)]]
        setup = {"seats": 4, "sits": False, "bots": own, "bot_delay": 0, "clock": MINUTE, "listed": False}
        made = self._people[0].post("/games", setup | {"options": {"hands": 1}})
        assert made.status_code == 201, made.text
        game: str = made.get_json()["view"]["id"]
        for name in NAMES:
            assert self._people[0].post(f"/games/{game}/invitations", {"name": name}).status_code == 201
        return game

    def start(self, game: str) -> None:
        """Once all have sat down."""
        eventually(lambda: all(seat["name"] for seat in self._view(game)["seats"]))
        answer = self._people[0].post(f"/games/{game}/start", {"expected_version": self._view(game)["version"]})
        assert answer.status_code == 200, answer.text

    def over(self, game: str) -> bool:
        """Or as far as the sample goes."""
        seen = self._view(game)
        return seen["phase"] == "match_over" or (not SECONDS and seen["version"] > ENOUGH)

    def _view(self, game: str) -> dict[str, Any]:
        return json.loads(self._people[0].get(f"/games/{game}").text)


@pytest.mark.drill
def test_it_plays_table_after_table_and_misses_no_turn(service: Service, database_url: str) -> None:
    host, began = Host(database_url), time.monotonic()
    tables: list[str] = []
    with (
        contextlib.closing(host),
        streaming(database_url) as streams,
        Unreliable(service.address, streams.address, SEED) as way,
        playing("http://{}:{}".format(*way.address), host.tokens()) as bots,
    ):
        while not tables or time.monotonic() - began < SECONDS:
            now = [host.open(len(tables) + number) for number in range(2 if SECONDS else 1)]
            tables += now
            for game in now:
                host.start(game)
            eventually(lambda now=now: all(map(host.over, now)))  # type: ignore[misc]
            gone = [one.communicate()[1].decode() for one in bots if one.poll() is not None]
            assert not gone, gone[0]
    for game in tables:
        assert_played_once_and_in_time(database_url, game)
    assert way.broken["while it was told something"] + way.broken["while it said something"] > len(tables)
    assert way.broken["whatever it did"] > len(tables)
    print(f"{len(tables)} tables, {dict(way.broken)}")


def assert_played_once_and_in_time(url: str, game: str) -> None:
    """Nobody's time ran out, and every request of a bot was made once, on the version that it had looked at."""
    lines = stored(url, game)
    report = verify_lines(lines)
    assert report.verdict == ("exact" if SECONDS else report.verdict) != "diverged", report.line()
    said = quick(lines)
    assert "decision.timed_out" not in {one["kind"] for one in said}
    seats = {one["data"]["seat"] for one in said if one["kind"] == "seat.taken" and one["data"].get("player")}
    started = next(one["seq"] for one in said if one["kind"] == "game.started")
    first = {one["request"]: one for one in reversed(said)}
    by_bots = [one for one in first.values() if one["actor"] in {f"seat:{seat}" for seat in seats}]
    made = [f"{game}-{one['seq'] - 1}" for one in by_bots if one["seq"] > started]
    assert Counter(made) == Counter(keys(url, game))


def keys(url: str, game: str) -> list[str]:
    """The keys of the requests that were taken."""
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with engine.connect() as connection:
        query = sa.text("SELECT key FROM idempotency WHERE game = :game")
        return list(connection.scalars(query, {"game": game}))


def test_what_it_chooses_is_lawful_and_it_never_forgets_uno() -> None:
    def chosen(*moves: dict[str, Any]) -> dict[str, Any]:
        hand = [{"slot": slot, "card": card} for slot, card in enumerate(("r1", "r2", "b3"))]
        return bot.choose({"moves": [*moves, {"type": "resign"}], "hand": hand}) or {}

    draw, wild = {"type": "draw"}, {"type": "play", "card": "W4", "uno": False}
    red = {"type": "play", "card": "r1", "uno": False}
    assert chosen() == {}
    assert chosen(draw) == draw
    assert chosen(draw, wild) == wild
    assert chosen(wild, draw, red) == red
    assert chosen(red, red | {"uno": True}) == red | {"uno": True}
    assert chosen(red, red | {"uno": True}, {"type": "catch_uno", "target": 2})["type"] == "catch_uno"
    assert chosen(*(wild | {"color": color} for color in "byrg"))["color"] == "r"
    assert chosen(*({"type": "choose_color", "color": color} for color in "byrg"))["color"] == "r"
    assert chosen({"type": "challenge"}, {"type": "accept"}) == {"type": "accept"}
    assert chosen({"type": "something new"}) == {}


CUT = (
    b"",
    b"HTTP/1.1 2",
    b"HTTP/1.1 200 OK\r\nContent-Le",
    b"HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{",
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 2\r\n\r\n{}",
)
WHOLE = b'HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n{"version": 7}'


def test_wherever_an_answer_is_cut_it_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "waits", lambda: itertools.repeat(0.0))
    keys: list[str] = []

    def answer(listening: socket.socket) -> None:
        for piece in (*CUT, WHOLE):
            client, _ = listening.accept()
            with client:
                asked = client.recv(4096).decode()
                keys.extend(line for line in asked.splitlines() if line.lower().startswith("idempotency-key"))
                client.sendall(piece)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=answer, args=(listening,), daemon=True)
        thread.start()
        service = bot.Service("http://{}:{}".format(*listening.getsockname()), "token")
        assert service.ask("POST", "/games/1/moves", {"type": "draw"}, "1-6") == {"version": 7}
        thread.join()
    assert [key.lower() for key in keys] == ["idempotency-key: 1-6"] * (len(CUT) + 1)


def test_it_is_short_and_needs_nothing() -> None:
    assert len(Path(bot.__file__).read_text().splitlines()) < 100
    assert all(each.partition(".")[0] in sys.stdlib_module_names for each in imports("app.api.static.bot"))
