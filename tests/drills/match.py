"""A random match: any table, any options, all kinds of players; checked after every request."""

import itertools
import random
from collections import Counter
from typing import Any, NamedTuple

from app.rules.clock import Clock
from app.rules.dealer import NO_HASH
from app.rules.decide import decide, time_out
from app.rules.events import CardsDrawn, DrawFourChallenged, Event, HandEnded, MatchEnded, SeatResigned, kind_of
from app.rules.evolve import evolve, evolve_all
from app.rules.lifecycle import change_clock, create, pause, resume, sit, start, take_over, void
from app.rules.moves import CallUno, CatchUno, Draw, Move, Pass, Play, Resign
from app.rules.options import Options
from app.rules.request import Decision
from app.rules.state import NO_CLOCK, START
from tests.drills.checks import check_fold, check_immutable, check_moves, check_position, check_views, copy_of
from tests.drills.deals import DEAL, dealer_for
from tests.drills.ledger import Ledger
from tests.effort import effort

CHOICES: dict[str, list[Any]] = {
    "seats": list(range(2, 11)),
    "length": [{}, {"hands": 2}, {"target_score": 150}],
    "ties": ["share", "play_on"],
    "two_player_reverse": ["skip", "turn"],
    "illegal_wild_draw_four": ["challenge", "reject"],
    "last_card_effects": [True, False],
    "missed_decisions": [1, 3],
}
COMBINATIONS = [dict(zip(CHOICES, values, strict=True)) for values in itertools.product(*CHOICES.values())]
CLOCKS = [NO_CLOCK, Clock("decision", 1000), Clock("bank", 1000, 50, 1200)]

MOST_REQUESTS = 3000
"""Then a match is broken off: of players who never play, some would go on till hand 255."""

WHOLE_EVERY = effort(sample=40, whole=15)
"""After so many requests, on average, the whole space of moves is tried and not only a sample."""


class Habit(NamedTuple):
    """How a player chooses: how eagerly they play, say UNO, catch and let time run out, and whether they may resign."""

    plays: float
    says: float
    catches: float
    dawdles: float
    resigns: float


HABITS = {
    "eager": Habit(1.0, 0.8, 0.7, 0.0, 0.0),
    "usual": Habit(0.9, 0.5, 0.5, 0.01, 0.0),
    "uniform": Habit(0.5, 0.5, 0.3, 0.01, 0.002),
    "careless": Habit(0.9, 0.0, 0.0, 0.02, 0.001),
    "sleepy": Habit(0.8, 0.3, 0.1, 0.3, 0.0),
    "hoarder": Habit(0.0, 0.5, 0.5, 0.02, 0.0),
    "quitter": Habit(0.9, 0.5, 0.5, 0.0, 0.05),
}
TABLES = [
    ["eager", "usual"],
    list(HABITS),
    ["hoarder"],
    ["eager", "quitter"],
    ["usual", "sleepy"],
    ["careless", "eager"],
]
WEIGHTS = [6, 5, 1, 3, 3, 3]


class Drill:
    """One match, made and played from a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"drill {seed}")
        self.dealer = dealer_for(seed)
        self.ledger = Ledger(self.dealer)
        self.t = 0
        self.seen: Counter[str] = Counter()
        self.state = START
        self.requests: list[tuple[tuple[Event, ...], int | None, int]] = []
        chosen = COMBINATIONS[seed * 541 % len(COMBINATIONS)]  # 541 is prime: each is met before one comes again
        self.seats = chosen["seats"]
        self.options = Options.parse({**chosen["length"], **{name: chosen[name] for name in list(CHOICES)[2:]}})
        habits = self.chance.choices(TABLES, WEIGHTS)[0]
        self.habits = [HABITS[self.chance.choice(habits)] for _ in range(self.seats)]

    def play(self) -> Counter[str]:
        """Plays to the end; gives what was seen on the way."""
        self._sit_down()
        while self.state.phase != "match_over" and self.seen["requests"] < MOST_REQUESTS:
            self._request()
        if self.state.phase != "match_over":
            self._take(void(self.state, self.dealer, self.t), None)
            self.seen["broken off"] += 1
        self._check_end()
        return self.seen

    def _sit_down(self) -> None:
        clock = self.chance.choice(CLOCKS)
        self._take(create(self.options, self.seats, DEAL, NO_HASH, clock, self.t), None)
        empty = self.chance.randrange(self.seats - 1) if self.chance.random() < 0.2 else 0
        seats = sorted(self.chance.sample(range(self.seats), self.seats - empty))
        for seat in seats:
            self._take(sit(self.state, seat, f"player {seat}", None, None, self.t), None)
        self._take(start(self.state, self.dealer, self.t), None)

    def _request(self) -> None:
        """One request: a move of somebody, time running out, or something beside the moves; all else is only tried."""
        whole = self.chance.randrange(WHOLE_EVERY) == 0
        copy = copy_of(self.state)
        listed = list(check_moves(self.state, self.dealer, self.t, self.chance, whole))
        assert self.state == copy
        check_immutable(self.state, self.chance)
        self.t += self.chance.randrange(100)
        turn = self.state.turn
        assert turn is not None
        if self.chance.random() < 0.01:
            self._beside(turn)
        elif self.state.deadline is not None and self.chance.random() < self.habits[turn].dawdles:
            self.t = max(self.t, self.state.deadline) + self.chance.randrange(10)
            self._take(time_out(self.state, turn, self.dealer, self.t), None)
        else:
            seat, move = self._choose(turn, listed)
            self._take(decide(self.state, seat, move, self.dealer, self.t), seat)

    def _beside(self, turn: int) -> None:
        seat = self.chance.choice(
            [turn, None, self.chance.choice([s for s in range(self.seats) if self.state.active[s]])]
        )
        until = self.state.paused[-1 if seat is None else seat]
        if seat is None and self.chance.random() < 0.3:
            others = [clock for clock in CLOCKS if clock != self.state.clock]
            self._take(change_clock(self.state, self.chance.choice(others), "agreed", self.t), None)
        elif seat is not None and self.chance.random() < 0.3:
            self._take(take_over(self.state, seat, "racer", self.t), None)
        elif until > self.t:
            self._take(resume(self.state, seat, self.t), None)
        else:
            self._take(pause(self.state, seat, self.t + 1 + self.chance.randrange(500), "away", self.t), None)

    def _choose(self, turn: int, listed: list[tuple[int, Move]]) -> tuple[int, Move]:
        """Somebody out of turn who has something to say or wants to leave, else the seat in turn as its habits are."""
        chance = self.chance
        for seat, move in chance.sample(listed, len(listed)):
            habit = self.habits[seat]
            wanted = {CallUno: habit.says, CatchUno: habit.catches, Resign: habit.resigns}.get(type(move), 0)
            if chance.random() < wanted:
                return seat, move
        own = [move for seat, move in listed if seat == turn and not isinstance(move, CallUno | CatchUno | Resign)]
        plays = [move for move in own if isinstance(move, Play)]
        if plays and chance.random() < self.habits[turn].plays:
            said = [move for move in plays if move.uno]
            return turn, chance.choice(said if said and chance.random() < self.habits[turn].says else plays)
        waits = [move for move in own if isinstance(move, Draw | Pass)]
        return turn, chance.choice(waits or own)

    def _take(self, decision: Decision, seat: int | None) -> None:
        before, self.state = self.state, decision.state
        assert decision.events
        self.requests.append((decision.events, seat, self.t))
        check_fold(before, decision.events, decision.state, seat, self.t)
        for count, event in enumerate(decision.events, 1):
            self.ledger.record(event, evolve(before, decision.events[:count]))
            self._see(event)
        self.seen["requests"] += 1
        self.seen[f"phase {self.state.phase}"] += 1
        if self.state.hand:
            self.ledger.check(self.state)
            check_position(self.state)
            if self.chance.random() < 0.1:
                check_views(self.state, self.dealer)

    def _see(self, event: Any) -> None:
        self.seen[kind_of(event)] += 1
        match event:
            case CardsDrawn(_, _, reason) | SeatResigned(_, reason) | MatchEnded(_, reason):
                self.seen[f"{kind_of(event)} {reason}"] += 1
            case DrawFourChallenged(_, _, lawful):
                self.seen[f"lawful {lawful}"] += 1
            case HandEnded(_, None):
                self.seen["nobody wins"] += 1
                self.seen["blocked"] += sum(self.state.active) > 1

    def _check_end(self) -> None:
        """All requests fold to the state; places follow from scores, and from who stayed (R37)."""
        state = self.state
        assert evolve_all(START, self.requests) == state
        assert state.places is not None
        if state.reason == "void":
            assert state.places == (None,) * self.seats
            return
        stayed = {seat: seat not in state.resigned for seat in range(self.seats) if state.players[seat]}
        for seat in range(self.seats):
            if seat not in stayed:
                assert (state.places[seat], state.scores[seat]) == (None, 0)
                continue
            better = [
                other
                for other in stayed
                if (stayed[other] and not stayed[seat])
                or (stayed[other] == stayed[seat] and state.scores[other] > state.scores[seat])
            ]
            assert state.places[seat] == 1 + len(better)


def play(seed: int) -> Counter[str]:
    """Plays the match of a seed; a failure names it."""
    try:
        return Drill(seed).play()
    except Exception as error:
        raise AssertionError(f"match of seed {seed}: {error!r}") from error
