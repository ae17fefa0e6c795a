"""`python -m replays analyse PATH…`: how good each decision was."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from replays.analysis.files import analysis_of_file
from replays.commands.command import Command, takes_paths
from replays.commands.each_file import written

ABOUT = """Says for each decision what else was legal, and how good it was by what that seat knew: the chance to
win the hand, from playouts in which all that it did not know is dealt at random. A record is verified first.
exit status: 0 all analysed, 1 something diverged, 4 something cannot be read or no hand is over, 2 wrong usage
example: python -m replays analyse --hand 1 replays/golden/01-8-seats-hands.replay.jsonl.gz"""


def _arguments(parser: ArgumentParser) -> None:
    takes_paths(parser)
    parser.add_argument("--hand", type=int, metavar="N", help="this hand alone")


def _run(given: Namespace) -> int:
    def write(path: Path) -> None:
        for line in analysis_of_file(path, given.hand):
            print(line, flush=True)

    return written(given.paths, write)


COMMAND = Command("analyse", ABOUT, _arguments, _run)
