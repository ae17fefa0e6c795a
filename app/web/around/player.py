"""The page of somebody with an account: since when, how many matches and which; to be invited, or not to be heard."""

from uuid import UUID

from flask import redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from app.api import limits
from app.api.auth import caller
from app.api.boundary import opened
from app.api.context import services
from app.services.play.callers import Caller
from app.services.table.lists import LONGEST_PAGE
from app.web.around.lists import SHOWN, Table
from app.web.pages import Pages
from app.web.people import signed_in
from app.web.render import page

player = Pages("player", __name__)


@player.get("/players/<name>")
def show(name: str) -> ResponseReturnValue:
    """A person, by name or id."""
    who, person = caller(), services().profiles.find(name)
    games = services().profiles.games(who, person["id"], request.args.get("cursor"), SHOWN)
    other = who.kind == "account" and who.account != person["id"]
    return page(
        "around/player.html",
        person=person,
        games=games,
        other=other,
        muted=other and person["id"] in {one["id"] for one in services().mutes.people(who)},
        tables=_waiting(who) if other else [],
    )


@player.post("/players/<name>/mute")
@signed_in
def mute(name: str) -> Response:
    """Nothing of this person is heard any more."""
    limits.spend(limits.MUTES, caller().identity)
    services().mutes.mute(caller(), name)
    return _back(name, "muted")


@player.post("/players/<name>/unmute")
@signed_in
def unmute(name: str) -> Response:
    """This person is heard again."""
    limits.spend(limits.MUTES, caller().identity)
    services().mutes.unmute(caller(), name)
    return _back(name, "heard")


@player.post("/players/<name>/invite/<uuid:game>")
@signed_in
def invite(name: str, game: UUID) -> Response:
    """Asks this person to a table."""
    limits.spend(limits.INVITATIONS, limits.of(caller()))
    services().invitations.invite(opened(game), services().profiles.find(name)["name"])
    return _back(name, "invited")


def _waiting(who: Caller) -> list[Table]:
    """The tables of who asks that have not begun."""
    found = services().lists.page("mine", who, None, LONGEST_PAGE).shown
    return [table for table in found if table["status"] == "waiting"]


def _back(name: str, said: str) -> Response:
    return redirect(url_for("player.show", name=name, said=said), 303)
