"""Analyses are made in slices, gone on with where they were by whoever comes to them, kept by version, and given up
where they cannot be made."""

from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from app.rules.moves import parse_move
from app.services.replay import analyses as module
from app.services.replay.analyses import TRIES, Analyses
from app.store.analyses import AnalysisStore
from app.worker.jobs import Jobs
from app.worker.ordering import Ordering
from replays.analysis.analyst import Effort, analyse
from replays.recording import Recording
from tests.services.house import House

TINY = Effort(decision=4, alternative=2, standing=2)


@pytest.fixture(autouse=True)
def _tiny(monkeypatch):
    monkeypatch.setattr(module, "analyse", lambda recording, skip: analyse(recording, skip, effort=TINY))
    monkeypatch.setattr(module, "SLICE_SECONDS", 0.0)  # a decision a slice


def over(house: House, hands: int = 1, moves: int = 8) -> str:
    """A match that is over: of the last hand so many moves were made, by the first that comes, and then somebody
    left."""
    game, callers = house.table(options={"hands": hands})
    seated = {caller.seat: caller for caller in callers}
    view = house.start(game, callers[0]).view
    while view["phase"] != "match_over":
        caller = seated[view["turn"]]
        moves -= view["hand_number"] == hands
        body = house.view(game, caller)["you"]["moves"][-1 if moves < 0 else 0]
        view = house.games.move(game, caller, parse_move(body), house.terms(game)).view
    return game


@pytest.fixture
def game(house: House) -> str:
    return over(house)


def process(house: House) -> Analyses:
    """Another worker on the same database."""
    return Analyses(AnalysisStore(house.engine), house.store, no_replay, lambda: None, house.now)


def no_replay(id: str) -> Recording:
    raise LookupError(id)


def step(worker: Analyses) -> bool:
    """A slice of what waits; whether there was anything."""
    for one in worker.waiting():
        worker.work(one)
        return True
    return False


def whole(worker: Analyses, game: str) -> list[Any]:
    return [said for hand in worker.told(game)["hands"] for said in worker.told(game, hand["hand"])["decisions"]]


def test_it_is_made_slice_by_slice_with_its_progress(house):
    game = over(house, hands=2, moves=5)
    worker = process(house)
    assert worker.told(game)["status"] == "none"
    assert worker.ask(game, False)["status"] == "queued"
    seen = []
    while step(worker):
        said = worker.told(game)
        seen.append((said["status"], said["done"], said["total"]))
    total = seen[0][2]
    assert seen == [*(("running", done, total) for done in range(1, total + 1)), ("done", total, total)]
    said = worker.told(game)
    assert [hand["hand"] for hand in said["hands"]] == [1, 2]
    assert [hand["winner"] is None for hand in said["hands"]] == [False, True]
    assert all(hand["done"] == hand["total"] and hand["swings"] is not None for hand in said["hands"])
    assert sum(hand["total"] for hand in said["hands"]) == total
    recording = Recording(house.store.event_bytes(game))
    assert whole(worker, game) == list(analyse(recording, effort=TINY))
    assert [one["hand"] for one in worker.told(game, 2)["decisions"]] == [2] * said["hands"][1]["total"]


def test_it_is_gone_on_with_where_it_was_after_a_process_died_and_by_several_at_once(house, game):
    process(house).ask(game, False)
    workers = [process(house) for _ in range(3)]
    number = 0
    while step(workers[number % 3]):
        number += 1
        if number % 5 == 0:
            workers[number % 3] = process(house)  # that one was killed, and began anew
    assert process(house).told(game)["status"] == "done"
    recording = Recording(house.store.event_bytes(game))
    assert whole(process(house), game) == list(analyse(recording, effort=TINY))


def test_two_workers_with_the_same_slice_make_it_once(house, game):
    one, other = process(house), process(house)
    one.ask(game, False)
    for _ in range(5):
        (waiting,) = one.waiting()
        one.work(waiting)
        other.work(waiting)
    assert one.told(game)["done"] == 5


def test_a_worker_that_died_behind_the_last_decision_of_a_hand_leaves_its_swings_to_the_next(house, game, monkeypatch):
    worker = process(house)
    worker.ask(game, False)
    monkeypatch.setattr(AnalysisStore, "end_hand", lambda *_: None)
    while (
        worker.told(game)["hands"] == []
        or worker.told(game)["hands"][0]["done"] < worker.told(game)["hands"][0]["total"]
    ):
        step(worker)
    assert worker.told(game)["hands"][0]["swings"] is None
    monkeypatch.undo()
    step(process(house))
    assert process(house).told(game)["hands"][0]["swings"] is not None


def test_asked_for_again_it_is_the_same_and_another_version_computes_anew(house, game, monkeypatch):
    worker = process(house)
    worker.ask(game, False)
    while step(worker):
        pass
    assert worker.ask(game, False)["status"] == "done"
    assert not step(worker)
    monkeypatch.setattr(module, "ANALYSER", "another")
    assert worker.told(game)["status"] == "none"
    assert worker.ask(game, False)["done"] == 0
    assert step(worker)
    monkeypatch.undo()
    assert worker.told(game)["status"] == "none", "what the version before has made is gone"


def test_those_that_wait_take_turns(house, game):
    games = [game, over(house), over(house)]
    worker = process(house)
    for one in games:
        worker.ask(one, False)
    for _ in range(6):
        house.time += 1
        step(worker)
    assert [worker.told(one)["done"] for one in games] == [2, 2, 2]


def jobs(house: House, worker: Analyses) -> Jobs:
    @contextmanager
    def of(game, what=0):
        yield True

    sequencer: Any = SimpleNamespace(run_once=lambda: 0)
    nobody: Any = SimpleNamespace(waiting=lambda limit=100: [], decisions=lambda: 0, tables=lambda: 0)
    election: Any = SimpleNamespace(of=of)
    deliveries: Any = SimpleNamespace(due=lambda: False, sweep=lambda: None)
    notices: Any = SimpleNamespace(work=lambda: 0, post=lambda: None, sweep=lambda: None)
    resting: Any = SimpleNamespace(sweep=lambda: 0, forget=lambda: None)
    others = (Ordering(sequencer, {}), nobody, nobody, resting, resting, nobody, worker, deliveries, notices)
    return Jobs(*others, election, house.now)


def test_one_that_cannot_be_made_is_given_up_and_no_other_is_held_up(house, game, monkeypatch, caplog):
    def broken(recording, skip):
        raise LookupError("a card that nobody may read: r5")
        yield

    worker = process(house)
    worker.ask(game, False)
    monkeypatch.setattr(module, "analyse", broken)
    jobs(house, worker).round()
    assert worker.told(game)["status"] == "failed"
    assert worker.waiting() == []
    assert "LookupError" in caplog.text
    assert "r5" not in caplog.text
    assert worker.ask(game, False)["status"] == "failed", "not tried for ever"


def test_one_that_kills_its_worker_again_and_again_is_given_up(house, game, monkeypatch):
    def deadly(recording, skip):
        raise SystemExit
        yield

    monkeypatch.setattr(module, "analyse", deadly)
    process(house).ask(game, False)
    for _ in range(TRIES):
        with pytest.raises(SystemExit):
            step(process(house))
    assert step(process(house))
    assert process(house).told(game)["status"] == "failed"


def test_a_round_goes_on_with_one_slice_and_says_that_there_is_more(house, game, monkeypatch):
    monkeypatch.setattr(module, "SLICE_SECONDS", 0.0)
    worker = process(house)
    worker.ask(game, False)
    work = jobs(house, worker)
    rounds = 0
    while worker.told(game)["status"] != "done":
        done = worker.told(game)["done"]
        assert work.round() == 0.0
        assert worker.told(game)["done"] <= done + 1
        rounds += 1
    assert work.round() > 1
    assert rounds >= worker.told(game)["total"] > 1
