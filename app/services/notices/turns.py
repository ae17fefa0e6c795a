"""The turn of a receiver: what a channel sends to it, one after the other, before others have theirs."""

from collections.abc import Callable, Sequence
from typing import TypeVar

AT_ONCE, TURN_MS = 20, 20_000
"""How many go to a receiver in a turn, and for how long new ones are begun, in milliseconds."""

Sending = TypeVar("Sending")


def take_turn(
    due: Sequence[Sending],
    claimed: Callable[[Sending, int], Sending | None],
    deliver: Callable[[Sending], bool],
    now: Callable[[], int],
) -> int:
    """Sends what is due until one fails; says how many were taken. `claimed` gives what is to be tried, as this try has
    it, or None where another worker has it, and is told when (UTC milliseconds, as `now`); `deliver` says whether it
    was taken."""
    taken, until = 0, now() + TURN_MS
    for one in due:
        if (at := now()) >= until:
            break
        mine = claimed(one, at)
        if mine is None:
            continue
        if not deliver(mine):
            break
        taken += 1
    return taken
