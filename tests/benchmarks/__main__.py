"""`python -m tests.benchmarks [NAME …]`: runs benchmarks, and prints the tables with what they were measured on."""

import argparse
import json
import shlex
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack

from tests.benchmarks import machine, rounds
from tests.benchmarks.benchmark import Benchmark
from tests.benchmarks.catalogue import BENCHMARKS, Workshop
from tests.benchmarks.home import home
from tests.benchmarks.report import report


def main(arguments: Sequence[str]) -> int:
    """Run what is asked for; 1 if a case gave no figures. A missed target is told in its table, and is no failure."""
    options = parse(arguments)
    command = shlex.join(["python", "-m", "tests.benchmarks", *arguments])
    print(f"# Benchmarks\n\n`{command}`\n\n{machine.description()}", flush=True)
    failed = 0
    with ExitStack() as stack:
        workshop = Workshop(stack, options.seconds, options.profile)
        for name in options.names:
            benchmark = BENCHMARKS[name](workshop)
            times = benchmark.rounds or options.rounds
            results = rounds.run(benchmark.cases, times)
            keep(name, benchmark, results)
            print(f"\n{report(benchmark, results)}\n\nRounds: {times}.", flush=True)
            failed += rounds.failures(results)
    return 1 if failed else 0


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """What is asked for; wrong usage ends the program."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}; all without")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="runs of every case (default 5)")
    parser.add_argument("--seconds", type=float, default=4, metavar="S", help="time measured in a run (default 4)")
    parser.add_argument("--profile", action="store_true", help="http: also say where the time of a move goes")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}")
    if options.rounds < 1 or options.seconds <= 0:
        parser.error("rounds and seconds are above zero")
    options.names = list(dict.fromkeys(options.names)) or list(BENCHMARKS)
    return options


def keep(name: str, benchmark: Benchmark, results: rounds.Results) -> None:
    """Leave the raw figures of every round in the folder of the benchmarks."""
    folder = home() / "results"
    folder.mkdir(exist_ok=True)
    raw = {"title": benchmark.title, "machine": machine.description(), "rounds": results}
    path = folder / f"{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}-{name}.json"
    path.write_text(json.dumps(raw, indent=1, ensure_ascii=False))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
