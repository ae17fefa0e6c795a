"""Real matches, played at random through the rules once, and put into as many stores as tests want."""

import hashlib
import random
import uuid
from functools import lru_cache

from app.rules import lifecycle
from app.rules.clock import Clock
from app.rules.decide import decide
from app.rules.events import recorded
from app.rules.legal import legal_moves
from app.rules.moves import Play, Resign
from app.rules.options import Options
from app.rules.request import Decision
from app.rules.state import START
from app.services.dealers import entropy_of
from app.services.positions import RULES_VERSION, snapshot_of
from app.store import Key, Store, StreamHead
from replays import chain, deal

T = 1767225600000
SNAPSHOT_EVERY = 20  # moves


class Match:
    """A match of two players; `number` makes its seed and its moves."""

    def __init__(self, number: int) -> None:
        self._rng = random.Random(number)
        self._secret = hashlib.sha256(b"match %d" % number).digest()
        self._snapshots: list[tuple[int, bytes]] = []
        self.game = str(uuid.UUID(int=self._rng.getrandbits(128), version=4))
        self.lines: list[chain.Line] = []
        self.head, self.state = chain.START, START

    def save(self, store: Store) -> "Match":
        """Put it into a store: its first event, all others at once, and snapshots."""
        first, *others = self.lines
        created = StreamHead(self.game, 0, first.hash, 0, T, turn=None, deadline=None, over=False)
        store.create(created, [first], self._secret, Key("host", self.game, "digest"))
        state = self.state
        head = StreamHead(self.game, *self.head, turn=state.turn, deadline=state.deadline, over=state.over)
        store.append(head, 0, others, Key("player", self.game, "digest"), forget_secret=state.over)
        for seq, data in self._snapshots:
            store.save_snapshot(self.game, seq, RULES_VERSION, data)
        return self

    def play(self, moves: int | None) -> None:
        """Sit down, start, and make this many moves, or all there are."""
        self._start()
        made = 0
        while not self.state.over and (moves is None or made < moves):
            self._move()
            made += 1
            if made % SNAPSHOT_EVERY == 0:
                self._snapshots.append((self.head.version, snapshot_of(self.state)))

    def _start(self) -> None:
        commitment = deal.commitment(self.game, self._secret)
        self._write(lifecycle.create(Options(), 2, self.game, commitment, Clock(), T), "player:0")
        for seat in range(2):
            entropy = hashlib.sha256(b"seat %d" % seat).hexdigest()
            self._write(lifecycle.sit(self.state, seat, f"{seat}", None, entropy, T), f"player:{seat}")
        self._dealer = deal.SeededDealer(self.game, self._secret, entropy_of(self.state))
        self._write(lifecycle.start(self.state, self._dealer, T), "player:0")

    def _move(self) -> None:
        seat = self.state.turn
        assert seat is not None
        moves = legal_moves(self.state, seat, self._dealer)
        plays = [move for move in moves if isinstance(move, Play)]  # so that a hand does not take for ever
        move = self._rng.choice(plays or [move for move in moves if not isinstance(move, Resign)])
        self._write(decide(self.state, seat, move, self._dealer, T), f"seat:{seat}")

    def _write(self, decision: Decision, actor: str) -> None:
        made, self.head = chain.lines(self.head, self.game, actor, T, recorded(decision.events))
        self.lines += made
        self.state = decision.state


@lru_cache
def played(number: int, moves: int | None = None) -> Match:
    """The match of this number after so many moves, or at its end."""
    match = Match(number)
    match.play(moves)
    return match
