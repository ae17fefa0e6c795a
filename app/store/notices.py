"""Notices: what somebody is told of a game, in one row each. Nothing of it is hidden: a notice says no more than what
everybody may know of the game.

Whoever adds notices hands them to every channel in the same transaction (`Fanout`): a channel writes down there what it
has to deliver, and delivers later, as often as it takes. A delivery that fails holds up nobody.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import sqlalchemy as sa

TURN, OUT_OF_TURN, OVER, INVITED = "turn", "out_of_turn", "over", "invited"
REMINDERS = {50: "reminder_50", 80: "reminder_80", 95: "reminder_95"}
"""Per cent of the time of a decision → the kind of notice that says so."""
KINDS = (TURN, OUT_OF_TURN, *REMINDERS.values(), OVER, INVITED)
"""What one can be told of."""


class Notice(NamedTuple):
    """What an account is told: `id` is the same for every channel and every try. `seat` is theirs, `version` that of
    the game when it was said, `deadline` and `made` are UTC milliseconds."""

    id: str
    account: str
    game: str
    kind: str
    seat: int | None
    version: int
    deadline: int | None
    made: int


Fanout = Callable[[sa.Connection, Sequence[Notice]], None]
"""What a channel does with new notices, within the transaction that adds them."""
