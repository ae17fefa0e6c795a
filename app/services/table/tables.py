"""What people agree on when they make a table, checked before anything is written."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from app.rules import lifecycle
from app.rules.bots import BOTS
from app.rules.clock import LONGEST_MS, Clock
from app.rules.options import InvalidOption, Options
from app.rules.request import Decision
from app.rules.state import State
from app.services.clock import MINUTE
from app.services.clocks.waits import TimeOff
from app.services.refusals import Malformed

SPECTATORS = ("all", "link", "none")
BOTS_ALONE = ("play_on", "end")
LONGEST_BOT_DELAY = 60_000
"""Milliseconds that a bot may be asked to wait before each of its moves."""
SHORTEST_MS = MINUTE
"""No decision is given less time."""

_HEX = re.compile(r"[0-9a-f]{64}")


class Setup(NamedTuple):
    """A table to be made. `bots` take the first seats, or those behind its maker, who `sits` at seat 0."""

    seats: int
    options: Options = Options()
    clock: Clock = Clock()
    bots: tuple[str, ...] = ()
    bot_delay: int = 1500
    listed: bool = True
    spectators: str = "all"
    takeover: str | None = None
    bots_alone: str = "play_on"
    sits: bool = True
    entropy: str | None = None
    name: str | None = None
    time_off: TimeOff = TimeOff()


class Sitting(NamedTuple):
    """Somebody who sits down, or a bot put there by the host; at `seat`, or the first that is free."""

    seat: int | None = None
    bot: str | None = None
    entropy: str | None = None
    name: str | None = None


class Seat(NamedTuple):
    """Who sits at a table from its beginning: a player with what they put into the deal, or a bot."""

    seat: int
    player: str | None = None
    bot: str | None = None
    entropy: str | None = None


def setup_of(body: Mapping[str, Any]) -> Setup:
    """The table that a request asks for. Raises Malformed with the field that cannot be so."""
    given = dict(body)
    try:
        options = Options.parse(given.pop("options", {}))
    except InvalidOption as error:
        raise Malformed(error.option, error.message) from None
    clock = clock_of(given.pop("clock", {"kind": "none"}))
    time_off = TimeOff.of(given.pop("time_off", {}))
    bots = tuple(given.pop("bots", ()))
    people = 1 if given.get("sits", True) else 0
    seats = given.pop("seats", None) or max(2, people + len(bots))
    setup = Setup(
        seats, options, clock, bots, entropy=entropy_of(given.pop("entropy", None)), time_off=time_off, **given
    )
    if people + len(bots) > seats:
        raise Malformed("bots", f"there are {seats} seats")
    for name in (*bots, setup.takeover):
        check_bot(name)
    return setup


def clock_of(data: Mapping[str, Any]) -> Clock:
    """The clock that people agree on: nobody is given less than a minute. Raises Malformed with the field that cannot
    be so.

    What a record may hold is for the rules to know, and is more.
    """
    try:
        clock = Clock.parse(data)
    except InvalidOption as error:
        raise Malformed(error.option, error.message) from None
    for name in () if clock.kind == "none" else ("ms",) if clock.kind == "decision" else ("ms", "max_ms"):
        if getattr(clock, name) < SHORTEST_MS:
            raise Malformed(f"clock.{name}", f"has to be {SHORTEST_MS} (a minute) to {LONGEST_MS} (14 days)")
    return clock


def seat_all(made: Decision, seats: Iterable[Seat], t: int) -> Decision:
    """A table that is made, and who sits at it from the beginning, in one request."""
    events, state = list(made.events), made.state
    for one in seats:
        decision = lifecycle.sit(state, *one, t)
        events += decision.events
        state = decision.state
    return Decision(tuple(events), state)


def check_bot(name: str | None) -> None:
    """Raises Malformed for a bot that does not exist."""
    if name is not None and name not in BOTS:
        raise Malformed("bot", f"the bots are {', '.join(BOTS)}")


def bots_of(state: State) -> dict[int, str]:
    """The bots by seat, as the record has them: a table that was read a moment before may not know the newest."""
    return {seat: one.bot for seat, one in enumerate(state.players) if one is not None and one.bot is not None}


def entropy_of(text: str | None) -> str | None:
    """What a player puts into the deal, as the record has it: 64 hex digits as they are, any other text hashed."""
    if not text:
        return None
    return text if _HEX.fullmatch(text) else hashlib.sha256(text.encode()).hexdigest()
