"""Plays the matches of the corpus: equal seeds give equal records, as long as the rules and the bots stay as they are.

Once its record is in the corpus a match need not come out the same again. What is wanted is found by trying seeds, so
the tables and the manners here only have to make everything likely that can happen, and matches short.
"""

import random
import uuid
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from app.rules.bots import BOTS
from app.rules.bots.driver import may_act
from app.rules.cards import DRAW_TWO, WILDS
from app.rules.clock import AGREED, DAYS_OFF, QUIET_HOURS, VACATION, Clock
from app.rules.decide import decide, time_out
from app.rules.events import recorded
from app.rules.legal import legal_moves
from app.rules.lifecycle import (
    SEATS,
    cancel,
    change_clock,
    create,
    leave,
    pause,
    resume,
    rule_out,
    sit,
    start,
    take_over,
    void,
)
from app.rules.moves import CallUno, CatchUno, Challenge, Draw, Move, Pass, Play, Resign, parse_move
from app.rules.options import Options
from app.rules.refusals import Refused
from app.rules.request import Decision
from app.rules.state import START, State
from app.rules.view import view
from replays import chain
from replays.deal import SeededDealer, commitment

BEGINNING = 1_767_225_600_000
"""When a match begins, UTC ms."""
LOW = 7
"""With so few cards left in the draw pile a patient player begins to play what makes others draw."""

OPTIONS: dict[str, Sequence[Any]] = {
    "hands": (1, 1, 1, 2, 3, 5),
    "target_score": (None, None, 40, 120),
    "ties": ("share", "play_on"),
    "two_player_reverse": ("skip", "turn"),
    "illegal_wild_draw_four": ("challenge", "challenge", "reject"),
    "last_card_effects": (True, True, False),
    "missed_decisions": (1, 2, 3, 100),
}
CLOCKS = (Clock(), Clock("decision", 3_000), Clock("bank", 5_000, 2_000, 8_000))
OTHER_CLOCKS = (*CLOCKS, Clock("decision", 6_000), Clock("bank", 3_000, 1_000, 4_000))
PAUSES = (AGREED, VACATION, QUIET_HOURS, DAYS_OFF)


class Manner(NamedTuple):
    """How a table plays. Each number is how likely something is when it could be done: by who must act to play a card
    that fits, to challenge, to say UNO in time, to let time run out, to resign; by all others together to catch,
    to resign; by officials to rule somebody out, to end the match; and that clocks are paused or changed,
    or bots take over."""

    play: float = 0.95
    patient: float = 0.0  # keeps what makes others draw until the draw pile is low
    wild: float = 0.3  # rather plays a wild than another card; else keeps it
    challenge: float = 0.4
    uno: float = 0.6
    catch: float = 0.5
    dawdle: float = 0.0
    resign: float = 0.0
    leave: float = 0.0
    rule_out: float = 0.0
    void: float = 0.0
    beside: float = 0.0
    bots: float = 0.15
    only: str = ""  # a table of these bots


MANNERS = (
    Manner(),
    Manner(only="random"),
    Manner(only="first"),
    Manner(only="racer"),
    Manner(bots=0.5, beside=0.05),
    Manner(play=0.0, bots=0.0),
    Manner(play=0.0, bots=0.0, resign=0.01),
    Manner(play=0.4, patient=1.0, uno=0.1, catch=0.8),
    Manner(play=0.6, patient=0.7, uno=0.2),
    Manner(dawdle=0.3),
    Manner(dawdle=0.9),
    Manner(dawdle=0.4, beside=0.15),
    Manner(resign=0.05, wild=0.9),
    Manner(leave=0.05, wild=0.9, challenge=0.8),
    Manner(rule_out=0.05, wild=0.9),
    Manner(void=0.03, wild=0.9),
    Manner(uno=0.0, catch=0.3),
    Manner(wild=1.0, challenge=0.6, uno=0.0),
    Manner(wild=0.0),
    Manner(wild=0.0, bots=0.0, dawdle=0.3),
    Manner(beside=0.2),
)


class Match:
    """One match, in play and written down."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(f"kartfold golden {seed}")
        self.manner = MANNERS[seed % len(MANNERS)]
        self.game, self.deal = self._uuid(), ""
        self.last_seed = self.chance.randbytes(32)
        self.t = BEGINNING
        self.head = chain.START
        self.lines: list[bytes] = []
        self.state = START

    def play(self, most: int) -> list[bytes] | None:
        """From the making of its table to its end; gives the lines of its record, None if they get more than `most`."""
        self._make_table()
        self._come_and_go()
        if not self.state.over:
            self._start()
        while not self.state.over:
            self.t += self.chance.randrange(4_000)
            self._request()
            if len(self.lines) > most:
                return None
        return self.lines

    # ------------------------------------------------------------ before the match

    def _make_table(self) -> None:
        chance = self.chance
        options = Options.parse({name: chance.choice(values) for name, values in OPTIONS.items()})
        clock = chance.choice(CLOCKS[1:] if self.manner.dawdle else CLOCKS)
        self.deal = self._uuid() if chance.random() < 0.1 else self.game
        bound = commitment(self.deal, self.last_seed)
        made = create(options, chance.choice(SEATS), self.deal, bound, clock, self.t)
        if chance.random() < 0.2:
            made = self._and_then(made, lambda state: self._sit(state, 0))
        self._write("player:host", made)

    def _come_and_go(self) -> None:
        """Who sits down, who gets up again; at some tables not enough."""
        chance = self.chance
        if chance.random() < 0.06:
            for seat in self._empty()[: chance.choice((0, 1, 2))]:
                self._write(f"player:p{seat}", self._sit(self.state, seat))
            self._write("player:host", cancel(self.state, "nobody came", self.t))
            return
        stays_empty = chance.choice((0, 0, 0, 1, 3))
        for seat in self._empty():
            if stays_empty and len(self._empty()) > 1 and self._sitting() + len(self._empty()) > 3:
                stays_empty -= 1
                continue
            self._write(f"player:p{seat}", self._sit(self.state, seat))
            if chance.random() < 0.03:
                self._write(f"player:p{seat}", leave(self.state, seat, self.t))
                self._write(f"player:p{seat}", self._sit(self.state, seat))

    def _sit(self, state: State, seat: int) -> Decision:
        chance, only = self.chance, self.manner.only
        bot = only or (chance.choice(list(BOTS)) if chance.random() < self.manner.bots else None)
        put_in = {0: 0.0, 1: 1.0}.get(self.last_seed[0] % 3, 0.5)  # some tables all, some nobody
        entropy = chance.randbytes(32).hex() if bot is None and chance.random() < put_in else None
        return sit(state, seat, None if bot else f"p{seat}", bot, entropy, self.t)

    def _start(self) -> None:
        """The match begins, at some tables with the last one sitting down."""
        empty, before = self._empty(), self.state
        missing = self._sitting() < SEATS[0]
        last = self._sit(before, empty[0]) if empty and (missing or self.chance.random() < 0.2) else None
        state = last.state if last else before
        entropy = [(seat, who.entropy) for seat, who in enumerate(state.players) if who and who.entropy]
        self.dealer = SeededDealer(self.deal, self.last_seed, entropy)
        begun = start(state, self.dealer, self.t)
        self._write("player:host", Decision((*last.events, *begun.events), begun.state) if last else begun)

    # ------------------------------------------------------------ in play

    def _request(self) -> None:
        """One request more, whoever makes it."""
        chance, manner, state = self.chance, self.manner, self.state
        rare = 1 if state.phase == "turn" else 6  # the other phases are soon over
        if chance.random() < manner.void * rare:
            self._write(self._official(), void(state, self.dealer, self.t))
        elif chance.random() < manner.rule_out * rare:
            self._write("staff:arbiter", rule_out(state, self._somebody(), self.dealer, self.t))
        elif chance.random() < manner.leave * rare:
            self._move(self._somebody(), Resign())
        elif chance.random() < manner.beside and self._beside():
            return
        elif not self._out_of_turn():
            self._in_turn()

    def _beside(self) -> bool:
        seat = self.chance.choice([None, self._somebody(), self.state.turn])
        until = self.t + self.chance.choice((500, 9_000, 90_000))
        paused = [None if at == self.state.seats else at for at, end in enumerate(self.state.paused) if end > self.t]
        ways: list[Callable[[], Decision]] = [
            lambda: pause(self.state, seat, until, self.chance.choice(PAUSES), self.t),
            lambda: resume(self.state, self.chance.choice(paused or [seat]), self.t),
            lambda: change_clock(self.state, self.chance.choice(OTHER_CLOCKS), AGREED, self.t),
            lambda: take_over(self.state, self._somebody(), self.chance.choice(list(BOTS)), self.t),
        ]
        try:
            self._write("service", self.chance.choice(ways)())
        except Refused:
            return False
        return True

    def _out_of_turn(self) -> bool:
        """UNO said late, or somebody caught: by a bot that wants to, or by a person now and then."""
        for seat in may_act(self.state)[:-1]:
            if self._is_bot(seat):
                body = self._asked(seat)
                if body is not None:
                    self._move(seat, parse_move(body))
                    return True
                continue
            for move in legal_moves(self.state, seat, self.dealer):
                wanted = self.manner.catch / 3 if isinstance(move, CatchUno) else 0.3 * self.manner.uno
                if isinstance(move, CatchUno | CallUno) and self.chance.random() < wanted:
                    self._move(seat, move)
                    return True
        return False

    def _in_turn(self) -> None:
        state, chance, manner = self.state, self.chance, self.manner
        assert state.turn is not None
        dawdles = manner.dawdle * (1 if state.phase == "turn" else 2)
        if state.deadline is not None and (chance.random() < dawdles or self.t >= state.deadline):
            self.t = max(self.t, state.deadline)
            self._write("service", time_out(state, state.turn, self.dealer, self.t))
        elif self._is_bot(state.turn):
            body = self._asked(state.turn)
            assert body is not None
            self._move(state.turn, parse_move(body))
        elif chance.random() < manner.resign * (1 if state.phase == "turn" else 5):
            self._move(state.turn, Resign())
        else:
            self._move(state.turn, self._chosen(legal_moves(state, state.turn, self.dealer)))

    def _chosen(self, moves: list[Move]) -> Move:
        """The move of a person in turn."""
        chance, manner, state = self.chance, self.manner, self.state
        own = [move for move in moves if not isinstance(move, CatchUno | CallUno | Resign)]
        plays = [move for move in own if isinstance(move, Play)]
        if plays and chance.random() < manner.patient:
            plays = [move for move in plays if _makes_draw(move) == (state.end - state.next <= LOW)]
        if plays and chance.random() < (1.0 if manner.patient and _makes_draw(plays[0]) else manner.play):
            return self._play_of(plays)
        if state.phase == "challenge":
            return own[isinstance(own[1], Challenge) and chance.random() < manner.challenge]
        return next((move for move in own if isinstance(move, Draw | Pass)), None) or chance.choice(own)

    def _play_of(self, plays: list[Play]) -> Play:
        wild, says = self.chance.random() < self.manner.wild, self.chance.random() < self.manner.uno
        plays = [move for move in plays if (move.card in WILDS) == wild] or plays
        return self.chance.choice([move for move in plays if move.uno == says] or plays)

    # ------------------------------------------------------------ small things

    def _write(self, actor: str, decision: Decision) -> None:
        made, self.head = chain.lines(self.head, self.game, actor, self.t, recorded(decision.events))
        self.lines += [line.bytes for line in made]
        self.state = decision.state

    def _move(self, seat: int, move: Move) -> None:
        self._write(f"seat:{seat}", decide(self.state, seat, move, self.dealer, self.t))

    def _asked(self, seat: int) -> dict[str, Any] | None:
        """What the bot at this seat wants to do."""
        player = self.state.players[seat]
        assert player is not None
        assert player.bot is not None
        seen = {**view(self.state, self.dealer, seat), "options": self.state.options.data()}
        return BOTS[player.bot].choose(seen, self.chance)

    def _and_then(self, first: Decision, then: Callable[[State], Decision]) -> Decision:
        """Two decisions as one request."""
        second = then(first.state)
        return Decision((*first.events, *second.events), second.state)

    def _is_bot(self, seat: int) -> bool:
        player = self.state.players[seat]
        return player is not None and player.bot is not None

    def _somebody(self) -> int:
        return self.chance.choice([seat for seat, active in enumerate(self.state.active) if active])

    def _official(self) -> str:
        return self.chance.choice(("staff:arbiter", "service"))

    def _empty(self) -> list[int]:
        return [seat for seat, player in enumerate(self.state.players) if player is None]

    def _sitting(self) -> int:
        return self.state.seats - len(self._empty())

    def _uuid(self) -> str:
        return str(uuid.UUID(bytes=self.chance.randbytes(16), version=4))


def _makes_draw(move: Play) -> bool:
    return move.card in WILDS or move.card[1] == DRAW_TWO
