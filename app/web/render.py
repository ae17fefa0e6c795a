"""What every template knows: who asks, the language, the looks, and where files are."""

from typing import Any
from urllib.parse import quote, urlencode

from flask import Flask, render_template, request

from app.api.auth import caller
from app.api.context import services
from app.services.clock import rfc3339
from app.services.languages import LANGUAGES
from app.services.play.callers import Caller
from app.web import agreed, language, preferences, times
from app.web.assets import asset, worker_address
from app.web.isolate import isolated
from app.web.navigation import address_of, come_back_to, places, profile_of
from app.web.notices import PARAMETER, notice
from app.web.people import owner_of_browser
from app.web.safety import page_token
from app.web.zone import zone

MOST_WAITING = 10
"""Of more games a page says that there are more."""


def init_app(app: Flask) -> None:
    """Teaches this app's templates their words."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(asset=asset, csrf=page_token, here=here, places=places)
    app.jinja_env.globals.update(agreed=agreed, worker_address=worker_address)
    app.jinja_env.globals.update(address_of=address_of, come_back_to=come_back_to, profile_of=profile_of)
    app.jinja_env.filters.update(
        name=isolated,
        number=language.number,
        when=times.when,
        minute=times.to_the_minute,
        day=times.day,
        rfc3339=rfc3339,
    )
    app.jinja_env.filters.update(instant=times.instant, away=times.away, lasting=times.lasting, roughly=times.roughly)


def page(template: str, status: int = 200, **values: Any) -> tuple[str, int]:
    """A page from a template, with what all of them know."""
    return render_template(template, **_manner(), **_common(), **values), status


def bare_page(template: str, **values: Any) -> str:
    """A page that is there even when the database is not: it does not know who asks."""
    return render_template(template, **_manner(), **values)


def here(**changes: str) -> str:
    """The address of this page, with some parameters changed; what was done before it was opened is not said again."""
    values = {name: value for name, value in {**request.args.to_dict(), **changes}.items() if name != PARAMETER}
    path = quote(request.path)
    return f"{path}?{urlencode(values)}" if values else path


def _manner() -> dict[str, Any]:
    return {
        "languages": LANGUAGES,
        "language": language.current(),
        "direction": language.direction(),
        "preferences": preferences.current(),
    }


def _common() -> dict[str, Any]:
    owner = owner_of_browser()
    return {"caller": caller(), "owner": owner, "notice": notice(), "waiting": _waiting(owner), "zone": zone()}


def _waiting(who: Caller) -> int:
    """How many games wait for somebody who is signed in, as far as a page tells."""
    return len(services().lists.page("to_act", who, None, MOST_WAITING).shown) if who.account else 0
