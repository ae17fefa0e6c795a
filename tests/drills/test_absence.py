"""People stop to move, at tables of all kinds, and nobody looks after the service: it must go on all the same."""

import random
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from flask import Flask

from app.store.engine import PRAGMAS
from replays.recording import Recording
from replays.verify import verify_lines
from tests.drills.absence import World, happened, longest, waits
from tests.drills.company import Clock
from tests.effort import WHOLE, effort

LATE = 2000
"""Milliseconds: the worker looks once in a second."""
TABLES = effort(3, 50)
"""In each of these worlds."""
ALWAYS = (
    "decision.timed_out",
    "seat.resigned timeout",
    "seat.taken_over",
    "match.ended hands",
    "match.ended last_player",
)
"""What is bound to happen at fifty tables."""
WORLDS = [("sqlite", number) for number in range(effort(1, 10))] + [("postgresql", 0)]


@pytest.mark.drill
@pytest.mark.parametrize(("kind", "number"), WORLDS, ids=[f"{kind}-{number}" for kind, number in WORLDS])
def test_one_who_is_absent_stalls_nobody(
    kind: str,
    number: int,
    databases,
    serve: Callable[..., Flask],
    clock: Clock,
    seeded: Callable[[object], random.Random],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url = databases.fresh(kind)
    monkeypatch.setattr("app.store.engine.PRAGMAS", (*PRAGMAS, "synchronous=OFF"))  # nobody pulls a plug here
    chance = seeded(f"absence {kind} {number}")
    monkeypatch.setattr("app.worker.jobs.time", SimpleNamespace(monotonic=lambda: clock() / 1000))
    world = World(serve(url), clock, chance)
    world.people(20)
    for _ in range(TABLES):
        world.open()
    world.run()
    for game, table in world.tables.items():
        lines = world.record(game)
        assert verify_lines(lines).verdict == "exact", game
        most = longest(table.setup)
        if most is not None:
            assert max(waits(Recording(lines)), default=0) <= most + LATE, game
    seen = Counter(what for game in world.tables for what in happened(world.record(game)))
    assert not WHOLE or all(seen[what] for what in ALWAYS), seen
