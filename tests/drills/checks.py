"""What must be true after every move of any match."""

import json
import random
from collections.abc import Iterator, Sequence

import pytest

from app.rules.cards import CODES, COLORS
from app.rules.dealer import Dealer
from app.rules.decide import decide
from app.rules.events import Event, event_data, kind_of
from app.rules.evolve import evolve
from app.rules.legal import catchable, legal_moves
from app.rules.moves import (
    Accept,
    CallUno,
    CatchUno,
    Challenge,
    ChooseColor,
    ChooseTarget,
    Draw,
    Move,
    Pass,
    Play,
    Resign,
    move_data,
    parse_move,
)
from app.rules.refusals import RULE_OF_CODE, Refused
from app.rules.state import ACTING_PHASES, State
from app.rules.versions import VERSIONS, parse_event, stored_event
from app.rules.view import view
from tests.drills.deals import MaskedDealer

PLAYS: list[Move] = [Play(card, color, uno) for card in CODES for color in (None, *COLORS) for uno in (False, True)]
OTHERS: list[Move] = [
    *(Draw(), Pass(), Accept(), Challenge(), CallUno(), Resign()),
    *(ChooseColor(color) for color in COLORS),
    *(of(seat) for of in (ChooseTarget, CatchUno) for seat in range(12)),
]
EVERY_MOVE = [*PLAYS, *OTHERS]
"""The whole space of moves at any table, and two seats beyond."""


def check_position(state: State) -> None:
    """Somebody can act, or the match is over; and what is in the state can be."""
    if state.phase == "match_over":
        assert state.turn is None
        assert state.deadline is None
        return
    assert state.phase in ACTING_PHASES
    assert state.turn is not None
    assert state.active[state.turn]
    assert sum(state.active) >= 2
    assert (state.drawn is not None) == (state.phase == "drawn")
    assert (state.draw_four is not None) == (state.phase == "challenge")
    assert (state.color is None) == (state.phase == "color")
    assert (state.deadline is not None) == (state.clock.kind != "none")
    empty_handed = [seat for seat, count in enumerate(state.counts) if state.active[seat] and count == 0]
    assert empty_handed in ([], [state.turn] if state.phase == "target" else [])
    for seat in catchable(state):
        assert state.counts[seat] == 1
        assert state.active[seat]
    assert len(catchable(state)) <= 1


def check_fold(before: State, events: Sequence[Event], after: State, seat: int | None, t: int) -> None:
    """The events alone lead to the state, also after they were written down; any first part of them can be folded."""
    assert evolve(before, events, seat, t) == after
    written = [(kind_of(event), json.loads(json.dumps(event_data(event)))) for event in events]
    assert [parse_event(kind, VERSIONS[kind], data) for kind, data in written] == list(events)
    assert [stored_event(kind, VERSIONS[kind], data) for kind, data in written] == list(events)
    for count in range(len(events)):
        evolve(before, events[:count], seat, t)


def copy_of(state: State) -> State:
    """The same state from its snapshot, with nothing in common with it."""
    copy = State.restore(json.loads(json.dumps(state.data())))
    assert copy == state
    return copy


def check_immutable(state: State, chance: random.Random) -> None:
    """A field cannot be written or deleted."""
    field = chance.choice(list(state.data()))
    with pytest.raises(AttributeError):
        setattr(state, field, None)
    with pytest.raises(AttributeError):
        delattr(state, field)


def check_moves(state: State, dealer: Dealer, t: int, chance: random.Random, whole: bool) -> Iterator[tuple[int, Move]]:
    """Every listed move is accepted, others (a sample, or all of them) are refused; gives the listed ones."""
    for seat in range(-1, state.seats + 1):
        listed = legal_moves(state, seat, dealer)
        assert len(set(listed)) == len(listed)
        if state.turn == seat:
            assert len(listed) > 1
        for move in listed:
            assert parse_move(move_data(move)) == move
            decide(state, seat, move, dealer, t)
            yield seat, move
        others = EVERY_MOVE if whole else [*chance.sample(PLAYS, 4), *chance.sample(OTHERS, 4)]
        for move in others:
            if move not in listed:
                assert refused(state, seat, move, dealer, t).code in RULE_OF_CODE


def check_views(state: State, dealer: Dealer) -> None:
    """A view needs no card from the dealer but those its viewer may see; its moves are the legal ones."""
    for seat in (None, *range(state.seats)):
        visible = set(state.turned)
        if seat is not None:
            visible |= set(state.taken[seat])
            visible |= {
                slot for hand in state.shown if hand.to == seat for slot in state.taken[hand.seat][: hand.taken]
            }
        on = 0 if state.phase == "match_over" else state.hand
        seen = view(state, dealer, seat)
        assert view(state, MaskedDealer(dealer, on, visible), seat) == seen
        if seat is not None:
            assert seen["you"]["moves"] == [move_data(move) for move in legal_moves(state, seat, dealer)]


def refused(state: State, seat: int, move: Move, dealer: Dealer, t: int) -> Refused:
    """How `move` is refused; fails if it is not."""
    try:
        decide(state, seat, move, dealer, t)
    except Refused as refusal:
        return refusal
    raise AssertionError(f"seat {seat}: {move} was accepted and is not listed")
