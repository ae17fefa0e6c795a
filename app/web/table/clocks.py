"""The clocks of a table as its pages tell of them: what is left in each bank, and which stand still until when."""

from typing import NamedTuple

from app.rules.clock import AGREED, DAYS_OFF, QUIET_HOURS, VACATION
from app.rules.state import State
from app.web.language import _, later

REASONS = {
    QUIET_HOURS: later("quiet hours"),
    DAYS_OFF: later("days off"),
    VACATION: later("vacation"),
    AGREED: later("agreed by everybody"),
}
"""Why clocks stand still."""


class Pause(NamedTuple):
    """A clock that stands still, until when (UTC milliseconds) and, where it is known, why."""

    until: int
    reason: str | None


class SeatClock(NamedTuple):
    """The clock of a seat: what is left of its bank in milliseconds, if it has one, its pause, and how many decisions
    in a row were missed there."""

    seat: int
    bank: int | None
    pause: Pause | None
    missed: int


def clocks(state: State, now: int) -> list[SeatClock]:
    """The clocks of those who are still in, seat by seat."""
    return [
        SeatClock(seat, _left(state, seat, now), pause_of(state, seat, now), state.missed[seat])
        for seat, active in enumerate(state.active)
        if active
    ]


def table_pause(state: State, now: int) -> Pause | None:
    """The pause that all have."""
    return pause_of(state, -1, now)


def pause_of(state: State, place: int, now: int) -> Pause | None:
    """The pause of a seat alone, or at -1 that of the table."""
    if not state.paused or state.paused[place] <= now:
        return None
    reason = REASONS.get(state.paused_for[place])
    return Pause(state.paused[place], reason and _(reason))


def standing_still(state: State, now: int) -> Pause | None:
    """Until when the clock of the decision that is due stands still."""
    if state.turn is None or state.deadline is None:
        return None
    pauses = [pause for pause in (pause_of(state, state.turn, now), table_pause(state, now)) if pause is not None]
    return max(pauses, key=lambda pause: pause.until, default=None)


def _left(state: State, seat: int, now: int) -> int | None:
    """What a seat has in its bank; of the one that has to decide what is left when it runs on from here."""
    if not state.bank:
        return None
    if seat != state.turn or state.deadline is None:
        return state.bank[seat]
    return max(0, state.deadline - max(now, state.since))
