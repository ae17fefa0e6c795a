"""Real matches in a store, played at random through the rules, as the service would write them."""

import hashlib
import random
import uuid

from app.rules import lifecycle
from app.rules.clock import Clock
from app.rules.decide import decide
from app.rules.events import event_data, kind_of
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


class Table:
    """Writes one match request by request; `number` makes its seed and its moves."""

    def __init__(self, store: Store, number: int = 0, seats: int = 3) -> None:
        self._store, self._seats = store, seats
        self._rng = random.Random(number)
        self.game = str(uuid.UUID(int=self._rng.getrandbits(128), version=4))
        self._secret = hashlib.sha256(b"match %d" % number).digest()
        self.head, self.state = chain.START, START

    def play(self, requests: int | None = None, snapshots: bool = True) -> "Table":
        """Sit down, start, and make this many moves, or all there are."""
        self._open()
        self._sit_and_start()
        moves = 0
        while not self.state.over and (requests is None or moves < requests):
            self.move()
            moves += 1
            if snapshots and moves % 20 == 0:
                self._store.save_snapshot(self.game, self.head.version, RULES_VERSION, snapshot_of(self.state))
        return self

    def move(self) -> None:
        """One move of whoever must act."""
        seat = self.state.turn
        assert seat is not None
        moves = legal_moves(self.state, seat, self._dealer)
        plays = [move for move in moves if isinstance(move, Play)]  # so that a hand does not take for ever
        move = self._rng.choice(plays or [move for move in moves if not isinstance(move, Resign)])
        self._write(decide(self.state, seat, move, self._dealer, T), f"seat:{seat}")

    def _open(self) -> None:
        commitment = deal.commitment(self.game, self._secret)
        decision = lifecycle.create(Options(), self._seats, self.game, commitment, Clock(), T)
        made, self.head = chain.lines(chain.START, self.game, "player:0", T, _told(decision))
        self.state = decision.state
        self._store.create(self._stream(), made, self._secret, Key("host", self.game, "digest"))

    def _sit_and_start(self) -> None:
        for seat in range(self._seats):
            entropy = hashlib.sha256(b"seat %d" % seat).hexdigest()
            self._write(lifecycle.sit(self.state, seat, f"{seat}", None, entropy, T), f"player:{seat}")
        self._dealer = deal.SeededDealer(self.game, self._secret, entropy_of(self.state))
        self._write(lifecycle.start(self.state, self._dealer, T), "player:0")

    def _write(self, decision: Decision, actor: str) -> None:
        expected = self.head.version
        made, self.head = chain.lines(self.head, self.game, actor, T, _told(decision))
        self.state = decision.state
        key = Key(actor, f"{self.game} {expected}", "digest")
        self._store.append(self._stream(), expected, made, key, forget_secret=self.state.over)

    def _stream(self) -> StreamHead:
        state = self.state
        return StreamHead(self.game, *self.head, turn=state.turn, deadline=state.deadline, over=state.over)


def _told(decision: Decision) -> list[tuple[str, dict]]:
    return [(kind_of(event), event_data(event)) for event in decision.events]
