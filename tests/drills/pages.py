"""The pages, asked as the API is: what is on one of a game, whoever looks at it, is theirs to know."""

import itertools
import re
from collections.abc import Iterable, Iterator

from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.drills.boards import Page, judge_position, judge_steps, judge_table, judge_words, mentioned
from tests.drills.company import Company, Viewer
from tests.drills.questions import Question

GAME, REPLAY = "/games/<uuid:game>", "/replays/<uuid:replay>"
OF_PAST = (f"{GAME}/replay", f"{GAME}/embed", REPLAY)
"""Pages of a position, with `at` and `as` as the API has them."""
STEPS = (f"{GAME}/replay/steps.json", f"{REPLAY}/steps.json")
WORDS = f"/text{GAME}"
ORDERS = f"{GAME}/orders"
ALIKE = (f"{GAME}/embed", *STEPS)
"""What is the same for everybody."""
COVER = {"/": {"WB", "bS", "gR", "r2", "y7"}}
"""What is drawn on a page whatever is played."""
TEACHING = ("/learn", "/rules", "/differences", "/developers", "/art", "/static", "/sw.js", "/offline")
"""Pages that show cards, and know no game."""


def page_rules(app: Flask) -> list[Rule]:
    """The GET routes that are no API."""
    rules = [rule for rule in app.url_map.iter_rules() if not rule.rule.startswith("/api")]
    return sorted((rule for rule in rules if "GET" in (rule.methods or ())), key=lambda rule: rule.rule)


def all_pages(company: Company) -> Iterator[Question]:
    """Every page; of a position at an event of the past also, through a seat's eyes, the table's and with all cards."""
    known = {"game": company.game, "replay": company.bring(), "name": "Ada", "number": 1, "paper": "format"}
    known |= {"webhook": company.game}
    known |= {"secret": f"kfs_{'A' * 64}", "version": "0"}
    for rule in page_rules(company.app):
        values = {name: known.get(name, "x") for name in rule.arguments}
        path = company.app.url_map.bind("").build(rule.endpoint, values)
        yield Question(rule.rule, path)
        if rule.rule in OF_PAST:
            at = company.truth.version * 2 // 3
            for eyes in (at % company.seats, "table", "all"):
                yield Question(rule.rule, f"{path}?at={at}&as={eyes}", at, eyes)


def past_pages(company: Company, moments: Iterable[int]) -> Iterator[Question]:
    """The pages of these positions, through all eyes."""
    places = {f"{GAME}/replay": f"/games/{company.game}/replay", f"{GAME}/embed": f"/games/{company.game}/embed"}
    for at, (rule, path) in itertools.product(moments, places.items()):
        for eyes in (*range(company.seats), "table", "all"):
            yield Question(rule, f"{path}?at={at}&as={eyes}", at, eyes)


def judge_page(company: Company, viewer: Viewer, seat: int | None, question: Question, answer: TestResponse) -> object:
    """Fails for a page that tells its viewer too much, or nothing where there is something to be told. Gives what every
    viewer has to see alike; None for nothing."""
    assert answer.status_code < 500, f"{viewer.name} {question.path}"
    if GAME in question.rule and not _may_look(company, viewer, question):
        assert answer.status_code in (403, 404), f"{viewer.name} may not see {question.path}"
        _shows_nothing(answer, question)
        return None
    if question.rule in (GAME, WORDS, *OF_PAST, *STEPS):
        assert answer.status_code == 200, f"{viewer.name} {question.path}: {answer.text}"
        _of_game(company, seat, question, answer.text)
    elif question.rule == ORDERS and answer.status_code == 200:
        _shows_own(company, seat, answer)
    elif not question.rule.startswith(TEACHING):
        _shows_nothing(answer, question)
    return re.sub(r"[?&]invitation=[^&\"]*", "", answer.text) if question.rule in ALIKE else None


def _may_look(company: Company, viewer: Viewer, question: Question) -> bool:
    """Whether the viewer may see the page; what is embedded elsewhere is for games that anybody may see."""
    open_to_all = bool(company.setup["listed"]) and company.setup["spectators"] == "all"
    return open_to_all if question.rule == f"{GAME}/embed" else company.may_watch(viewer)


def _of_game(company: Company, seat: int | None, question: Question, text: str) -> None:
    truth = company.truth
    if question.rule in STEPS:
        judge_steps(text, truth)
    elif question.rule == GAME:
        judge_table(Page(text), truth, seat)
    elif question.rule == WORDS:
        judge_words(Page(text), truth, seat)
    else:
        own = seat if question.rule == f"{GAME}/replay" else None
        judge_position(Page(text), truth, own, question.at, question.eyes)


def _shows_own(company: Company, seat: int | None, answer: TestResponse) -> None:
    """The cards of who plays, to choose from, and what every page of orders names."""
    assert seat is not None
    own = {card for _, card in company.truth.now.held.get(seat, ())}
    found = mentioned(answer.text) - own - {"W4", "WB"}
    assert not found, sorted(found)


def _shows_nothing(answer: TestResponse, question: Question) -> None:
    """Neither a card nor its name, but for what is always there."""
    found = mentioned(answer.text) - COVER.get(question.rule, set())
    assert not found, f"{sorted(found)} on {question.path}"
