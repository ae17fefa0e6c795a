"""Replays from elsewhere: bring one, look through those one has brought, take one away."""

from typing import Any
from uuid import UUID

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue
from marshmallow import Schema, fields

from app.api import limits
from app.api.auth import caller, own_id
from app.api.context import services
from app.api.fields import Text
from app.services.replay.imports import NOTATION, RECORD, Full, NotAReplay
from app.services.replay.uploads import LONGEST_UPLOAD, TooLarge
from app.web.forms import Wrong, read
from app.web.language import _
from app.web.pages import Pages
from app.web.people import signed_in
from app.web.render import page

MOST = 20
FORM = 64 * 1024
"""What a form may be longer than the file in it."""
GZIP = b"\x1f\x8b"

replays = Pages("replays_page", __name__)


class BringForm(Schema):
    """A replay: a file, or a notation as text."""

    title = Text(1, 80, load_default=None)
    text = fields.String(load_default="")


@replays.url_value_preprocessor
def take_files(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """A form with a file may be longer than others: of people with accounts alone. Said before the form is read, which
    is when its token is looked for."""
    if endpoint == "replays_page.bring" and request.method == "POST" and caller().kind == "account":
        request.max_content_length = LONGEST_UPLOAD + FORM
        request.max_form_memory_size = LONGEST_UPLOAD + FORM


@replays.get("/replays")
def show() -> ResponseReturnValue:
    """The form, and what one has brought; to others, who may bring something."""
    return _shown()


@replays.post("/replays")
@signed_in
def bring() -> ResponseReturnValue:
    """Verifies a file and keeps it; then shows it."""
    account = own_id()
    try:
        given = read(BringForm)
        form, body, packed = _brought(given["text"])
        limits.spend(limits.IMPORTS, account)
        one, _new = services().imports.bring(account, form, body, packed, given["title"])
    except Wrong as error:
        return _shown(422, error.errors)
    except TooLarge as error:
        return _shown(413, {"file": _("This is too large: %(reason)s", reason=str(error))})
    except NotAReplay as error:
        return _shown(422, {"file": _("Nothing of this is a replay: %(reason)s", reason=str(error))})
    except Full:
        return _shown(409, {"file": _("You keep as much as one may keep: take one away first.")})
    return redirect(url_for("viewer.imported", replay=one.meta.id), 303)


@replays.post("/replays/<uuid:replay>/remove")
@signed_in
def remove(replay: UUID) -> ResponseReturnValue:
    """Takes an import away, by who brought it."""
    services().imports.remove(str(replay), caller())
    return redirect(url_for("replays_page.show", said="removed"), 303)


def _shown(status: int = 200, errors: dict[str, str] | None = None) -> ResponseReturnValue:
    if caller().kind != "account":
        return page("replay/replays.html", replays=None)
    found = services().imports.page(own_id(), request.args.get("cursor"), MOST)
    values = {"errors": errors or {}, "written": request.form.to_dict()}
    return page("replay/replays.html", status, replays=found.shown, next=found.next, **values)


def _brought(text: str) -> tuple[str, bytes, bool]:
    """What was brought: its form, its bytes, whether they are packed. What begins as an event does is a record."""
    body = b""
    if "file" in request.files:
        with request.files["file"].stream as file:
            body = file.read()
    body = body or text.replace("\r\n", "\n").encode()
    if not body:
        raise Wrong({"file": _("Choose a file, or write a notation below.")})
    packed = body.startswith(GZIP)
    return RECORD if packed or body.lstrip()[:1] == b"{" else NOTATION, body, packed
