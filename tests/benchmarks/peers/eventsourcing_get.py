"""The `eventsourcing` library rebuilds an aggregate of 200 events: `repository.get`, 40 aggregates in turn.

Its own SQLite or PostgreSQL module, a file or a database of this run alone; all of the library's defaults: JSON
transcoder, no cipher, no compressor, no cache, no snapshots. The aggregate is a card game that is about as large as a
hand is: seats, hands of up to twelve cards, the top card, the colour, whose turn it is.
"""
# mypy: disable-error-code="import-not-found,misc,untyped-decorator"
# The peers have an environment of their own; the one that types are checked in does not know them.

import argparse
import contextlib
import json
import random
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

EVENTS = 200
AGGREGATES = 40
WARM_UP_S = 0.3


class Hand(Aggregate):
    """A hand of cards at a table."""

    @event("Started")
    def __init__(self, players, seed):
        self.players = players
        self.seed = seed
        self.hands = {player: [f"red-{number}" for number in range(7)] for player in players}
        self.top = "red-0"
        self.color = "red"
        self.turn = 0
        self.moves = 0

    @event("CardPlayed")
    def play(self, player, card, color):
        """The player in turn lays down a card."""
        self.hands[player].append(card)
        self.hands[player].pop(0)
        self.top = card
        self.color = color
        self._next()

    @event("CardsDrawn")
    def draw(self, player, cards):
        """The player in turn takes cards."""
        self.hands[player] = (self.hands[player] + cards)[-12:]
        self._next()

    def _next(self):
        self.turn = (self.turn + 1) % len(self.players)
        self.moves += 1


def played(rng: random.Random) -> Hand:
    """A hand of as many events as are asked for."""
    hand = Hand(players=["p0", "p1", "p2", "p3"], seed=rng.getrandbits(32))
    for _ in range(EVENTS - 1):
        player, card = hand.players[hand.turn], f"{color(rng)}-{rng.randrange(10)}"
        if rng.random() < 0.7:
            hand.play(player=player, card=card, color=color(rng))
        else:
            hand.draw(player=player, cards=[card])
    return hand


def color(rng: random.Random) -> str:
    """Any colour."""
    return rng.choice(["red", "green", "blue", "yellow"])


@contextlib.contextmanager
def settings(database: str, conninfo: str) -> Iterator[dict[str, str]]:
    """The library's settings for a fresh database, which is removed at the end."""
    if database == "sqlite":
        with tempfile.TemporaryDirectory(prefix="kartfold-bench-") as folder:
            yield {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(Path(folder) / "peer.db")}
        return
    name = f"kartfold_bench_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        info = connection.info
        try:
            yield {
                "PERSISTENCE_MODULE": "eventsourcing.postgres",
                "POSTGRES_DBNAME": name,
                "POSTGRES_HOST": info.host,
                "POSTGRES_PORT": str(info.port),
                "POSTGRES_USER": info.user,
                "POSTGRES_PASSWORD": info.password or "none",
            }
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def rebuild_for(app: Application, hands: list[uuid.UUID], seconds: float) -> dict[str, float]:
    """Rebuild one after the other until the time is over."""
    rebuilt = 0
    cpu, start = time.process_time(), time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        app.repository.get(hands[rebuilt % len(hands)])
        rebuilt += 1
    return {
        "rebuilds/s": rebuilt / passed,
        "µs/rebuild": passed / rebuilt * 1e6,
        "CPU µs/rebuild": (time.process_time() - cpu) / rebuilt * 1e6,
    }


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--conninfo", default="", help="libpq's, of a server where databases can be created")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with settings(options.database, options.conninfo) as env, contextlib.closing(Application(env=env)) as app:
        hands = [played(rng) for _ in range(AGGREGATES)]
        for hand in hands:  # one by one: a pipeline of all their events would fill a Unix socket and hang
            app.save(hand)
        identities = [hand.id for hand in hands]
        del hands, hand
        assert app.repository.get(identities[0]).version == EVENTS
        rebuild_for(app, identities, WARM_UP_S)
        print(json.dumps(rebuild_for(app, identities, options.seconds)))


if __name__ == "__main__":
    main()
