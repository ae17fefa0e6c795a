"""The rules alone: random players, one process, every move listed, chosen, decided into events and folded.

A move is one decision of who must act, handed to `decide`. Listing the legal moves is counted in, since a player has
to choose from something. Each hand is a match of its own with a newly shuffled deck.
"""

import argparse
import json
import random

from app.rules import lifecycle
from app.rules.bots.driver import Table, set_up
from app.rules.dealer import PlainDealer
from app.rules.decide import decide
from app.rules.legal import legal_moves
from app.rules.options import Options
from app.rules.state import State
from tests.benchmarks.cases.matches import POLICIES, Choose
from tests.benchmarks.cases.timing import repeat


def seated(players: int, dealer: PlainDealer) -> State:
    """A table with all of its seats taken, just before the start."""
    *_, last, _start = set_up(dealer, Options(), Table(["random"] * players))
    return last.decision.state


def play(state: State, dealer: PlainDealer, choose: Choose) -> int:
    """A match to its end; how many moves it took."""
    moves = 0
    while (seat := state.turn) is not None:
        state = decide(state, seat, choose(legal_moves(state, seat, dealer)), dealer).state
        moves += 1
    return moves


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--policy", choices=sorted(POLICIES), default="any-card")
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    choose = POLICIES[options.policy](rng)
    table = seated(options.players, PlainDealer(rng.shuffle))

    def hand(_: int) -> int:
        dealer = PlainDealer(rng.shuffle)
        return play(lifecycle.start(table, dealer, 0).state, dealer, choose)

    hands, moves, seconds, cpu = repeat(hand, options.seconds)
    figures = {
        "moves/s": moves / seconds,
        "moves/CPU s": moves / cpu,
        "hands/s": hands / seconds,
        "moves/hand": moves / hands,
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
