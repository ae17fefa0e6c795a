"""`python -m replays export --as FORM PATH…`: all that a service makes of a record, without one."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from replays.commands.command import Command, takes_paths
from replays.commands.each_file import written
from replays.exports import FORMS, SPOKEN, export_file
from replays.files import replay_files
from replays.show.languages import DEFAULT, LANGUAGES

ABOUT = """Makes other files of records, or of notations (files that end in .txt), as a service does:
  json      all that a viewer needs, with a sentence and the position for each event
  html      one page that plays the game without a network, to keep or to send
  svg       the race chart: cards in each hand, turn by turn
  txt       the game in notation, with the cards of the hands that are over; bare.txt is without them
One file goes to the standard output. With --out each goes into a folder, under the name of its record, and a line says
where; a file that is there already stays as it is. A record is verified first, and nothing is made of it if it
diverged.
exit status: 0 all written, 1 something diverged, 4 something cannot be read or written, 2 wrong usage
examples: python -m replays export --as html --names Ann,Ben game.replay.jsonl > game.replay.html
          python -m replays export --as html --language is game.replay.jsonl > game.replay.html
          python -m replays export --as svg --out charts replays/golden"""

_ENDINGS = (".gz", ".jsonl", ".txt", ".bare", ".replay")


def _arguments(parser: ArgumentParser) -> None:
    takes_paths(parser)
    parser.add_argument("--as", dest="form", required=True, choices=FORMS, help="what to make")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where the files go; it is made if it is not there")
    parser.add_argument(
        "--names", type=_names, default=[], metavar="NAME,NAME", help="what to call who sits at seats 0, 1 and so on"
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, help=f"what json, html and svg are written in, {DEFAULT} without it"
    )


def _names(text: str) -> list[str | None]:
    return [name.strip() or None for name in text.split(",")]


def _run(given: Namespace) -> int:
    if given.out is None and len(list(replay_files(given.paths))) > 1:
        given.parser.error("several files need --out FOLDER")
    if given.language is not None and given.form not in SPOKEN:
        given.parser.error("a notation is the same in every language")

    def write(path: Path) -> None:
        made = export_file(path, given.form, given.names, given.language or DEFAULT).encode()
        if given.out is None:
            sys.stdout.buffer.write(made)
            sys.stdout.flush()
        else:
            print(_put(given.out, f"{_name_of(path)}.replay.{given.form}", made), flush=True)

    return written(given.paths, write)


def _put(folder: Path, name: str, made: bytes) -> Path:
    """Writes a new file, and gives its path: nothing that somebody has is written over."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    with path.open("xb") as file:
        file.write(made)
    return path


def _name_of(path: Path) -> str:
    """A file's name without what says that it is a record or a notation."""
    name = path.name
    for ending in _ENDINGS:
        name = name.removesuffix(ending)
    return name


COMMAND = Command("export", ABOUT, _arguments, _run)
