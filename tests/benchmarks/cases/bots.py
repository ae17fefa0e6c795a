"""How often one bot beats another in hands of two seats, played through the rules and the views of the seats.

Every deck is played twice, with the seats changed, so neither the deal nor the first turn favours anybody. A hand that
is blocked, and so has no winner, counts as not won. All of it follows from the seed.
"""

import argparse
import json
import random
from collections.abc import Callable

from app.rules.bots import BOTS
from app.rules.bots.driver import play_match
from app.rules.dealer import PlainDealer
from app.rules.options import Options
from tests.benchmarks.figures import share


def winner(names: tuple[str, str], seed: int) -> str | None:
    """Who wins the hand of this seed, the first name at seat 0."""
    dealer = PlainDealer(random.Random(f"deck {seed}").shuffle)
    chance = random.Random(f"bots {seed} {names}")
    *_, last = play_match(dealer, Options(), [BOTS[name] for name in names], chance)
    ended = last.decision.state.last_hand
    assert ended is not None
    return None if ended.winner is None else names[ended.winner]


def wins(bot: str, other: str, hands: int, seed: int, winner: Callable[[tuple[str, str], int], str | None]) -> int:
    """How many hands `bot` wins, of which it sits at seat 0 in every second one."""
    won = 0
    for number in range(hands):
        names = (bot, other) if number % 2 == 0 else (other, bot)
        won += winner(names, seed + number // 2) == bot
    return won


def main() -> None:
    """Play, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="racer")
    parser.add_argument("--other", default="random")
    parser.add_argument("--hands", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    won = wins(options.bot, options.other, options.hands, options.seed, winner)
    part, error = share(won, options.hands)
    print(json.dumps({"won %": 100 * part, "standard error %": 100 * error, "hands": options.hands}))


if __name__ == "__main__":
    main()
