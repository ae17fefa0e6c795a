"""A page with a form. Where the form could not be taken it comes again: what is wrong stands beside its field or above
the form, and what was filled in is still there, but for passwords."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from flask import Response, make_response, request
from werkzeug.datastructures import Headers

from app.api.problems import Problem
from app.services.clock import now
from app.services.refusals import Malformed
from app.web.errors import words
from app.web.forms import Wrong, misfit
from app.web.language import _
from app.web.render import page
from app.web.times import away

FIELDS = {"name_taken": "name", "wrong_password": "password", "address_taken": "address"}
"""Beside which field a problem is told."""
SECRET = ("password", "new", "csrf")

NOT_TAKEN = (Wrong, Malformed, Problem)
"""What a view catches to show its form again."""


class Told(NamedTuple):
    """What is wrong: a sentence for each field, one for the whole form, and the status and headers that go with it."""

    status: int = 200
    errors: Mapping[str, str] = {}
    problem: str | None = None
    headers: Mapping[str, str] = {}


def form(template: str, error: Exception | None = None, **values: Any) -> Response:
    """The page of a form, after this error if there was one: of `NOT_TAKEN`."""
    told = Told() if error is None else _told(error)
    given = {name: value.replace("\0", "") for name, value in request.form.items() if name not in SECRET}
    answer = page(template, told.status, errors=told.errors, problem=told.problem, given=given, **values)
    response = make_response(answer)
    response.headers.extend(Headers(dict(told.headers)))
    return response


def _told(error: Exception) -> Told:
    if isinstance(error, Malformed):
        error = misfit(error)
    if isinstance(error, Wrong):
        return Told(422, error.errors)
    if not isinstance(error, Problem):
        raise error
    if error.word in FIELDS:
        return Told(error.code or 422, {FIELDS[error.word]: words(error)})
    return Told(error.code or 422, {}, _words(error), error.headers)


def _words(error: Problem) -> str:
    """What is said of the whole form: of too many tries also until when there are no more."""
    wait = error.headers.get("Retry-After")
    if wait is None:
        return words(error)
    return _("That was too often. Try again %(moment)s.", moment=away(now() + int(wait) * 1000))


def unspoken(response: Response) -> Response:
    """A page whose address is a secret, or that shows one: nobody keeps it, and no other page is told where one was."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


def over(error: Problem, ask: str) -> Response:
    """The page of a letter's link that is good for nothing any more; `ask` is where another letter is to be had."""
    return unspoken(form("account/letter_over.html", error, ask=ask))
