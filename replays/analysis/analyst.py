"""One decision analysed: what else was legal, and how good each way was by what the seat knew.

Unknown cards are dealt at random, consistent with everything that the seat had seen. Nothing is read into what others
chose to do, but for one thing: a Wild Draw Four that waits for its answer was more likely played lawfully than not.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from app.rules.dealer import Dealer
from app.rules.legal import hand_as_it_was, lawful, legal_moves
from app.rules.moves import CallUno, CatchUno, Move, Play, Resign, move_data
from app.rules.state import State
from replays.analysis import ANALYSER
from replays.analysis.estimates import Estimate, Sample, chance, difference
from replays.analysis.knowledge import Knowledge, knowledge_of
from replays.analysis.playouts import WorldDealer, alone, shares
from replays.analysis.policy import habit
from replays.analysis.turning import Turning, turnings, winners
from replays.analysis.worlds import Worlds, draw_worlds
from replays.recording import Recording

UNLAWFUL = 0.05
"""How much less likely than a lawful Wild Draw Four one is to be played that is not. The cards alone would make four of
five unlawful with five cards left; but few dare: the racer a fiftieth as often, people more."""

AGREE = ("all", "cards", "counts")
"""With what the worlds of a decision agree: all that was seen; all but what is known of whole hands; counts alone."""

Data = dict[str, Any]


class Effort(NamedTuple):
    """How many playouts there are."""

    decision: int = 300
    """For a decision, shared by its alternatives."""
    alternative: int = 40
    """For each alternative at least, however many there are."""
    standing: int = 200
    """For how the later winner stood, where another seat had to decide, and for a decision with one way only."""

    def worlds(self, ways: int) -> int:
        """How many worlds a decision with so many ways is played out in."""
        return self.standing if ways == 1 else max(self.alternative, -(-self.decision // ways))


EFFORT = Effort()
"""What analyses take. Others are for tests: to change it is to be another analyser."""


def analyse(recording: Recording, skip: int = 0, hand: int | None = None, effort: Effort = EFFORT) -> Iterator[Data]:
    """The decisions of a record, each as JSON values, in order; without the first `skip`, of one hand or of all.

    The same record and version of the analyser give the same, wherever it is done and wherever it is gone on with.
    """
    won = winners(recording)
    wanted = (turning for turning in turnings(recording) if hand in (None, turning.hand))
    for number, turning in enumerate(wanted):
        if number >= skip:
            yield analysed(recording.game, turning, recording.dealer, won.get(turning.hand), effort)


def analysed(game: str, turning: Turning, dealer: Dealer, winner: int | None, effort: Effort = EFFORT) -> Data:
    """A decision as JSON values; `winner` is who won the hand later."""
    seed = f"kartfold/analysis/{ANALYSER} {game} {turning.seq}"
    ways = _Ways(knowledge_of(turning.history, turning.state, turning.seat, dealer), turning.move, effort, seed)
    standing = None
    if winner == turning.seat:
        standing = ways.standing()
    elif winner is not None:
        known = knowledge_of(turning.history, turning.state, winner, dealer)
        standing = _standing(known, effort.standing, f"{seed} winner")
    return {
        "seq": turning.seq,
        "until": turning.until,
        "hand": turning.hand,
        "seat": turning.seat,
        "phase": turning.phase,
        "missed": turning.missed,
        "played": move_data(turning.move),
        **ways.data(),
        "winner": None if standing is None else _figure("chance", standing.rounded()),
    }


def alternatives(state: State, seat: int, dealer: Dealer) -> list[Move]:
    """What `seat` may decide, in the order of the table of phases: each way once. UNO is said where it is due."""
    ways: dict[tuple[object, ...], Move] = {}
    for move in legal_moves(state, seat, dealer):
        if not isinstance(move, CallUno | CatchUno | Resign):
            ways.setdefault(way_of(move), move)
    return list(ways.values())


def way_of(move: Move) -> tuple[object, ...]:
    """What makes one decision of a move: the same with UNO and without."""
    if isinstance(move, Play):
        return (Play, move.card, move.color)
    return (type(move), *move_data(move).values())


class _Ways:
    """The alternatives of a decision, played out in the same worlds."""

    def __init__(self, knowledge: Knowledge, chosen: Move, effort: Effort, seed: str) -> None:
        state, seat = knowledge.state, knowledge.seat
        own = WorldDealer([knowledge.cards.get(slot, "") for slot in range(state.end)], seed)
        self._moves = alternatives(state, seat, own)
        ways = [way_of(move) for move in self._moves]
        self._chosen = ways.index(way_of(chosen))
        self._habit = ways.index(way_of(habit(state, seat, own)))
        self._worlds = draw_worlds(knowledge, effort.worlds(len(ways)), Random(seed).random)
        self._sample = believed(self._worlds)
        dealt, start = _seeded(self._worlds, seed), alone(self._worlds.state)
        self._shares = [
            [shares(start, WorldDealer(*world), seat, move)[seat] for world in dealt] for move in self._moves
        ]

    def standing(self) -> Estimate:
        """The chance of the seat if it decides as quick players do, as it is told of those who have nothing to
        decide."""
        return chance(self._shares[self._habit], self._sample)

    def data(self) -> Data:
        """The alternatives with their chances, how good the best is, and how much less what was chosen."""
        chances = [chance(one, self._sample).rounded() for one in self._shares]
        best = max(range(len(chances)), key=lambda place: chances[place].value)
        behind = [difference(self._shares[best], one, self._sample).rounded() for one in self._shares]
        behind[best] = Estimate(0.0, 0.0)
        said = zip(self._moves, chances, behind, strict=True)
        return {
            "alternatives": [
                {
                    "move": move_data(move),
                    **_figure("chance", of),
                    **_figure("behind", less, "behind_error"),
                    "playouts": len(self._worlds.cards),
                }
                for move, of, less in said
            ],
            "chosen": self._chosen,
            "best": best,
            **_figure("chance", chances[best]),
            **_figure("loss", behind[self._chosen], "loss_error"),
            "worlds": {
                "effective": round(self._sample.effective, 1),
                "agree": AGREE[self._worlds.agree],
                "cut": sum(0 < share < 1 for one in self._shares for share in one),
            },
        }


def _standing(knowledge: Knowledge, count: int, seed: str) -> Estimate:
    """The chance of a seat that has nothing to decide."""
    worlds = draw_worlds(knowledge, count, Random(seed).random)
    start = alone(worlds.state)
    won = [shares(start, WorldDealer(*world))[knowledge.seat] for world in _seeded(worlds, seed)]
    return chance(won, believed(worlds))


def believed(worlds: Worlds) -> Sample:
    """How much each world counts, after what is thought of a Wild Draw Four that waits for its answer."""
    count = len(worlds.cards)
    played = worlds.state.draw_four
    if played is None:
        return Sample([1 / count] * count, worlds.effective)
    hands = [hand_as_it_was(worlds.state, played, WorldDealer(cards, "")) for cards in worlds.cards]
    odds = [1.0 if lawful(held, played.color) else UNLAWFUL for held in hands]
    total = sum(odds)
    weights = [one / total for one in odds]
    return Sample(weights, worlds.effective / count / sum(weight**2 for weight in weights))


def _seeded(worlds: Worlds, seed: str) -> list[tuple[Sequence[str], str]]:
    """The worlds' cards, each with the seed of its reshuffles."""
    return [(cards, f"{seed} {number}") for number, cards in enumerate(worlds.cards)]


def _figure(name: str, estimate: Estimate, error: str = "error") -> Data:
    return {name: estimate.value, error: estimate.error}
