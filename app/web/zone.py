"""The reader's time zone: the one that their account keeps. Of a browser without an account none is known here; scripts
know its own."""

from typing import cast
from zoneinfo import ZoneInfo

from flask import g

from app.api.context import services
from app.web.people import owner_of_browser


def zone() -> ZoneInfo | None:
    """That of this request, looked up once; None where none was chosen."""
    if "zone" not in g:
        account = owner_of_browser().account
        g.zone = None if account is None else services().calendars.zone(account)
    return cast(ZoneInfo | None, g.zone)
