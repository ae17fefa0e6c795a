"""How long `python -m replays verify FILE` takes, and how much memory, for a match of ten seats and ten hands.

Its seeds are real, so everything is checked: bytes, chain, seeds, roots and rules. Time is that of the whole
command, the start of Python included; memory is the most that was resident.
"""

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SEATS, HANDS = 10, 10
GAME = "00000000-0000-4000-9000-000000000010"


def write(path: Path, players: str, seed: int) -> None:
    """A match of bots by that name, or by chance alone, as a replay file.

    Runs in a process of its own: see `verify`.
    """
    from app.rules.bots import BOTS
    from app.rules.bots.driver import Table, play_match
    from app.rules.options import Options
    from replays.deal import SeededDealer, commitment
    from tests.benchmarks.cases.matches import any_move, record, whole

    options, secret = Options(hands=HANDS), hashlib.sha256(f"benchmark {seed}".encode()).digest()
    dealer, chance = SeededDealer(GAME, secret, []), random.Random(seed)
    names = ["random" if players == "any-move" else players] * SEATS
    table = Table(names, deal=GAME, commitment=commitment(GAME, secret))
    if players == "any-move":
        requests = whole(table, options, dealer, any_move(chance))
    else:
        requests = play_match(dealer, options, [BOTS[name] for name in names], chance, table)
    with path.open("wb") as file:
        for lines, _, _ in record(GAME, requests):
            file.writelines(line.bytes + b"\n" for line in lines)


def verify(path: Path) -> dict[str, object]:
    """Verify once. Raises RuntimeError unless the verdict is `exact`.

    What the system counts as a child's memory begins with that of its parent, so this process stays small.
    """
    start = time.perf_counter()
    child = subprocess.Popen([sys.executable, "-m", "replays", "verify", str(path)], stdout=subprocess.PIPE)
    said = child.stdout.read() if child.stdout else b""
    _, status, usage = os.wait4(child.pid, 0)
    passed = time.perf_counter() - start
    if status or not said.startswith(b"exact"):
        raise RuntimeError(f"verify gave {said!r}, status {status}")
    return {
        "seconds": passed,
        "CPU seconds": usage.ru_utime + usage.ru_stime,
        "peak MiB": usage.ru_maxrss / 1024,
        "events": path.read_bytes().count(b"\n"),
        "file MiB": path.stat().st_size / 1024**2,
    }


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", default="racer", help="a bot, or any-move: every legal move by chance")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, help="write the file, and verify nothing")
    options = parser.parse_args()
    if options.write:
        write(options.write, options.players, options.seed)
        return
    with tempfile.TemporaryDirectory(prefix="kartfold-bench-") as folder:
        path = Path(folder) / "match.replay.jsonl"
        writer = [sys.executable, "-m", "tests.benchmarks.cases.verify", "--write", str(path)]
        subprocess.run([*writer, "--players", options.players, "--seed", str(options.seed)], check=True)
        verify(path)  # once for the disk's cache and Python's compiled files
        print(json.dumps(verify(path)))


if __name__ == "__main__":
    main()
