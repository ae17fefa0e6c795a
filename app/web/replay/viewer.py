"""The viewer: a game or an import at any position, through any eyes that the reader may have, by links alone.

The address says which position and whose eyes, so it can be sent. A script steps without loading: from `steps.json`.
What is drawn is made in `position`, what stands beside it in `beside`; what is written here, branched and analysed is
in `remarks` and `what_if`.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar
from uuid import UUID

from flask import jsonify, make_response, request
from flask.typing import ResponseReturnValue
from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate

from app.api import limits
from app.api.auth import caller
from app.api.context import services
from app.api.fields import QueryInteger
from app.api.moments import AtField, EyesField
from app.api.problems import Problem
from app.services.play.callers import ANONYMOUS
from app.services.refusals import Malformed, NotFound
from app.web.pages import Pages
from app.web.render import page
from app.web.replay.beside import beside
from app.web.replay.position import address, position
from app.web.replay.replayed import OWN, Game, Replayed, Scene, replayed
from app.web.replay.steps import document
from app.web.safety import EMBEDDED, kept_by_nobody

V = TypeVar("V", bound=Callable[..., ResponseReturnValue])

viewer = Pages("viewer", __name__)
viewer.after_request(kept_by_nobody)


class ViewerQuery(Schema):
    """Which moment, through whose eyes, and whose moves in the list."""

    at = AtField(load_default=None)
    eyes = EyesField(data_key="as")
    of = QueryInteger(load_default=None, validate=validate.Range(0, 9))
    invitation = fields.String(load_default=None)


def on_both(pages: Pages, rest: str, method: str = "GET") -> Callable[[V], V]:
    """A page of a game's replay and of an import: `rest` follows the path of both."""

    def register(view: V) -> V:
        name = view.__name__
        pages.route(f"/games/<uuid:game>/replay{rest}", methods=[method], endpoint=name)(view)
        pages.route(f"/replays/<uuid:replay>{rest}", methods=[method], endpoint=f"{name}_of_import")(view)
        return view

    return register


@viewer.get("/games/<uuid:game>/replay")
@limits.limited(limits.POSITIONS)
def show(game: UUID) -> ResponseReturnValue:
    """A game at a position."""
    given = asked()
    return shown(replayed(caller(), given["invitation"], game=game), given)


@viewer.get("/replays/<uuid:replay>", endpoint="imported")
@limits.limited(limits.POSITIONS)
def show_import(replay: UUID) -> ResponseReturnValue:
    """An import at a position."""
    return shown(replayed(caller(), None, replay=replay), asked())


@on_both(viewer, "/steps.json")
@limits.limited(limits.RECORDS)
def steps(**place: UUID) -> ResponseReturnValue:
    """All that the script needs. Asked again it is told to be the same by its tag."""
    given = asked()
    one = replayed(caller(), given["invitation"], **place)
    if one.recording is None:
        raise NotFound
    response = jsonify(document(one, one.recording))
    response.add_etag()
    response.headers["Cache-Control"] = "private, no-cache"
    return response.make_conditional(request)


@viewer.get("/games/<uuid:game>/embed")
@limits.limited(limits.POSITIONS)
def embed(game: UUID) -> ResponseReturnValue:
    """A game as a page inside of another site: what anybody may see of it, whoever looks, and no forms."""
    given = asked()
    one = Game(services().looks.open(str(game), ANONYMOUS))
    if not one.public:
        raise NotFound
    scene = _scene(one, given)
    response = make_response(page("replay/embed.html", **position(one, scene, given)))
    response.headers["Content-Security-Policy"] = EMBEDDED
    return response


def asked() -> dict[str, Any]:
    """What the address asks for. Raises Malformed."""
    try:
        given: dict[str, Any] = ViewerQuery(unknown=EXCLUDE).load(request.args)
    except ValidationError as error:
        field, found = next(iter(error.normalized_messages().items()))  # type: ignore[no-untyped-call]
        raise Malformed(str(field), str(found[0])) from None
    return given


def shown(one: Replayed, given: Mapping[str, Any], status: int = 200, **more: Any) -> ResponseReturnValue:
    """The page of the viewer; `more` is what went wrong with a form."""
    scene = _scene(one, given)
    values = position(one, scene, given) | beside(one, scene) | {"errors": {}, "written": {}}
    return page("replay/viewer.html", status, **(values | more))


def opened_to_write(**place: UUID) -> Replayed:
    """What a form is about, before who sends it. Raises Problem 403 for a token that may only read."""
    who = caller()
    if "play" not in who.scopes:
        raise Problem(403, "scope_missing", "This needs the scope play.")
    return replayed(who, request.args.get("invitation"), **place)


def back(one: Replayed, seq: int | None, part: str, **values: Any) -> str:
    """The address of the position that a form was beside: of the event `seq`, or as the address of the form says."""
    kept = {name: request.args.get(name) for name in ("as", "of")}
    at = request.args.get("at") if seq is None else seq
    return address(one, "show", kept | {"at": at, "_anchor": part} | values)


def _scene(one: Replayed, given: Mapping[str, Any]) -> Scene:
    return one.scene(given["at"] or one.beginning, given.get("eyes", OWN))
