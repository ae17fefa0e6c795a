"""The first game: positions to try things in. What happens there is what the rules say."""

import pytest

from app.services.languages import LANGUAGES
from app.web.reading.course import STEPS
from app.web.reading.lessons import NAMES
from tests.conformance.test_numbers import NUMBERS
from tests.web.pages import said as words
from tests.web.visitor import Visitor

ALL = range(1, len(STEPS) + 1)


def choices(visitor: Visitor) -> dict[str, str]:
    """What can be tried, by what it says: the numbers that are sent."""
    return {words(each): each.get("value", "") for each in visitor.page.iter("button") if each.get("name") == "try"}


def outcome(visitor: Visitor) -> str:
    """The class of what came of it."""
    return visitor.with_id("outcome-panel").get("class", "").split()[-1]


@pytest.mark.parametrize("number", ALL)
def test_every_lesson_can_be_done_and_nothing_in_it_goes_wrong(visitor, number):
    visitor.look(f"/learn/{number}")
    tried = {}
    for said, value in choices(visitor).items():
        visitor.look(f"/learn/{number}?try={value}")
        tried[said] = outcome(visitor)
        assert len(words(visitor.with_id("outcome-panel"))) > 40
    assert "wanted" in tried.values()
    assert len(tried) > 1


@pytest.mark.parametrize("number", ALL)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_is_there_in_every_language(visitor, number, language):
    visitor.look(f"/learn/{number}?lang={language}&try=0")
    assert visitor.page.get("lang") == language


def test_a_card_that_does_not_fit_is_refused_with_its_rule(visitor):
    visitor.look("/learn/1")
    visitor.look(f"/learn/1?try={choices(visitor)['Play blue 5']}")
    assert outcome(visitor) == "refused"
    assert "This card does not fit on the top card." in visitor.says()
    assert visitor.links()["R9"] == "/rules#R9"
    assert len(visitor.with_id("position-hand")) == 4


@pytest.mark.parametrize(
    ("number", "choice"), [(1, "Draw a card"), (3, "Play green 6"), (5, "Accept: draw four"), (7, "Play green 3")]
)
def test_what_goes_but_is_not_the_lesson_is_told_so(visitor, number, choice):
    visitor.look(f"/learn/{number}")
    visitor.look(f"/learn/{number}?try={choices(visitor)[choice]}")
    assert outcome(visitor) == "other"
    assert "Well played." not in visitor.says()


@pytest.mark.parametrize(
    ("number", "choice", "told"),
    [
        (1, "Play green 3", f"{NAMES[0]} plays a green 3."),
        (3, "Play green Draw Two", "draws two cards."),
        (5, "Challenge", "the Wild Draw Four was not lawful"),
        (5, "Accept: draw four", "draws four cards."),
        (6, "Play Wild Item Box", "turns up a blue 5: Lightning."),
        (7, "Play green 3, and say UNO", "says UNO"),
        (8, f"Catch {NAMES[1]}", "draws two"),
        (9, "Play red 9", "scores 82 points"),  # 4 + 20 + 50, and 2 + 6
    ],
)
def test_what_happens_is_told_in_sentences(visitor, number, choice, told):
    visitor.look(f"/learn/{number}")
    visitor.look(f"/learn/{number}?try={choices(visitor)[choice]}")
    assert told in visitor.says().replace("\u2068", "").replace("\u2069", "")


def test_one_goes_from_lesson_to_lesson_and_then_plays(visitor):
    visitor.look("/learn")
    visitor.look(visitor.links()["Begin"])
    for number in ALL:
        assert visitor.path == f"/learn/{number}"
        values = choices(visitor).values()
        next(value for value in values if outcome(visitor.look(f"/learn/{number}?try={value}")) == "wanted")
        if number < len(STEPS):
            visitor.look(visitor.links()["Next lesson"])
    assert visitor.send("/play").path.startswith("/games/")


@pytest.mark.parametrize("path", ["/learn/0", f"/learn/{len(STEPS) + 1}"])
def test_there_is_no_other_lesson(visitor, path):
    visitor.look(path, 404)


@pytest.mark.parametrize("query", ["try=99", "try=-1", "try=x", "try=1&try=2"])
def test_a_choice_that_is_none_asks_again(visitor, query):
    assert choices(visitor.look(f"/learn/2?{query}")) or query.startswith("try=1")


def test_the_rules_of_the_lessons_are_rules():
    for step in STEPS:
        assert set(step.rules) <= set(NUMBERS)
