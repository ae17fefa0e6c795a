"""What is to be told of where a game stands, and when to look again: nothing here reads or writes.

A decision is told once, and then at 50, 80 and 95 per cent of its time. Who looks at the table, or has just acted
there, is told nothing; if they are gone and have not decided when that lapses, they are told then. So is who has quiet
hours or a day off, when that ends, unless their time runs out before. Of several reminders that are due the last is
given, and none once the time has run out.
"""

import uuid
from typing import NamedTuple

from app.rules.evolve import following
from app.rules.state import DUE, State
from app.services.clock import DAY, MINUTE
from app.services.notices.presence import GOOD_MS
from app.store.awaited import Awaited, Facts, Outcome
from app.store.notices import OUT_OF_TURN, OVER, REMINDERS, TURN, Notice

SHORTEST_MS = 10 * MINUTE
"""Of a decision that has less time nobody is reminded."""
PAUSED_BY_MS = MINUTE
"""So long after a decision fell to somebody who is off, at the most, their clock stands still if it may."""
OLD_MS = 7 * DAY
"""Nobody is told of a match that ended so long ago."""


class Told(NamedTuple):
    """What is told of a decision, how far it is known then, and when to look again."""

    kind: str | None
    told: bool
    reminded: int
    due: int | None


def judged(before: Awaited, facts: Facts, state: State, now: int) -> Outcome:
    """What to tell of a game that stands so, and what becomes of its row."""
    if state.over:
        return _over(before.game, facts, now)
    account = None if state.turn is None else _person(state, state.turn, facts)
    decision = _decision(before, facts, state, account, now)
    caught, due = _catch(before, facts, state, now)
    told = [] if decision.kind is None or account is None else [
        _notice(before.game, facts, decision.kind, account, state.turn, state.deadline, now)
    ]  # fmt: skip
    told += [caught] if caught else []
    row = Awaited(
        before.game,
        min((one for one in (decision.due, due) if one is not None), default=None),
        facts.version,
        account,
        state.decision,
        decision.told,
        decision.reminded,
        _catching(before, state, caught is not None),
    )
    return Outcome(row, told)


def _over(game: str, facts: Facts, now: int) -> Outcome:
    if now - facts.t > OLD_MS:
        return Outcome(None)
    all = {
        seat: _notice(game, facts, OVER, account, seat, None, now) for seat, account in sorted(facts.accounts.items())
    }
    seen = {seat for seat in all if _looks_until(facts, seat) > now}
    return Outcome(
        None,
        [one for seat, one in all.items() if seat not in seen],
        [one for seat, one in all.items() if seat in seen],
    )


def _decision(before: Awaited, facts: Facts, state: State, account: str | None, now: int) -> Told:
    if state.turn is None or account is None:
        return Told(None, False, 0, None)
    same = before.account == account and state.decision - before.decision == facts.clocks
    told, reminded = (before.told, before.reminded) if same else (False, 0)
    reminders = _reminders(state)
    passed = max((share for share, at in reminders.items() if at <= now), default=0)
    kind = None
    if (until := _waits_until(facts, state, state.turn, now)) <= now and (
        state.deadline is None or now < state.deadline
    ):
        if not told:
            kind, told, reminded = TURN, True, passed
        elif passed > reminded:
            kind, reminded = REMINDERS[passed], passed
    return Told(kind, told, reminded, _next(told, reminded, reminders, until, now))


def _next(told: bool, reminded: int, reminders: dict[int, int], until: int, now: int) -> int | None:
    """When there may be more to tell: whoever looks or is off is asked for when that lapses."""
    coming = [at for share, at in reminders.items() if share > reminded]
    if not told:
        return until if until > now else None
    return max(until, coming[0]) if coming else None


def _reminders(state: State) -> dict[int, int]:
    """When each reminder of the decision is due, by the per cent of its time, the first first."""
    if state.deadline is None or state.deadline - state.since < SHORTEST_MS:
        return {}
    return {share: state.since + (state.deadline - state.since) * share // 100 for share in REMINDERS}


def _catch(before: Awaited, facts: Facts, state: State, now: int) -> tuple[Notice | None, int | None]:
    """What whoever comes next is told of one who has not said UNO, if it is not their turn: then they look anyway. And
    when to look again."""
    for seat in _can_be_caught(state):
        next = following(state, seat)
        account = _person(state, next, facts)
        if next in (seat, state.turn) or account is None or before.catching == seat:
            continue
        if (until := _waits_until(facts, state, next, now)) > now:
            return None, until
        return _notice(before.game, facts, OUT_OF_TURN, account, next, None, now), None
    return None, None


def _catching(before: Awaited, state: State, told: bool) -> int | None:
    open = _can_be_caught(state)
    return open[0] if told else before.catching if before.catching in open else None


def _can_be_caught(state: State) -> list[int]:
    return [] if state.turn is None else [seat for seat, due in enumerate(state.uno) if due == DUE]


def _person(state: State, seat: int, facts: Facts) -> str | None:
    """The account that decides for a seat: none where a bot does, also one that plays on for somebody."""
    sits = state.players[seat]
    return None if sits is None or sits.bot is not None else facts.accounts.get(seat)


def _waits_until(facts: Facts, state: State, seat: int, now: int) -> int:
    """Until when what is to be told somebody waits, since they look or are off; if it does not, a moment past."""
    start, end = facts.off.get(facts.accounts.get(seat, ""), (0, 0))
    looks = _looks_until(facts, seat)
    if not start <= now < end:
        return looks
    if state.deadline is not None and state.deadline <= end:  # perhaps their clock is still to be stopped
        end = state.asked + min(PAUSED_BY_MS, (state.deadline - state.asked) // 10)
    return max(end, looks)


def _looks_until(facts: Facts, seat: int) -> int:
    """Until when whoever has a seat looks at the table; who has acted last has seen what came of it."""
    acted = facts.t + GOOD_MS if facts.actor == f"seat:{seat}" else 0
    return max(acted, facts.looking.get(facts.accounts.get(seat, ""), 0))


def _notice(
    game: str, facts: Facts, kind: str, account: str, seat: int | None, deadline: int | None, now: int
) -> Notice:
    return Notice(str(uuid.uuid4()), account, game, kind, seat, facts.version, deadline, now)
