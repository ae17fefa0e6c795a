"""What was reported, for officials: comments and phrases, to be left as they are or, a comment, taken away."""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any, ParamSpec
from uuid import UUID

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue
from marshmallow import EXCLUDE, Schema, ValidationError, fields

from app.api.auth import caller
from app.api.boundary import opened
from app.api.context import services
from app.api.fields import QueryInteger
from app.api.problems import Problem
from app.services.refusals import NotFound
from app.services.replay.comments import NoSuchComment, Talk
from app.services.table.phrases import NoSuchPhrase
from app.web.forms import read
from app.web.language import _
from app.web.pages import Pages
from app.web.people import signed_in
from app.web.render import page
from app.web.table.talk import WORDS

P = ParamSpec("P")
MOST = 50

reports_page = Pages("reports_page", __name__)


class CommentForm(Schema):
    """A comment, and the game or import that it is about."""

    subject = fields.UUID(required=True)
    comment = fields.UUID(required=True)


class PlaceQuery(Schema):
    """An event of a game or import."""

    subject = fields.UUID(required=True)
    seq = QueryInteger(required=True)


class PhraseForm(Schema):
    """A phrase, and where it was said."""

    game = fields.UUID(required=True)
    phrase = QueryInteger(required=True)


def official(view: Callable[P, ResponseReturnValue]) -> Callable[P, ResponseReturnValue]:
    """A page for those who keep order."""

    @signed_in
    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        if "arbiter" not in caller().scopes:
            raise Problem(403, "scope_missing", _("This page is for officials."))
        return view(*args, **kwargs)

    return guarded


@reports_page.get("/reports")
@official
def show() -> ResponseReturnValue:
    """What waits, the oldest first."""
    comments = services().comments.reported(request.args.get("comments"), MOST)
    phrases = services().phrases.reported(request.args.get("phrases"), MOST)
    return page("account/reports.html", comments=comments, phrases=phrases, words=WORDS)


@reports_page.get("/reports/place")
@official
def place() -> ResponseReturnValue:
    """Where a comment stands: reports do not say whether that is a game or an import."""
    given = _query()
    kind = "replay" if _is_import(given["subject"]) else "game"
    endpoint = {"replay": "viewer.imported", "game": "viewer.show"}[kind]
    return redirect(url_for(endpoint, **{kind: given["subject"], "at": given["seq"]}), 303)


@reports_page.post("/reports/comments/dismiss")
@official
def dismiss_comment() -> ResponseReturnValue:
    """A comment stays."""
    given = read(CommentForm)
    return _done(lambda: services().comments.dismiss(_talk(given["subject"]), str(given["comment"])), "dismissed")


@reports_page.post("/reports/comments/remove")
@official
def remove_comment() -> ResponseReturnValue:
    """A comment goes, and with it what was said against it."""
    given = read(CommentForm)
    return _done(lambda: services().comments.remove(_talk(given["subject"]), str(given["comment"])), "comment-removed")


@reports_page.post("/reports/phrases/dismiss")
@official
def dismiss_phrase() -> ResponseReturnValue:
    """A phrase stays; phrases are forgotten by themselves."""
    given = read(PhraseForm)
    return _done(lambda: services().phrases.dismiss(str(given["game"]), given["phrase"]), "dismissed")


def _done(do: Callable[[], Any], said: str) -> ResponseReturnValue:
    """What another official has dealt with meanwhile is dealt with."""
    with suppress(NoSuchComment, NoSuchPhrase, NotFound):
        do()
    return redirect(url_for("reports_page.show", said=said), 303)


def _talk(subject: UUID) -> Talk:
    """What a comment is about: an import, or else a game. Raises NotFound."""
    try:
        return services().comments.at_replay(services().imports.open(str(subject)), caller())
    except NotFound:
        return services().comments.at_game(opened(subject))


def _is_import(subject: UUID) -> bool:
    try:
        services().imports.open(str(subject))
    except NotFound:
        return False
    return True


def _query() -> dict[str, Any]:
    """Raises NotFound for a place that cannot be."""
    try:
        given: dict[str, Any] = PlaceQuery(unknown=EXCLUDE).load(request.args.to_dict())
    except ValidationError:
        raise NotFound from None
    return given
