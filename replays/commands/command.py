"""A command of `python -m replays`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Command(NamedTuple):
    """Its name, what `--help` says of it (the first line stands in the list of commands), what adds its arguments, and
    what runs it and gives the exit status: 2, for wrong usage, is the parser's."""

    name: str
    about: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]


def takes_paths(parser: ArgumentParser) -> None:
    """Adds the files and folders that most commands take."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a file, or a folder of them")
