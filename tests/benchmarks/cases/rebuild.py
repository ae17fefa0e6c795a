"""A running hand of 200 events, rebuilt from stored rows: read, decoded and folded into the state.

Forty hands in turn, as the peer rebuilds forty aggregates. `--from events` has no snapshot; `--from snapshot` has the
one that a cold start leaves behind, of the last event. Both are one query, with nothing kept in memory.
"""

import argparse
import contextlib
import itertools
import json
import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from app.rules.bots.driver import Table
from app.rules.dealer import PlainDealer
from app.rules.options import Options
from app.rules.state import START, State
from app.services.play.positions import SNAPSHOT_FORM, snapshot_of
from app.store import Store, StreamHead
from app.store.engine import make_engine
from app.store.secrets import Cipher
from replays.chain import Line
from replays.fold import fold
from tests.benchmarks.cases.matches import any_card, record, whole
from tests.benchmarks.cases.timing import repeat
from tests.databases import Databases

EVENTS = 200
HANDS = 40
SEATS = 4
GAME = "00000000-0000-4000-9000-{:012d}"


class Running(NamedTuple):
    """A hand that is still on: what is stored of it, and the state that has to come out."""

    head: StreamHead
    lines: Sequence[Line]
    state: State


def running(seed: int) -> Running | None:
    """The first 200 events of a match, if a request ends there and its first hand is still on."""
    game, rng = GAME.format(seed), random.Random(seed)
    requests = whole(Table(["random"] * SEATS, deal=game), Options(), PlainDealer(rng.shuffle), any_card(rng))
    lines: list[Line] = []
    for more, head, request in record(game, requests):
        lines += more
        if len(lines) >= EVENTS:
            state = request.decision.state
            if len(lines) > EVENTS or state.turn is None:
                return None
            return Running(StreamHead(game, *head, state.turn, None, False), lines, state)
    return None


def running_hands() -> list[Running]:
    """As many hands as are rebuilt in turn."""
    found = (hand for seed in itertools.count() if (hand := running(seed)) is not None)
    return list(itertools.islice(found, HANDS))


def rebuild(store: Store, game: str) -> State:
    """What a cold start does."""
    snapshot, lines = store.rebuild_rows(game, SNAPSHOT_FORM)
    state = START if snapshot is None else State.restore(json.loads(snapshot.data))
    return fold(state, lines)


@contextlib.contextmanager
def fresh_store(database: str, server: str) -> Iterator[Store]:
    """A store on a new, migrated database, which is removed at the end."""
    with tempfile.TemporaryDirectory(prefix="kartfold-bench-") as folder:
        databases = Databases(Path(folder), lambda: server)
        engine = make_engine(databases.fresh(database))
        try:
            yield Store(engine, Cipher({"bench": bytes(32)}))
        finally:
            engine.dispose()
            databases.close()


def fill(store: Store, hands: Sequence[Running], snapshots: bool) -> None:
    """Store the hands, and what a cold start leaves behind if asked for."""
    for head, lines, state in hands:
        store.create(head, lines, bytes(32))
        if snapshots:
            store.save_snapshots(head.game, SNAPSHOT_FORM, [(head.version, snapshot_of(state))])


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--server", default="", help="SQLAlchemy's URL of a server where databases can be created")
    parser.add_argument("--from", dest="source", choices=["events", "snapshot"], default="events")
    parser.add_argument("--seconds", type=float, default=4.0)
    options = parser.parse_args()
    hands = running_hands()
    with fresh_store(options.database, options.server) as store:
        fill(store, hands, options.source == "snapshot")
        assert all(rebuild(store, hand.head.game) == hand.state for hand in hands)
        games = [hand.head.game for hand in hands]
        del hands  # what it holds would lengthen every garbage collection

        def once(number: int) -> int:
            rebuild(store, games[number % HANDS])
            return 1

        calls, _, seconds, cpu = repeat(once, options.seconds)
    figures = {
        "rebuilds/s": calls / seconds,
        "µs/rebuild": seconds / calls * 1e6,
        "CPU µs/rebuild": cpu / calls * 1e6,
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
