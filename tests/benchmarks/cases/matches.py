"""Matches played by chance, and their records, for the cases that need moves, rows or files."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence

from app.rules.bots.driver import Request, Table, set_up
from app.rules.dealer import Dealer
from app.rules.decide import decide
from app.rules.events import recorded
from app.rules.legal import legal_moves
from app.rules.moves import Move, Play
from app.rules.options import Options
from app.rules.state import State
from replays import chain

Choose = Callable[[Sequence[Move]], Move]
"""A way to choose one of the legal moves of who must act, in their order, of which the last is to resign."""

HOST = "player:00000000-0000-4000-8000-000000000000"


def any_move(rng: random.Random) -> Choose:
    """Every legal move as likely as every other, but nobody resigns: who could play often draws, and hands are long."""
    return lambda moves: rng.choice(moves[:-1])


def any_card(rng: random.Random) -> Choose:
    """Plays when a card fits, any that does, and draws when none does, as RLCard's players must."""

    def choose(moves: Sequence[Move]) -> Move:
        if type(moves[0]) is not Play:
            return rng.choice(moves[:-1])
        return rng.choice([move for move in moves if type(move) is Play])

    return choose


POLICIES = {"any-move": any_move, "any-card": any_card}


def play(state: State, dealer: Dealer, choose: Choose) -> Iterator[Request]:
    """The moves of who must act, from a state to the end of its match."""
    while (seat := state.turn) is not None:
        decision = decide(state, seat, choose(legal_moves(state, seat, dealer)), dealer)
        yield Request(seat, 0, decision)
        state = decision.state


def whole(table: Table, options: Options, dealer: Dealer, choose: Choose) -> Iterator[Request]:
    """A match from the making of its table on."""
    last = None
    for last in set_up(dealer, options, table):
        yield last
    assert last is not None
    yield from play(last.decision.state, dealer, choose)


def record(game: str, requests: Iterable[Request]) -> Iterator[tuple[list[chain.Line], chain.Head, Request]]:
    """Each request with its lines, and the head of the chain behind it."""
    head = chain.START
    for request in requests:
        actor = HOST if request.seat is None else f"seat:{request.seat}"
        lines, head = chain.lines(head, game, actor, request.t, recorded(request.decision.events))
        yield lines, head, request
