"""The notation of a match, `replay.txt`: for people and forums, and read back into the same moves.

`write_notation` and `read_notation` are the doors; NOTATION.md is the page of the notation. Read in this order: `sheet`
(what a text says), `values`, `scribe` (a record into a sheet), `write` (a sheet into text); `tokens`, `reader`,
`clocks`, `header`, `acts`, `hands` and `parse` (text into a sheet), `supposed`, `compare` and `play` (a sheet into a
record, by the rules), `read`; `files` for those that have one.
"""

from replays.notation.read import Reading, read_notation
from replays.notation.tokens import MAX_TEXT, BadNotation
from replays.notation.write import write_notation

__all__ = ["MAX_TEXT", "BadNotation", "Reading", "read_notation", "write_notation"]
