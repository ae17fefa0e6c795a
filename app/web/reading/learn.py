"""A first game, guided: positions to try things in, and what comes of them. It works as links and forms alone."""

from flask import abort, request
from flask.typing import ResponseReturnValue

from app.web.language import _
from app.web.pages import Pages
from app.web.reading.course import STEPS
from app.web.reading.lessons import NAMES, Lesson
from app.web.render import page

learn = Pages("learn", __name__)


@learn.get("/learn")
def show() -> ResponseReturnValue:
    """What the course is, and what is in it."""
    return page("reading/learn.html", steps=[_(step.title) for step in STEPS])


@learn.get("/learn/<int:number>")
def step(number: int) -> ResponseReturnValue:
    """A lesson, the first has the number 1; `try` is the place of a choice in its list."""
    if not 1 <= number <= len(STEPS):
        abort(404)
    lesson = Lesson(STEPS[number - 1])
    choices = lesson.choices
    chosen = request.args.get("try", type=int)
    outcome = lesson.tried(choices[chosen]) if chosen is not None and 0 <= chosen < len(choices) else None
    return page(
        "reading/lesson.html",
        number=number,
        last=len(STEPS),
        step=lesson.step,
        told=[_(words) for words in lesson.step.told],
        before=lesson.before,
        view=outcome.view if outcome else lesson.view,
        choices=choices,
        chosen=choices[chosen].said if outcome and chosen is not None else None,
        outcome=outcome,
        verdict=_(lesson.step.right if outcome.wanted else lesson.step.other)
        if outcome and not outcome.refused
        else None,
        names=NAMES,
    )
