"""How long the analysis of a hand takes in which four bots made 60 decisions, on one core."""

import argparse
import hashlib
import json
import random
import time
from itertools import count

from app.rules.bots import BOTS
from app.rules.bots.driver import Table, play_match
from app.rules.options import Options
from replays.analysis.analyst import analyse
from replays.analysis.turning import turnings
from replays.deal import SeededDealer, commitment
from replays.recording import Recording
from tests.benchmarks.cases.matches import record

GAME = "00000000-0000-4000-9000-000000000060"


def played(bot: str, seats: int, seed: int) -> Recording:
    """A hand of bots of this name."""
    secret, bots = hashlib.sha256(f"benchmark {seed}".encode()).digest(), [bot] * seats
    table = Table(bots, deal=GAME, commitment=commitment(GAME, secret))
    dealer, chance = SeededDealer(GAME, secret, []), random.Random(seed)
    requests = play_match(dealer, Options(), [BOTS[name] for name in bots], chance, table)
    return Recording([line.bytes for lines, _, _ in record(GAME, requests) for line in lines])


def with_decisions(bot: str, seats: int, wanted: int, seed: int) -> Recording:
    """The first hand from this seed on in which so many decisions were made."""
    for number in count(seed):
        recording = played(bot, seats, number)
        if sum(1 for _ in turnings(recording)) == wanted:
            return recording
    raise AssertionError("seeds do not end")


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="racer")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--decisions", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    recording = with_decisions(options.bot, options.seats, options.decisions, options.seed)
    cpu, begun = time.process_time(), time.perf_counter()
    seconds, playouts = [], []
    last = begun
    for said in analyse(recording):
        now = time.perf_counter()
        seconds.append(now - last)
        playouts.append(sum(way["playouts"] for way in said["alternatives"]))
        last = now
    figures = {
        "seconds": time.perf_counter() - begun,
        "CPU seconds": time.process_time() - cpu,
        "decisions": len(seconds),
        "longest decision, s": max(seconds),
        "playouts, least": min(playouts),
        "playouts, mean": sum(playouts) / len(playouts),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
