"""Nobody is told what is not theirs to know: every prefix of random games, every route, every viewer."""

import itertools
import random
from collections.abc import Callable, Iterable

import pytest
from flask import Flask

from tests.drills.company import Clock, Company
from tests.drills.judge import judge, judge_deed
from tests.drills.pages import all_pages, judge_page
from tests.drills.questions import Question, after_a_move, all_others, get_rules, of_past
from tests.effort import WHOLE, effort

Seeded = Callable[[object], random.Random]
Serve = Callable[..., Flask]

GAMES = (29, 34) if not WHOLE else (*range(8), 29, 34)
"""The sample has time-outs, a hand shown, somebody who resigned, hosts without a seat, and a table for few eyes."""
ALL_ASKED = effort(3, 30) / 100
"""After how many requests everything is asked, and not only what players ask all the time."""


def sweep(company: Company, questions: Iterable[Question]) -> None:
    """Puts the questions for every viewer. What is not a viewer's own is the same for all of them."""
    alike: dict[tuple[object, ...], object] = {}
    for question, (viewer, seat) in itertools.product(list(questions), company.viewers()):
        answer = viewer.ask(company.app, "GET", question.asked_by(viewer))
        part = judge(company, viewer, seat, question, answer)
        if part is not None:
            assert alike.setdefault(question.of_all, part) == part, f"{viewer.name} sees another {question.path}"


def early(company: Company) -> bool:
    """In the first hand, when a few cards have been played: what is hidden then has a code that nobody has seen."""
    return company.truth.now.hand == 1 and len(company.truth.now.under) > 3


def look_around(company: Company) -> None:
    """Shows every viewer every page."""
    for question, (viewer, seat) in itertools.product(list(all_pages(company)), company.viewers()):
        answer = viewer.look(company.app, question.asked_by(viewer))
        told = company.truth.tells_a_secret(answer.data + str(answer.headers).encode(), seat)
        assert not told, f"{viewer.name} is told a secret by {question.path}"
        judge_page(company, viewer, seat, question, answer)


@pytest.mark.drill
@pytest.mark.parametrize("number", GAMES)
def test_every_viewer_is_told_what_is_theirs_and_no_more(
    number: int, database_url: str, serve: Serve, seeded: Seeded, clock: Clock
) -> None:
    chance = seeded(f"leaks {number}")
    company = Company(serve(database_url), chance, clock)
    since, looked = 0, False
    for _ in itertools.chain(company.gather(), company.steps(effort(45, 200))):
        for deed in company.deeds:
            judge_deed(company, deed)
        sweep(company, after_a_move(company, since))
        if chance.random() < ALL_ASKED:
            sweep(company, all_others(company))
        if (not looked and early(company)) or WHOLE:
            looked = True
            look_around(company)
        since = company.truth.version
    sweep(company, all_others(company))
    look_around(company)
    sweep(company, of_past(company, chance.sample(range(since + 1), min(since, effort(4, 500)))))


def test_every_route_is_asked(database_url: str, serve: Serve, seeded: Seeded, clock: Clock) -> None:
    company = Company(serve(database_url), seeded("routes"), clock)
    questions = itertools.chain(after_a_move(company, 0), all_others(company), all_pages(company))
    asked = {question.rule for question in questions}

    assert asked == get_rules(company.app), "a GET route that the drills do not know: see questions.py and judge.py"
