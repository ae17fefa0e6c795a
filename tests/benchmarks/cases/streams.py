"""A thousand open streams beside moves that flow: two sync workers for moves, a worker, the process for streams, and
PostgreSQL that flushes every commit, all on this machine.

Moves are sent at an even pace, one after the other, first without streams and then with them; each stream follows one
of the tables. A delivery is measured from the time in the event, when the service decided it, to the arrival of its
message at a client, and every event has to arrive at every stream of its game, once.
"""

import argparse
import contextlib
import itertools
import json
import os
import re
import selectors
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import sqlalchemy as sa

from tests.benchmarks.benchmark import ROOT
from tests.benchmarks.cases.http import connected, fresh_database, kartfold
from tests.benchmarks.figures import percentile
from tests.benchmarks.load.client import Address, drive, length
from tests.benchmarks.load.server import cpu_seconds, gunicorn

PACE = 50
"""Moves a second."""
EVENT = re.compile(rb'^id: (\d+)\nevent: [a-z_.]+\ndata: .*"game":"([0-9a-f-]+)".*"t":(\d+),"v":\d+}$', re.MULTILINE)
SETTLE_S = 5.0
PATIENCE_S = 60.0


class Streams:
    """Open streams, read in a thread of their own."""

    def __init__(self, address: Address, games: list[str], many: int) -> None:
        self.delays: list[float] = []
        self.heard: Counter[tuple[str, int]] = Counter()
        self._selector = selectors.DefaultSelector()
        self._stopped = False
        for game in itertools.islice(itertools.cycle(games), many):
            connection = socket.create_connection(address)
            ask = f"GET /api/v1/games/{game}/events?format=sse&after=1000000 HTTP/1.1\r\nHost: here\r\n\r\n"
            connection.sendall(ask.encode())
            self._selector.register(connection, selectors.EVENT_READ, bytearray())
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def ready(self) -> int:
        """How many have begun to say something."""
        return sum(b"retry: " in key.data for key in self._selector.get_map().values())

    def stop(self) -> None:
        """Reads no more."""
        self._stopped = True
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            connection = key.fileobj
            assert isinstance(connection, socket.socket)
            connection.close()

    def _read(self) -> None:
        while not self._stopped:
            for key, _ in self._selector.select(0.2):
                connection = key.fileobj
                assert isinstance(connection, socket.socket)
                piece = connection.recv(65_536)
                now = time.time() * 1000
                if not piece:
                    raise RuntimeError("a stream was cut off")
                self._take(key.data, piece, now)

    def _take(self, kept: bytearray, piece: bytes, now: float) -> None:
        """What a stream said is kept until it is whole; of its beginning the head stays, by which one sees that it is
        there."""
        kept += piece
        end = kept.rfind(b"}\n\n")
        if end < 0:
            return
        for seq, game, t in EVENT.findall(kept[: end + 1]):
            self.heard[game.decode(), int(seq)] += 1
            self.delays.append(now - int(t))
        kept[:] = b"retry: " + kept[end + 3 :]


def paced(address: Address, requests: Iterator[bytes], seconds: float) -> list[float]:
    """Sends requests at an even pace, and gives the seconds that each took."""
    taken = []
    begun = time.perf_counter()
    for number, request in enumerate(itertools.islice(requests, int(seconds * PACE))):
        time.sleep(max(0.0, begun + number / PACE - time.perf_counter()))
        start = time.perf_counter()
        with socket.create_connection(address) as connection:
            connection.sendall(request)
            answer = bytearray()
            while (end := length(answer)) is None or len(answer) < end:
                answer += connection.recv(262_144)
        taken.append(time.perf_counter() - start)
        if int(answer[9:12]) // 100 != 2:
            raise RuntimeError(f"refused: {bytes(answer)!r}")
    return taken


@contextlib.contextmanager
def beside(environment: Mapping[str, str], *arguments: str, files: tuple[int, ...] = ()) -> Iterator[int]:
    """A process of `flask --app wsgi`, ended behind it."""
    command = [sys.executable, "-m", "flask", "--app", "wsgi", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, stdout=sys.stderr, pass_fds=files)
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def measure(url: str, many: int, seconds: float) -> dict[str, float]:
    """Moves without streams, then streams, then moves with them."""
    application = kartfold(url, seconds)
    environment = {**application.environment, "RATE_LIMITS": "no"}
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(gunicorn(application.name, environment))
        stack.enter_context(beside(environment, "worker"))
        listening = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=2048))
        where = ("streams", "--bind", f"fd://{listening.fileno()}")
        holder = stack.enter_context(beside(environment, *where, files=(listening.fileno(),)))
        drive(server.address, [itertools.islice(each, 20) for each in application.scripts], 1000)  # warm
        moves = itertools.chain.from_iterable(zip(*application.scripts, strict=False))
        drive(listening.getsockname(), [iter([b"GET /api/v1/games HTTP/1.1\r\nHost: here\r\n\r\n"])], 1000)
        without = paced(server.address, moves, seconds)
        before = memory(holder)
        streams = Streams(listening.getsockname(), games(url), many)
        stack.callback(streams.stop)
        wait_for(lambda: streams.ready() == many)
        time.sleep(SETTLE_S)
        first = last_events(url)
        cpu = -cpu_seconds(holder)
        beside_streams = paced(server.address, moves, seconds)
        last = last_events(url)
        due = {(game, seq) for game, end in last.items() for seq in range(first[game] + 1, end + 1)}
        copies = Counter(itertools.islice(itertools.cycle(games(url)), many))
        wait_for(lambda: sum(streams.heard.values()) >= sum(copies[game] for game, _ in due))
        cpu += cpu_seconds(holder)
        held = memory(holder) - before
    wrong = [one for one in due if streams.heard[one] != copies[one[0]]]
    if wrong or len(streams.heard) != len(due):
        raise RuntimeError(f"{len(wrong)} of {len(due)} events did not come to every stream once")
    return {
        "delivery p50 ms": percentile(sorted(streams.delays), 50),
        "delivery p99 ms": percentile(sorted(streams.delays), 99),
        "messages/s": len(streams.delays) / seconds,
        "moves p50 ms": percentile(sorted(beside_streams), 50) * 1000,
        "moves p99 ms": percentile(sorted(beside_streams), 99) * 1000,
        "without: p50 ms": percentile(sorted(without), 50) * 1000,
        "without: p99 ms": percentile(sorted(without), 99) * 1000,
        "kB a stream": held / many,
        "CPU µs/message": cpu / len(streams.delays) * 1e6,
    }


def games(url: str) -> list[str]:
    """The tables, in an order that stays."""
    with connected(url) as connection:
        return list(connection.scalars(sa.text("SELECT game FROM streams ORDER BY game")))


def last_events(url: str) -> dict[str, int]:
    """The last event of each table."""
    with connected(url) as connection:
        return {game: version for game, version in connection.execute(sa.text("SELECT game, version FROM streams"))}


def memory(process: int) -> float:
    """The kB that this process and its children have in memory."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    own = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert own is not None
    return float(own[1]) + sum(memory(int(child)) for child in children)


def wait_for(what: object) -> None:
    """Until it is so."""
    assert callable(what)
    end = time.monotonic() + PATIENCE_S
    while not what():
        if time.monotonic() > end:
            raise RuntimeError(f"waited {PATIENCE_S:g} s in vain")
        time.sleep(0.05)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", required=True, help="SQLAlchemy's URL of a PostgreSQL server on this machine")
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args()
    with fresh_database(options.server, migrated=True) as url:
        print(json.dumps(measure(url, options.streams, options.seconds)))


if __name__ == "__main__":
    main()
