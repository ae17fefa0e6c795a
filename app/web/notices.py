"""What a page says of what was done just before: a word in the address, never a text."""

from flask import request

from app.web.language import _, later

PARAMETER = "said"
NOTICES = {
    "signed-in": later("You are signed in."),
    "signed-out": later("You are signed out."),
    "saved": later("Saved."),
    "muted": later("Muted."),
    "heard": later("You hear them again."),
    "invited": later("Invited."),
}
"""What there is to say, by its word."""


def notice() -> str | None:
    """What is to be said on this page, in its language."""
    text = NOTICES.get(request.args.get(PARAMETER, ""))
    return _(text) if text else None
