"""Whole matches of bots, played through the rules with real deals, and their records: no store, no table."""

import random
import time
import uuid
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import NamedTuple

from app.rules.bots import BOTS
from app.rules.bots.driver import Request, Table, play_match
from app.rules.events import recorded
from app.rules.options import Options
from replays.chain import START, lines
from replays.deal import SeededDealer, commitment

BEGINNING = 1_767_225_600_000
"""When simulated matches begin, UTC ms; each request takes a second."""
HOST = "player:00000000-0000-4000-8000-000000000000"


class Match(NamedTuple):
    """A match that was played: its id, its lines, how many moves were made, and the seconds it took."""

    game: str
    lines: Sequence[bytes]
    moves: int
    seconds: float


def matches(number: int, seats: int, seed: str, bots: Sequence[str], options: Options) -> Iterator[Match]:
    """That many matches; equal arguments give equal records. `bots` are repeated until every seat has one.

    Raises KeyError for a bot that does not exist, InvalidOption for a number of seats that no table has.
    """
    for which in range(number):
        yield play(seats, f"{seed}/{which}", bots, options)


def play(seats: int, seed: str, bots: Sequence[str], options: Options) -> Match:
    """One match."""
    names = [bots[seat % len(bots)] for seat in range(seats)]
    players, chance = [BOTS[name] for name in names], random.Random(seed)
    game, last_seed = _game(seed), _bytes("last seed", seed)
    clock = count(BEGINNING, 1000)
    table = Table(names, game, commitment(game, last_seed))
    begun = time.perf_counter()
    requests = list(play_match(SeededDealer(game, last_seed, ()), options, players, chance, table, lambda: next(clock)))
    seconds = time.perf_counter() - begun
    moves = sum(request.seat is not None for request in requests)
    return Match(game, record(game, requests), moves, seconds)


def record(game: str, requests: Sequence[Request]) -> list[bytes]:
    """The lines of a match, request by request."""
    head, written = START, []
    for request in requests:
        actor = HOST if request.seat is None else f"seat:{request.seat}"
        made, head = lines(head, game, actor, request.t, recorded(request.decision.events))
        written += [line.bytes for line in made]
    return written


def _game(seed: str) -> str:
    return str(uuid.UUID(bytes=_bytes("game", seed)[:16], version=4))


def _bytes(what: str, seed: str) -> bytes:
    return sha256(f"kartfold simulation: {what} of {seed}".encode()).digest()
