"""The commands that need no service, one a file: `python -m replays` runs them.

They are `verify`, `export`, `notation`, `analyse` and `scenario`. `command` is what each of them is, `each_file` what
those share that make something of many files.
"""

from replays.commands import analyse, export, notation, scenario, verify

COMMANDS = (verify.COMMAND, export.COMMAND, notation.COMMAND, analyse.COMMAND, scenario.COMMAND)
