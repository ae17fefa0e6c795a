"""The pages, asked as the API is: what is on one of a game, whoever looks at it, is theirs to know."""

import re
from collections.abc import Iterator

from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from tests.drills.company import Company, Viewer
from tests.drills.questions import Question
from tests.drills.truth import Moment, Truth

GAME, REPLAY = "/games/<uuid:game>", "/replays/<uuid:replay>"
OF_PAST = (f"{GAME}/replay", f"{GAME}/embed", REPLAY)
"""Pages of a position, with `at` and `as` as the API has them."""
WITH_A_HAND = (GAME, f"/text{GAME}")
"""Pages of a table as it stands, for who sits there."""
CODE = r"(?:[rygb][0-9SRD]|W4|WB)"
DRAWN = re.compile(rf'(?:#card-|data-card="|data-top="|"card": ?"|"top": ?")({CODE})\b')
"""Where pages and what their scripts load name a card: as its drawing, as data."""
TYPED = re.compile(rf"\b({CODE})\b")
"""In words alone, as the text mode says cards."""


def page_rules(app: Flask) -> list[Rule]:
    """The GET routes that are no API."""
    rules = [rule for rule in app.url_map.iter_rules() if not rule.rule.startswith("/api")]
    return sorted((rule for rule in rules if "GET" in (rule.methods or ())), key=lambda rule: rule.rule)


def all_pages(company: Company) -> Iterator[Question]:
    """Every page; of a position at an event of the past also, through a seat's eyes, the table's and with all cards."""
    known = {"game": company.game, "replay": company.bring(), "name": "Ada", "number": 1, "paper": "format"}
    known |= {"secret": f"kfs_{'A' * 64}", "version": "0"}
    for rule in page_rules(company.app):
        values = {name: known.get(name, "x") for name in rule.arguments}
        path = company.app.url_map.bind("").build(rule.endpoint, values)
        yield Question(rule.rule, path)
        if rule.rule in OF_PAST:
            at = company.truth.version * 2 // 3
            for eyes in (at % company.seats, "table", "all"):
                yield Question(rule.rule, f"{path}?at={at}&as={eyes}", at, eyes)


def judge_page(company: Company, viewer: Viewer, seat: int | None, question: Question, answer: TestResponse) -> None:
    """Fails for a page that tells its viewer too much, or nothing where there is something to be told."""
    assert answer.status_code < 500, f"{viewer.name} {question.path}"
    of_game = GAME in question.rule
    if not of_game and question.rule not in (REPLAY, f"{REPLAY}/steps.json"):
        return
    found = cards_on(question, answer.text)
    if of_game and not company.may_watch(viewer):
        assert answer.status_code in (403, 404), f"{viewer.name} may not see {question.path}"
        assert not found, f"{viewer.name} is shown {found} by {question.path}"
        return
    assert answer.status_code in (200, 403, 404) or question.rule.endswith("/resign"), f"{viewer.name} {question.path}"
    known = known_cards(company.truth, seat if of_game else None, question.at)
    assert known is None or found <= known, f"{viewer.name} is shown {sorted(found - known)} by {question.path}"
    if question.rule in WITH_A_HAND and seat is not None:
        hand = {card for _, card in company.truth.now.held.get(seat, ())}
        assert hand <= found, f"{viewer.name} does not see {sorted(hand - found)} on {question.path}"


def cards_on(question: Question, text: str) -> set[str]:
    """The cards that a page shows, or names where it is of words alone."""
    form = TYPED if question.rule.startswith("/text") else DRAWN
    return set(form.findall(re.sub("<svg.*?</svg>", _kept, text, flags=re.DOTALL)))


def _kept(drawing: re.Match[str]) -> str:
    """Of a drawing its cards alone: paths of SVG look like many things."""
    return " ".join(re.findall(r"#card-\w+", drawing[0]))


def known_cards(truth: Truth, seat: int | None, at: int | None) -> set[str] | None:
    """The codes that a seat may be shown: what events said so far, and its own; None once a hand lies open, whose deck
    has every card."""
    now = truth.now
    if now.ended:
        return None
    public = set(re.findall(rf'"card":"({CODE})"', b"".join(truth.lines).decode()))
    moments = [now] if at is None else [now, truth.moments[at]]
    return public | {card for moment in moments for card in _own(moment, seat)}


def _own(moment: Moment, seat: int | None) -> set[str]:
    held = moment.held.get(seat, ()) if seat is not None else ()
    shown = [card for one in moment.shown if seat is not None and one.to == seat for card in one.hand]
    return {card for _, card in (*held, *shown)}
