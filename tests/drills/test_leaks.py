"""Nobody is told what is not theirs to know: every prefix of random games, every route, every viewer."""

import itertools
import random
from collections.abc import Callable, Iterable

import pytest
from flask import Flask

from tests.drills.company import Clock, Company
from tests.drills.judge import judge, judge_deed
from tests.drills.pages import all_pages, judge_page, past_pages
from tests.drills.questions import Question, after_a_move, all_others, get_rules, of_past
from tests.effort import WHOLE, effort

Seeded = Callable[[object], random.Random]
Serve = Callable[..., Flask]

GAMES = (*range(8), 29, 34) if WHOLE else (29, 34)
"""The sample has time-outs, a hand shown, somebody who resigned, hosts without a seat, and a table for few eyes."""
ALL_ASKED = effort(3, 30) / 100
"""After how many requests everything is asked, and not only what players ask all the time."""
EACH = 10
"""After each so many requests everybody looks at every page, in the whole drill."""


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


def look_around(company: Company, questions: Iterable[Question]) -> None:
    """Shows every viewer these pages."""
    alike: dict[str, object] = {}
    for question, (viewer, seat) in itertools.product(list(questions), company.viewers()):
        answer = viewer.look(company.app, question.asked_by(viewer))
        told = company.truth.tells_a_secret(answer.data + str(answer.headers).encode(), seat)
        assert not told, f"{viewer.name} is told a secret by {question.path}"
        part = judge_page(company, viewer, seat, question, answer)
        if part is not None:
            assert alike.setdefault(question.path, part) == part, f"{viewer.name} sees another {question.path}"


@pytest.mark.drill
@pytest.mark.parametrize("number", GAMES)
def test_every_viewer_is_told_what_is_theirs_and_no_more(
    number: int, database_url: str, serve: Serve, seeded: Seeded, clock: Clock
) -> None:
    chance = seeded(f"leaks {number}")
    company = Company(serve(database_url), chance, clock)
    since, looked = 0, False
    for step, _ in enumerate(itertools.chain(company.gather(), company.steps(effort(30, 200)))):
        for deed in company.deeds:
            judge_deed(company, deed)
        sweep(company, after_a_move(company, since))
        if chance.random() < ALL_ASKED:
            sweep(company, all_others(company))
        if (not looked and early(company)) or (WHOLE and step % EACH == 0):
            looked = True
            look_around(company, all_pages(company))
        since = company.truth.version
    sweep(company, all_others(company))
    look_around(company, all_pages(company))
    past = chance.sample(range(since + 1), min(since, effort(4, 500)))
    sweep(company, of_past(company, past))
    look_around(company, past_pages(company, past[: effort(0, 50)]))


@pytest.mark.drill
def test_pages_keep_a_second_hand_to_themselves(database_url: str, serve: Serve, seeded: Seeded, clock: Clock) -> None:
    """The first one lies open, and has every card: what is hidden of the second is known by its places alone."""
    chance = seeded("a second hand 7")  # in which somebody is shown a hand
    company = Company(serve(database_url), chance, clock, seats=3, options={"hands": 3}, listed=True, spectators="all")
    for _ in itertools.chain(company.gather(), company.steps(400)):
        if company.truth.now.hand == 2 and len(company.truth.now.under) > 3:
            break
    now = company.truth.now
    assert (now.hand, now.ended) == (2, 1)
    assert now.shown
    look_around(company, all_pages(company))
    begun = next(at for at, moment in enumerate(company.truth.moments) if moment.hand == 2)
    look_around(company, past_pages(company, [begun - 5, chance.randrange(begun, company.truth.version)]))


def test_every_route_is_asked(database_url: str, serve: Serve, seeded: Seeded, clock: Clock) -> None:
    company = Company(serve(database_url), seeded("routes"), clock)
    questions = itertools.chain(after_a_move(company, 0), all_others(company), all_pages(company))
    asked = {question.rule for question in questions}

    assert asked == get_rules(company.app), "a GET route that the drills do not know: see questions.py and judge.py"
