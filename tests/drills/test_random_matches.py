"""Random legal play over 2 to 10 seats and all options, with everything checked after every request.

2,000 matches meet each combination of options and seats twice; `DRILLS_SEED` begins elsewhere.
"""

import multiprocessing
from collections import Counter

import pytest

from app.rules.events import DRAW_REASONS, KINDS, MATCH_REASONS, RESIGN_REASONS
from tests.drills.match import COMBINATIONS, play
from tests.effort import SEED, WHOLE, effort

MATCHES = effort(sample=52, whole=2100)


@pytest.fixture(scope="module")
def seen() -> Counter[str]:
    """What was seen in all matches together."""
    seeds = range(SEED * 10_000, SEED * 10_000 + MATCHES)
    if not WHOLE:
        return sum(map(play, seeds), Counter())
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        return sum(pool.imap_unordered(play, seeds, chunksize=5), Counter())


@pytest.mark.drill
def test_everything_holds_after_every_move(seen):
    print(MATCHES, "matches:", dict(sorted(seen.items())))
    assert seen["requests"] > 100 * MATCHES
    assert seen["broken off"] < MATCHES / 20


@pytest.mark.drill
def test_the_matches_meet_everything_that_can_happen(seen):
    never = {"seat.left", "game.cancelled"}  # no part of a match
    wanted = set(KINDS) - never
    wanted |= {f"cards.drawn {reason}" for reason in DRAW_REASONS}
    wanted |= {f"phase {phase}" for phase in ("turn", "drawn", "color", "target", "challenge", "match_over")}
    wanted |= {f"seat.resigned {reason}" for reason in RESIGN_REASONS if reason != "ruling"}
    wanted |= {f"match.ended {reason}" for reason in MATCH_REASONS if reason != "void"}
    wanted |= {"lawful True", "lawful False", "nobody wins", "blocked"}
    assert wanted - set(+seen) == set()


@pytest.mark.drill
def test_each_combination_of_options_and_seats_is_met():
    assert {seed * 541 % len(COMBINATIONS) for seed in range(len(COMBINATIONS))} == set(range(len(COMBINATIONS)))
