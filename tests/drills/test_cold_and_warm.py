"""A cold start equals a warm one: what is kept in memory and in snapshots changes no byte of any answer."""

import itertools
import re
from collections.abc import Iterable, Sequence

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from app.api.context import services
from app.factory import ENGINE, close
from app.store.engine import make_engine
from app.store.sequencer import Sequencer
from tests.contract.stories import drop_snapshots
from tests.drills.company import Clock, Company
from tests.drills.questions import Question, after_a_move, all_others
from tests.drills.test_leaks import Seeded, Serve
from tests.effort import WHOLE, effort

GAMES = (29,) if not WHOLE else range(100, 105)
RESTART = effort(16, 1)
"""After how many requests the process is started anew; in between it only forgets what it has kept."""
ALL_ASKED = effort(4, 20) / 100
"""After how many requests everything is asked, and not only what players ask all the time."""
NOT_AGAIN = ("/games", "DELETE")
"""Whoever made a table is shown the invitation once, and who left has nothing to come back with."""


class Twins:
    """Three processes on one database: one that never forgets, one that has only snapshots, one that has nothing."""

    def __init__(self, serve: Serve, url: str) -> None:
        self._serve, self._url = serve, url
        self.warm, self.snapshots, self.cold = (serve(url) for _ in range(3))
        self._steps = itertools.count(1)

    def all(self) -> Iterable[Flask]:
        """Each of them, at the moment when it has forgotten what it forgets."""
        yield self.warm
        services(self.snapshots).positions.forget()
        yield self.snapshots
        if next(self._steps) % RESTART == 0:
            close(self.cold)
            self.cold = self._serve(self._url)
        services(self.cold).positions.forget()
        self._drop_snapshots()
        yield self.cold

    def _drop_snapshots(self) -> None:
        engine = make_engine(self._url)
        drop_snapshots(engine)
        engine.dispose()


def said(answer: TestResponse) -> tuple[object, ...]:
    """All of an answer but the time of day, which files carry, and how long one waits to come back, which is chance."""
    headers = sorted((name, value) for name, value in answer.headers if name not in ("Date", "Expires"))
    return answer.status_code, headers, re.sub(rb"\Aretry: [0-9]+", b"retry", answer.data)


def assert_alike(twins: Twins, company: Company, questions: Sequence[Question], everybody: bool) -> None:
    """All of them answer everybody, or one viewer for each question, with the same bytes, again for deeds that were
    done."""
    viewers = company.viewers()
    asked = [
        (viewer, question)
        for number, question in enumerate(questions)
        for viewer, _ in (viewers if everybody else [viewers[(number + company.truth.version) % len(viewers)]])
    ]
    deeds = [deed for deed in company.deeds if deed.path != NOT_AGAIN[0] and deed.method != NOT_AGAIN[1]]
    first: list[tuple[object, ...]] = []
    while Sequencer(twins.warm.extensions[ENGINE]).run_once():
        pass  # a stream names the last position, which a hub gives in its own time
    for app in twins.all():
        answers = [said(viewer.ask(app, "GET", question.asked_by(viewer))) for viewer, question in asked]
        first = first or answers
        for (viewer, question), one, other in zip(asked, first, answers, strict=True):
            assert other == one, f"{viewer.name} {question.path}"
        for deed in deeds:
            assert said(deed.again(app)) == said(deed.answer), deed


@pytest.mark.drill
@pytest.mark.parametrize("number", GAMES)
def test_no_byte_of_any_answer_hangs_on_what_is_kept(
    number: int, database_url: str, serve: Serve, seeded: Seeded, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = seeded(f"leaks {number}")
    monkeypatch.setattr("app.services.play.positions.SNAPSHOT_AFTER", 4)
    monkeypatch.setattr("app.services.replay.stages.EVERY", 8)
    twins = Twins(serve, database_url)
    company = Company(twins.warm, chance, clock)
    since = 0
    for _ in itertools.chain(company.gather(), company.steps(effort(35, 200))):
        questions = [*after_a_move(company, since), *(all_others(company) if chance.random() < ALL_ASKED else ())]
        assert_alike(twins, company, questions, everybody=WHOLE)
        since = company.truth.version
        company.app = chance.choice([twins.warm, twins.snapshots, twins.cold])
    assert_alike(twins, company, [*after_a_move(company, max(0, since - 20)), *all_others(company)], everybody=WHOLE)
