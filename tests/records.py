"""Whole matches as records, for tests: random players, real seeds, every kind of ending."""

import json
import random
import uuid
from collections.abc import Callable, Iterable
from typing import Any

from app.rules.clock import Clock
from app.rules.decide import decide, time_out
from app.rules.events import recorded
from app.rules.legal import legal_moves
from app.rules.lifecycle import create, pause, resume, sit, start, take_over, void
from app.rules.moves import CatchUno, Draw, Move, Pass, Play, Resign
from app.rules.options import Options
from app.rules.refusals import Refused
from app.rules.request import Decision
from app.rules.state import START, State
from replays import chain
from replays.deal import SeededDealer, commitment
from replays.format import canonical, quick, sha256_hex

OPTIONS: dict[str, list[Any]] = {
    "hands": [1, 2, 3],
    "target_score": [None, 150],
    "ties": ["share", "play_on"],
    "two_player_reverse": ["skip", "turn"],
    "illegal_wild_draw_four": ["challenge", "reject"],
    "last_card_effects": [True, False],
    "missed_decisions": [1, 2, 3],
}
CLOCKS = (Clock(), Clock("decision", 3_000), Clock("bank", 5_000, 2_000, 20_000))
BEGINNING = 1_767_225_600_000
"""When a match begins, UTC ms."""


class Recorder:
    """A match that is played and written down: `written` are its events, `states` what each request led to."""

    def __init__(self, chance: random.Random, options: Options, seats: int, clock: Clock = CLOCKS[0]) -> None:
        self.chance = chance
        self.game = str(uuid.UUID(bytes=chance.randbytes(16), version=4))
        self.last_seed = chance.randbytes(32)
        self.t = BEGINNING
        self.head = chain.START
        self.written: list[chain.Line] = []
        self.states: list[State] = []
        self.state = START
        bound = commitment(self.game, self.last_seed)
        self.put("player:host", create(options, seats, self.game, bound, clock, self.t))

    def put(self, actor: str, decision: Decision) -> None:
        """Writes a request down."""
        made, self.head = chain.lines(self.head, self.game, actor, self.t, recorded(decision.events))
        self.written += made
        self.state = decision.state
        self.states.append(self.state)

    @property
    def lines(self) -> list[bytes]:
        """The bytes of its record."""
        return [line.bytes for line in self.written]

    def begin(self, empty_seats: float = 0.0) -> None:
        """People and bots sit down, some with entropy, some seats may stay empty; the match starts."""
        put_in = []
        for seat in range(self.state.seats):
            must = self.state.seats - seat + sum(player is not None for player in self.state.players) <= 2
            if not must and self.chance.random() < empty_seats:
                continue
            bot = "racer" if self.chance.random() < 0.2 else None
            entropy = self.chance.randbytes(32).hex() if bot is None and self.chance.random() < 0.6 else None
            player = None if bot else f"p{seat}"
            self.put(f"player:p{seat}", sit(self.state, seat, player, bot, entropy, self.t))
            if entropy:
                put_in.append((seat, entropy))
        self.dealer = SeededDealer(self.game, self.last_seed, put_in)
        self.put("player:host", start(self.state, self.dealer, self.t))

    def step(self, resigning: float = 0.002) -> None:
        """One more request: a move of whoever must act, sometimes of another, sometimes time runs out."""
        chance, state = self.chance, self.state
        self.t += chance.randrange(0, 4_000)
        assert state.turn is not None
        if state.deadline is not None and chance.random() < 0.08:
            self.t = max(self.t, state.deadline)
            self.put("service", time_out(state, state.turn, self.dealer, self.t))
            return
        if chance.random() < 0.01 and self._beside():
            return
        seat = state.turn if chance.random() < 0.9 else chance.randrange(state.seats)
        moves = legal_moves(state, seat, self.dealer)
        if moves and (move := pick(moves, chance, resigning)) is not None:
            self.put(f"seat:{seat}", decide(state, seat, move, self.dealer, self.t))

    def _beside(self) -> bool:
        """What is no move: a pause, its end, a bot that takes over."""
        seat = self.chance.randrange(self.state.seats)
        ways: list[Callable[[], Decision]] = [
            lambda: pause(self.state, self.chance.choice([None, seat]), self.t + 9_000, "agreed", self.t),
            lambda: resume(self.state, self.chance.choice([None, seat]), self.t),
            lambda: take_over(self.state, seat, "random", self.t),
        ]
        try:
            self.put("service", self.chance.choice(ways)())
        except Refused:
            return False
        return True

    def finish(self, requests: int = 1_500, resigning: float = 0.002) -> "Recorder":
        """Plays to the end; a match that goes on for too long is ended void."""
        for _ in range(requests):
            if self.state.over:
                return self
            self.step(resigning)
        if not self.state.over:
            self.put("staff:arbiter", void(self.state, self.dealer, self.t))
        return self


def pick(moves: list[Move], chance: random.Random, resigning: float = 0.002) -> Move | None:
    """A move to make, if any: mostly a card if one fits, UNO mostly said; resigning rarely."""
    plays = [move for move in moves if isinstance(move, Play)]
    if plays and chance.random() < 0.85:
        said = [move for move in plays if move.uno]
        return chance.choice(said if said and chance.random() < 0.7 else plays)
    stay: list[Move] = [move for move in moves if not isinstance(move, Resign)]
    if chance.random() < resigning:
        return moves[-1]
    if not stay:
        return None
    catches: list[Move] = [move for move in stay if isinstance(move, CatchUno)]
    others: list[Move] = [move for move in stay if isinstance(move, Draw | Pass)]
    return chance.choice(catches or others or stay)


def random_match(seed: int, resigning: float = 0.002) -> Recorder:
    """The whole match that this seed gives: 2 to 10 seats, all options, with a clock or without."""
    chance = random.Random(seed)
    options = Options.parse({name: chance.choice(values) for name, values in OPTIONS.items()})
    recorder = Recorder(chance, options, chance.randrange(2, 11), chance.choice(CLOCKS))
    recorder.begin(empty_seats=0.15)
    return recorder.finish(resigning=resigning)


def long_match(events: int, seats: int = 10) -> Recorder:
    """A match that has at least so many events, hand after hand."""
    recorder = Recorder(random.Random(5), Options(hands=255), seats, Clock())
    recorder.begin()
    while len(recorder.written) < events:
        recorder.step(resigning=0)
    return recorder


def rechained(values: Iterable[dict[str, Any]]) -> list[bytes]:
    """The lines of a forger who writes events anew and mends numbers and hashes behind the change."""
    lines, prev = [], chain.ZEROS
    for seq, value in enumerate(values):
        lines.append(canonical({**value, "seq": seq, "prev": prev}))
        prev = sha256_hex(lines[-1])
    return lines


def values_of(lines: list[bytes]) -> list[dict[str, Any]]:
    """The events in lines, free to be changed."""
    return json.loads(json.dumps(quick(lines)))
