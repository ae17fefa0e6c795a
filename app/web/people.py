"""Who asks for a page, and pages for people who are signed in."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Response, redirect, request, url_for

from app.api.auth import caller, session_secret
from app.api.context import services
from app.services.play.callers import Caller

P = ParamSpec("P")
R = TypeVar("R")


def owner_of_browser() -> Caller:
    """Whose account is signed in in this browser, at a table too where it keeps a guest's seat; else who asks."""
    who = caller()
    secret = session_secret() if who.kind == "guest" else None
    account = services().callers.by_session(secret, None) if secret else None
    return account or who


def signed_in(view: Callable[P, R]) -> Callable[P, R | Response]:
    """A page for accounts; others sign in first, and come back to it."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R | Response:
        if caller().kind == "account":
            return view(*args, **kwargs)
        back = request.full_path.rstrip("?") if request.method == "GET" else None
        return redirect(url_for("sign_in.sign_in", next=back), 303)  # type: ignore[return-value]

    return guarded
