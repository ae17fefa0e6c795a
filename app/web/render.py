"""What every template knows: who asks, the language, the looks, and where files are."""

from typing import Any
from urllib.parse import quote, urlencode

from flask import Flask, render_template, request

from app.api.auth import caller
from app.api.context import services
from app.services.callers import Caller
from app.services.clock import rfc3339
from app.services.languages import LANGUAGES
from app.web import agreed, language, preferences, times
from app.web.assets import asset, worker_address
from app.web.isolate import isolated
from app.web.navigation import come_back_to, is_page, places, profile_of
from app.web.notices import PARAMETER, notice
from app.web.safety import page_token

MOST_WAITING = 10
"""Of more games a page says that there are more."""


def init_app(app: Flask) -> None:
    """Teaches this app's templates their words."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(asset=asset, csrf=page_token, here=here, places=places, is_page=is_page)
    app.jinja_env.globals.update(agreed=agreed, worker_address=worker_address, profile_of=profile_of)
    app.jinja_env.globals.update(come_back_to=come_back_to)
    app.jinja_env.filters.update(
        name=isolated, number=language.number, when=language.when, day=language.day, rfc3339=rfc3339
    )
    app.jinja_env.filters.update(instant=times.instant, away=times.away, lasting=times.lasting)


def page(template: str, status: int = 200, **values: Any) -> tuple[str, int]:
    """A page from a template, with what all of them know."""
    return render_template(template, **_common(), **values), status


def here(**changes: str) -> str:
    """The address of this page, with some parameters changed; what was done before it was opened is not said again."""
    values = {name: value for name, value in {**request.args.to_dict(), **changes}.items() if name != PARAMETER}
    path = quote(request.path)
    return f"{path}?{urlencode(values)}" if values else path


def _common() -> dict[str, Any]:
    who = caller()
    return {
        "caller": who,
        "languages": LANGUAGES,
        "language": language.current(),
        "direction": language.direction(),
        "preferences": preferences.current(),
        "notice": notice(),
        "waiting": _waiting(who),
    }


def _waiting(who: Caller) -> int:
    """How many games wait for somebody who is signed in, as far as a page tells."""
    return len(services().lists.page("to_act", who, None, MOST_WAITING).shown) if who.account else 0
