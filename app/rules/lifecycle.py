"""Before and beside the moves: making a table, sitting down, starting, bots that take over, clocks, void matches.

Who may do what (host, officials) is not a matter of the rules; what is possible is.
"""

from app.rules.clock import LONGEST_MS, Clock
from app.rules.dealer import Dealer, PlainDealer
from app.rules.decide import resign
from app.rules.events import (
    ClockChanged,
    ClockPaused,
    ClockResumed,
    Event,
    GameCancelled,
    GameCreated,
    GameStarted,
    MatchEnded,
    SeatLeft,
    SeatTaken,
    SeatTakenOver,
)
from app.rules.options import Options, whole_number
from app.rules.refusals import Refused
from app.rules.request import Decision, Request
from app.rules.state import START, State

RULES = "umk/1"
"""The name of these rules in a record."""

SEATS = range(2, 11)
"""How many seats a table may have (R4)."""

_NO_DEALER = PlainDealer(lambda cards: None)


def create(options: Options, seats: int, deal: str, commitment: str, clock: Clock, t: int) -> Decision:
    """A table of `seats` seats whose decks are those of `deal`, bound by `commitment`. Raises InvalidOption."""
    whole_number("seats", seats, SEATS[0], SEATS[-1])
    return _only(START, GameCreated(RULES, options.data(), seats, deal, commitment, clock.data()), t)


def sit(state: State, seat: int, player: str | None, bot: str | None, entropy: str | None, t: int) -> Decision:
    """A player, or a bot without `player`, sits down; `entropy` is 64 hex digits or None."""
    _check_open(state)
    _check_seat(state, seat)
    if (player is None) == (bot is None) or (bot is not None and entropy is not None):
        raise Refused("malformed_move", "a player sits down, or a bot, which puts in nothing")
    if state.players[seat] is not None:
        raise Refused("seat_taken", f"seat {seat} is taken")
    if player is not None and any(other is not None and other.player == player for other in state.players):
        raise Refused("already_seated", "one seat for a player")
    return _only(state, SeatTaken(seat, player, bot, entropy), t)


def leave(state: State, seat: int, t: int) -> Decision:
    """A seat is given back before the start."""
    _check_open(state)
    _check_seat(state, seat)
    if state.players[seat] is None:
        raise Refused("seat_empty", f"nobody sits at seat {seat}")
    return _only(state, SeatLeft(seat), t)


def start(state: State, dealer: Dealer, t: int) -> Decision:
    """The match begins with the seats taken, and the first hand is dealt (R4)."""
    _check_open(state)
    if sum(player is not None for player in state.players) < SEATS[0]:
        raise Refused("too_few_seats", "a match starts with two seats taken or more")
    request = Request(state, dealer)
    request.emit(GameStarted())
    request.deal()
    return request.done(None, t)


def cancel(state: State, reason: str, t: int) -> Decision:
    """The match never starts."""
    _check_open(state)
    return _only(state, GameCancelled(reason), t)


def take_over(state: State, seat: int, bot: str, t: int) -> Decision:
    """A bot plays on for a seat that is still in."""
    _check_running(state)
    _check_seat(state, seat)
    if not state.active[seat]:
        raise Refused("not_seated", f"nobody plays at seat {seat}")
    return _only(state, SeatTakenOver(seat, bot), t)


def void(state: State, dealer: Dealer, t: int) -> Decision:
    """A match that is on ends without places; the hand that is on ends without a winner."""
    _check_running(state)
    request = Request(state, dealer)
    if state.phase != "hand_over":
        request.end_hand(None)
    request.emit(MatchEnded((None,) * state.seats, "void"))
    return request.done(None, t)


def rule_out(state: State, seat: int, dealer: Dealer, t: int) -> Decision:
    """An official makes `seat` leave the match, as if it resigned (R38)."""
    _check_running(state)
    if not 0 <= seat < state.seats or not state.active[seat]:
        raise Refused("not_seated", f"nobody plays at seat {seat}")
    request = Request(state, dealer)
    resign(request, seat, "ruling")
    if request.draft.phase == "hand_over":
        request.go_on()
    return request.done(None, t)


def pause(state: State, seat: int | None, until: int, reason: str, t: int) -> Decision:
    """The clock of `seat`, or of the table (None), stands still until `until`, 14 days from `t` at most, in place of
    the pause that is on."""
    _check_running(state)
    if seat is not None:
        _check_seat(state, seat)
    if not t < until <= t + LONGEST_MS:
        raise Refused("bad_pause", "a pause ends after now, and within 14 days")
    return _only(state, ClockPaused(seat, until, reason), t)


def resume(state: State, seat: int | None, t: int) -> Decision:
    """A pause ends before its time."""
    _check_running(state)
    if seat is not None:
        _check_seat(state, seat)
    if state.paused[-1 if seat is None else seat] <= t:
        raise Refused("not_paused", "there is no pause to end")
    return _only(state, ClockResumed(seat), t)


def change_clock(state: State, clock: Clock, reason: str, t: int) -> Decision:
    """A match that is on goes on with another clock, banks full; the decision that is due begins anew."""
    _check_running(state)
    if clock == state.clock:
        raise Refused("same_clock", "the table has this clock")
    return _only(state, ClockChanged(clock.data(), reason), t)


def _only(state: State, event: Event, t: int) -> Decision:
    request = Request(state, _NO_DEALER)
    request.emit(event)
    return request.done(None, t)


def _check_open(state: State) -> None:
    if state.over:
        raise Refused("game_over", "the table is closed")
    if state.started:
        raise Refused("game_started", "the match has started")


def _check_running(state: State) -> None:
    if state.over:
        raise Refused("game_over", "the match is over")
    if not state.started:
        raise Refused("game_not_started", "the match has not started")


def _check_seat(state: State, seat: int) -> None:
    if not 0 <= seat < state.seats:
        raise Refused("no_such_seat", f"there is no seat {seat}")
