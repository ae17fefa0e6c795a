"""How long a clock may stand still for somebody who is off: nobody makes others wait longer than their table says."""

from collections.abc import Sequence

from app.rules.clock import COMES_AGAIN
from app.rules.state import State
from app.services.clocks.waits import OFF_IN_A_WEEK_MS, VACATION_MS, WEEK_MS, TimeOff, longest_wait
from app.store import Store
from app.store.rests import CALENDAR, VACATION
from app.store.vacations import VacationStore
from replays.format import quick


class Limits:
    """What is left of the time off that a table allows to a seat. Times are UTC milliseconds."""

    def __init__(self, store: Store, vacations: VacationStore) -> None:
        self._store = store
        self._vacations = vacations

    def longest(self, game: str, seat: int, why: str, state: State, time_off: TimeOff, t: int) -> int | None:
        """How many ms the decision that is due may take; None without a clock.

        Of the vacation in it a calendar gets what was taken: whoever changes theirs again and again would have all of
        it otherwise, for each decision, and keep the year's.
        """
        longest = longest_wait(state.clock, time_off)
        if longest is None or why == VACATION or not time_off.vacations:
            return longest
        return longest - VACATION_MS + min(VACATION_MS, self._vacations.away(game, seat, state.asked, t))

    def within(self, game: str, seat: int, why: str, until: int, t: int) -> int:
        """Until when a seat's clock may stand still from `t` on, if not until `until`: for a calendar only so long in a
        week."""
        return within_a_week(self._had(game, seat), until, t) if why == CALENDAR else until

    def _had(self, game: str, seat: int) -> list[tuple[int, int]]:
        """The quiet hours and days off that a seat has had in this game, each from when to when."""
        said = quick([event.bytes for event in self._store.events_of_kind(game, "clock.paused")])
        mine = [one for one in said if one["data"]["seat"] == seat and one["data"]["reason"] in COMES_AGAIN]
        return [(one["t"], one["data"]["until"]) for one in mine]


def allows(time_off: TimeOff, why: str) -> bool:
    """Whether a table lets clocks stand still for this."""
    return time_off.vacations if why == VACATION else time_off.quiet_hours


def latest(state: State, seat: int, until: int, longest: int | None, t: int) -> int:
    """Until when the clock of a seat may stand still that is to do so until `until`: so that the decision that is due
    takes no longer than `longest` ms."""
    if state.turn != seat or state.deadline is None or longest is None:
        return until
    runs_from = max(t, state.paused[seat], state.paused[-1])
    moved = max(until, runs_from) - runs_from
    return until - max(0, state.deadline + moved - (state.asked + longest))


def within_a_week(had: Sequence[tuple[int, int]], until: int, t: int) -> int:
    """Until when a clock that stands still from `t` on may do so, if not until `until`: with what was `had` no longer
    within seven days than one calendar can make it. Whoever changes theirs again and again gains nothing."""
    while until > t:
        begin = until - WEEK_MS
        off = until - t + sum(max(0, min(end, t) - max(start, begin)) for start, end in had)
        if off <= OFF_IN_A_WEEK_MS:
            break
        until -= off - OFF_IN_A_WEEK_MS
    return until
