"""Time at a table: what was agreed, each clock, what happens when time runs out, and what people can agree on anew."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec
from uuid import UUID

from flask import redirect, request
from flask.typing import ResponseReturnValue
from marshmallow import Schema, fields, validate

from app.api.auth import caller
from app.api.boundary import SAYINGS
from app.api.context import services
from app.api.fields import QueryInteger
from app.rules.clock import LONGEST_MS
from app.rules.refusals import Refused
from app.services.clock import DAY, HOUR
from app.services.clocks.proposals import Wanted
from app.services.play.sight import Seen
from app.services.refusals import Malformed, NotAllowed, NotNow, Stale
from app.services.table.tables import clock_of
from app.web import errors, language, times
from app.web.around import clock_form
from app.web.around.clock_form import ClockForm
from app.web.forms import Wrong, read
from app.web.language import _
from app.web.pages import Pages
from app.web.render import page
from app.web.safety import kept_by_nobody
from app.web.table import agreement, clocks, zero
from app.web.table.deeds import terms_of
from app.web.table.table import address, deed, seen_at, shown
from replays.show.languages import seat_names

P = ParamSpec("P")

time_page = Pages("time_page", __name__)
time_page.after_request(kept_by_nobody)

PAUSES = (HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 10 * DAY, LONGEST_MS - HOUR)
"""How long a pause can be that is proposed; the longest leaves an hour in which all have to agree."""


class ProposalForm(ClockForm):
    """A pause, the end of one, or another clock."""

    what = fields.String(required=True, validate=validate.OneOf(("pause", "resume", "clock")))
    pause = QueryInteger(load_default=DAY, validate=validate.Range(1, LONGEST_MS))


class ToForm(Schema):
    """Which proposal is meant."""

    proposal = fields.UUID(required=True)


def answers(view: Callable[P, None]) -> Callable[P, ResponseReturnValue]:
    """A deed of this page, or of the table where its form says so: whoever may not, or comes too late, is told so
    there."""

    @wraps(view)
    def done(*args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        game = UUID(str(kwargs["game"]))
        tell = shown if request.form.get("at") == "table" else told
        try:
            view(*args, **kwargs)
        except Stale:
            return redirect(_way_back(game, said="stale"), 303)
        except (Refused, NotAllowed, NotNow) as refused:
            problem = SAYINGS[type(refused)](refused)
            return tell(seen_at(game), problem.code, problem=errors.words(problem))
        except Wrong as wrong:
            return told(seen_at(game), 422, errors=wrong.errors, given=request.form.to_dict())
        return redirect(_way_back(game), 303)

    return done


@time_page.get("/games/<uuid:game>/time")
def show(game: UUID) -> ResponseReturnValue:
    """How time stands here."""
    return told(seen_at(game))


@time_page.post("/games/<uuid:game>/time")
@answers
def propose(game: UUID) -> None:
    """The reader proposes something to all others."""
    wanted = _wanted(read(ProposalForm))
    services().proposals.propose(str(game), caller(), wanted, terms_of(seen_at(game)))


@time_page.post("/games/<uuid:game>/time/agree")
@answers
def agree(game: UUID) -> None:
    """The reader agrees."""
    services().proposals.agree(str(game), caller(), terms_of(seen_at(game)), _meant())


@time_page.post("/games/<uuid:game>/time/decline")
@answers
def decline(game: UUID) -> None:
    """The reader does not, or takes back what they have proposed."""
    services().proposals.decline(str(game), caller(), terms_of(seen_at(game)), _meant())


def told(seen: Seen, status: int = 200, **more: Any) -> ResponseReturnValue:
    """The page of the clocks of a game."""
    view, state, t = services().looks.now(seen), seen.position.state, times.now()
    names = seat_names(state.players, [one["name"] for one in view["seats"]], language.current())
    filled = clock_form.filled(view["clock"]) | {"pause": str(DAY)} | dict(more.get("given") or {})
    values = {
        "view": view,
        "names": names,
        "you": seen.seat,
        "is_in": seen.seat is not None and not state.over and bool(state.active) and state.active[seen.seat],
        "back": address(seen.game),
        "deed": lambda endpoint: deed(endpoint, seen.game),
        "clocks": clocks.clocks(state, t),
        "table_pause": clocks.table_pause(state, t),
        "most_missed": state.options.missed_decisions,
        "decided": [_(each) for each in zero.DECIDED],
        "consequence": zero.consequence(seen),
        "proposal": agreement.proposal(view, names, t),
        "errors": {},
        "values": filled,
        "times": clock_form.offered(clock_form.TIMES, filled),
        "clock_choices": [(kind, _(said)) for kind, said in clock_form.CLOCKS.items()],
        "pauses": [(str(ms), times.span(ms)) for ms in PAUSES],
    }
    return page("table/time.html", status, **values | more)


def _wanted(given: Mapping[str, Any]) -> Wanted:
    """What the form proposes. Raises Wrong."""
    if given["what"] == "resume":
        return Wanted(resume=True)
    if given["what"] == "pause":
        return Wanted(until=times.now() + given["pause"])
    try:
        return Wanted(clock=clock_of(clock_form.clock_of(given)))
    except Malformed as error:
        raise clock_form.misfit(error, given["clock"]) from None


def _meant() -> str:
    return str(read(ToForm)["proposal"])


def _way_back(game: UUID, **values: str) -> str:
    if request.form.get("at") == "table":
        return address(game, **values)
    return deed("time_page.show", str(game), **values)
