"""The commands that need no service: `python -m replays verify PATH…` and `python -m replays scenario PATH…`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from replays.files import Unreadable, replay_files, verify_file
from replays.scenario import run_paths
from replays.verify import DIVERGED, UNVERIFIED

_ABOUT = {
    "verify": """Checks records from their bytes alone, a line for each file:
  exact       everything holds, and the game is over
  unverified  sound as far as it goes: the game is open, a seed is missing, a kind of event or the rules are not
              known, or the end is cut off
  diverged    the first event that is wrong, and the check or rule that says so
exit status: 0 all exact, 1 something diverged, 4 something cannot be read, 3 something unverified, 2 wrong usage
example: python -m replays verify replays/golden""",
    "scenario": """Plays scenario files and compares what follows: a line for each that fails, then how many passed.
exit status: 0 all passed, 1 something failed, 2 wrong usage
example: python -m replays scenario tests/conformance/scenarios""",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and gives its exit status."""
    parser = argparse.ArgumentParser(prog="python -m replays", description="Checks records and plays scenarios.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="verify | scenario")
    for name, about in _ABOUT.items():
        command = commands.add_parser(
            name, help=about.splitlines()[0], description=about, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        command.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a file, or a folder of them")
    given = parser.parse_args(arguments)
    return _verify(given.paths) if given.command == "verify" else _scenario(given.paths)


def _scenario(paths: Sequence[Path]) -> int:
    return 0 if run_paths(paths, print) else 1


def _verify(paths: Sequence[Path]) -> int:
    found = set()
    for path in replay_files(paths):
        try:
            report = verify_file(path)
        except Unreadable as error:
            found.add("unreadable")
            print(f"unreadable {path}: {error}", flush=True)
            continue
        found.add(report.verdict)
        print(f"{report.verdict} {path}: {report.line()}", flush=True)
    if not found:
        print(f"no records in {', '.join(map(str, paths))}", file=sys.stderr)
    return _status(found)


def _status(found: set[str]) -> int:
    if DIVERGED in found:
        return 1
    if "unreadable" in found or not found:
        return 4
    return 3 if UNVERIFIED in found else 0


if __name__ == "__main__":
    sys.exit(main())
