"""Games whose work raises errors rest, and hold up no others, however many they are."""

from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

from app.services.guard import REST_SECONDS, Resting
from app.store.lobby import Waiting
from app.worker.jobs import AT_ONCE, Jobs
from app.worker.ordering import Ordering


def broken():
    raise LookupError("a card that nobody may read: r5")


def test_a_game_rests_for_a_while_behind_an_error_and_the_log_quotes_none(caplog):
    time = [1000.0]
    resting = Resting(lambda: time[0])
    assert resting.guarded("bots", "one", lambda: None)
    assert not resting.guarded("bots", "other", broken)
    assert ["one" in resting, "other" in resting, len(resting)] == [False, True, 1]
    assert "bots of other: LookupError at" in caplog.text
    assert "r5" not in caplog.text
    time[0] += REST_SECONDS
    assert ["other" in resting, len(resting)] == [False, 0]


def test_a_game_rests_for_no_longer_where_a_clock_was_ahead_and_goes_back():
    time = [1000.0]
    resting = Resting(lambda: time[0])
    resting.guarded("bots", "one", broken)
    time[0] -= 900
    assert ["one" in resting, len(resting)] == [False, 0]


def test_a_hundred_games_that_cannot_go_on_hold_up_no_bots():
    lost = [f"lost {number}" for number in range(AT_ONCE)]
    asked = []

    def attend(game):
        asked.append(game)
        if game in lost:
            broken()

    @contextmanager
    def of(game):
        yield True

    games = [Waiting(game, 0) for game in [*lost, "sound"]]
    sequencer: Any = SimpleNamespace(run_once=lambda: 0)
    attendance: Any = SimpleNamespace(waiting=lambda limit=100: games[:limit], attend=attend)
    sweeps: Any = SimpleNamespace(decisions=lambda: 0, tables=lambda: 0)
    election: Any = SimpleNamespace(of=of)
    analyses: Any = SimpleNamespace(waiting=lambda: [])
    deliveries: Any = SimpleNamespace(due=lambda: False, sweep=lambda: None)
    notices: Any = SimpleNamespace(work=lambda: 0, post=lambda: None, sweep=lambda: None)
    resting: Any = SimpleNamespace(sweep=lambda: 0, forget=lambda: None)
    errands: Any = SimpleNamespace(waiting=lambda limit: [])
    others = (errands, resting, resting, sweeps, analyses, deliveries, notices)
    jobs = Jobs(Ordering(sequencer, {}), attendance, *others, election, lambda: 1)
    assert jobs.round() == 0.0  # there is more to do at once
    jobs.round()
    jobs.round()
    assert asked == [*lost, "sound", "sound"]
