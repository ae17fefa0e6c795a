"""The commands that need no service: `python -m replays verify PATH…`, and those that `--help` lists."""

import argparse
import sys
from collections.abc import Sequence

from replays.commands import COMMANDS


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and gives its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m replays",
        description="Checks records, makes pages, pictures and texts of them, analyses them, and plays scenarios.",
    )
    names = " | ".join(command.name for command in COMMANDS)
    commands = parser.add_subparsers(dest="command", required=True, metavar=names)
    for command in COMMANDS:
        one = commands.add_parser(
            command.name,
            help=command.about.splitlines()[0],
            description=command.about,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.arguments(one)
        one.set_defaults(run=command.run, parser=one)
    given = parser.parse_args(arguments)
    status: int = given.run(given)
    return status


if __name__ == "__main__":
    sys.exit(main())
