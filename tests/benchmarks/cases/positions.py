"""A random position of a match that is over, through random eyes: the whole answer of the service, without a network.

`--snapshots without` folds every position from the first event; `with` has what
questions before have left behind: each leaves a few snapshots on its way, and here they have been asked until there
is one near every event. What a process keeps in memory (where the match ended, who knows its cards) it has kept.
"""

import argparse
import contextlib
import json
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa
from flask import Flask

import config
from app.api.context import services
from app.factory import close, create_app
from app.rules.bots.driver import Request
from app.rules.events import recorded
from app.rules.lifecycle import void
from app.rules.state import START, State
from app.services.play import positions
from app.services.play.dealers import dealer_of
from app.services.replay import stages
from app.store import Store, StreamHead
from app.store.engine import make_engine
from app.store.secrets import Cipher
from replays import chain
from replays.deal import LAST
from replays.fold import fold
from tests.api.people import API, bearer
from tests.benchmarks.cases.matches import any_card, play
from tests.databases import Databases

BOTS = 3
WARM_UP = 20
NEVER = 10**9


class Match:
    """A match of this service, of so many events, that was ended when it had them."""

    def __init__(self, app: Flask, store: Store, events: int) -> None:
        self._client = app.test_client()
        self.game = self._start(store)
        self._append(store, events)
        self.events = len(store.event_bytes(self.game))

    def look(self, chance: random.Random) -> float:
        """Asks for a position, and gives the seconds until the answer was there. Raises RuntimeError for another."""
        seq, eyes = chance.randrange(self.events), chance.choice(["table", "all", *range(1 + BOTS)])
        start = time.perf_counter()
        answer = self._client.get(f"{API}/games/{self.game}?at={seq}&as={eyes}")
        passed = time.perf_counter() - start
        if answer.status_code != 200 or json.loads(answer.text)["version"] != seq:
            raise RuntimeError(f"{answer.status_code}: {answer.text[:200]}")
        return passed

    def fill(self) -> None:
        """Asks as many questions as it takes until there is a snapshot near every event."""
        for seq in range(0, self.events, stages.AT_ONCE * stages.EVERY // 2):
            self._client.get(f"{API}/games/{self.game}?at={seq}&as=table")
        self._client.get(f"{API}/games/{self.game}?at={self.events - 1}&as=table")

    def _start(self, store: Store) -> str:
        body = {"seats": 1 + BOTS, "bots": ["random"] * BOTS, "options": {"hands": LAST}}
        made = json.loads(self._client.post(f"{API}/games", json=body).text)
        game, guest = made["view"]["id"], bearer(made["seat_link"]["secret"])
        version = {"expected_version": made["version"]}
        started = self._client.post(f"{API}/games/{game}/start", json=version, headers=guest)
        if started.status_code != 200:
            raise RuntimeError(started.text)
        return str(game)

    def _append(self, store: Store, events: int) -> None:
        """The match goes on by chance, as fast as the rules can, and is written at once."""
        head = store.head(self.game)
        assert head is not None
        state, behind = fold(START, store.event_bytes(self.game)), chain.Head(*head[1:5])
        written: list[chain.Line] = []
        for request in self._requests(store, state):
            actor = "staff:bench" if request.seat is None else f"seat:{request.seat}"
            lines, behind = chain.lines(behind, self.game, actor, head.t, recorded(request.decision.events))
            written += lines
            state = request.decision.state
            if behind.version >= events - 3 and not state.over:
                decision = void(state, dealer_of(store, self.game, state), head.t)
                lines, behind = chain.lines(behind, self.game, "staff:bench", head.t, recorded(decision.events))
                written += lines
                break
        over = StreamHead(self.game, *behind, None, None, True)
        store.append(over, head.version, written, forget_secret=True)

    def _requests(self, store: Store, state: State) -> Iterator[Request]:
        return play(state, dealer_of(store, self.game, state), any_card(random.Random(1)))


def measure(match: Match, snapshots: bool, seconds: float) -> dict[str, float]:
    """The median by the clock, and what the processor is used for an answer in this process; both in ms."""
    chance = random.Random(2)
    if snapshots:
        match.fill()
    for _ in range(WARM_UP):
        match.look(chance)
    times, cpu, end = [], -time.process_time(), time.perf_counter() + seconds
    while time.perf_counter() < end:
        times.append(match.look(chance))
    cpu += time.process_time()
    return {"ms": statistics.median(times) * 1000, "CPU ms": cpu / len(times) * 1000}


@contextlib.contextmanager
def service(database: str, server: str) -> Iterator[tuple[Flask, Store]]:
    """The service on a new database, which is removed at the end; and its store."""
    keys = {"bench": bytes(range(32))}
    settings = {
        "secret_key": "a key for benchmarks, which nobody else may use",
        "seed_keys": keys,
        "rate_limits": False,
    }
    with tempfile.TemporaryDirectory(prefix="kartfold-bench-") as folder:
        databases = Databases(Path(folder), lambda: server)
        url = databases.fresh(database)
        app, engine = create_app(config.Config(database_url=url, **settings)), make_engine(url)  # type: ignore[arg-type]
        try:
            yield app, Store(engine, Cipher(keys))
        finally:
            engine.dispose()
            close(app)
            databases.close()


def kept(store: Store) -> float:
    """What the snapshots take, in percent of the records."""
    query = "SELECT (SELECT sum(length(data)) FROM snapshots) * 100.0 / sum(length(bytes)) FROM events"
    with store.engine.connect() as connection:
        return float(connection.execute(sa.text(query)).scalar_one() or 0)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--server", default="", help="SQLAlchemy's URL of a server where databases can be created")
    parser.add_argument("--snapshots", choices=["with", "without"], default="with")
    parser.add_argument("--events", type=int, nargs="+", default=[1_000])
    parser.add_argument("--seconds", type=float, default=4.0)
    options = parser.parse_args()
    if options.snapshots == "without":
        stages.EVERY = positions.SNAPSHOT_AFTER = NEVER
    with service(options.database, options.server) as (app, store):
        matches = {events: Match(app, store, events) for events in options.events}
        services(app).positions.forget()
        figures: dict[str, float] = {}
        for events, match in matches.items():
            found = measure(match, options.snapshots == "with", options.seconds / len(matches))
            figures |= {f"{name}, {events:,} events": value for name, value in found.items()}
        figures["snapshots, % of the records"] = kept(store)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
