"""What every template knows: who asks, the language, the looks, and where files are."""

from typing import Any

from flask import Flask, render_template, request, url_for

from app.api.auth import caller
from app.api.context import services
from app.services.callers import Caller
from app.services.clock import rfc3339
from app.services.languages import LANGUAGES
from app.web import language, preferences
from app.web.assets import asset
from app.web.isolate import isolated
from app.web.notices import notice
from app.web.safety import page_token

MOST_WAITING = 10
"""Of more games a page says that there are more."""


def init_app(app: Flask) -> None:
    """Teaches this app's templates their words."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(asset=asset, csrf=page_token, here=here)
    app.jinja_env.filters.update(
        name=isolated, number=language.number, when=language.when, day=language.day, rfc3339=rfc3339
    )


def page(template: str, status: int = 200, **values: Any) -> tuple[str, int]:
    """A page from a template, with what all of them know."""
    return render_template(template, **_common(), **values), status


def here(**changes: str) -> str:
    """The address of this page, with some parameters changed."""
    values: dict[str, Any] = {**(request.view_args or {}), **request.args.to_dict(), **changes}
    return url_for(request.endpoint or "home.home", **values)


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
