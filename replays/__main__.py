"""The commands that need no service: `python -m replays verify PATH…`, `notation PATH…`, `analyse PATH…` and
`scenario PATH…`."""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from replays.analysis.files import analysis_of_file
from replays.files import NotSound, Unreadable, replay_files, verify_file
from replays.notation.files import SUFFIX, notation_of_file, verify_text
from replays.scenario import run_paths
from replays.verify import DIVERGED, UNVERIFIED

_ABOUT = {
    "verify": """Checks records from their bytes alone, a line for each file:
  exact       everything holds, and the game is over
  unverified  sound as far as it goes: the game is open, a seed is missing, a kind of event or the rules are not
              known, or the end is cut off
  diverged    the first event that is wrong, and the check or rule that says so
A notation (a file that ends in .txt) is never exact: its moves are played again, and it carries no seeds.
exit status: 0 all exact, 1 something diverged, 4 something cannot be read, 3 something unverified, 2 wrong usage
example: python -m replays verify replays/golden""",
    "notation": """Writes records as text for people and forums, one after the other: replays/NOTATION.md describes it.
A record is verified first, and not written if it diverged.
exit status: 0 all written, 1 something diverged, 4 something cannot be read, 2 wrong usage
example: python -m replays notation --decks replays/golden/01-8-seats-hands.replay.jsonl.gz > game.replay.txt""",
    "analyse": """Says for each decision what else was legal, and how good it was by what that seat knew: the chance to
win the hand, from playouts in which all that it did not know is dealt at random. A record is verified first.
exit status: 0 all analysed, 1 something diverged, 4 something cannot be read or no hand is over, 2 wrong usage
example: python -m replays analyse --hand 1 replays/golden/01-8-seats-hands.replay.jsonl.gz""",
    "scenario": """Plays scenario files and compares what follows: a line for each that fails, then how many passed.
exit status: 0 all passed, 1 something failed, 2 wrong usage
example: python -m replays scenario tests/conformance/scenarios""",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and gives its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m replays", description="Checks records, writes them as text, analyses them, and plays scenarios."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar=" | ".join(_ABOUT))
    for name, about in _ABOUT.items():
        command = commands.add_parser(
            name, help=about.splitlines()[0], description=about, formatter_class=argparse.RawDescriptionHelpFormatter
        )
        command.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a file, or a folder of them")
        if name == "notation":
            command.add_argument("--decks", action="store_true", help="with the cards of the hands that are over")
            command.add_argument("--times", action="store_true", help="with how long each request took")
        if name == "analyse":
            command.add_argument("--hand", type=int, metavar="N", help="this hand alone")
    given = parser.parse_args(arguments)
    if given.command == "analyse":
        return _written(given.paths, partial(analysis_of_file, hand=given.hand))
    if given.command == "notation":
        return _written(given.paths, lambda path: [notation_of_file(path, given.decks, given.times)])
    return _verify(given.paths) if given.command == "verify" else _scenario(given.paths)


def _scenario(paths: Sequence[Path]) -> int:
    return 0 if run_paths(paths, print) else 1


def _verify(paths: Sequence[Path]) -> int:
    found = set()
    for path in replay_files(paths):
        try:
            report = verify_text(path) if path.suffix == SUFFIX else verify_file(path)
        except Unreadable as error:
            found.add("unreadable")
            print(f"unreadable {path}: {error}", flush=True)
            continue
        found.add(report.verdict)
        print(f"{report.verdict} {path}: {report.line()}", flush=True)
    if not found:
        print(f"no records in {', '.join(map(str, paths))}", file=sys.stderr)
    return _status(found)


def _written(paths: Sequence[Path], lines_of: Callable[[Path], Iterable[str]]) -> int:
    """Writes what is made of each record; one that diverged, or cannot be read, is told on stderr."""
    found = set()
    for path in replay_files(paths):
        try:
            for line in lines_of(path):
                print(line, flush=True)
            found.add("written")
        except NotSound as error:
            found.add(DIVERGED)
            print(f"diverged {path}: {error}", file=sys.stderr)
        except Unreadable as error:
            found.add("unreadable")
            print(f"unreadable {path}: {error}", file=sys.stderr)
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
