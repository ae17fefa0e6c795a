"""When an account's clocks stand still: its calendar and its vacations. Only its owner sees them."""

from typing import Any

from flask import Response
from marshmallow import Schema, fields, validate

from app.api import limits
from app.api.auth import own_id, requires_account
from app.api.boundary import GameBlueprint, compact, private
from app.api.context import services
from app.api.fields import Boolean, Instant, Integer, Moment, Strict
from app.api.problems import Problem
from app.rules.clock import DAYS_OFF, QUIET_HOURS
from app.services.clocks import calendars, vacations
from app.services.clocks.calendars import Calendar
from app.services.clocks.vacations import BUDGET_HOURS, NoVacation

calendar = GameBlueprint("calendar", __name__, url_prefix="/account", description="When one's own clocks stand still")


def _minute(data_key: str) -> Integer:
    said = {"description": "Minutes of the local day, from midnight"}
    return Integer(required=True, data_key=data_key, validate=validate.Range(0, 1439), metadata=said)


class QuietHours(Strict):
    """From when to when, each day, past midnight if `to` is less; 12 hours at most."""

    start = _minute(data_key="from")
    end = _minute(data_key="to")


class CalendarBody(Strict):
    """The whole calendar; what is left out is not there."""

    zone = fields.String(
        required=True,
        validate=validate.Length(1, 64),
        metadata={"description": "An IANA time zone", "examples": ["Europe/Tirane"]},
    )
    quiet_hours = fields.Nested(QuietHours, load_default=None, allow_none=True)
    days_off = fields.List(
        Integer(validate=validate.Range(1, 7)),
        load_default=list,
        validate=validate.Length(max=7),
        metadata={"description": "Of the week, two at most; 1 is Monday"},
    )
    automatic = Boolean(
        load_default=False,
        metadata={"description": "Whether a vacation begins by itself before your time runs out", "default": False},
    )


class SpanSchema(Schema):
    """Time off, from one moment to another."""

    start = Instant(required=True, data_key="from")
    until = Instant(required=True)
    reason = fields.String(required=True, metadata={"enum": [QUIET_HOURS, DAYS_OFF]})


class CalendarSchema(CalendarBody):
    """A calendar, with the time off that is on or comes next."""

    next_off = fields.Nested(SpanSchema, required=True, allow_none=True)


class NewVacation(Strict):
    """From when to when; without `from`, from now on."""

    starts = Moment(load_default=None, allow_none=True, data_key="from")
    until = Moment(required=True, metadata={"description": "At most 14 days later"})


class VacationSchema(Schema):
    """A vacation; one that was ended early ends then."""

    id = fields.UUID(required=True)
    automatic = fields.Boolean(required=True, metadata={"description": "It began by itself"})
    starts = Instant(required=True)
    ends = Instant(required=True)
    created = Instant(required=True)


class VacationList(Schema):
    """All vacations, the first one first; the last ones may be on or to come. And what the year has of them."""

    vacations = fields.List(fields.Nested(VacationSchema), required=True)
    year = fields.Integer(required=True, metadata={"description": "In your time zone"})
    used_hours = fields.Integer(required=True)
    left_hours = fields.Integer(required=True, metadata={"description": f"Of {BUDGET_HOURS}"})


@calendar.route("/calendar")
@requires_account
@calendar.response(200, CalendarSchema)
def view_calendar() -> Response:
    """My quiet hours and days off"""
    return private(compact(calendars.said(services().calendars.of(own_id()))))


@calendar.route("/calendar", methods=["PUT"])
@requires_account
@calendar.arguments(CalendarBody)
@calendar.response(200, CalendarSchema)
@calendar.refuses(429)
def keep_calendar(given: dict[str, Any]) -> Response:
    """Set my quiet hours and days off

    While they last, no clock of yours runs at tables that allow it: each time the record says until when, in UTC. A
    clock that stands still already does so until its end. Zone and calendar are seen by nobody else.
    """
    limits.spend(limits.TIME_OFF, own_id())
    quiet = given["quiet_hours"]
    hours = quiet and (quiet["start"], quiet["end"])
    wanted = Calendar(given["zone"], hours, tuple(given["days_off"]), given["automatic"])
    return private(compact(calendars.said(services().calendars.keep(own_id(), wanted))))


@calendar.route("/vacations")
@requires_account
@calendar.response(200, VacationList)
def list_vacations() -> Response:
    """My vacations, and what this year has left"""
    of, year = services().vacations.of(own_id()), services().vacations.year(own_id())
    told = {"vacations": [vacations.said(one) for one in of], "year": year.year}
    return private(compact(told | {"used_hours": year.used, "left_hours": year.left}))


@calendar.route("/vacations", methods=["POST"])
@requires_account
@calendar.arguments(NewVacation)
@calendar.response(201, VacationSchema)
@calendar.refuses(409, 429)
def take_vacation(given: dict[str, Any]) -> Response:
    """Go on vacation

    Now, or from a later moment. While it lasts all your clocks stand still at tables that allow it; a year has 28 days
    of it, 14 at a time.
    """
    limits.spend(limits.TIME_OFF, own_id())
    made = services().vacations.take(own_id(), given["starts"], given["until"])
    return private(compact(vacations.said(made)), status=201)


@calendar.route("/vacations/current", methods=["DELETE"])
@requires_account
@calendar.response(204)
@calendar.refuses(404)
def end_vacation() -> None:
    """End my vacation

    The one that is on, whose clocks run again at once; or the one to come is given up. What was not used comes back.
    """
    try:
        services().vacations.end(own_id())
    except NoVacation:
        raise Problem(404, "no_vacation", "You have no vacation that is on or to come.") from None
