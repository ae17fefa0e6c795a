"""A file that somebody brings: unpacked, and cut into lines, within limits that hold whatever its bytes are.

A worker does one thing at a time, and the others wait behind it, so it is time that the limits are about: the longest
record that passes them is verified in two seconds on one core, in 150 MB. It holds 255 hands of four players, or some
ninety of ten.
"""

import gzip
import io
import zlib
from collections.abc import Iterator

from replays.format import MAX_LINE

MIB = 1 << 20
LONGEST_UPLOAD = 8 * MIB
"""Bytes of a file as it comes. A record of the most events there may be is longer, and half as long compressed."""
LONGEST_UNPACKED = 16 * MIB
MOST_EVENTS = 50_000
MOST_OF_A_HAND = 5_000
"""Events of one hand. While its seed is missing, each request is checked in a time that grows with what came before."""

_MOST_BRACKETS = 8
_HAND = b'"kind":"hand.started"'


class TooLarge(Exception):
    """A file beyond the limits; the message says which."""


class NotAReplay(Exception):
    """A file of which nothing can be kept; the message says why."""


def unpack(body: bytes) -> bytes:
    """What a gzip file holds, its members one after the other. Raises NotAReplay, TooLarge."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(body)) as file:
            content = file.read(LONGEST_UNPACKED + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise NotAReplay(f"not a whole gzip file: {error}") from None
    if len(content) > LONGEST_UNPACKED:
        raise TooLarge(f"Unpacked, a file has {LONGEST_UNPACKED:,} bytes at most.")
    return content


def lines_of(content: bytes) -> Iterator[bytes]:
    """The lines of a record, the last one perhaps cut; each is a line as it came, or too long for any event.

    Raises TooLarge, and NotAReplay for a line that would take much memory to find out that it is no event.
    """
    file = io.BytesIO(content)
    of_hand = count = 0
    while line := file.readline(MAX_LINE + 2):
        count += 1
        of_hand = 1 if _HAND in line else of_hand + 1
        if count > MOST_EVENTS:
            raise TooLarge(f"A replay has {MOST_EVENTS:,} events at most.")
        if of_hand > MOST_OF_A_HAND:
            raise TooLarge(f"A hand has {MOST_OF_A_HAND:,} events at most.")
        if line.count(b"[") + line.count(b"{") > _MOST_BRACKETS:
            raise NotAReplay(f"line {count} has more brackets than an event can have")
        yield line.removesuffix(b"\n")
