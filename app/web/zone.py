"""The reader's time zone: the one that their account keeps. Of a browser without an account none is known here; scripts
know its own."""

from typing import cast
from zoneinfo import ZoneInfo

from flask import g

from app.api.context import services
from app.services.clocks.calendars import Calendar
from app.web.people import owner_of_browser


def zone() -> ZoneInfo | None:
    """That of this request, looked up once; None where none was chosen."""
    if "zone" not in g:
        account = owner_of_browser().account
        g.zone = _chosen(account) if account is not None else None
    return cast(ZoneInfo | None, g.zone)


def _chosen(account: str) -> ZoneInfo | None:
    calendar = services().calendars.of(account).calendar
    return None if calendar == Calendar() else ZoneInfo(calendar.zone)
