"""RLCard's UNO, random players, one process: `env.reset` and `env.step`, with its states and planes.

A move is one decision handed to the engine, a card or a draw, chosen evenly from the legal action ids. Each new game
builds and deals its deck. RLCard 1.2.0 ignores the number of players that it is asked for, so it is set on
the objects; now and then it takes a card from an empty pile, and such a game is begun anew.
"""
# mypy: disable-error-code="import-not-found"
# The peers have an environment of their own; the one that types are checked in does not know them.

import argparse
import json
import random
import time

import numpy as np
import rlcard

WARM_UP_S = 0.5


def environment(players: int, seed: int):
    """RLCard's environment for so many players."""
    made = rlcard.make("uno", config={"seed": seed})
    made.num_players = made.game.num_players = players
    return made


def play(env) -> int:
    """One game to its end; how many moves it took."""
    state, _ = env.reset()
    moves = 0
    while not env.is_over():
        state, _ = env.step(random.choice(list(state["legal_actions"])))
        moves += 1
    return moves


def play_for(env, seconds: float) -> dict[str, float]:
    """Whole games until the time is over."""
    moves = games = broken = 0
    cpu, start = time.process_time(), time.perf_counter()
    while (passed := time.perf_counter() - start) < seconds:
        try:
            moves += play(env)
            games += 1
        except IndexError:
            broken += 1
    return {
        "moves/s": moves / passed,
        "moves/CPU s": moves / (time.process_time() - cpu),
        "hands/s": games / passed,
        "moves/hand": moves / games,
        "broken hands": broken,
    }


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    np.random.seed(options.seed)
    env = environment(options.players, options.seed)
    play_for(env, WARM_UP_S)
    print(json.dumps(play_for(env, options.seconds)))


if __name__ == "__main__":
    main()
