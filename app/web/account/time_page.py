"""When one's own clocks stand still: time zone, quiet hours, days off, and vacations. Nobody else sees any of it."""

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from babel import dates
from flask import Response, make_response, redirect, request, url_for
from flask.typing import ResponseReturnValue
from marshmallow import Schema, fields

from app.api import limits
from app.api.auth import own_id
from app.api.boundary import SAYINGS
from app.api.context import services
from app.rules.clock import DAYS_OFF
from app.services.clock import HOUR
from app.services.clocks.calendars import Calendar
from app.services.clocks.vacations import BUDGET_HOURS, NoVacation
from app.services.refusals import Malformed, NotNow
from app.web import forms, times
from app.web.account import zones
from app.web.account.tried import NOT_TAKEN, form
from app.web.forms import Wrong, read
from app.web.language import _, locale
from app.web.pages import Pages
from app.web.people import signed_in
from app.web.safety import destination, kept_by_nobody

own_time = Pages("own_time", __name__)
own_time.after_request(kept_by_nobody)

FIELD_OF = {"from": "first", "until": "last"}
"""Where the form has what a vacation cannot be."""


class CalendarForm(Schema):
    """Zone and quiet hours; which days are off is read beside it, for there can be several."""

    zone = fields.String(required=True)
    quiet_from = fields.Time(load_default=None, format="%H:%M")
    quiet_to = fields.Time(load_default=None, format="%H:%M")


class AutomaticForm(Schema):
    """Whether a vacation begins by itself."""

    automatic = forms.Checkbox()


class VacationForm(Schema):
    """From the first day to the last, both included; without a first day from now on. `zone` is the browser's, for
    whoever has chosen none."""

    zone = fields.String(load_default=None)
    first = fields.Date(load_default=None)
    last = fields.Date(required=True)


@own_time.get("/account/time")
@signed_in
def show() -> ResponseReturnValue:
    """What is set, and what is left."""
    return _page()


@own_time.post("/account/time")
@signed_in
def keep() -> ResponseReturnValue:
    """Another calendar."""
    limits.spend(limits.TIME_OFF, own_id())
    try:
        services().calendars.keep(own_id(), _calendar())
    except NOT_TAKEN as error:
        return _page(error)
    return _back("saved")


@own_time.post("/account/time/automatic")
@signed_in
def keep_automatic() -> ResponseReturnValue:
    """Whether a vacation begins by itself before time runs out."""
    limits.spend(limits.TIME_OFF, own_id())
    wanted = read(AutomaticForm)["automatic"]
    services().calendars.keep(own_id(), _own()._replace(automatic=wanted))
    return _back("saved")


@own_time.post("/account/time/vacation")
@signed_in
def take_vacation() -> ResponseReturnValue:
    """A vacation, now or later."""
    limits.spend(limits.TIME_OFF, own_id())
    try:
        services().vacations.take(own_id(), *_days(read(VacationForm)))
    except Malformed as error:
        return _page(Wrong({FIELD_OF[error.field]: forms.said(error.detail)}))
    except NOT_TAKEN as error:
        return _page(error)
    except NotNow as refused:
        return _page(SAYINGS[NotNow](refused))
    return _back("vacation")


@own_time.post("/account/time/vacation/end")
@signed_in
def end_vacation() -> ResponseReturnValue:
    """The vacation is over, or given up; one that is over already is over."""
    try:
        services().vacations.end(own_id())
    except NoVacation:
        return _back(None)
    return _back("back-again")


def _page(error: Exception | None = None) -> Response:
    calendar, off = services().calendars.of(own_id())
    vacations, year, now = services().vacations.of(own_id()), services().vacations.year(own_id()), times.now()
    chosen = calendar != Calendar()
    return form(
        "account/time.html",
        error,
        calendar=calendar,
        chosen=chosen,
        parts=zones.parts(calendar.zone),
        quiet=None if calendar.quiet is None else tuple(map(_clock_time, calendar.quiet)),
        weekdays=_weekdays(),
        days=request.form.getlist("days") if error else [str(day) for day in calendar.days_off],
        off=off,
        off_is_on=off is not None and off.start <= now,
        off_is_days=off is not None and off.reason == DAYS_OFF,
        vacation=next((one for one in vacations if one.ends > now), None),
        now=now,
        year=year.year,
        left=times.span(year.left * HOUR) if year.left else None,
        all_of_it=times.span(BUDGET_HOURS * HOUR),
        today=_today(calendar).isoformat(),
    )


def _calendar() -> Calendar:
    """What was filled in. Raises Wrong."""
    given = read(CalendarForm)
    start, end = given["quiet_from"], given["quiet_to"]
    if (start is None) != (end is None):
        raise Wrong({"quiet_hours": _("Both times are needed, or neither.")})
    quiet = None if start is None else (_minutes(start), _minutes(end))
    days = tuple(sorted({int(day) for day in request.form.getlist("days") if day in "1234567" and day}))
    return Calendar(given["zone"], quiet, days, _own().automatic)


def _own() -> Calendar:
    return services().calendars.of(own_id()).calendar


def _days(given: dict[str, Any]) -> tuple[int | None, int]:
    """From when to when a vacation lasts, UTC milliseconds, by the days of the own zone, else of the browser's;
    None is now. Raises Wrong."""
    own, first, last = _own(), given["first"], given["last"]
    if own == Calendar() and zones.is_offered(given["zone"]):
        own = own._replace(zone=given["zone"])
    if last < (first or _today(own)):
        raise Wrong({"last": _("The last day is not before the first one.")})
    begins = None if first is None or first == _today(own) else _midnight(own, first)
    return begins, _midnight(own, last + timedelta(days=1))


def _midnight(own: Calendar, day: date) -> int:
    return round(datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(own.zone)).timestamp() * 1000)


def _today(own: Calendar) -> date:
    return datetime.fromtimestamp(times.now() / 1000, ZoneInfo(own.zone)).date()


def _minutes(time: Any) -> int:
    return int(time.hour * 60 + time.minute)


def _clock_time(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _weekdays() -> list[tuple[str, str]]:
    """The days of the week, Monday first, as records count them."""
    names = dates.get_day_names("wide", "stand-alone", locale())
    return [(str(day), names[day - 1]) for day in range(1, 8)]


def _back(said: str | None) -> Response:
    return make_response(redirect(destination() or url_for("own_time.show", said=said), 303))
