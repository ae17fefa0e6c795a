"""What readers write beside a position: comments, answers, notes for themselves, and reports of comments."""

import unicodedata
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from flask import Response, redirect, request
from flask.typing import ResponseReturnValue
from marshmallow import Schema, fields

from app.api import limits
from app.api.auth import caller
from app.api.comments import LONGEST
from app.api.context import services
from app.api.fields import Prose, QueryInteger
from app.api.problems import Problem
from app.services.refusals import Malformed, NotAllowed
from app.services.replay.comments import NoSuchComment, Said
from app.web.errors import error_page, said_of
from app.web.forms import Checkbox, Wrong, misfit, read
from app.web.language import _
from app.web.pages import Pages
from app.web.replay.replayed import Replayed
from app.web.replay.viewer import asked, back, on_both, opened_to_write, shown
from app.web.safety import kept_by_nobody

LONGEST_REASON = 1000

remarks = Pages("remarks", __name__)
remarks.after_request(kept_by_nobody)


class Lines(Prose):
    """Prose as a browser sends it: with the line ends of the net, and letters as the keyboard made them."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        text = unicodedata.normalize("NFC", str(value)).replace("\r\n", "\n").strip()
        return super()._deserialize(text, attr, data, **kwargs)


class CommentForm(Schema):
    """A comment on an event, or an answer to another."""

    text = Lines(1, LONGEST, required=True)
    seq = QueryInteger(required=True)
    parent = fields.UUID(load_default=None)
    private = Checkbox()


class ChangeForm(Schema):
    """Other words for a comment, and for whom they are."""

    text = Lines(1, LONGEST, required=True)
    private = Checkbox()


class ReportForm(Schema):
    """What is wrong with a comment."""

    reason = Lines(1, LONGEST_REASON, required=True)


@on_both(remarks, "/comments", "POST")
def comment(**place: UUID) -> ResponseReturnValue:
    """Writes a comment, or an answer."""
    one = opened_to_write(**place)
    try:
        given = read(CommentForm)
        limits.spend(limits.COMMENTS, caller().identity)
        parent = given["parent"] and str(given["parent"])
        said = Said(given["text"], given["seq"], parent, given["private"])
        told, _new = services().comments.write(one.talk, said)
    except (Wrong, Malformed, NotAllowed) as error:
        return _again(one, error, "text")
    return redirect(back(one, told["seq"], "talk"), 303)


@on_both(remarks, "/comments/<uuid:comment>", "POST")
def change_comment(comment: UUID, **place: UUID) -> ResponseReturnValue:
    """Changes a comment of the reader's own."""
    one = opened_to_write(**place)
    try:
        given = read(ChangeForm)
        services().comments.edit(one.talk, str(comment), given["text"], given["private"])
    except (Wrong, NotAllowed) as error:
        return _again(one, error, "text")
    return redirect(back(one, None, "talk"), 303)


@on_both(remarks, "/comments/<uuid:comment>/delete", "POST")
def delete_comment(comment: UUID, **place: UUID) -> ResponseReturnValue:
    """Takes a comment away: the reader's own; an official anybody's."""
    one = opened_to_write(**place)
    services().comments.remove(one.talk, str(comment))
    return redirect(back(one, None, "talk"), 303)


@on_both(remarks, "/comments/<uuid:comment>/report", "POST")
def report_comment(comment: UUID, **place: UUID) -> ResponseReturnValue:
    """Tells the officials of a comment."""
    one = opened_to_write(**place)
    try:
        given = read(ReportForm)
        limits.spend(limits.COMMENTS, caller().identity)
        services().comments.report(one.talk, str(comment), given["reason"])
    except (Wrong, NotAllowed) as error:
        return _again(one, error, "reason")
    return redirect(back(one, None, "talk", said="reported"), 303)


def _again(one: Replayed, error: Wrong | Malformed | NotAllowed, field: str) -> ResponseReturnValue:
    """The page with what was written, and what is wrong with it beside the field."""
    wrong = misfit(error) if isinstance(error, Malformed) else error
    errors = wrong.errors if isinstance(wrong, Wrong) else {field: said_of(wrong.code, wrong.detail)}
    about = str((request.view_args and request.view_args.get("comment")) or request.form.get("parent") or "")
    written: dict[str, Any] = {"about": about, "form": request.endpoint, **request.form.to_dict()}
    return shown(one, asked(), 422, errors=errors, written=written)


@remarks.errorhandler(NoSuchComment)
def no_such_comment(error: NoSuchComment) -> Response:
    """There is none, or none that the reader may see: the same answer."""
    return error_page(Problem(404, "no_such_comment", _("There is no such comment here.")))
