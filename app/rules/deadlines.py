"""When decisions fall due: what was due before a request, and what its events and its time make of that (R39).

A clock runs from the request that made a decision the seat's; a pause moves the deadlines that it covers, and another
clock begins anew.
"""

from typing import NamedTuple

from app.rules.clock import Clock
from app.rules.state import NO_CLOCK, Draft, put


class Due(NamedTuple):
    """What was due before a request: the number of the decision, whose it was, since when, the pauses, the clock."""

    decision: int
    turn: int | None
    since: int
    paused: tuple[int, ...]
    clock: Clock


NOTHING_DUE = Due(0, None, 0, (), NO_CLOCK)


def due_in(draft: Draft) -> Due:
    """What is due; without a clock nothing ever is."""
    if draft.clock.kind == "none":
        return NOTHING_DUE
    return Due(draft.decision, draft.turn, draft.since, draft.paused, draft.clock)


def settle(draft: Draft, due: Due, seat: int | None, t: int) -> None:
    """Closes a request on a working copy: the row of missed decisions of who acted is broken, clocks go on (R39)."""
    if seat is not None and draft.missed and draft.missed[seat]:
        draft.missed = put(draft.missed, seat, 0)
    if draft.clock.kind != "none" and draft.decision != due.decision:
        _start_clock(draft, due, seat, t)


def _start_clock(draft: Draft, due: Due, seat: int | None, t: int) -> None:
    """Closes the clock of the decision that was due, and starts the one of the decision that is due now."""
    if draft.paused != due.paused and draft.turn is not None and draft.turn == due.turn:
        _move_deadline(draft, due, t)
        return
    if due.turn is not None and draft.clock.kind == "bank" and draft.clock is due.clock:
        spent = _running_from(due.paused, due.turn, t) - due.since  # `since` is past a pause that is on
        left = draft.clock.bank_after(draft.bank[due.turn], spent, taken=due.turn == seat)
        draft.bank = put(draft.bank, due.turn, left)
    if draft.turn is None:
        draft.deadline = None
        return
    draft.since = _running_from(draft.paused, draft.turn, t)
    draft.asked = max(t, draft.paused[-1])
    draft.deadline = draft.since + draft.clock.allowance(draft.bank[draft.turn] if draft.bank else 0)


def _move_deadline(draft: Draft, due: Due, t: int) -> None:
    """A pause moves the deadlines that it covers by its length; one that ends early gives back the rest."""
    assert draft.turn is not None
    assert draft.deadline is not None
    if draft.deadline <= t:
        return  # it had passed: a pause covers what is still to come
    moved = _running_from(draft.paused, draft.turn, t) - _running_from(due.paused, draft.turn, t)
    draft.since += moved
    draft.deadline += moved
    if draft.paused[-1] != due.paused[-1]:
        draft.asked += moved


def _running_from(paused: tuple[int, ...], seat: int, t: int) -> int:
    return max(t, paused[seat], paused[-1])
