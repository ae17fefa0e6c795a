"""The table: what one sees of a game, and what one can do there. What is done is in `deeds`."""

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

import segno
from flask import Response, make_response, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from app.api.auth import SEAT_COOKIE, session_secret
from app.api.boundary import opened
from app.api.context import services
from app.rules.cards import COLORS
from app.services.play.sight import Seen, belongs, has_sat, is_replaced, player_of
from app.web import language, times
from app.web.forms import whole
from app.web.navigation import profile_of
from app.web.pages import Pages
from app.web.render import page
from app.web.safety import kept_by_nobody
from app.web.table import finish, held
from app.web.table.agreement import proposal
from app.web.table.clocks import standing_still
from app.web.table.story import UNFOLDED, story
from app.web.table.talk import talk
from app.web.table.zero import at_zero
from replays.show import alt
from replays.show.languages import phrase, seat_names
from replays.show.words import tidy

INVITATION = "invitation"
SINCE = "since"
"""The event behind which the page tells what is new: the one that a move rested on that came too late."""

HIDDEN = "X-Hidden"
"""What our script says of a page that is open behind others."""

table = Pages("table", __name__)
table.after_request(kept_by_nobody)


@table.get("/games/<uuid:game>")
def show(game: UUID) -> ResponseReturnValue:
    """The game as it stands, before whoever asks. They need not be told of it meanwhile, unless their browser asks for
    a page that nobody sees."""
    seen = seen_at(game)
    if HIDDEN not in request.headers:
        services().presence.looks(seen.game, seen.caller.account)
    return shown(seen)


def seen_at(game: UUID) -> Seen:
    """The game before whoever asks, by the invitation in the address if there is one."""
    return opened(game, request.args.get(INVITATION))


def address(game: UUID | str, **values: Any) -> str:
    """The address of a table, with the invitation that this request came with."""
    return url_for("table.show", game=game, **{INVITATION: request.args.get(INVITATION), **values})


def shown(seen: Seen, status: int = 200, **more: Any) -> Response:
    """The page of a game. It has a tag, so that whoever asks again is told if nothing has changed."""
    view = services().looks.now(seen)
    values = _values(seen, view) | more
    template = "table/waiting.html" if view["phase"] == "waiting" else "table/table.html"
    response = make_response(page(template, status, **values))
    held.keep_order(response)
    if status == 200:
        response.set_etag(_tag(response))
        response.make_conditional(request)
    return response


def _tag(response: Response) -> str:
    return hashlib.sha256(response.get_data()).hexdigest()[:24]


def _values(seen: Seen, view: dict[str, Any]) -> dict[str, Any]:
    players = seen.position.state.players
    names = seat_names(players, [one["name"] for one in view["seats"]], language.current())
    you = view.get("you")
    values = {
        "view": view,
        "names": names,
        "short": [tidy(one["name"]) or name for one, name in zip(view["seats"], names, strict=True)],
        "you": None if you is None else you["seat"],
        "is_host": seen.is_host,
        "belongs": belongs(seen.table, seen.position.state, seen.caller),
        "invitation": request.args.get(INVITATION),
        "deed": lambda endpoint: deed(endpoint, seen.game),
        "talk": talk(seen, view),
        "next": services().lists.next(seen.caller, seen.game) if seen.caller.account else None,
        "profiles": _profiles(seen, view),
        "unfolded": UNFOLDED,
        "way_back": way_back(seen),
        "invite_link": _invite_link(seen),
        "qr": qr,
    }
    return values | (_before(seen, view) if view["phase"] == "waiting" else _running(seen, view, names))


def _before(seen: Seen, view: Mapping[str, Any]) -> dict[str, Any]:
    """What the page of a table shows whose match has not begun."""
    taken = [one["seat"] for one in view["seats"] if not alt.is_free(one)]
    return {
        "taken": taken,
        "free": len(view["seats"]) - len(taken),
        "invited": services().invitations.of(seen),
        "own_invitation": services().invitations.mine(seen),
    }


def _running(seen: Seen, view: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """What the page of a match shows, whether it is on or over."""
    spoken = language.current()
    order = held.order()
    hand = held.held(view, order)
    you = view.get("you")
    moves = you["moves"] if you else []
    return {
        "hand": hand,
        "order": order,
        "wanting": held.wanting(view, hand) if hand else None,
        "says_uno": held.says_uno(view) if hand else False,
        "moves": {move["type"] for move in moves},
        "targets": [move["target"] for move in moves if move["type"] == "choose_target"],
        "catches": [move["target"] for move in moves if move["type"] == "catch_uno"],
        "colors": COLORS,
        "around": around(view),
        "orders": services().orders.count(seen),
        "left_over": finish.last_hand(view),
        "podium": finish.podium(view),
        "share": _share(seen),
        "in_force": phrase("piles.color", spoken, color=view["color"]) if view["color"] else None,
        "rematch": services().looks.rematch(seen),
        "replaced": not seen.position.state.over and is_replaced(seen),
        "can_rematch": _can_rematch(seen),
        "story": story(seen, _since(seen)),
        "situation": alt.situation(view, alt.names_in(view, spoken), spoken),
        "way": alt.way(view, spoken),
        "clocked": view["clock"]["kind"] != "none",
        "zero": at_zero(seen),
        "still": standing_still(seen.position.state, times.now()),
        "proposal": proposal(view, names, times.now()),
        "is_in": bool(moves),
    }


def _share(seen: Seen) -> str | None:
    """What one sends to others to show them a match, if anybody may see it."""
    if seen.table.spectators != "all":
        return None
    return url_for("viewer.show", game=seen.game, _external=True)


def _can_rematch(seen: Seen) -> bool:
    """Whether the reader played this match, and could play it once more."""
    state = seen.position.state
    return state.places is not None and seen.table.branch is None and has_sat(player_of(seen.caller, seen.game), state)


def _since(seen: Seen) -> int | None:
    since = whole(request.args.get(SINCE, ""))
    return None if since is None else min(since, seen.position.head.version)


def around(view: Mapping[str, Any]) -> list[int]:
    """The seats that somebody sits at, clockwise from the reader, or from the first one."""
    taken = [one["seat"] for one in view["seats"] if not alt.is_free(one)]
    own = (view.get("you") or {}).get("seat")
    first = taken.index(own) if own in taken else 0
    return taken[first:] + taken[:first]


def deed(endpoint: str, game: str, **more: Any) -> str:
    """The address of something that is done at this table; the invitation of this request comes along."""
    values: dict[str, Any] = {INVITATION: request.args.get(INVITATION), **more}
    return url_for(endpoint, game=game, **values)


def _profiles(seen: Seen, view: Mapping[str, Any]) -> dict[int, str]:
    """The addresses of the people with accounts, by seat."""
    accounts = services().profiles.accounts(seen.game).items()
    found = {seat: profile_of(account, view["seats"][seat]["name"]) for seat, account in accounts}
    return {seat: address for seat, address in found.items() if address}


class WayBack(NamedTuple):
    """How a guest comes back to their seat: its link, the address that they have left, and the account that they are
    signed in with besides, which can take the seat along."""

    link: str
    address: str | None
    account: str | None


def way_back(seen: Seen) -> WayBack | None:
    """The way back of a guest, which their browser keeps: to be shown to them alone."""
    secret = request.cookies.get(f"{SEAT_COOKIE}{seen.game}")
    if seen.caller.kind != "guest" or seen.seat is None or secret is None:
        return None
    session = session_secret()
    account = services().callers.by_session(session, seen.game) if session else None
    return WayBack(
        url_for("doors.enter", secret=secret, _external=True),
        services().guests.address(seen.game, seen.caller, seen.seat),
        account.name if account else None,
    )


def _invite_link(seen: Seen) -> str | None:
    """What one sends to whom one would like to see here: of a table that is not listed it needs an invitation."""
    invitation = request.args.get(INVITATION)
    if not (invitation or seen.table.listed):
        return None
    return url_for("table.show", game=seen.game, _external=True, **{INVITATION: invitation})


def qr(link: str) -> Markup:
    """A link to be photographed."""
    code = segno.make(link, micro=False)
    return Markup(code.svg_inline(scale=4, border=2, svgclass="qr-code", lineclass=None, omitsize=True))
