"""`python -m replays scenario PATH…`: whether scenario files pass."""

from argparse import Namespace

from replays.commands.command import Command, takes_paths
from replays.scenario import run_paths

ABOUT = """Plays scenario files and compares what follows: a line for each that fails, then how many passed.
exit status: 0 all passed, 1 something failed, 2 wrong usage
example: python -m replays scenario tests/conformance/scenarios"""


def _run(given: Namespace) -> int:
    return 0 if run_paths(given.paths, print) else 1


COMMAND = Command("scenario", ABOUT, takes_paths, _run)
