"""`python -m replays notation PATH…`: records as text."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from replays.commands.command import Command, takes_paths
from replays.commands.each_file import written
from replays.notation.files import notation_of_file

ABOUT = """Writes records as text for people and forums, one after the other: replays/NOTATION.md describes it.
A record is verified first, and not written if it diverged.
exit status: 0 all written, 1 something diverged, 4 something cannot be read, 2 wrong usage
example: python -m replays notation --decks replays/golden/01-8-seats-hands.replay.jsonl.gz > game.replay.txt"""


def _arguments(parser: ArgumentParser) -> None:
    takes_paths(parser)
    parser.add_argument("--decks", action="store_true", help="with the cards of the hands that are over")
    parser.add_argument("--times", action="store_true", help="with how long each request took")


def _run(given: Namespace) -> int:
    def write(path: Path) -> None:
        print(notation_of_file(path, given.decks, given.times), flush=True)

    return written(given.paths, write)


COMMAND = Command("notation", ABOUT, _arguments, _run)
