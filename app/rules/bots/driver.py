"""Bots that play whole matches through the rules, for simulation, benchmarks and tests: no service, no store."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from app.rules.bots.bot import Bot, Chance
from app.rules.clock import Clock
from app.rules.dealer import NO_HASH, Dealer
from app.rules.decide import decide
from app.rules.legal import can_call_uno
from app.rules.lifecycle import create, sit, start
from app.rules.moves import parse_move
from app.rules.options import Options
from app.rules.request import Decision
from app.rules.state import ACTING_PHASES, DUE, NO_CLOCK, START, State
from app.rules.view import view

NOWHERE = "00000000-0000-4000-8000-000000000000"
"""The deal of matches whose cards come from no seeds."""


class Request(NamedTuple):
    """A request that was accepted: the seat that made it (None before the first hand is dealt), its time in UTC ms, and
    what it did."""

    seat: int | None
    t: int
    decision: Decision


class Table(NamedTuple):
    """A table beside its options: the name of the bot at each seat, whose decks, the clock."""

    bots: Sequence[str]
    deal: str = NOWHERE
    commitment: str = NO_HASH
    clock: Clock = NO_CLOCK


class BotStalled(RuntimeError):
    """A bot that had to act did not."""


def no_time() -> int:
    """The time of matches that take none: always 0."""
    return 0


def play_match(
    dealer: Dealer,
    options: Options,
    bots: Sequence[Bot],
    chance: Chance,
    table: Table | None = None,
    now: Callable[[], int] = no_time,
) -> Iterator[Request]:
    """A whole match, request by request: made, seated, started, and played to its end by `bots`, one a seat.

    `now` says the time of each request in UTC ms. Raises InvalidOption for a number of seats that is not allowed.
    """
    table = table or Table([bot.name for bot in bots])
    state = START
    for request in set_up(dealer, options, table, now):
        state = request.decision.state
        yield request
    yield from play_on(state, dealer, bots, chance, now)


def set_up(dealer: Dealer, options: Options, table: Table, now: Callable[[], int] = no_time) -> Iterator[Request]:
    """The requests that make a table, seat a bot at each of its seats, and start the match."""
    t = now()
    decision = create(options, len(table.bots), table.deal, table.commitment, table.clock, t)
    yield Request(None, t, decision)
    for seat, bot in enumerate(table.bots):
        t = now()
        decision = sit(decision.state, seat, None, bot, None, t)
        yield Request(None, t, decision)
    t = now()
    yield Request(None, t, start(decision.state, dealer, t))


def play_on(
    state: State, dealer: Dealer, bots: Sequence[Bot], chance: Chance, now: Callable[[], int] = no_time
) -> Iterator[Request]:
    """The moves of a match from `state` to its end. Raises BotStalled if a bot that must act does not."""
    while state.phase in ACTING_PHASES:
        request = next_request(state, dealer, bots, chance, now())
        yield request
        state = request.decision.state


def next_request(state: State, dealer: Dealer, bots: Sequence[Bot], chance: Chance, t: int = 0) -> Request:
    """The next move at a table of bots: by the first, in the order of `may_act`, that wants to move.

    A bot sees the view of its seat with the options of the match beside, as the service shows them.
    """
    for seat in may_act(state):
        seen = {**view(state, dealer, seat), "options": _data(state.options)}
        body = bots[seat].choose(seen, chance)
        if body is not None:
            return Request(seat, t, decide(state, seat, parse_move(body), dealer, t))
    raise BotStalled(f"seat {state.turn} has to act in the phase {state.phase}")


@lru_cache
def _data(options: Options) -> dict[str, Any]:
    return options.data()


def may_act(state: State) -> list[int]:
    """The seats that have something to decide: who can say UNO, who can catch, and last who has to act.

    UNO is said before anybody is caught, so only one who does not want to say it is.
    """
    if state.turn is None:
        return []
    if not any(state.uno):
        return [state.turn]
    seats = [seat for seat in range(state.seats) if can_call_uno(state, seat)]
    if DUE in state.uno:
        seats += [seat for seat, active in enumerate(state.active) if active and seat not in seats]
    return [*(seat for seat in seats if seat != state.turn), state.turn]
