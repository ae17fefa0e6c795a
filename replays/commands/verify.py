"""`python -m replays verify PATH…`: whether records hold."""

from argparse import Namespace

from replays.commands.command import Command, takes_paths
from replays.commands.each_file import UNREADABLE, status
from replays.files import Unreadable, replay_files, verify_file
from replays.notation.files import SUFFIX, verify_text

ABOUT = """Checks records from their bytes alone, a line for each file:
  exact       everything holds, and the game is over
  unverified  sound as far as it goes: the game is open, a seed is missing, a kind of event or the rules are not
              known, or the end is cut off
  diverged    the first event that is wrong, and the check or rule that says so
A notation (a file that ends in .txt) is never exact: its moves are played again, and it carries no seeds.
exit status: 0 all exact, 1 something diverged, 4 something cannot be read, 3 something unverified, 2 wrong usage
example: python -m replays verify replays/golden"""


def _run(given: Namespace) -> int:
    found = set()
    for path in replay_files(given.paths):
        try:
            report = verify_text(path) if path.suffix == SUFFIX else verify_file(path)
        except Unreadable as error:
            found.add(UNREADABLE)
            print(f"unreadable {path}: {error}", flush=True)
            continue
        found.add(report.verdict)
        print(f"{report.verdict} {path}: {report.line()}", flush=True)
    return status(given.paths, found)


COMMAND = Command("verify", ABOUT, takes_paths, _run)
