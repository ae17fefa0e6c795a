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
from tests.effort import effort

LATE = 2000
"""Milliseconds: the worker looks once in a second."""
SEEN = {
    "decision.timed_out",
    "seat.resigned timeout",
    "seat.taken_over",
    "clock.paused quiet_hours",
    "clock.paused days_off",
    "clock.paused vacation",
    "game.cancelled never_started",
    "game.cancelled everybody_left",
    "match.ended hands",
    "match.ended last_player",
    "match.ended void",
}
"""What happens at five hundred tables."""


@pytest.mark.drill
@pytest.mark.parametrize(
    ("kind", "tables"), [("sqlite", effort(4, 500)), ("postgresql", effort(2, 50))], ids=["sqlite", "postgresql"]
)
def test_one_who_is_absent_stalls_nobody(
    kind: str,
    tables: int,
    databases,
    serve: Callable[..., Flask],
    clock: Clock,
    seeded: Callable[[object], random.Random],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url = databases.fresh(kind)
    monkeypatch.setattr("app.store.engine.PRAGMAS", (*PRAGMAS, "synchronous=OFF"))  # nobody pulls a plug here
    chance = seeded(f"absence {kind}")
    monkeypatch.setattr("app.worker.jobs.time", SimpleNamespace(monotonic=lambda: clock() / 1000))
    world = World(serve(url), clock, chance)
    world.people(max(10, tables // 5))
    for _ in range(tables):
        world.open()
    world.run()
    seen = Counter[str]()
    for game, table in world.tables.items():
        lines = world.record(game)
        assert verify_lines(lines).verdict == "exact", game
        most = longest(table.setup)
        if most is not None:
            assert max(waits(Recording(lines)), default=0) <= most + LATE, game
        seen.update(happened(lines))
    assert tables < 500 or set(seen) >= SEEN
