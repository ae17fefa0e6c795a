"""What keeps a page from being used against its reader: CSRF tokens, a strict policy, and redirects that stay here."""

import hmac
import secrets
from typing import cast

from flask import Response, current_app, g, request

from app.api.auth import CSRF_HEADER, LONGEST_DAYS, SAFE, session_secret, set_cookie
from app.api.problems import Problem
from app.services.account.credentials import csrf_token

COOKIE = "kartfold_page"
FIELD = "csrf"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self';"
    " connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'"
)
EMBEDDED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").replace(
    "form-action 'self'", "form-action 'none'"
)
"""For the pages that others may frame: they have no forms."""


def page_token() -> str:
    """What the forms of this page send back: bound to this browser, and to who is signed in."""
    if "page_secret" not in g:
        g.page_secret = request.cookies.get(COOKIE) or secrets.token_urlsafe(32)
        g.page_secret_is_new = COOKIE not in request.cookies
    return csrf_token(current_app.config["SECRET_KEY"], f"page:{g.page_secret}:{session_secret() or ''}")


def own_secret(purpose: str) -> bytes:
    """32 bytes that this browser alone can bring about again, as long as it keeps the cookie of its pages."""
    page_token()
    return hmac.digest(g.page_secret.encode(), purpose.encode(), "sha256")


def check_token() -> None:
    """Raises Problem 403 for a form that did not come from a page of ours, in this browser."""
    if request.method in SAFE:
        return
    if "Authorization" in request.headers:  # a token has scopes, which forms do not ask for
        raise Problem(403, "session_needed", "Forms are for people; a program asks the API.")
    given = request.form.get(FIELD) or request.headers.get(CSRF_HEADER, "")
    if COOKIE not in request.cookies or not hmac.compare_digest(given.encode(), page_token().encode()):
        raise Problem(403, "csrf", "This page was open for too long, or in another sign-in. Load it again, and retry.")


def dress(response: Response) -> Response:
    """Adds to a page what keeps it safe, unless its view has set that already."""
    if cast(bool, g.get("page_secret_is_new", False)):
        secure = current_app.config["SESSION_COOKIE_SECURE"]
        response.set_cookie(COOKIE, g.page_secret, httponly=True, samesite="Lax", secure=secure)
    response.headers.setdefault("Content-Security-Policy", POLICY)
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "private, no-cache")
        response.headers.setdefault("Vary", "Cookie, Accept-Language")
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    return response


def kept_by_nobody(response: Response) -> Response:
    """Whoever comes after one in the same browser finds no page of one's account in it, no hand and no seat link, by no
    way back: `after_request`."""
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def keep_long(response: Response, name: str, value: str) -> None:
    """Lets this browser keep something for as long as browsers keep anything; no script reads it."""
    set_cookie(response, name, value, LONGEST_DAYS)


def destination() -> str | None:
    """Where somebody was going when something came between, as the page or its form says, if that is here."""
    return safe_path(request.values.get("next"), "") or None


def safe_path(path: str | None, otherwise: str) -> str:
    """A path of this site, to go on to; `otherwise` for whatever else it may be."""
    if path is None or not path.startswith("/") or path[1:2] in ("/", "\\") or not path.isprintable() or "\\" in path:
        return otherwise
    return path
