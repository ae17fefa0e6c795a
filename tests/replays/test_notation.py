"""What is written as a notation is read back into the same moves: with the decks card by card, without them as well."""

from functools import lru_cache
from pathlib import Path

import pytest

from replays.files import replay_files
from replays.format import quick
from replays.notation import Reading, read_notation, write_notation
from replays.recording import Recording
from replays.verify import UNVERIFIED
from tests.effort import SEED, effort
from tests.records import random_match

pytestmark = pytest.mark.drill

MATCHES = range(SEED, SEED + effort(12, 300))
GOLDEN = sorted(replay_files([Path(__file__).parents[2] / "replays" / "golden"]))
NAMES = ("Ann", 'a "b" \\ {c} “d”\n\u202e\ud800|1. A:', None, "e\u0301" * 90, "")

NOT_CARRIED = {"deal", "commitment", "player", "entropy", "root", "seed"}
"""What a notation says nothing of."""
WITH_TIMES = {"deadline", "until"}


@lru_cache(maxsize=4)
def match(seed: int) -> tuple[bytes, ...]:
    return tuple(random_match(seed).lines)


def facts(lines, without=NOT_CARRIED | WITH_TIMES):
    """Events by kind and data, but for what is not carried."""
    return [(one["kind"], {k: v for k, v in one["data"].items() if k not in without}) for one in quick(lines)]


def read_back(text: str) -> Reading:
    """Reads what was written; it has to be sound, and written again it has to be the same."""
    reading = read_notation(text)
    assert reading.report.verdict == UNVERIFIED, reading.report.line()
    return reading


@pytest.mark.parametrize("decks", [True, False])
@pytest.mark.parametrize("seed", MATCHES)
def test_a_match_is_read_back_event_by_event(seed: int, decks: bool) -> None:
    text = write_notation(Recording(match(seed)), NAMES, decks)
    reading = read_back(text)
    assert facts(reading.recording.lines) == facts(match(seed))
    assert write_notation(reading.recording, reading.names, decks) == text
